import { contactsInput } from "@korki/contracts/chat";
import { newId, openDatabase, registerProcess, removeOnline } from "@korki/db";
import { afterAll, expect, test, vi } from "vitest";
import { relate } from "../testing/classroom";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { listContacts } from "./list-contacts";
import { Presence } from "./presence";
import { markRead } from "./read-messages";
import { sendMessages } from "./send-messages";
import { countForNotice } from "./unread-notices";

const services = await openTestServices();
const { db } = services;
const second = openDatabase(services.databaseUrl, 2);
afterAll(() => second.close());

const student = await makePerson(services, "Student");
const teacher = await makePerson(services, "Teacher");
await relate(services, student, teacher);

async function isSeenOnline(): Promise<boolean | undefined> {
  return (await listContacts(personCtx(services, student), contactsInput.parse({})))[0]?.online;
}

async function notices() {
  return db.prisma.notification.findMany({ where: { kind: "unread-messages" }, orderBy: { id: "asc" } });
}

async function write(): Promise<void> {
  const draft = { senderId: student.id, recipientId: teacher.id, text: "Halo", clientKey: newId() };
  await sendMessages(services, [draft], null);
}

test("is online while connected to any process, and a short loss is none", async () => {
  const here = new Presence(services, "here");
  const there = new Presence({ ...services, db: second }, "there");
  here.start();
  there.start();
  await Promise.all([here.ready, there.ready]);
  here.connected(teacher.id);
  there.connected(teacher.id);
  await vi.waitFor(async () => expect(await isSeenOnline()).toBe(true), { timeout: 20_000 });
  here.disconnected(teacher.id);
  there.disconnected(teacher.id);
  there.connected(teacher.id);
  await vi.waitFor(
    async () => expect(await db.prisma.onlineUser.count({ where: { processId: "here" } })).toBe(0),
    { timeout: 20_000 },
  );
  expect(await isSeenOnline()).toBe(true);
  there.disconnected(teacher.id);
  await vi.waitFor(async () => expect(await isSeenOnline()).toBe(false), { timeout: 20_000 });
  await Promise.all([here.stop(), there.stop()]);
});

test("exactly one of two processes that a person leaves at once announces it", async () => {
  for (let round = 0; round < 30; round += 1) {
    await Promise.all(["one", "two"].map((id) => registerProcess(db, id, [teacher.id])));
    const left = await Promise.all(["one", "two"].map((id) => removeOnline(db, id, [teacher.id])));
    expect(left.flat()).toEqual([teacher.id]);
  }
  await db.pool.query("DELETE FROM api_processes");
});

test("a dead process's people go offline; those of a slow one return", async () => {
  await registerProcess(db, "dead", [teacher.id]);
  const alive = new Presence(services, "alive");
  alive.start();
  await alive.ready;
  expect(await isSeenOnline()).toBe(true);
  await db.pool.query("UPDATE api_processes SET seen_at = now() - interval '9 seconds' WHERE id = 'dead'");
  expect(await isSeenOnline()).toBe(false);
  await vi.waitFor(async () => expect(await db.prisma.apiProcess.count({ where: { id: "dead" } })).toBe(0), {
    timeout: 20_000,
  });
  alive.connected(teacher.id);
  await vi.waitFor(async () => expect(await isSeenOnline()).toBe(true), { timeout: 20_000 });
  await db.pool.query("DELETE FROM api_processes");
  await vi.waitFor(async () => expect(await isSeenOnline()).toBe(true), { timeout: 20_000 });
  await alive.stop();
  await db.pool.query("DELETE FROM api_processes");
});

test("one notice for what stays unread, not before the reader has read on; none while online", async () => {
  await write();
  await write();
  const [first, ...more] = await notices();
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    recipientId: teacher.id,
    dueAt: new Date(services.clock.time.getTime() + 5 * 60_000),
    facts: { senderId: student.id, senderName: `${student.name} ${student.surname}` },
  });
  const { conversationId } = Object(first?.facts) as { conversationId: string };
  const about = { conversationId, recipientId: teacher.id };
  expect(await countForNotice(services, about)).toBe(2);

  const here = new Presence(services, "here");
  here.start();
  await here.ready;
  here.connected(teacher.id);
  await vi.waitFor(async () => expect(await isSeenOnline()).toBe(true), { timeout: 20_000 });
  expect(await countForNotice(services, about)).toBe(0);
  await db.prisma.notification.updateMany({ data: { status: "skipped" } });
  // Left without reading: told after all.
  here.disconnected(teacher.id);
  await vi.waitFor(async () => expect(await notices()).toHaveLength(2), { timeout: 20_000 });
  expect(await countForNotice(services, about)).toBe(2);

  here.connected(teacher.id);
  await markRead(personCtx(services, teacher), { userId: student.id, upTo: 2 });
  await vi.waitFor(async () => expect(await isSeenOnline()).toBe(true), { timeout: 20_000 });
  expect(await countForNotice(services, about)).toBe(0);
  await write();
  expect(await notices()).toHaveLength(2);
  here.disconnected(teacher.id);
  await vi.waitFor(async () => expect(await notices()).toHaveLength(3), { timeout: 20_000 });
  await here.stop();
});
