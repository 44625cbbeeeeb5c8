import { newId, registerProcess } from "@korki/db";
import { UNREAD_NOTICE_MINUTES } from "@korki/domain";
import { markRead } from "@korki/services/chat/read-messages";
import { sendMessages } from "@korki/services/chat/send-messages";
import { relate } from "@korki/services/testing/classroom";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { WAIT_MS } from "./testing/notification-fixtures";
import { openTestWorld } from "./testing/outside-world";

const world = await openTestWorld();
const { services, mail, telegram } = world;
const { prisma } = services.db;

async function write(from: Person, to: Person, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await sendMessages(services, [{ senderId: from.id, recipientId: to.id, text, clientKey: newId() }], null);
  }
}

test("two workers send one unread notice per conversation, five minutes after its first unread message", async () => {
  const [teacher, second, away, connected, reader, present] = await Promise.all(
    (["Teacher", "Teacher", "Student", "Student", "Student", "Student"] as const).map((role) =>
      makePerson(services, role),
    ),
  );
  if (!teacher || !second || !away || !connected || !reader || !present) throw new Error("nobody is there");
  for (const student of [away, connected, reader, present]) await relate(services, student, teacher);
  await relate(services, away, second);
  const chatId = telegram.openChat().person.id;
  await prisma.user.update({ where: { id: connected.id }, data: { telegramChatId: String(chatId) } });

  // All but two seconds of the five minutes have passed.
  services.clock.time = new Date(Date.now() - UNREAD_NOTICE_MINUTES * 60_000 + 2_000);
  for (const student of [away, connected, reader, present]) {
    await write(teacher, student, "Dzień dobry", "Jest Pan tam?", "Halo");
  }
  await write(second, away, "A ja?");
  await markRead(personCtx(services, reader), { userId: teacher.id, upTo: 3 });
  const rows = await prisma.notification.findMany({ where: { kind: "unread-messages" } });
  expect(rows).toHaveLength(5);
  // Came online, in a live process.
  await registerProcess(services.db, "alive", [present.id]);

  world.startWorker();
  world.startWorker();
  const told = await telegram.waitForMessage(chatId, ({ text }) => text.includes("nieprzeczytane"), {
    timeoutMs: WAIT_MS,
  });
  expect(told.text).toContain("3 nieprzeczytane wiadomości");
  expect(told.text).not.toContain("Halo");
  await expect
    .poll(() => prisma.notification.count({ where: { status: { in: ["sent", "skipped"] } } }), {
      timeout: WAIT_MS,
    })
    .toBe(5);
  expect(
    mail
      .mailsTo(away.email)
      .map(({ subject }) => subject.replace(/^.*: /, ""))
      .sort(),
  ).toEqual(["1 nieprzeczytana wiadomość", "3 nieprzeczytane wiadomości"]);
  for (const person of [connected, reader, present]) expect(mail.mailsTo(person.email)).toEqual([]);
  expect(telegram.messages(chatId)).toHaveLength(1);

  await write(teacher, away, "Jeszcze jedno");
  expect(await prisma.notification.count()).toBe(5);
});
