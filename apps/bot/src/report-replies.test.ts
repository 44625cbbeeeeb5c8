import { blockEnd } from "@korki/domain";
import { lessonOutcome } from "@korki/notifications/kinds/lesson-reminders";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { notifiedLesson } from "@korki/services/lessons/notified-lesson";
import { getReport } from "@korki/services/reports/read-reports";
import { saveReport } from "@korki/services/reports/save-report";
import {
  bookedLesson,
  type Classroom,
  forceStatus,
  makeClassroom,
  notificationsFor,
  storedLesson,
} from "@korki/services/testing/classroom";
import { beforeEach, expect, test } from "vitest";
import { openBotWorld, WAIT } from "./testing/bot-world";

const world = await openBotWorld();
const { services, telegram } = world;

let room: Classroom;
let chatId: number;
let lessonId: string;
let messageId: number;

/** A confirmed lesson that is over, and the question to its teacher. */
beforeEach(async () => {
  services.clock.time = new Date();
  room = await makeClassroom(services);
  chatId = await world.chatOf(room.teacher.id);
  const lesson = await bookedLesson(services, room, 9, 1);
  lessonId = lesson.id;
  await confirmLesson(room.asTeacher, { lessonId });
  services.clock.time = blockEnd(lesson.date, 9);
  const question = lessonOutcome.withFacts(notifiedLesson(lesson));
  messageId = (await world.send(question, chatId, "Teacher")).message_id;
  world.start();
});

const status = async () => (await storedLesson(services, lessonId)).status;
const press = (index: number) => world.press(chatId, messageId, index);
/** Sends a text and returns the bot's answer. */
async function say(text: string): Promise<string> {
  const after = telegram.sendText(chatId, text).message_id;
  return (await telegram.waitForMessage(chatId, () => true, { ...WAIT, after })).text;
}
const question = () =>
  telegram.waitForMessage(chatId, ({ text }) => text.startsWith("Co było na lekcji?"), WAIT);

test("one press marks the lesson as held, and the answer to the question is its report", async () => {
  expect(await press(0)).toBe("✅ Lekcja się odbyła");
  expect(await status()).toBe("Zrealizowana");
  expect((await question()).force_reply).toBe(true);
  expect(await say("Prawo Ohma\nhttps://example.pl/notatki")).toContain("Raport zapisany");
  expect(await getReport(room.asStudent, { lessonId })).toMatchObject({
    summary: "Prawo Ohma\nhttps://example.pl/notatki",
    homework: null,
  });
  expect(await notificationsFor(services, room.student)).toContain("report-written");
  // What follows answers nothing.
  expect(await say("Dziękuję!")).toContain("/pomoc");
});

test("repeated presses ask once, and keep what was written in the application meanwhile", async () => {
  const presses = [0, 0].map((index) => telegram.pressButton(chatId, messageId, index));
  for (const query of presses) await telegram.waitForAnswer(query, WAIT.timeoutMs);
  await question();
  await telegram.waitUntilRead(WAIT.timeoutMs);
  expect(telegram.botMessages(chatId).filter(({ force_reply }) => force_reply)).toHaveLength(1);
  await saveReport(room.asTeacher, {
    lessonId,
    summary: "Wstęp",
    homework: "Zadanie 1",
    homeworkDue: null,
    privateNote: "Mało śpi",
    understanding: 4,
  });
  expect(await say("Prawo Ohma")).toContain("Raport zapisany");
  expect(await getReport(room.asTeacher, { lessonId })).toMatchObject({
    summary: "Prawo Ohma",
    homework: "Zadanie 1",
    privateNote: "Mało śpi",
    understanding: 4,
  });
});

test("the other press marks the student as absent and asks for no report", async () => {
  expect(await press(1)).toBe("🚫 Uczeń nieobecny");
  expect(await status()).toBe("Uczen nieobecny");
  await telegram.waitUntilRead(WAIT.timeoutMs);
  expect(telegram.botMessages(chatId).filter(({ force_reply }) => force_reply)).toEqual([]);
});

test("buttons and answers obey the rules of the screens", async () => {
  await forceStatus(services, lessonId, "Odwolana przez ucznia");
  expect(await press(0)).not.toBe("✅ Lekcja się odbyła");
  expect(await status()).toBe("Odwolana przez ucznia");
});

test("an answer that is too long is refused and changes nothing", async () => {
  await press(0);
  await question();
  expect(await say("x".repeat(2001))).toContain("2000");
  await expect(getReport(room.asTeacher, { lessonId })).rejects.toMatchObject({ code: "not_found" });
});
