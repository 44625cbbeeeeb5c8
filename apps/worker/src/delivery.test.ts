import { notificationReasons } from "@korki/contracts/texts/notifications";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { bookedLesson, makeClassroom } from "@korki/services/testing/classroom";
import { makePerson } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestWorld } from "./testing/outside-world";
import { tellingIn, WAIT_MS } from "./testing/people-to-tell";

const world = await openTestWorld();
const { services, mail, telegram } = world;
const { prisma } = services.db;
const { teacher, tell, note, row, becomes } = tellingIn(world);

test("a booking reaches the teacher by Telegram, the confirmation the student by e-mail", async () => {
  world.startWorker();
  const room = await makeClassroom(services);
  const chatId = telegram.openChat().person.id;
  await prisma.user.update({ where: { id: room.teacher.id }, data: { telegramChatId: String(chatId) } });
  const lesson = await bookedLesson(services, room, 9);
  const message = await telegram.waitForMessage(chatId, ({ text }) => text.includes("Nowa rezerwacja"), {
    timeoutMs: WAIT_MS,
  });
  expect(message.text).toContain("16:45–17:45");
  expect(message.text).toContain("Ułamki");
  expect(message.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual([
    "✅ Potwierdź",
    "❌ Odwołaj",
    "Otwórz w aplikacji",
  ]);
  await confirmLesson(room.asTeacher, { lessonId: lesson.id });
  const confirmed = await mail.waitForMail(room.student.email, WAIT_MS);
  expect(confirmed.subject).toContain("Lekcja potwierdzona");
  const rows = await prisma.notification.findMany({ orderBy: { id: "asc" } });
  expect(rows).toHaveLength(2);
  await becomes(rows[0]?.id ?? "", { status: "sent", channel: "telegram", attempts: 1, lastError: null });
  await becomes(rows[1]?.id ?? "", { status: "sent", channel: "email", attempts: 1, claimedTill: null });
});

test("a mail has both parts, one Message-ID for good, and headers that nobody can add to", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  const id = await tell({ userId }, "Ola\r\nBcc: wszyscy@example.pl\r\n\r\n<b>x</b>");
  const sent = await mail.waitForMail(email, WAIT_MS);
  expect(sent.envelope.to).toEqual([email]);
  expect(sent.subject).toBe("Nowy uczeń: Ola Bcc: wszyscy@example.pl <b>x</b>");
  expect(sent.text).toContain("<b>x</b>");
  expect(sent.html).toContain("&lt;b&gt;x&lt;/b&gt;");
  const raw = sent.raw.toString("utf8");
  expect(raw).toMatch(new RegExp(`^Message-ID: <n-${id}@korki\\.example>`, "m"));
  expect(sent.headers.map(({ name }) => name.toLowerCase())).not.toContain("bcc");
  expect(raw).toMatch(/^From: Korki <powiadomienia@korki\.example>/m);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
});

test("a visitor without an account is told by e-mail", async () => {
  world.startWorker();
  await tell({ email: "gosc@example.pl" });
  expect((await mail.waitForMail("gosc@example.pl", WAIT_MS)).html).toContain('lang="pl"');
});

test("what is not due yet waits for its time", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  const facts = { otherName: "Ola", otherRole: "Student" } as const;
  const dueAt = new Date(Date.now() + 1500);
  await note({ kind: "relation-added", to: { userId }, facts, dueAt });
  const { receivedAt } = await mail.waitForMail(email, WAIT_MS);
  expect(new Date(receivedAt).getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
});

test("who was disabled, erased or does not want it is left alone", async () => {
  world.startWorker();
  const [disabled, erased, unwilling, mailOnly] = await Promise.all(
    [1, 2, 3, 4].map(() => teacher({ connected: true })),
  );
  if (!disabled || !erased || !unwilling || !mailOnly) throw new Error("nobody there");
  await prisma.user.update({ where: { id: disabled.id }, data: { isDisabled: true } });
  await prisma.user.update({ where: { id: erased.id }, data: { erasedAt: new Date() } });
  const off = (userId: string, channel: string) => ({
    userId,
    channel,
    kind: "relation-added",
    enabled: false,
  });
  await prisma.notificationPreference.createMany({
    data: [off(unwilling.id, "telegram"), off(unwilling.id, "email"), off(mailOnly.id, "telegram")],
  });
  const ids = await Promise.all(
    [disabled, erased, unwilling, mailOnly].map(({ id }) => tell({ userId: id })),
  );
  const [toDisabled = "", toErased = "", toUnwilling = "", toMailOnly = ""] = ids;
  await becomes(toDisabled, { status: "skipped", lastError: notificationReasons.recipientDisabled });
  await becomes(toErased, { status: "skipped", lastError: notificationReasons.recipientGone });
  await becomes(toUnwilling, { status: "skipped", lastError: notificationReasons.notWanted });
  await becomes(toMailOnly, { status: "sent", channel: "email" });
  for (const { chatId } of [disabled, erased, unwilling, mailOnly])
    expect(telegram.messages(chatId)).toEqual([]);
});

test("what had to wait for its chat goes before what was written later", async () => {
  const busy = await teacher({ connected: true });
  const others = await Promise.all(Array.from({ length: 75 }, () => teacher({ connected: true })));
  await tell({ userId: busy.id }, "Pierwsza");
  await tell({ userId: busy.id }, "Druga");
  for (const { id } of others) await tell({ userId: id });
  world.startWorker();
  await telegram.waitForMessage(others.at(-1)?.chatId ?? 0, () => true, { timeoutMs: WAIT_MS });
  const chats = telegram.calls("sendMessage").map(({ chatId }) => chatId);
  expect(chats.filter((chatId) => chatId === busy.chatId)).toHaveLength(2);
  expect(chats.lastIndexOf(busy.chatId)).toBeGreaterThan(10);
  expect(chats.lastIndexOf(busy.chatId)).toBeLessThan(60);
});

test("rows that cannot be read fail alone, with a reason, among good ones", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  const facts = { otherName: "Ola", otherRole: "Student" } as const;
  const spoil = async (data: object) => {
    const id = await note({
      kind: "relation-added",
      to: { userId },
      facts,
      dueAt: new Date(Date.now() + 300),
    });
    await prisma.notification.update({ where: { id }, data });
    return id;
  };
  const unknown = await spoil({ kind: "lesson-dreamt" });
  const senseless = await spoil({ facts: { otherName: 7 } });
  const textual = await spoil({ facts: "ala" });
  const good = await tell({ userId });
  await becomes(unknown, { status: "failed", lastError: notificationReasons.unknownKind });
  await becomes(senseless, { status: "failed", lastError: notificationReasons.unreadable });
  await becomes(textual, { status: "failed", lastError: notificationReasons.unreadable });
  await becomes(good, { status: "sent" });
  expect(mail.mailsTo(email)).toHaveLength(1);
});

test("account mails go by e-mail even to who is connected, with a link that works", async () => {
  world.startWorker();
  const person = await teacher({ connected: true });
  const expiresAt = new Date(Date.now() + 3_600_000);
  const link = await prisma.oneTimeLink.create({
    data: { id: crypto.randomUUID(), userId: person.id, kind: "reset-password", expiresAt },
  });
  const voided = await prisma.oneTimeLink.create({
    data: {
      id: crypto.randomUUID(),
      userId: person.id,
      kind: "reset-password",
      expiresAt,
      voidedAt: new Date(),
    },
  });
  const stale = await note({
    kind: "account-recovery",
    to: { userId: person.id },
    facts: { linkId: voided.id },
  });
  await note({ kind: "account-recovery", to: { userId: person.id }, facts: { linkId: link.id } });
  const sent = await mail.waitForMail(person.email, WAIT_MS);
  expect(sent.text).toMatch(/https:\/\/korki\.example\/regen_pass\/[\w-]{64}\n/);
  await becomes(stale, { status: "skipped", lastError: notificationReasons.noLongerTrue });
  expect(telegram.messages(person.chatId)).toEqual([]);
});

test("nothing of tokens, addresses or texts stands in the logs", async () => {
  const parent = await makePerson(services, "Parent");
  world.startWorker();
  const id = await tell({ userId: parent.id }, "Tajemniczy Jan");
  await becomes(id, { status: "sent" });
  const logs = services.logged.join("");
  expect(logs).toContain(id);
  expect(logs).not.toContain(telegram.token);
  expect(logs).not.toContain(parent.email);
  expect(logs).not.toContain("Tajemniczy");
  expect((await row(id)).lastError).toBeNull();
});
