import { newId } from "@korki/db";
import { beforeEach, describe, expect, test } from "vitest";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import type { ActorCtx } from "../context";
import { acceptReschedule, declineReschedule } from "../lessons/answer-proposal";
import { confirmLesson } from "../lessons/confirm-lesson";
import { completeLesson } from "../lessons/mark-outcome";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { getLesson } from "../lessons/read-lessons";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import {
  bookedLesson,
  type Classroom,
  forceStatus,
  inDays,
  makeClassroom,
  makeStudentOf,
  storedLesson,
} from "../testing/classroom";
import { personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { actWithUndo, undoAct } from "./undo";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
let room: Classroom;
let lessonId: string;
let id: string;

beforeEach(async () => {
  services.clock.time = start;
  room = await makeClassroom(services);
  lessonId = (await bookedLesson(services, room, 5)).id;
  id = newId();
});

const balance = async () =>
  (await prisma.ledgerAccount.findFirst({ where: { studentId: room.student.id } }))?.balance ?? 0;
const waiting = () => prisma.notification.findMany({ where: { undoId: id }, orderBy: { id: "asc" } });
const seconds = (count: number) => new Date(start.getTime() + count * 1000);
const confirmed = (ctx: ActorCtx = room.asTeacher) =>
  actWithUndo(ctx, id, { lessonId }, (on) => confirmLesson(on, { lessonId }));

describe("a confirmation", () => {
  test("is taken back with its message, which had not left", async () => {
    await confirmed();
    const [message] = await waiting();
    expect(message).toMatchObject({ kind: "lesson-confirmed", status: "pending", dueAt: seconds(12) });
    services.clock.time = seconds(10);
    await undoAct(room.asTeacher, { id });
    expect(await storedLesson(services, lessonId)).toMatchObject({ status: "Nie potwierdzona" });
    expect((await prisma.lesson.findUniqueOrThrow({ where: { id: lessonId } })).confirmedAt).toBeNull();
    expect(await waiting()).toEqual([]);
    // Again, by a second click: nothing more.
    await undoAct(room.asTeacher, { id });
    await confirmLesson(room.asTeacher, { lessonId });
  });

  test("stays after its time, and is nobody else's to take back", async () => {
    await confirmed();
    const other = await makeClassroom(services);
    for (const ctx of [other.asTeacher, asAdmin]) {
      await expect(undoAct(ctx, { id })).rejects.toMatchObject({ code: "not_found" });
    }
    services.clock.time = seconds(13);
    await expect(undoAct(room.asTeacher, { id })).rejects.toMatchObject({ code: "conflict" });
    expect(await storedLesson(services, lessonId)).toMatchObject({ status: "Potwierdzona" });
  });

  test("without a name has its message at once, and a name serves one act", async () => {
    await confirmLesson(room.asTeacher, { lessonId });
    const [told] = await prisma.notification.findMany({
      where: { recipientId: room.student.id, kind: "lesson-confirmed" },
    });
    expect(told?.undoId).toBeNull();
    expect(Number(told?.dueAt)).toBeLessThanOrEqual(Date.now());
    const mark = () =>
      actWithUndo(room.asTeacher, id, { lessonId }, (on) => completeLesson(on, { lessonId }));
    await mark();
    await expect(mark()).rejects.toMatchObject({ code: "conflict" });
  });

  test("that was refused can be tried again by the same name", async () => {
    await forceStatus(services, lessonId, "Zrealizowana");
    await expect(confirmed()).rejects.toMatchObject({ code: "conflict" });
    await forceStatus(services, lessonId, "Nie potwierdzona");
    await confirmed();
    await undoAct(room.asTeacher, { id });
  });
});

test("an outcome is taken back, the ledger with it, unless the lesson was changed since", async () => {
  await confirmLesson(room.asTeacher, { lessonId });
  const before = await balance();
  await actWithUndo(asAdmin, id, { lessonId }, (on) =>
    updateLessonAsAdmin(on, { id: lessonId, status: "Odwolana przez nauczyciela" }),
  );
  expect(await balance()).toBe(before + 1);
  await undoAct(asAdmin, { id });
  expect(await balance()).toBe(before);
  expect(await storedLesson(services, lessonId)).toMatchObject({ status: "Potwierdzona" });
  expect(await waiting()).toEqual([]);

  id = newId();
  await actWithUndo(room.asTeacher, id, { lessonId }, (on) => completeLesson(on, { lessonId }));
  await updateLessonAsAdmin(asAdmin, { id: lessonId, description: "inny temat" });
  await expect(undoAct(room.asTeacher, { id })).rejects.toMatchObject({ code: "conflict" });
  expect(await storedLesson(services, lessonId)).toMatchObject({ status: "Zrealizowana" });
});

test("a move is taken back, unless somebody took the old slot", async () => {
  const { date, block } = await storedLesson(services, lessonId);
  const move = () =>
    actWithUndo(asAdmin, id, { lessonId }, (on) =>
      updateLessonAsAdmin(on, { id: lessonId, date: inDays(services, 9), block: 2 }),
    );
  await move();
  expect((await waiting()).length).toBe(2);
  await undoAct(asAdmin, { id });
  expect(await storedLesson(services, lessonId)).toMatchObject({ date, block });
  id = newId();
  await move();
  const student = await makeStudentOf(services, room.teacher);
  await bookedLesson(services, { ...room, student, asStudent: personCtx(services, student) }, 5);
  await expect(undoAct(asAdmin, { id })).rejects.toMatchObject({ code: "conflict" });
});

test("an accepted proposal is open again, and its proposer hears nothing; without a name it stays accepted", async () => {
  const { asStudent, asTeacher, student } = room;
  const { date, block } = await storedLesson(services, lessonId);
  const proposed = await proposeReschedule(asStudent, { lessonId, date: inDays(services, 4), block: 8 });
  const ref = { lessonId, proposalId: proposed.proposal?.id ?? "" };
  const accept = (undoId: string) =>
    actWithUndo(asTeacher, undoId, { lessonId }, (on) => acceptReschedule(on, ref));
  await accept(id);
  expect(await waiting()).toMatchObject([{ kind: "reschedule-accepted", recipientId: student.id }]);
  await undoAct(asTeacher, { id });
  expect(await waiting()).toEqual([]);
  expect(await storedLesson(services, lessonId)).toMatchObject({ date, block });
  expect(await getLesson(asStudent, { lessonId })).toMatchObject({ proposal: { id: ref.proposalId } });

  // Once more, for good; a later act that is taken back leaves the answer alone.
  await acceptReschedule(asTeacher, ref);
  services.clock.time = seconds(60);
  const [first, second] = [newId(), newId()];
  await actWithUndo(asTeacher, first, { lessonId }, (on) => confirmLesson(on, { lessonId }));
  await undoAct(asTeacher, { id: first });
  await expect(accept(second)).rejects.toMatchObject({ code: "conflict" });
});

test("a declined proposal is open again, and its proposer hears nothing", async () => {
  const proposed = await proposeReschedule(room.asStudent, { lessonId, date: inDays(services, 4), block: 8 });
  const ref = { lessonId, proposalId: proposed.proposal?.id ?? "" };
  await actWithUndo(room.asTeacher, id, { lessonId }, (on) => declineReschedule(on, ref));
  expect(await waiting()).toMatchObject([{ kind: "reschedule-declined", recipientId: room.student.id }]);
  await undoAct(room.asTeacher, { id });
  expect(await waiting()).toEqual([]);
  expect(await getLesson(room.asStudent, { lessonId })).toMatchObject({ proposal: { id: ref.proposalId } });
});

test("a proposal is open again that ended with the act", async () => {
  const proposed = await proposeReschedule(room.asStudent, { lessonId, date: inDays(services, 4), block: 8 });
  const move = (undoId: string) =>
    actWithUndo(asAdmin, undoId, { lessonId }, (on) =>
      updateLessonAsAdmin(on, { id: lessonId, date: inDays(services, 9), block: 2 }),
    );
  await move(id);
  expect((await getLesson(room.asStudent, { lessonId })).proposal).toBeNull();
  await undoAct(asAdmin, { id });
  expect((await getLesson(room.asStudent, { lessonId })).proposal).toEqual(proposed.proposal);
});

test("a deleted payment is booked again, as it was, and nothing is rewritten", async () => {
  const payment = await addPayment(
    asAdmin,
    {
      studentId: room.student.id,
      moneyAmount: 180,
      lessonAmount: 2,
      description: "gotówka w szkole",
      subject: "Fizyka",
      level: "liceumP",
      method: "gotowka",
    },
    null,
  );
  const fizyka = async () =>
    (await prisma.ledgerAccount.findFirst({ where: { studentId: room.student.id, subject: "Fizyka" } }))
      ?.balance;
  const kept = await fizyka();
  await actWithUndo(asAdmin, id, { paymentId: payment.id }, (on) => voidPayment(on, { id: payment.id }));
  expect(await fizyka()).toBe((kept ?? 0) - 2);
  await Promise.all([undoAct(asAdmin, { id }), undoAct(asAdmin, { id })]);
  expect(await fizyka()).toBe(kept);
  const counting = await prisma.payment.findMany({
    where: { studentId: room.student.id, deletedAt: null, subject: "Fizyka" },
  });
  expect(counting).toMatchObject([
    { moneyAmount: 180, lessonAmount: 2, description: "gotówka w szkole", method: "gotowka" },
  ]);
  expect(counting[0]?.id).not.toBe(payment.id);
});

test("the messages of a deleted payment wait with the act, and are taken back with it", async () => {
  const payment = await addPayment(
    asAdmin,
    {
      studentId: room.student.id,
      moneyAmount: 360,
      lessonAmount: 4,
      description: "",
      subject: "Informatyka",
      level: "liceumP",
    },
    null,
  );
  const delPayment = (paymentId: string) =>
    actWithUndo(asAdmin, id, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
  const told = () =>
    prisma.notification.findMany({
      where: { recipientId: room.student.id, kind: { in: ["low-balance", "payment-voided"] } },
      orderBy: { kind: "asc" },
    });
  await delPayment(payment.id);
  const waiting = { undoId: id, status: "pending", dueAt: seconds(12) };
  expect(await told()).toMatchObject([
    { kind: "low-balance", ...waiting },
    { kind: "payment-voided", ...waiting },
  ]);
  await undoAct(asAdmin, { id });
  expect(await told()).toEqual([]);
  const again = await prisma.payment.findFirstOrThrow({
    where: { studentId: room.student.id, subject: "Informatyka", deletedAt: null },
  });
  await voidPayment(asAdmin, { id: again.id });
  expect(await told()).toMatchObject([{ undoId: null }, { undoId: null }]);
});
