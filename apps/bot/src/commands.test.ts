import { insertTelegramCode, transact, violates } from "@korki/db";
import { connectTelegram, issueTelegramCode } from "@korki/services/accounts/connect-telegram";
import { createTelegramLink } from "@korki/services/accounts/telegram-link";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { generateMeetingLink } from "@korki/services/lessons/generate-meeting-link";
import { saveReport } from "@korki/services/reports/save-report";
import { tickHomework } from "@korki/services/reports/tick-homework";
import { bookedLesson, forceStatus, makeClassroom } from "@korki/services/testing/classroom";
import { makePerson, personCtx } from "@korki/services/testing/people";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBot } from "./create-bot";
import { openBotWorld, WAIT } from "./testing/bot-world";

const world = await openBotWorld();
const { services, telegram } = world;
const { prisma } = services.db;

beforeEach(() => {
  services.clock.time = new Date();
  world.start();
});
afterEach(() => telegram.faults.clear());

/** Sends a text and returns the bot's answer. */
async function ask(chatId: number, text: string): Promise<string> {
  const after = telegram.sendText(chatId, text).message_id;
  return (await telegram.waitForMessage(chatId, () => true, { ...WAIT, after })).text;
}

async function codeFor(chatId: number): Promise<string> {
  const answer = await ask(chatId, "/rejestracja");
  const [code = ""] = /\b\d{8}\b/.exec(answer) ?? [];
  expect(code).toHaveLength(8);
  return code;
}

test("/start explains the bot", async () => {
  const chatId = telegram.openChat().person.id;
  expect(await ask(chatId, "/start")).toMatch(
    /^Cześć! Tu bot centrum korepetycji Korki\.[\s\S]+\/rejestracja[\s\S]+\/pomoc$/,
  );
});

test("the link of the settings answers with a code at once", async () => {
  const chatId = telegram.openChat().person.id;
  expect(await ask(chatId, "/start rejestracja")).toMatch(/Twój kod: \d{8}/);
});

test("the settings' link connects the chat that opens it", async () => {
  const student = personCtx(services, await makePerson(services, "Student"));
  const { url } = await createTelegramLink(student);
  const token = new URL(url ?? "").searchParams.get("start") ?? "";
  const chatId = telegram.openChat().person.id;
  telegram.sendText(chatId, `/start ${token}`);
  await expect
    .poll(() => prisma.user.findUniqueOrThrow({ where: { id: student.actor.id } }), {
      timeout: WAIT.timeoutMs,
    })
    .toMatchObject({ telegramChatId: String(chatId) });
  expect(await ask(chatId, `/start ${token}`)).toMatch(/^Ten czat jest połączony z kontem:/);
  expect(await ask(telegram.openChat().person.id, `/start ${token}`)).toMatch(
    /^Ten link już nie działa[\s\S]+„Połącz z Telegramem” jeszcze raz\.\s+Otwórz ustawienia$/,
  );
});

test("/rejestracja gives a single-use code, voided by a newer one and after ten minutes", async () => {
  const student = personCtx(services, await makePerson(services, "Student"));
  const chatId = telegram.openChat().person.id;
  const first = await codeFor(chatId);
  const second = await codeFor(chatId);
  await expect(connectTelegram(student, { code: first })).rejects.toThrow("Zły kod");
  await connectTelegram(student, { code: second });
  await expect(connectTelegram(student, { code: second })).rejects.toThrow("Zły kod");
  const third = await codeFor(chatId);
  services.clock.time = new Date(services.clock.time.getTime() + 10 * 60_000);
  await expect(connectTelegram(student, { code: third })).rejects.toThrow("Zły kod");
});

test("a code is unique among live ones and may be reused after it expires", async () => {
  const now = services.clock.time;
  const give = (chatId: string, expiresAt: Date) =>
    transact(services.db, (tx) => insertTelegramCode(tx, { chatId, code: "01234567", now, expiresAt }));
  await give("-1", new Date(now.getTime() - 1000));
  await give("-2", new Date(now.getTime() + 60_000));
  await expect(give("-3", new Date(now.getTime() + 60_000))).rejects.toSatisfy((error) =>
    violates(error, "telegram_codes_live_key"),
  );
});

test("concurrent requests of one chat leave one valid code", async () => {
  const codes = await Promise.all([1, 2, 3].map(() => issueTelegramCode(services, "-4")));
  const live = await prisma.telegramCode.findMany({ where: { chatId: "-4", voidedAt: null } });
  expect(live).toHaveLength(1);
  expect(codes).toContain(live[0]?.code);
});

test("does not answer in a group", async () => {
  const bot = createBot(telegram.token, { services });
  await bot.init();
  const { person } = telegram.openChat();
  const chat = { id: person.id, type: "group" as const, title: "Klasa 3b" };
  const text = "/rejestracja";
  const entities = [{ type: "bot_command" as const, offset: 0, length: text.length }];
  await bot.handleUpdate({
    update_id: 1,
    message: { message_id: 1, date: 0, chat, from: person, text, entities },
  });
  expect(telegram.calls("sendMessage").filter(({ chatId }) => chatId === person.id)).toEqual([]);
  expect(await prisma.telegramCode.count({ where: { chatId: String(person.id) } })).toBe(0);
});

test("/status shows the linked account and /odlacz unlinks it", async () => {
  const person = await makePerson(services, "Teacher");
  const chatId = await world.chatOf(person.id);
  expect(await ask(chatId, "/status")).toBe(
    `Ten czat jest połączony z kontem: ${person.name} ${person.surname} (${person.email}).`,
  );
  expect(await ask(chatId, "/odlacz")).toMatch(/^Odłączono/);
  expect(await ask(chatId, "/status")).toMatch(/^Ten czat nie jest połączony/);
  expect(await ask(chatId, "/odlacz")).toMatch(/^Ten czat nie jest połączony/);
  const user = await prisma.user.findUniqueOrThrow({ where: { id: person.id } });
  expect(user.telegramChatId).toBeNull();
});

test("/zajecia lists the next lessons with their status and meeting link", async () => {
  const room = await makeClassroom(services);
  const [teacherChat, studentChat] = [
    await world.chatOf(room.teacher.id),
    await world.chatOf(room.student.id),
  ];
  expect(await ask(studentChat, "/zajecia")).toMatch(/^Nie masz zaplanowanych zajęć/);
  const lesson = await bookedLesson(services, room, 9, 2);
  const later = await bookedLesson(services, room, 3, 5);
  await confirmLesson(room.asTeacher, { lessonId: lesson.id });
  await generateMeetingLink(room.asTeacher, { lessonId: lesson.id });
  const forStudent = await ask(studentChat, "/zajecia");
  expect(forStudent).toMatch(/16:45–17:45[\s\S]+10:15–11:15/);
  expect(forStudent).toContain(lesson.teacherName);
  expect(forStudent).toContain("Dołącz do spotkania");
  expect(forStudent).toContain("czeka na potwierdzenie");
  expect(await ask(teacherChat, "/zajecia")).toContain(later.studentName);
});

test("/zajecia shows homework: to students what is open, to teachers what they look at in each lesson", async () => {
  const room = await makeClassroom(services);
  const chats = [await world.chatOf(room.teacher.id), await world.chatOf(room.student.id)] as const;
  const held = await bookedLesson(services, room, 3, 1);
  await bookedLesson(services, room, 9, 2);
  await forceStatus(services, held.id, "Zrealizowana");
  const words = { summary: "Prawo Ohma", privateNote: "Mało śpi", understanding: null, homeworkDue: null };
  await saveReport(room.asTeacher, { lessonId: held.id, ...words, homework: "Zadania 1–3" });
  const [teacherChat, studentChat] = chats;
  expect(await ask(studentChat, "/zajecia")).toMatch(/Zadania domowe:\n📚 Matematyka.*: Zadania 1–3/);
  expect(await ask(teacherChat, "/zajecia")).toContain("📚 Zadanie: Zadania 1–3 (niezrobione)");
  await tickHomework(room.asStudent, { lessonId: held.id, done: true });
  expect(await ask(studentChat, "/zajecia")).not.toContain("Zadania domowe");
  const forTeacher = await ask(teacherChat, "/zajecia");
  expect(forTeacher).toContain("📚 Zadanie: Zadania 1–3 (zrobione)");
  expect(forTeacher).not.toContain("Mało śpi");
});

test("/zajecia says to people without lessons of their own where to look", async () => {
  const admin = await makePerson(services, "Admin");
  expect(await ask(await world.chatOf(admin.id), "/zajecia")).toMatch(/tylko uczniowie i nauczyciele/);
  const parent = await makePerson(services, "Parent");
  expect(await ask(await world.chatOf(parent.id), "/zajecia")).toMatch(/Zajęcia dzieci.*Otwórz zajęcia/s);
  expect(await ask(telegram.openChat().person.id, "/zajecia")).toMatch(/nie jest połączony/);
  const disabled = await makePerson(services, "Student", { isDisabled: true });
  expect(await ask(await world.chatOf(disabled.id), "/zajecia")).toMatch(/zablokowane/);
});

test("/pomoc lists every command and the contact; other messages refer to it", async () => {
  const chatId = telegram.openChat().person.id;
  const help = await ask(chatId, "/pomoc");
  for (const command of ["/rejestracja", "/zajecia", "/status", "/odlacz", "/pomoc"])
    expect(help).toContain(command);
  expect(help).toContain("kontakt@demo.pl");
  expect(await ask(chatId, "Dzień dobry!")).toContain("/pomoc");
  expect(await ask(chatId, "/nieznana")).toContain("/pomoc");
});

test("escapes names", async () => {
  const person = await makePerson(services, "Student", { name: "<b>Ola</b> & ", surname: "<i>x" });
  expect(await ask(await world.chatOf(person.id), "/status")).toContain("<b>Ola</b> &  <i>x");
});

test("unlinks a chat that blocks the bot", async () => {
  const person = await makePerson(services, "Student");
  const chatId = await world.chatOf(person.id);
  telegram.block(chatId);
  await expect
    .poll(() => prisma.user.findUniqueOrThrow({ where: { id: person.id } }), { timeout: WAIT.timeoutMs })
    .toMatchObject({ telegramChatId: null });
});

test.each(["too-many-requests", "server-error"] as const)(
  "retries an answer after %s and sends it once",
  async (answer) => {
    const chatId = telegram.openChat().person.id;
    telegram.faults.add({ answer, method: "sendMessage", chatId });
    expect(await ask(chatId, "/pomoc")).toContain("Komendy");
    expect(telegram.botMessages(chatId)).toHaveLength(1);
  },
);
