import { lessonTexts } from "@korki/contracts/texts/lessons";
import { blockStart, type CancellationPolicy, LATE_DECISION_DAYS } from "@korki/domain";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeOpenDecisions } from "../cancellation/close-open-decisions";
import { getCancellationTerms } from "../cancellation/get-cancellation-terms";
import { getPolicy, savePolicy } from "../cancellation/policies";
import type { ActorCtx } from "../context";
import {
  bookingOf,
  type Classroom,
  inDays,
  makeClassroom,
  makeStudentOf,
  notificationsFor,
} from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { actWithUndo, undoAct } from "../undo/undo";
import { acceptReschedule } from "./answer-proposal";
import { bookLesson, previewBooking } from "./book-lesson";
import { cancelLesson, deleteLesson } from "./cancel-lesson";
import { confirmLesson } from "./confirm-lesson";
import { proposeReschedule } from "./propose-reschedule";
import { getLesson } from "./read-lessons";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
let room: Classroom;

beforeEach(async () => {
  services.freshLimits();
  room = await makeClassroom(services);
});
afterEach(() => {
  services.clock.time = start;
});

const double = (block = 5, days = 3) => ({
  ...bookingOf(room.teacher, inDays(services, days), block),
  blocks: 2 as const,
});
/** The student's lessons that are not deleted, by date and block. */
const lessons = () =>
  prisma.lesson.findMany({
    where: { studentId: room.student.id, deletedAt: null },
    orderBy: [{ date: "asc" }, { block: "asc" }],
  });
const places = async () => (await lessons()).map(({ block, status }) => `${block} ${status}`);
const partner = async (id: string) => (await lessons()).find((lesson) => lesson.id !== id)?.id ?? "";

describe("a booking of two blocks", () => {
  test("makes two lessons of one pair, tells the teacher once and answers the earlier", async () => {
    const consequence = await previewBooking(room.asStudent, double());
    expect(consequence).toMatchObject({ lessons: 2, covered: 0 });
    expect(consequence.sentence).toMatch(/2 lekcje = 180\szł/);
    const booked = await bookLesson(room.asStudent, double());
    expect(booked.block).toBe(5);
    const made = await lessons();
    expect(made.map(({ block }) => block)).toEqual([5, 6]);
    expect(made.map(({ pairId }) => pairId)).toEqual([booked.pairId, booked.pairId]);
    expect(booked.pairId).not.toBeNull();
    const told = await prisma.notification.findMany({ where: { recipientId: room.teacher.id } });
    expect(told.map(({ kind, facts }) => [kind, (facts as { blocks?: number }).blocks])).toEqual([
      ["lesson-booked", 2],
    ]);
    const single = await bookLesson(room.asStudent, bookingOf(room.teacher, inDays(services, 4), 5));
    expect(single.pairId).toBeNull();
  });

  test("is refused whole where one block is taken, and where there is no next block", async () => {
    const other = personCtx(services, await makeStudentOf(services, room.teacher));
    await bookLesson(other, bookingOf(room.teacher, inDays(services, 3), 6));
    await expect(bookLesson(room.asStudent, double())).rejects.toMatchObject({ code: "conflict" });
    await expect(bookLesson(room.asStudent, double(13))).rejects.toMatchObject({ code: "input" });
    expect(await lessons()).toEqual([]);
  });

  test("of two that overlap at once one has both blocks, the other none", async () => {
    const rivals = await Promise.all(
      Array.from({ length: 6 }, async () => personCtx(services, await makeStudentOf(services, room.teacher))),
    );
    await Promise.allSettled(rivals.map((rival, index) => bookLesson(rival, double(5 + (index % 2)))));
    const held = await prisma.lesson.findMany({
      where: { teacherId: room.teacher.id, deletedAt: null },
      orderBy: { block: "asc" },
    });
    expect(held).toHaveLength(2);
    expect(new Set(held.map(({ pairId }) => pairId)).size).toBe(1);
  });
});

test("both are confirmed with one message, or one alone, and taken back together", async () => {
  const first = await bookLesson(room.asStudent, double());
  const id = "01930000-0000-7000-8000-0000000000aa";
  await actWithUndo(room.asTeacher, id, { lessonId: first.id }, (on) =>
    confirmLesson(on, { lessonId: first.id }),
  );
  expect(await places()).toEqual(["5 Potwierdzona", "6 Potwierdzona"]);
  expect(await notificationsFor(services, room.student)).toEqual(["lesson-confirmed"]);
  await undoAct(room.asTeacher, { id });
  expect(await places()).toEqual(["5 Nie potwierdzona", "6 Nie potwierdzona"]);
  expect(await prisma.historyEntry.count({ where: { action: "undo", studentId: room.student.id } })).toBe(2);
  await confirmLesson(room.asTeacher, { lessonId: await partner(first.id), pair: "one" });
  expect(await places()).toEqual(["5 Nie potwierdzona", "6 Potwierdzona"]);
  expect(await getLesson(room.asStudent, { lessonId: first.id })).toMatchObject({
    status: "Nie potwierdzona",
    partnerBlock: 6,
    partnerStatus: "Potwierdzona",
  });
});

test("an unconfirmed booking is deleted whole, or one of them", async () => {
  const first = await bookLesson(room.asStudent, double());
  await deleteLesson(room.asStudent, { lessonId: first.id, pair: "one" });
  expect(await places()).toEqual(["6 Nie potwierdzona"]);
  const [left] = await lessons();
  expect(await getLesson(room.asStudent, { lessonId: left?.id ?? "" })).toMatchObject({
    pairId: first.pairId,
    partnerBlock: null,
  });
  const again = await bookLesson(room.asStudent, double(8));
  await deleteLesson(room.asStudent, { lessonId: again.id });
  expect(await places()).toEqual(["6 Nie potwierdzona"]);
});

describe("cancelling", () => {
  const POLICY: Omit<CancellationPolicy, "version" | "late"> = {
    cutOff: { hours: 24 },
    freeLatePerMonth: 0,
    payTeacher: false,
    creditDays: null,
  };
  const setPolicy = async (late: CancellationPolicy["late"]) =>
    savePolicy(asAdmin, { ...POLICY, late, version: (await getPolicy(asAdmin))?.version ?? 0 });
  beforeEach(() => setPolicy("charge"));
  async function confirmed() {
    const first = await bookLesson(room.asStudent, double());
    await confirmLesson(room.asTeacher, { lessonId: first.id });
    return first;
  }

  test("ends both, and the earlier one's limit decides", async () => {
    const first = await confirmed();
    // Half an hour past the limit of the earlier one, before that of the later.
    services.clock.time = new Date(blockStart(first.date, first.block).getTime() - 23.5 * 3_600_000);
    const later = await partner(first.id);
    const terms = await getCancellationTerms(room.asStudent, { lessonId: later });
    expect(terms).toMatchObject({ cost: "charge", consequence: { lessons: 2 } });
    await cancelLesson(room.asStudent, { lessonId: later });
    expect(await lessons()).toMatchObject([{ charged: true }, { charged: true }]);
    expect(await notificationsFor(services, room.teacher)).toEqual([
      "lesson-booked",
      "lesson-cancelled-by-student",
    ]);
  });

  test("both are charged with one message where the teacher decides nothing", async () => {
    await setPolicy("ask");
    const first = await confirmed();
    services.clock.time = new Date(blockStart(first.date, first.block).getTime() - 3_600_000);
    await cancelLesson(room.asStudent, { lessonId: first.id });
    services.clock.time = new Date(services.clock.time.getTime() + LATE_DECISION_DAYS * 24 * 3_600_000);
    await prisma.notification.deleteMany();
    expect(await closeOpenDecisions(services)).toEqual({ charged: 2 });
    expect(await lessons()).toMatchObject([{ charged: true }, { charged: true }]);
    expect(await outboxOf(services, room.student.id)).toMatchObject([
      {
        kind: "late-cancellation-decided",
        facts: { lessonId: first.id, block: 5, blocks: 2, charged: true },
      },
    ]);
  });

  test("ends one where that is asked, and what is left has a limit of its own", async () => {
    const first = await confirmed();
    const later = await partner(first.id);
    await cancelLesson(room.asStudent, { lessonId: first.id, pair: "one" });
    expect(await places()).toEqual(["5 Odwolana przez ucznia", "6 Potwierdzona"]);
    services.clock.time = new Date(blockStart(first.date, first.block).getTime() - 23.5 * 3_600_000);
    expect(await getCancellationTerms(room.asStudent, { lessonId: later })).toMatchObject({
      cost: "free",
      consequence: { lessons: 1 },
    });
  });

  test("an unconfirmed one is free, also beside a confirmed one whose limit is over", async () => {
    const first = await bookLesson(room.asStudent, double());
    services.clock.time = new Date(blockStart(first.date, first.block).getTime() - 3_600_000);
    const terms = (ctx: ActorCtx) => getCancellationTerms(ctx, { lessonId: first.id });
    const free = { freeUntil: null, cost: "free", isLate: false };
    expect(await terms(room.asStudent)).toMatchObject({ ...free, consequence: { lessons: 2, amount: 0 } });
    await confirmLesson(room.asTeacher, { lessonId: await partner(first.id), pair: "one" });
    expect(await terms(room.asStudent)).toMatchObject({ ...free, consequence: { lessons: 1, amount: 0 } });
    expect(await terms(room.asTeacher)).toMatchObject(free);
    await deleteLesson(room.asStudent, { lessonId: first.id });
    expect(await lessons()).toMatchObject([{ block: 6, status: "Potwierdzona", charged: false }]);
  });
});

describe("moving", () => {
  const refOf = (lesson: { id: string; proposal: { id: string } | null }) => ({
    lessonId: lesson.id,
    proposalId: lesson.proposal?.id ?? "",
  });

  test("takes both along, by one block, too", async () => {
    const first = await bookLesson(room.asStudent, double());
    const to = { date: first.date, block: 6 };
    const proposed = await proposeReschedule(room.asStudent, { lessonId: await partner(first.id), ...to });
    expect(proposed).toMatchObject({ id: first.id, proposal: { block: 6, blocks: 2 } });
    await acceptReschedule(room.asTeacher, refOf(proposed));
    expect((await lessons()).map(({ block }) => block)).toEqual([6, 7]);
    expect(await notificationsFor(services, room.student)).toEqual(["reschedule-accepted"]);
  });

  test("takes one along where that is asked, and is refused where the second block is taken", async () => {
    const first = await bookLesson(room.asStudent, double());
    const date = inDays(services, 4);
    const other = personCtx(services, await makeStudentOf(services, room.teacher));
    const taken = await bookLesson(other, bookingOf(room.teacher, date, 9));
    const ref = { lessonId: first.id, date, block: 8 };
    await expect(proposeReschedule(room.asStudent, ref)).rejects.toMatchObject({ code: "conflict" });
    await expect(proposeReschedule(room.asStudent, { ...ref, block: 13 })).rejects.toMatchObject({
      code: "input",
    });
    await expect(
      proposeReschedule(other, { lessonId: taken.id, date, block: 2, blocks: 2 }),
    ).rejects.toMatchObject({ code: "input" });
    const proposed = await proposeReschedule(room.asStudent, { ...ref, blocks: 1 });
    await acceptReschedule(room.asTeacher, refOf(proposed));
    expect((await lessons()).map(({ block }) => block)).toEqual([6, 8]);
  });

  test("is refused while another time is proposed for the other hour; one hour can be moved", async () => {
    const first = await bookLesson(room.asStudent, double());
    const date = inDays(services, 4);
    await proposeReschedule(room.asStudent, { lessonId: await partner(first.id), date, block: 2, blocks: 1 });
    const ref = { lessonId: first.id, date, block: 8 };
    for (const both of [ref, { ...ref, blocks: 2 as const }])
      await expect(proposeReschedule(room.asTeacher, both)).rejects.toMatchObject({
        code: "conflict",
        message: lessonTexts.proposalOpen,
      });
    const one = await proposeReschedule(room.asTeacher, { ...ref, blocks: 1 });
    expect(one).toMatchObject({ id: first.id, proposal: { block: 8, blocks: 1 } });
  });

  test("leaves out an hour that has begun", async () => {
    const first = await bookLesson(room.asStudent, double());
    services.clock.time = blockStart(first.date, first.block);
    const ref = { lessonId: await partner(first.id), date: inDays(services, 4), block: 8 };
    expect(await proposeReschedule(room.asStudent, ref)).toMatchObject({ proposal: { blocks: 1 } });
  });
});
