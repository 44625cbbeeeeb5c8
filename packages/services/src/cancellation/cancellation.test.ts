import type { Lesson } from "@korki/contracts/lessons";
import { cancellationTexts } from "@korki/contracts/texts/cancellation";
import { insertRunPayouts, newId, takeRunToken, transact } from "@korki/db";
import {
  addDays,
  blockStart,
  type CancellationPolicy,
  type CivilDate,
  freeUntil,
  today,
} from "@korki/domain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cancelLessonAsAdmin } from "../admin-lessons/cancel-lesson";
import { createLesson } from "../admin-lessons/create-lesson";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { expireLessons } from "../ledger/expire-lessons";
import { getMyStatement } from "../ledger/get-statement";
import { listMyLedger } from "../ledger/list-ledger";
import { cancelLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { countAvailableLessons } from "../lessons/read-lessons";
import { setLessonStatus } from "../lessons/set-lesson-status";
import { addPayment } from "../payments/add-payment";
import { getCompanyMonth } from "../statistics/company-statistics";
import { getMyMonthlyEarnings, getMyOverallEarnings } from "../statistics/person-statistics";
import { type Classroom, inDays, makeClassroom, notificationsFor, storedLesson } from "../testing/classroom";
import { openTestCentre } from "../testing/test-services";
import { answerLateCancellation } from "./answer-late-cancellation";
import { closeOpenDecisions } from "./close-open-decisions";
import { getCancellationTerms } from "./get-cancellation-terms";
import { getPolicy, listPolicyVersions, savePolicy } from "./policies";
import { waiveCharge } from "./waive-charge";

const { services, asAdmin } = await openTestCentre();
const pair = { subject: "Matematyka", level: "liceumP" } as const;
const MINUTE = 60_000;
const conflict = { code: "conflict" };
const start = services.clock.time;

const FREE: Omit<CancellationPolicy, "version"> = {
  cutOff: null,
  late: "free",
  freeLatePerMonth: 0,
  payTeacher: false,
  creditDays: null,
};

async function setPolicy(change: Partial<CancellationPolicy>): Promise<CancellationPolicy> {
  const version = (await getPolicy(asAdmin))?.version ?? 0;
  return savePolicy(asAdmin, { ...FREE, cutOff: { hours: 24 }, late: "charge", ...change, version });
}

let room: Classroom;
/** A day in the middle of next month, so that a month's lessons lie together. */
let day: CivilDate;
beforeEach(async () => {
  room = await makeClassroom(services);
  day = `${addDays(`${inDays(services, 0).slice(0, 7)}-28`, 10).slice(0, 7)}-15`;
});
afterEach(() => {
  services.clock.time = start;
});

async function plan(block: number, date = day): Promise<Lesson> {
  const { teacher, student } = room;
  const lesson = { teacherId: teacher.id, studentId: student.id, date, block, ...pair, description: "" };
  const { id } = await createLesson(asAdmin, lesson);
  return confirmLesson(room.asTeacher, { lessonId: id });
}

/** Sets the clock to so many minutes from a lesson's free limit. */
function goTo(policy: CancellationPolicy, lesson: Lesson, minutes: number): void {
  const limit = freeUntil(policy, lesson) ?? blockStart(lesson.date, lesson.block);
  services.clock.time = new Date(limit.getTime() + minutes * MINUTE);
}

const pay = (lessonAmount: number, expiresOn?: CivilDate) =>
  addPayment(
    asAdmin,
    { studentId: room.student.id, moneyAmount: 90, lessonAmount, ...pair, description: "wplata", expiresOn },
    null,
  );
const left = async () => (await countAvailableLessons(room.asStudent, {}))[0]?.available ?? 0;
const cancel = (lesson: Lesson) => cancelLesson(room.asStudent, { lessonId: lesson.id });

test("the clock decides, to the minute, what a cancellation costs", async () => {
  const policy = await setPolicy({});
  await pay(5);
  const [onTime, late] = [await plan(1), await plan(5)];
  goTo(policy, onTime, 0);
  expect(await getCancellationTerms(room.asStudent, { lessonId: onTime.id })).toMatchObject({
    freeUntil: services.clock.time.toISOString(),
    cost: "free",
    isLate: false,
  });
  expect(await cancel(onTime)).toMatchObject({ charged: false, lateDecision: null });
  goTo(policy, late, 1);
  expect((await getCancellationTerms(asAdmin, { lessonId: late.id })).cost).toBe("charge");
  expect(
    await setLessonStatus(room.asStudent, { lessonId: late.id, status: "Odwolana przez ucznia" }),
  ).toMatchObject({ status: "Odwolana przez ucznia", charged: true });
  expect(await left()).toBe(4);
  await expect(getCancellationTerms(room.asStudent, { lessonId: late.id })).rejects.toMatchObject(conflict);
});

test("the teacher's cancellation and an administrator's status are free", async () => {
  const policy = await setPolicy({ creditDays: 5 });
  await pay(3, addDays(day, 90));
  const [byTeacher, byAdmin, undone] = [await plan(1), await plan(2), await plan(3)];
  goTo(policy, undone, 60);
  expect(await cancelLesson(room.asTeacher, { lessonId: byTeacher.id })).toMatchObject({ charged: false });
  expect(
    await updateLessonAsAdmin(asAdmin, { id: byAdmin.id, status: "Odwolana przez ucznia" }),
  ).toMatchObject({ charged: false });
  await cancel(undone);
  expect(await left()).toBe(2);
  // An edit that sends the status along sets none.
  const { id, date, block } = undone;
  expect(
    await updateLessonAsAdmin(asAdmin, {
      id,
      date,
      block,
      status: "Odwolana przez ucznia",
      description: "Pochodne",
    }),
  ).toMatchObject({ charged: true, description: "Pochodne" });
  expect(await left()).toBe(2);
  expect(
    await updateLessonAsAdmin(asAdmin, { id: undone.id, status: "Odwolana przez ucznia" }),
  ).toMatchObject({ charged: false });
  expect(await left()).toBe(3);
  const { items } = await listMyLedger(room.asStudent, { page: 1, pageSize: 50, direction: "asc" });
  const released = items.filter(({ kind, lessonId }) => kind === "release" && lessonId === byTeacher.id);
  expect(released).toMatchObject([{ expiresOn: null }]);
});

test("a month's allowance is used once, by however many callers", async () => {
  const policy = await setPolicy({ freeLatePerMonth: 2 });
  await pay(6);
  const lessons = [await plan(1), await plan(2), await plan(3), await plan(4)];
  const nextMonth = await plan(1, addDays(day, 31));
  goTo(policy, lessons[0] as Lesson, 600);
  const cancelled = await Promise.all(lessons.map(cancel));
  expect(cancelled.filter(({ charged }) => charged)).toHaveLength(2);
  goTo(policy, nextMonth, 1);
  expect(await cancel(nextMonth)).toMatchObject({ charged: false });
  expect(await left()).toBe(4);
});

test.each([
  [30, "the student"],
  [60, "the student"],
  [30, "an administrator for the student"],
] as const)("a returned lesson is valid %i days from the cancellation by %s", async (creditDays, by) => {
  const policy = await setPolicy({ creditDays });
  await pay(1);
  const lesson = await plan(1);
  goTo(policy, lesson, -1);
  if (by === "the student") await cancel(lesson);
  else await cancelLessonAsAdmin(asAdmin, { id: lesson.id, by: "Student", charged: false });
  const { items } = await listMyLedger(room.asStudent, { page: 1, pageSize: 50, direction: "desc" });
  expect(items[0]).toMatchObject({
    kind: "release",
    expiresOn: addDays(today(services.now()), creditDays),
  });
});

test.each([
  ["lessons without an end", null],
  ["a package", 3],
] as const)(
  "a cancellation that is corrected to the teacher's returns without expiry: %s",
  async (_, days) => {
    const policy = await setPolicy({ creditDays: 3 });
    const lesson = await plan(1);
    await pay(2, days === null ? undefined : addDays(lesson.date, days));
    goTo(policy, lesson, -1);
    await cancel(lesson);
    await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Odwolana przez nauczyciela" });
    services.clock.time = new Date(services.now().getTime() + 10 * 24 * 60 * MINUTE);
    await expireLessons(services);
    expect(await left()).toBe(days === null ? 2 : 1);
  },
);

test("without a limit for free cancelling a returned lesson stays as valid as before", async () => {
  await setPolicy({ cutOff: null, creditDays: 30 });
  await pay(2);
  const [cancelled, waived] = [await plan(1), await plan(2)];
  await cancel(cancelled);
  await cancelLessonAsAdmin(asAdmin, { id: waived.id, by: "Student", charged: true });
  await waiveCharge(asAdmin, { lessonId: waived.id, reason: "Nagła choroba" });
  const { items } = await listMyLedger(room.asStudent, { page: 1, pageSize: 50, direction: "desc" });
  const released = items.filter(({ kind }) => kind === "release");
  expect(released.map(({ expiresOn }) => expiresOn)).toEqual([null, null]);
});

test("a returned lesson that expired is told as such, and the cancelled lesson still as free", async () => {
  const policy = await setPolicy({ creditDays: 3 });
  await pay(1);
  const lesson = await plan(1);
  goTo(policy, lesson, -1);
  await cancel(lesson);
  services.clock.time = new Date(services.now().getTime() + 4 * 24 * 60 * MINUTE);
  await expireLessons(services);
  const { items, sums } = await getMyStatement(room.asStudent, { page: 1, pageSize: 50, part: "past" });
  // The database's clock has not moved, so that the order says nothing.
  expect(items.map(({ text, lessons }) => `${lessons} ${text}`).toSorted()).toEqual([
    expect.stringMatching(/^-1 Upłynął termin ważności/),
    expect.stringMatching(/^0 Odwołana bezpłatnie/),
    expect.stringMatching(/^1 Wpłata/),
  ]);
  expect(sums.map(({ sentence }) => sentence)).toEqual(["1 opłacona − 1 przeterminowana = 0"]);
});

test("the version in force when a lesson was created stays with it", async () => {
  const strict = await setPolicy({});
  const old = await plan(1);
  await setPolicy({ cutOff: null });
  const fresh = await plan(4);
  goTo(strict, fresh, 60);
  expect((await getCancellationTerms(room.asStudent, { lessonId: old.id })).cost).toBe("charge");
  expect(await getCancellationTerms(room.asStudent, { lessonId: fresh.id })).toMatchObject({
    freeUntil: null,
    cost: "free",
    isLate: false,
  });
  const stored = await storedLesson(services, old.id);
  await services.db.prisma.lesson.update({
    where: { id: old.id },
    data: { cancellationPolicyVersion: strict.version + 1 },
  });
  expect((await storedLesson(services, old.id)).cancellationPolicyVersion).toBe(
    stored.cancellationPolicyVersion,
  );
});

test("one of two simultaneous policies is refused, and versions are never edited", async () => {
  const { version } = await setPolicy({ late: "ask" });
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((freeLatePerMonth) => savePolicy(asAdmin, { ...FREE, freeLatePerMonth, version })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(savePolicy(asAdmin, { ...FREE, version: 0 })).rejects.toMatchObject(conflict);
  const [newest, previous] = await listPolicyVersions(asAdmin);
  expect([newest?.version, previous?.version]).toEqual([version + 1, version]);
  await expect(services.db.pool.query("UPDATE cancellation_policies SET late = 'free'")).rejects.toThrow(
    "never edited",
  );
});

test("the teacher decides, once", async () => {
  const policy = await setPolicy({ late: "ask" });
  await pay(2);
  const [charged, forgiven] = [await plan(1), await plan(2)];
  goTo(policy, forgiven, 1);
  expect(await cancel(charged)).toMatchObject({ charged: false, lateDecision: "open" });
  await cancel(forgiven);
  expect(await left()).toBe(0);
  const answer = (lesson: Lesson, charge: boolean) =>
    answerLateCancellation(room.asTeacher, { lessonId: lesson.id, charge });
  expect(await answer(charged, true)).toMatchObject({ charged: true, lateDecision: null });
  expect(await answer(forgiven, false)).toMatchObject({ charged: false, lateDecision: null });
  expect(await left()).toBe(1);
  await expect(answer(charged, false)).rejects.toMatchObject(conflict);
  const told = await notificationsFor(services, room.student);
  expect(told.filter((kind) => kind === "late-cancellation-decided")).toHaveLength(2);
  const stranger = await makeClassroom(services);
  await expect(
    answerLateCancellation(stranger.asTeacher, { lessonId: charged.id, charge: true }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("an open decision becomes a charge after seven days", async () => {
  const policy = await setPolicy({ late: "ask" });
  await pay(1);
  const lesson = await plan(1);
  goTo(policy, lesson, 1);
  await cancel(lesson);
  const cancelledAt = services.clock.time.getTime();
  services.clock.time = new Date(cancelledAt + 7 * 24 * 60 * MINUTE - 1);
  await closeOpenDecisions(services);
  expect(await storedLesson(services, lesson.id)).toMatchObject({ charged: false, lateDecision: "open" });
  services.clock.time = new Date(cancelledAt + 7 * 24 * 60 * MINUTE);
  // Too late for the teacher, whether or not a worker has looked.
  await expect(
    answerLateCancellation(room.asTeacher, { lessonId: lesson.id, charge: false }),
  ).rejects.toMatchObject({ ...conflict, message: cancellationTexts.decisionOverdue });
  await Promise.all([1, 2, 3].map(() => closeOpenDecisions(services)));
  expect(await storedLesson(services, lesson.id)).toMatchObject({ charged: true, lateDecision: null });
  expect(await left()).toBe(0);
});

test("a charge is waived once, with a reason, by the teacher or an administrator", async () => {
  const policy = await setPolicy({});
  await pay(2);
  const [first, second] = [await plan(1), await plan(2)];
  goTo(policy, second, 1);
  await cancel(first);
  await cancel(second);
  expect(await left()).toBe(0);
  const reason = "Nagła choroba";
  expect(await waiveCharge(room.asTeacher, { lessonId: first.id, reason })).toMatchObject({ charged: false });
  await expect(waiveCharge(asAdmin, { lessonId: first.id, reason })).rejects.toMatchObject(conflict);
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => waiveCharge(asAdmin, { lessonId: second.id, reason })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await left()).toBe(2);
  await expect(waiveCharge(room.asStudent, { lessonId: first.id, reason })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a charge is not waived while its month is being settled, nor after", async () => {
  const policy = await setPolicy({});
  const lesson = await plan(1);
  goTo(policy, lesson, 1);
  await cancel(lesson);
  const [year, month] = day.split("-").map(Number) as [number, number];
  let waiving: Promise<unknown> = Promise.resolve();
  await transact(services.db, async (tx) => {
    const by = { createdById: asAdmin.actor.id, createdAt: services.now() };
    await takeRunToken(tx, { token: lesson.id, year, month, requestHash: "", ...by });
    // The refusal may come before the end of this transaction has been heard of here.
    waiving = waiveCharge(room.asTeacher, { lessonId: lesson.id, reason: "Nagła choroba" }).catch(
      (error: unknown) => error,
    );
    // It waits for this run, which it cannot see yet.
    await expect.poll(() => lockWaits(), { interval: 20 }).toBe(1);
    const row = { id: newId(), teacherId: room.teacher.id, moneyAmount: 60, description: "" };
    await insertRunPayouts(tx, { token: lesson.id, month: `${day.slice(0, 7)}-01`, ...by }, [row]);
  });
  expect(await waiving).toMatchObject(conflict);
  expect(await storedLesson(services, lesson.id)).toMatchObject({ charged: true });
});

async function lockWaits(): Promise<number> {
  const { rows } = await services.db.pool.query<{ waits: number }>(
    `SELECT count(*)::int AS waits FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`,
  );
  return rows[0]?.waits ?? 0;
}

test.each([
  [true, 60, 30],
  [false, 0, 90],
])("charged, teacher paid: %s", async (payTeacher, teacherEarns, centreEarns) => {
  const policy = await setPolicy({ payTeacher });
  const lesson = await plan(1);
  goTo(policy, lesson, 1);
  await cancel(lesson);
  const month = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) };
  expect(await getMyMonthlyEarnings(room.asTeacher, month)).toEqual({
    rows: [{ ...pair, lessonAmount: 1, valuePerLesson: teacherEarns, charged: true }],
    total: teacherEarns,
  });
  expect((await getMyOverallEarnings(room.asTeacher)).earned).toBe(teacherEarns);
  const company = await getCompanyMonth(asAdmin, month);
  expect(company.teachers.find(({ teacherId }) => teacherId === room.teacher.id)).toMatchObject({
    completedLessons: 0,
    cancelledLessons: 1,
    chargedLessons: 1,
    teacherEarnings: teacherEarns,
    companyEarnings: centreEarns,
  });
});
