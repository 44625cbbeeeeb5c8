import { notificationReasons } from "@korki/contracts/texts/notifications";
import { newId } from "@korki/db";
import { addDays, blockStart } from "@korki/domain";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { addPayment } from "@korki/services/payments/add-payment";
import { bookedLesson, makeClassroom } from "@korki/services/testing/classroom";
import { makeChild, makeGuardian } from "@korki/services/testing/families";
import { makePerson, personCtx } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { notificationFixtures, WAIT_MS } from "./testing/notification-fixtures";
import { openTestWorld } from "./testing/outside-world";

const world = await openTestWorld();
const { services, mail, telegram } = world;
const { prisma } = services.db;
const { teacher, notifyRecipient, queueNotification, row, becomes } = notificationFixtures(world);

test("sends a booking to the teacher by Telegram and the confirmation to the student by e-mail", async () => {
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

test("a mail has a text and an HTML part, a stable Message-ID and no injected headers", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  const id = await notifyRecipient({ userId }, "Ola\r\nBcc: wszyscy@example.pl\r\n\r\n<b>x</b>");
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

test("notifies a visitor without an account by e-mail", async () => {
  world.startWorker();
  await notifyRecipient({ email: "gosc@example.pl" });
  expect((await mail.waitForMail("gosc@example.pl", WAIT_MS)).html).toContain('lang="pl"');
});

test("a parent reads of the child without a login by name", async () => {
  world.startWorker();
  const parent = await makePerson(services, "Parent");
  const child = await makeChild(services, parent);
  const facts = { otherName: "Marek Zieliński", otherRole: "Teacher" } as const;
  await queueNotification({ kind: "relation-added", to: { userId: child.id }, facts });
  const sent = await mail.waitForMail(parent.email, WAIT_MS);
  expect(sent.subject).toBe(`Zosia ${child.surname} ma nauczyciela: Marek Zieliński`);
});

test("does not send a notification before it is due", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  const facts = { otherName: "Ola", otherRole: "Student" } as const;
  const dueAt = new Date(Date.now() + 1500);
  await queueNotification({ kind: "relation-added", to: { userId }, facts, dueAt });
  const { receivedAt } = await mail.waitForMail(email, WAIT_MS);
  expect(new Date(receivedAt).getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
});

test("a low balance of lessons that are planned later waits until that comes near", async () => {
  const room = await makeClassroom(services);
  const { date } = await bookedLesson(services, room, 9, 20);
  await bookedLesson(services, room, 9, 27);
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const whose = { studentId: room.student.id, subject: "Matematyka", level: "liceumP" } as const;
  await addPayment(asAdmin, { ...whose, moneyAmount: 90, lessonAmount: 1, description: "" }, null);
  const id = await queueNotification({
    kind: "low-balance",
    to: { userId: room.student.id },
    facts: { ...whose, available: -1 },
  });
  world.startWorker();
  const day = addDays(date, -7);
  await becomes(id, { status: "pending", attempts: 0, lastError: notificationReasons.notYet(day) });
  const { dueAt } = await row(id);
  expect(Math.abs(dueAt.getTime() - blockStart(day, 1).getTime())).toBeLessThan(60_000);
});

test("a low balance that waited goes to who pays by then, not to who paid before", async () => {
  const room = await makeClassroom(services);
  await bookedLesson(services, room, 9, 3);
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const whose = { studentId: room.student.id, subject: "Matematyka", level: "liceumP" } as const;
  await addPayment(asAdmin, { ...whose, moneyAmount: 90, lessonAmount: 1, description: "" }, null);
  const [former, payer] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  await makeGuardian(services, former, room.student, { rights: [] });
  await makeGuardian(services, payer, room.student, { isPayer: true });
  const id = newId();
  const crossing = `low-balance:1:${whose.studentId}:${whose.subject}:${whose.level}`;
  await prisma.notification.create({
    data: {
      ...{ id, kind: "low-balance", recipientId: former.id, childId: whose.studentId },
      ...{ facts: { ...whose, available: 0 }, dedupeKey: `${crossing}:${former.id}` },
    },
  });
  world.startWorker();
  await becomes(id, { status: "skipped", lastError: notificationReasons.noLongerTrue });
  const theirs = { dedupeKey: `${crossing}:${payer.id}` };
  const told = await prisma.notification.findUniqueOrThrow({ where: theirs });
  expect(told).toMatchObject({ recipientId: payer.id, childId: whose.studentId });
  await becomes(told.id, { status: "sent", channel: "email" });
});

test("skips disabled and erased people and switched-off channels", async () => {
  world.startWorker();
  const [disabled, erased, unwilling, mailOnly] = await Promise.all(
    [1, 2, 3, 4].map(() => teacher({ connected: true })),
  );
  if (!disabled || !erased || !unwilling || !mailOnly) throw new Error("nobody there");
  await prisma.user.update({ where: { id: disabled.id }, data: { isDisabled: true } });
  await prisma.user.update({ where: { id: erased.id }, data: { erasedAt: new Date(), isDisabled: true } });
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
    [disabled, erased, unwilling, mailOnly].map(({ id }) => notifyRecipient({ userId: id })),
  );
  const [toDisabled = "", toErased = "", toUnwilling = "", toMailOnly = ""] = ids;
  await becomes(toDisabled, { status: "skipped", lastError: notificationReasons.recipientDisabled });
  await becomes(toErased, { status: "skipped", lastError: notificationReasons.recipientGone });
  await becomes(toUnwilling, { status: "skipped", lastError: notificationReasons.notWanted });
  await becomes(toMailOnly, { status: "sent", channel: "email" });
  for (const { chatId } of [disabled, erased, unwilling, mailOnly])
    expect(telegram.messages(chatId)).toEqual([]);
});

test("sends a message that waited for its chat before later ones", async () => {
  const busy = await teacher({ connected: true });
  const others = await Promise.all(Array.from({ length: 75 }, () => teacher({ connected: true })));
  await notifyRecipient({ userId: busy.id }, "Pierwsza");
  await notifyRecipient({ userId: busy.id }, "Druga");
  for (const { id } of others) await notifyRecipient({ userId: id });
  world.startWorker();
  await telegram.waitForMessage(others.at(-1)?.chatId ?? 0, () => true, { timeoutMs: WAIT_MS });
  const chats = telegram.calls("sendMessage").map(({ chatId }) => chatId);
  expect(chats.filter((chatId) => chatId === busy.chatId)).toHaveLength(2);
  expect(chats.lastIndexOf(busy.chatId)).toBeGreaterThan(chats.indexOf(busy.chatId) + 1);
  expect(chats.lastIndexOf(busy.chatId)).toBeLessThan(chats.length - 1);
});

test("marks only unreadable rows failed, with a reason, and tries a kind that it does not know again", async () => {
  world.startWorker();
  const { id: userId, email } = await teacher();
  const facts = { otherName: "Ola", otherRole: "Student" } as const;
  const spoil = async (data: object) => {
    const id = await queueNotification({
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
  const good = await notifyRecipient({ userId });
  await becomes(unknown, { status: "pending", lastError: notificationReasons.unknownKind });
  await becomes(senseless, { status: "failed", lastError: notificationReasons.unreadable });
  await becomes(textual, { status: "failed", lastError: notificationReasons.unreadable });
  await becomes(good, { status: "sent" });
  expect(mail.mailsTo(email)).toHaveLength(1);
});

test("sends account mails by e-mail even to a connected person, with a valid link", async () => {
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
  const stale = await queueNotification({
    kind: "account-recovery",
    to: { userId: person.id },
    facts: { linkId: voided.id },
  });
  await queueNotification({
    kind: "account-recovery",
    to: { userId: person.id },
    facts: { linkId: link.id },
  });
  const sent = await mail.waitForMail(person.email, WAIT_MS);
  expect(sent.text).toMatch(/https:\/\/korki\.example\/regen_pass\/[\w-]{64}\n/);
  await becomes(stale, { status: "skipped", lastError: notificationReasons.noLongerTrue });
  expect(telegram.messages(person.chatId)).toEqual([]);
});

test("logs contain no tokens, addresses or texts", async () => {
  const parent = await makePerson(services, "Parent");
  world.startWorker();
  const id = await notifyRecipient({ userId: parent.id }, "Tajemniczy Jan");
  await becomes(id, { status: "sent" });
  const logs = services.logged.join("");
  expect(logs).toContain(id);
  expect(logs).not.toContain(telegram.token);
  expect(logs).not.toContain(parent.email);
  expect(logs).not.toContain("Tajemniczy");
  expect((await row(id)).lastError).toBeNull();
});

test("what goes by Telegram or e-mail is noted as sent before the next one goes", async () => {
  const people = await Promise.all([...Array(20).keys()].map((n) => teacher({ connected: n % 2 === 0 })));
  const sent = await Promise.all(
    people.map(async ({ id, email, chatId }) => ({
      email,
      chatId,
      notification: await notifyRecipient({ userId: id }),
    })),
  );
  world.startWorker({ patienceMs: 3_600_000 });
  const times: { arrived: number; noted: number }[] = [];
  for (const { notification, email, chatId } of sent) {
    await becomes(notification, { status: "sent" });
    const byTelegram = telegram.calls("sendMessage").find((call) => call.chatId === chatId);
    const arrived = byTelegram?.at ?? mail.mailsTo(email)[0]?.receivedAt.getTime() ?? 0;
    times.push({ arrived, noted: (await row(notification)).finishedAt?.getTime() ?? 0 });
  }
  times.sort((a, b) => a.arrived - b.arrived);
  expect(times.filter(({ arrived }, at) => at > 0 && arrived < (times[at - 1]?.noted ?? 0))).toEqual([]);
});
