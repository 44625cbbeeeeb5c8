import { randomUUID } from "node:crypto";
import { contactsInput } from "@korki/contracts/chat";
import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { newId, openDatabase } from "@korki/db";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Services } from "../context";
import { makeClassroom, relate } from "../testing/classroom";
import { makeChild } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { listContacts, listUnread } from "./list-contacts";
import { markRead, readHistory } from "./read-messages";
import { type SendOutcome, sendMessages } from "./send-messages";
import type { Draft } from "./store-batch";

const services = await openTestServices();
const other = { ...services, db: openDatabase(services.databaseUrl, 10) };
afterAll(() => other.db.close());
beforeEach(() => services.freshLimits());

const { teacher, student } = await makeClassroom(services);
const admin = await makePerson(services, "Admin");

function draft(from: Person, to: Pick<Person, "id">, text = "Dzień dobry", clientKey = newId()): Draft {
  return { senderId: from.id, recipientId: to.id, text, clientKey };
}

async function send(...drafts: Draft[]): Promise<SendOutcome[]> {
  return sendMessages(services, drafts, null);
}

async function history(me: Person, userId: string, part: object = {}) {
  return readHistory(personCtx(services, me), { userId, limit: 50, reads: false, ...part });
}

function texts(outcomes: readonly SendOutcome[]): string[] {
  return outcomes.map((outcome) =>
    "refusal" in outcome ? outcome.refusal.message : `stored ${outcome.message.seq}`,
  );
}

async function newPair(): Promise<[Person, Person]> {
  const [one, two] = [await makePerson(services, "Student"), await makePerson(services, "Teacher")];
  await relate(services, one, two);
  return [one, two];
}

test("numbers the messages of a conversation without a gap, in the order sent, for both sides alike", async () => {
  const [one, two] = await newPair();
  await send(draft(one, two, "1"), draft(two, one, "2"), draft(one, two, "3"));
  await send(draft(two, one, "4"));
  for (const [me, them] of [
    [one, two],
    [two, one],
  ] as const) {
    const { messages, lastSeq, canSend } = await history(me, them.id);
    expect(messages.map(({ seq, text }) => [seq, text])).toEqual([
      [1, "1"],
      [2, "2"],
      [3, "3"],
      [4, "4"],
    ]);
    expect({ lastSeq, canSend }).toEqual({ lastSeq: 4, canSend: true });
  }
});

test("stores a message sent twice once: in one batch, later, and in two processes at once", async () => {
  const [one, two] = await newPair();
  const same = draft(one, two, "raz");
  const [first, twin] = await send(same, same);
  const [again] = await send(same);
  expect(first).toMatchObject({ isNew: true, message: { text: "raz" } });
  expect(twin).toEqual({ ...first, isNew: false });
  expect(again).toEqual(twin);

  const racing = Array.from({ length: 20 }, () => draft(one, two, "wyścig"));
  const batches = await Promise.all(
    racing.flatMap((message) => [services, other].map((at: Services) => sendMessages(at, [message], null))),
  );
  const ids = batches.flat().map((outcome) => ("message" in outcome ? outcome.message.id : null));
  expect(new Set(ids).size).toBe(20);
  const { messages } = await history(one, two.id);
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
});

test("refuses a key of a message to another person, and loses neither", async () => {
  const [one, two] = await newPair();
  const third = await makePerson(services, "Teacher");
  await relate(services, one, third);
  const clientKey = newId();
  await send(draft(one, two, "dla drugiego", clientKey));
  expect(texts(await send(draft(one, third, "dla trzeciego", clientKey)))).toEqual([chatTexts.keyTaken]);
  expect((await history(one, third.id)).messages).toEqual([]);
});

test("what comes after a number is complete while many write from two processes", async () => {
  const [one, two] = await newPair();
  await send(draft(one, two));
  const seen: number[] = [];
  let done = false;
  const reader = (async () => {
    while (!done) {
      const { messages } = await history(two, one.id, { after: seen.at(-1) ?? 0 });
      seen.push(...messages.map(({ seq }) => seq));
    }
  })();
  await Promise.all(
    [services, other].flatMap((at: Services) =>
      Array.from({ length: 30 }, async () => {
        at.limits = { ...at.limits, consumeEach: async (_limit, keys) => keys.map(() => null) };
        await sendMessages(at, [draft(one, two), draft(two, one)], null);
      }),
    ),
  );
  done = true;
  await reader;
  const { messages } = await history(two, one.id, { after: seen.at(-1) ?? 0 });
  seen.push(...messages.map(({ seq }) => seq));
  expect(seen).toEqual(Array.from({ length: 121 }, (_, at) => at + 1));
  services.freshLimits();
});

test("refuses strangers, oneself and unknown people in the same way", async () => {
  const stranger = await makePerson(services, "Teacher");
  const outcomes = await send(
    draft(student, stranger),
    draft(stranger, student),
    draft(student, student),
    draft(student, { id: randomUUID() }),
    draft(teacher, await makePerson(services, "Teacher")),
    draft(student, teacher),
  );
  expect(texts(outcomes)).toEqual([...Array(5).fill(chatTexts.recipientUnknown), "stored 1"]);
  await expect(history(student, stranger.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(history(student, randomUUID())).rejects.toMatchObject({ code: "not_found" });
});

test("an ended relation ends new messages at once; the history stays readable", async () => {
  const [one, two] = await newPair();
  await send(draft(one, two, "przed"));
  await services.db.prisma.teachingRelation.deleteMany({ where: { studentId: one.id } });
  expect(texts(await send(draft(one, two), draft(two, one)))).toEqual([
    chatTexts.sendingEnded,
    chatTexts.sendingEnded,
  ]);
  const { messages, canSend } = await history(two, one.id);
  expect(messages.map(({ text }) => text)).toEqual(["przed"]);
  expect(canSend).toBe(false);
  const [contact] = await listContacts(personCtx(services, one), contactsInput.parse({}));
  expect(contact).toMatchObject({ id: two.id, canSend: false, unread: 0 });
});

test("anybody may write to an admin and be answered; a disabled account neither writes nor is written to", async () => {
  const parent = await makePerson(services, "Parent");
  const disabled = await makePerson(services, "Teacher", { isDisabled: true });
  const outcomes = await send(
    draft(parent, admin),
    draft(admin, parent),
    draft(disabled, admin),
    draft(admin, disabled),
  );
  expect(texts(outcomes)).toEqual([
    "stored 1",
    "stored 2",
    commonTexts.accountDisabled,
    chatTexts.recipientDisabled,
  ]);
});

test("nobody writes to a child without a login, who is a contact only with a conversation from before", async () => {
  const mother = await makePerson(services, "Parent");
  const child = await makeChild(services, mother);
  await relate(services, child, teacher);
  const refusal = chatTexts.recipientWithoutLogin;
  expect(texts(await send(draft(teacher, child), draft(admin, child)))).toEqual([refusal, refusal]);
  const listed = async () =>
    (await listContacts(personCtx(services, teacher), contactsInput.parse({ ids: [child.id] }))).map(
      ({ canSend, lastSeq }) => ({ canSend, lastSeq }),
    );
  expect(await listed()).toEqual([]);
  expect(await history(teacher, child.id)).toMatchObject({ messages: [], canSend: false });

  const { prisma } = services.db;
  await prisma.user.update({ where: { id: child.id }, data: { email: child.id } });
  expect(texts(await send(draft(teacher, child)))).toEqual(["stored 1"]);
  await prisma.user.update({ where: { id: child.id }, data: { email: null, passwordHash: null } });
  expect(await listed()).toEqual([{ canSend: false, lastSeq: 1 }]);
});

test("takes thirty messages in ten seconds from one sender, and none of another's", async () => {
  const [one, two] = await newPair();
  const flood = Array.from({ length: 40 }, () => draft(one, two));
  const outcomes = await send(...flood, draft(two, one));
  expect(texts(outcomes.slice(30, 40))).toEqual(Array(10).fill(chatTexts.tooMany));
  expect(outcomes[39]).toMatchObject({ refusal: { code: "rate_limited", retryAfterSeconds: 10 } });
  expect(texts([...outcomes.slice(29, 30), ...outcomes.slice(40)])).toEqual(["stored 30", "stored 31"]);
});

test("reading up to a number marks exactly that, counts the rest, and shows both sides", async () => {
  const [one, two] = await newPair();
  await send(draft(one, two), draft(one, two), draft(two, one), draft(one, two));
  expect(await listUnread(personCtx(services, two))).toEqual([{ senderId: one.id, count: 3 }]);
  await markRead(personCtx(services, two), { userId: one.id, upTo: 2 });
  expect(await listUnread(personCtx(services, two))).toEqual([{ senderId: one.id, count: 1 }]);
  await markRead(personCtx(services, two), { userId: one.id, upTo: 1 });
  const { messages, otherReadSeq, ownReadSeq } = await history(one, two.id);
  expect(messages.map(({ readAt }) => readAt !== null)).toEqual([true, true, false, false]);
  expect({ otherReadSeq, ownReadSeq }).toEqual({ otherReadSeq: 2, ownReadSeq: 0 });
  await markRead(personCtx(services, two), { userId: one.id, upTo: 1_000 });
  expect(await listUnread(personCtx(services, two))).toEqual([]);
  expect(await listUnread(personCtx(services, one))).toEqual([{ senderId: two.id, count: 1 }]);
});

test("nobody marks what was written between others as read", async () => {
  const [one, two] = await newPair();
  await send(draft(one, two));
  await markRead(personCtx(services, student), { userId: one.id, upTo: 1 });
  await markRead(personCtx(services, one), { userId: two.id, upTo: 1 });
  expect(await listUnread(personCtx(services, two))).toEqual([{ senderId: one.id, count: 1 }]);
});

test("pages upwards and downwards by number", async () => {
  const [one, two] = await newPair();
  for (let round = 0; round < 5; round += 1) {
    services.freshLimits();
    await send(...Array.from({ length: 25 }, () => draft(one, two)));
  }
  const newest = await history(one, two.id);
  expect([newest.messages[0]?.seq, newest.messages.at(-1)?.seq]).toEqual([76, 125]);
  const older = await history(one, two.id, { before: 76 });
  expect([older.messages[0]?.seq, older.messages.at(-1)?.seq]).toEqual([26, 75]);
  const after = await history(one, two.id, { after: 120 });
  expect(after.messages.map(({ seq }) => seq)).toEqual([121, 122, 123, 124, 125]);
});
