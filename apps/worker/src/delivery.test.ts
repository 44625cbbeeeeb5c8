import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { bookedLesson, makeClassroom } from "@korki/services/testing/classroom";
import { expect, test, vi } from "vitest";
import { openTestWorld } from "./testing/outside-world";

const world = await openTestWorld();
const { services, mail, telegram } = world;
const { prisma } = services.db;

async function connect(userId: string): Promise<number> {
  const chatId = telegram.openChat().person.id;
  await prisma.user.update({ where: { id: userId }, data: { telegramChatId: String(chatId) } });
  return chatId;
}

const statusOf = async (kind: string, recipientId: string) =>
  prisma.notification.findFirstOrThrow({ where: { kind, recipientId } });

test("a booking reaches the teacher by Telegram, the confirmation the student by e-mail", async () => {
  world.startWorker();
  const room = await makeClassroom(services);
  const chatId = await connect(room.teacher.id);
  const lesson = await bookedLesson(services, room, 9);
  const message = await telegram.waitForMessage(chatId, ({ text }) => text.includes("Nowa rezerwacja"));
  expect(message.text).toContain("16:45–17:45");
  expect(message.text).toContain("Ułamki");
  await confirmLesson(room.asTeacher, { lessonId: lesson.id });
  const confirmed = await mail.waitForMail(room.student.email);
  expect(confirmed.subject).toContain("Lekcja potwierdzona");
  await vi.waitFor(async () => {
    expect(await statusOf("lesson-booked", room.teacher.id)).toMatchObject({
      status: "sent",
      channel: "telegram",
    });
    expect(await statusOf("lesson-confirmed", room.student.id)).toMatchObject({
      status: "sent",
      channel: "email",
    });
  });
});
