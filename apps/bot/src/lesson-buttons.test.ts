import type { Lesson } from "@korki/contracts/lessons";
import { botTexts } from "@korki/contracts/texts/bot";
import { longSlot, shortSlot } from "@korki/contracts/texts/dates";
import { newId, toDbDate } from "@korki/db";
import { approvalAsked } from "@korki/notifications/kinds/approval-asked";
import { lessonBooked } from "@korki/notifications/kinds/lessons-planned";
import { rescheduleProposed } from "@korki/notifications/kinds/reschedules";
import type { Message } from "@korki/sandbox";
import { listApprovals } from "@korki/services/approvals/approvals";
import { giveConsent, publishDocument } from "@korki/services/consents/documents";
import { declineReschedule } from "@korki/services/lessons/answer-proposal";
import { deleteLesson } from "@korki/services/lessons/cancel-lesson";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { notifiedLesson } from "@korki/services/lessons/notified-lesson";
import { proposeReschedule } from "@korki/services/lessons/propose-reschedule";
import { placeOrder } from "@korki/services/orders/place-order";
import {
  bookedLesson,
  type Classroom,
  makeClassroom,
  notificationsFor,
  storedLesson,
} from "@korki/services/testing/classroom";
import { FakeProvider } from "@korki/services/testing/fake-provider";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, personCtx, signIn } from "@korki/services/testing/people";
import { Api } from "grammy";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openBotWorld, WAIT } from "./testing/bot-world";

const world = await openBotWorld();
const { services, telegram } = world;
const { prisma } = services.db;
const api = new Api(telegram.token, { apiRoot: telegram.url });

let room: Classroom;
let chatId: number;
let lesson: Lesson;
let message: Message;

beforeEach(async () => {
  services.clock.time = new Date();
  room = await makeClassroom(services);
  chatId = await world.chatOf(room.teacher.id);
  lesson = await bookedLesson(services, room, 9, 3);
  message = await sendBooking(lesson, chatId);
});

/** Sends a booking's notification as the worker does. */
function sendBooking(booked: Lesson, to: number): Promise<Message> {
  const facts = { ...notifiedLesson(booked), description: "" };
  return world.send(lessonBooked.withFacts(facts), to, "Teacher");
}

const buttons = (shown: Message | undefined) =>
  shown?.reply_markup?.inline_keyboard.flat().map(({ text }) => text) ?? [];
const shownNow = (id = message.message_id) =>
  telegram.messages(chatId).find(({ message_id }) => message_id === id);

/** Presses a button by its text and waits for the bot's answer to it. */
async function press(label: string): Promise<string> {
  const index = buttons(shownNow()).indexOf(label);
  expect(index, `no button ${label}`).toBeGreaterThanOrEqual(0);
  return world.press(chatId, message.message_id, index);
}

const status = async () => (await storedLesson(services, lesson.id)).status;

test("one press confirms; the message shows it, keeps its formatting and loses its buttons", async () => {
  world.start();
  expect(await press("✅ Potwierdź")).toBe("✅ Lekcja potwierdzona");
  expect(await status()).toBe("Potwierdzona");
  expect(await notificationsFor(services, room.student)).toEqual(["lesson-confirmed"]);
  const shown = shownNow();
  expect(shown?.text).toContain(longSlot(lesson.date, lesson.block));
  expect(shown?.text.endsWith("✅ Lekcja potwierdzona")).toBe(true);
  expect(shown?.entities?.some(({ type }) => type === "bold")).toBe(true);
  expect(buttons(shown)).toEqual(["Otwórz w aplikacji"]);
  const history = await prisma.historyEntry.findFirst({ where: { entityId: lesson.id, action: "confirm" } });
  expect(history).toMatchObject({ actorId: room.teacher.id, actorRole: "Teacher" });
});

test("nobody does anything in the chat before the documents are accepted that the web asks for", async () => {
  const admin = personCtx(services, await makePerson(services, "Admin"));
  const publish = (mandatory: boolean) => {
    const text = { title: "Regulamin", text: "§1" };
    return publishDocument(admin, { kind: "regulamin", ...text, mandatory, roles: ["Teacher"] });
  };
  const later = () => {
    services.clock.time = new Date(services.clock.time.getTime() + 1000);
  };
  await signIn(services, room.teacher);
  later();
  const { id: documentId } = await publish(true);
  onTestFinished(async () => {
    later();
    await publish(false);
  });
  world.start();
  // The session that is open goes on.
  expect(await press("❌ Odwołaj")).toBe(botTexts.cancelQuestion);
  await press("Nie, zostaw");
  later();
  const refusedNow = async () => {
    expect(await press("✅ Potwierdź")).toBe(botTexts.consentsMissing);
    expect(await status()).toBe("Nie potwierdzona");
  };
  await signIn(services, room.teacher);
  await refusedNow();
  await prisma.session.updateMany({ where: { userId: room.teacher.id }, data: { endedAt: services.now() } });
  await refusedNow();
  telegram.sendText(chatId, "/zajecia");
  await telegram.waitForMessage(chatId, ({ text }) => text === botTexts.consentsMissing, WAIT);
  await giveConsent(room.asTeacher, { documentId, accepted: true });
  expect(await press("✅ Potwierdź")).toBe(botTexts.confirmed);
});

test("cancelling asks for confirmation, can be aborted, and notifies the student", async () => {
  world.start();
  expect(await press("❌ Odwołaj")).toBe("Na pewno odwołać tę lekcję?");
  expect(buttons(shownNow())).toEqual(["Tak, odwołaj", "Nie, zostaw", "Otwórz w aplikacji"]);
  await press("Nie, zostaw");
  expect(buttons(shownNow())).toEqual(["✅ Potwierdź", "❌ Odwołaj", "Otwórz w aplikacji"]);
  expect(await status()).toBe("Nie potwierdzona");
  await press("❌ Odwołaj");
  expect(await press("Tak, odwołaj")).toBe("❌ Lekcja odwołana");
  expect(await status()).toBe("Odwolana przez nauczyciela");
  expect(await notificationsFor(services, room.student)).toEqual(["lesson-cancelled-by-teacher"]);
});

test("a repeated press changes nothing", async () => {
  // Both presses are pending when the bot starts.
  const first = telegram.pressButton(chatId, message.message_id, 0);
  const second = telegram.pressButton(chatId, message.message_id, 0);
  world.start();
  await telegram.waitForAnswer(first, WAIT.timeoutMs);
  await telegram.waitForAnswer(second, WAIT.timeoutMs);
  expect(await notificationsFor(services, room.student)).toEqual(["lesson-confirmed"]);
  expect(shownNow()?.text.match(/Lekcja potwierdzona/g)).toHaveLength(1);
});

/** Sends a teacher's proposal to the student's chat. */
async function proposalToStudent(): Promise<{ date: string; block: number }> {
  await confirmLesson(room.asTeacher, { lessonId: lesson.id });
  const proposed = { date: lesson.date, block: 4 };
  await proposeReschedule(room.asTeacher, { lessonId: lesson.id, ...proposed });
  chatId = await world.chatOf(room.student.id);
  const facts = { toDate: proposed.date, toBlock: proposed.block, proposerName: "Jan Kowalski" };
  message = await world.send(
    rescheduleProposed.withFacts({ ...notifiedLesson(lesson), ...facts }),
    chatId,
    "Student",
  );
  return proposed;
}

test("the other side accepts a proposal; a repeated press changes nothing", async () => {
  const proposed = await proposalToStudent();
  expect(message.text).toContain(`Jan Kowalski proponuje: ${shortSlot(proposed.date, proposed.block)}`);
  const [first, second] = [0, 0].map((index) => telegram.pressButton(chatId, message.message_id, index));
  world.start();
  for (const query of [first, second]) {
    expect((await telegram.waitForAnswer(query ?? "", WAIT.timeoutMs)).text).toBe("✅ Nowy termin przyjęty");
  }
  expect(await storedLesson(services, lesson.id)).toMatchObject({ block: 4, status: "Potwierdzona" });
  expect(await notificationsFor(services, room.teacher)).toContain("reschedule-accepted");
  expect(buttons(shownNow())).toEqual(["Otwórz w aplikacji"]);
});

test("the other side declines a proposal; a button of a closed one changes nothing", async () => {
  await proposalToStudent();
  const accept = telegram.pressButton(chatId, message.message_id, 0);
  await declineReschedule(room.asStudent, await openProposal());
  world.start();
  expect((await telegram.waitForAnswer(accept, WAIT.timeoutMs)).text).toBe(
    "Ta propozycja jest już nieaktualna",
  );
  expect(buttons(shownNow())).toEqual(["Otwórz w aplikacji"]);
  expect(await storedLesson(services, lesson.id)).toMatchObject({ block: lesson.block });
});

/** Sends a student's proposal to the teacher's chat, for an hour at which the teacher is busy elsewhere. */
async function proposalOverBusyTime(): Promise<void> {
  const { id: teacherId } = room.teacher;
  const proposed = { date: lesson.date, block: 4 };
  await proposeReschedule(room.asStudent, { lessonId: lesson.id, ...proposed });
  const calendar = { id: newId(), sealedUrl: "", host: "example.com", label: "", nextAt: services.now() };
  await prisma.outsideCalendar.create({ data: { ...calendar, teacherId } });
  const busy = { calendarId: calendar.id, teacherId, date: toDbDate(proposed.date), block: proposed.block };
  await prisma.busyBlock.create({ data: busy });
  const facts = { toDate: proposed.date, toBlock: proposed.block, proposerName: "Ola Nowak" };
  message = await world.send(
    rescheduleProposed.withFacts({ ...notifiedLesson(lesson), ...facts }),
    chatId,
    "Teacher",
  );
}

test("a teacher who accepts a busy time is asked first, and can still decline", async () => {
  await proposalOverBusyTime();
  world.start();
  const asked = "Masz wtedy inne zajęcie w swoim kalendarzu. Zająć ten termin mimo to?";
  expect(await press("✅ Przyjmij")).toBe(asked);
  expect(buttons(shownNow())).toEqual(["Tak, zajmij termin", "Nie", "Otwórz w aplikacji"]);
  expect(await storedLesson(services, lesson.id)).toMatchObject({ block: lesson.block });
  await press("Nie");
  expect(buttons(shownNow())).toEqual(["✅ Przyjmij", "❌ Odrzuć", "Otwórz w aplikacji"]);
  await press("✅ Przyjmij");
  expect(await press("Tak, zajmij termin")).toBe("✅ Nowy termin przyjęty");
  expect(await storedLesson(services, lesson.id)).toMatchObject({ block: 4 });
  expect(buttons(shownNow())).toEqual(["Otwórz w aplikacji"]);
});

test("a payer's answer can be given again after the payment provider was away", async () => {
  const provider = new FakeProvider();
  services.payments = provider;
  const payer = await makePerson(services, "Parent");
  await makeGuardian(services, payer, room.student, { isPayer: true });
  const bought = { subject: "Matematyka", level: "liceumP", lessons: 4 } as const;
  await placeOrder(room.asStudent, { items: [bought] });
  const [approval] = await listApprovals(personCtx(services, payer));
  if (!approval) throw new Error("nothing was asked");
  const { id: approvalId, text, details } = approval;
  chatId = await world.chatOf(payer.id);
  const asked = { approvalId, asks: "order" as const, text, details, untilMs: Date.parse(approval.until) };
  message = await world.send(approvalAsked.withFacts(asked), chatId, "Parent");
  world.start();
  provider.isAway = true;
  expect(await press("✅ Zgadzam się")).toBe("Operator płatności nie odpowiada. Spróbuj ponownie za chwilę.");
  expect(buttons(shownNow())).toEqual(buttons(message));
  provider.isAway = false;
  await press("✅ Zgadzam się");
  expect(buttons(shownNow())).toEqual(["Otwórz w aplikacji"]);
  expect(await listApprovals(personCtx(services, payer))).toEqual([]);
});

test("declining notifies the proposer and keeps the slot", async () => {
  await proposalToStudent();
  world.start();
  expect(await press("❌ Odrzuć")).toBe("↩️ Nowy termin odrzucony");
  expect(await storedLesson(services, lesson.id)).toMatchObject({ block: lesson.block });
  expect(await notificationsFor(services, room.teacher)).toContain("reschedule-declined");
});

test("the proposer cannot accept their own proposal with the other side's button", async () => {
  await proposalToStudent();
  chatId = await world.chatOf(room.teacher.id);
  const facts = { toDate: lesson.date, toBlock: 4, proposerName: "Jan Kowalski" };
  message = await world.send(
    rescheduleProposed.withFacts({ ...notifiedLesson(lesson), ...facts }),
    chatId,
    "Student",
  );
  world.start();
  await press("✅ Przyjmij");
  expect(await storedLesson(services, lesson.id)).toMatchObject({ block: lesson.block });
});

async function openProposal(): Promise<{ lessonId: string; proposalId: string }> {
  const open = { lessonId: lesson.id, status: "open" };
  const { id } = await prisma.rescheduleProposal.findFirstOrThrow({ where: open });
  return { lessonId: lesson.id, proposalId: id };
}

test("a button of a rescheduled lesson changes nothing", async () => {
  world.start();
  await prisma.lesson.update({ where: { id: lesson.id }, data: { block: 4, version: { increment: 1 } } });
  expect(await press("✅ Potwierdź")).toContain("Termin tej lekcji się zmienił");
  expect(await status()).toBe("Nie potwierdzona");
  expect(buttons(shownNow())).toEqual(["Otwórz w aplikacji"]);
});

test("a deleted lesson is not found", async () => {
  world.start();
  await deleteLesson(room.asStudent, { lessonId: lesson.id });
  expect(await press("✅ Potwierdź")).toBe("Nie znaleziono lekcji");
});

test("a button of another person's lesson answers not found", async () => {
  world.start();
  const other = await makePerson(services, "Teacher");
  chatId = await world.chatOf(other.id);
  message = await sendBooking(lesson, chatId);
  expect(await press("✅ Potwierdź")).toBe("Nie znaleziono lekcji");
  chatId = await world.chatOf(room.student.id);
  message = await sendBooking(lesson, chatId);
  expect(await press("✅ Potwierdź")).toBe("Potwierdzić można tylko lekcję, która czeka na potwierdzenie");
  expect(await status()).toBe("Nie potwierdzona");
});

test("refuses a disabled account and an unlinked chat", async () => {
  world.start();
  await prisma.user.update({ where: { id: room.teacher.id }, data: { isDisabled: true } });
  expect(await press("✅ Potwierdź")).toContain("zablokowane");
  await prisma.user.update({ where: { id: room.teacher.id }, data: { telegramChatId: null } });
  expect(await press("✅ Potwierdź")).toContain("nie jest połączony");
  expect(await status()).toBe("Nie potwierdzona");
});

test.each(["", "c~x~y~z", "q~01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a~2026-11-20~9", "🙂".repeat(10)])(
  "refuses unknown callback data (%j)",
  async (data) => {
    world.start();
    const sent = await api.sendMessage(chatId, "?", {
      reply_markup: { inline_keyboard: [[{ text: "?", callback_data: data || "0" }]] },
    });
    const query = telegram.pressButton(chatId, sent.message_id, 0);
    expect((await telegram.waitForAnswer(query, WAIT.timeoutMs)).text).toBe("Ten przycisk już nie działa");
  },
);
