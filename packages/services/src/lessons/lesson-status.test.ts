import { commonTexts } from "@korki/contracts/texts/common";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { newId } from "@korki/db";
import {
  addDays,
  blockEnd,
  blockStart,
  CORRECTED_OUTCOMES,
  civilDateOf,
  instantOf,
  LESSON_STATUSES,
  type LessonStatus,
  statusAfter,
} from "@korki/domain";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import {
  bookedLesson,
  type Classroom,
  forceStatus,
  makeClassroom,
  notificationsFor,
  storedLesson,
} from "../testing/classroom";
import { openTestCentre } from "../testing/test-services";
import { cancelLesson, deleteLesson } from "./cancel-lesson";
import { confirmLesson } from "./confirm-lesson";
import { generateMeetingLink } from "./generate-meeting-link";
import { completeLesson, correctOutcome, markStudentAbsent } from "./mark-outcome";
import { getLesson } from "./read-lessons";
import { setLessonStatus } from "./set-lesson-status";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
let room: Classroom;
let lessonId: string;

beforeEach(async () => {
  room = await makeClassroom(services);
  lessonId = (await bookedLesson(services, room, 5)).id;
});
afterEach(() => {
  services.clock.time = start;
});

test("confirming notifies the student and is kept in the history", async () => {
  const { asTeacher, teacher, student } = room;
  const confirmed = await confirmLesson(asTeacher, { lessonId, version: 0 });
  expect(confirmed).toMatchObject({ status: "Potwierdzona", version: 1 });
  expect(await storedLesson(services, lessonId)).toMatchObject({
    status: "Potwierdzona",
    version: 1,
    confirmedAt: start,
  });
  expect(await notificationsFor(services, student)).toEqual(["lesson-confirmed"]);
  const history = await prisma.historyEntry.findMany({
    where: { entityId: lessonId },
    orderBy: { id: "asc" },
  });
  expect(history).toMatchObject([
    { action: "book" },
    {
      action: "confirm",
      actorId: teacher.id,
      changes: { status: { from: "Nie potwierdzona", to: "Potwierdzona" } },
    },
  ]);
});

test("a teacher cancels with a reason, the student reads it, the block is free", async () => {
  const { asTeacher, asStudent, student } = room;
  await cancelLesson(asTeacher, { lessonId, reason: "  Choroba " });
  expect(await getLesson(asStudent, { lessonId })).toMatchObject({
    status: "Odwolana przez nauczyciela",
    cancelMessage: "Choroba",
  });
  expect((await storedLesson(services, lessonId)).slot).toBeNull();
  const [word] = await prisma.notification.findMany({ where: { recipientId: student.id } });
  expect(word).toMatchObject({ kind: "lesson-cancelled-by-teacher", facts: { lessonId, reason: "Choroba" } });
});

test("a student cancels a confirmed lesson until it starts, and gives no reason", async () => {
  const { asTeacher, asStudent, teacher } = room;
  await expect(cancelLesson(asStudent, { lessonId })).rejects.toMatchObject({
    code: "conflict",
    message: lessonTexts.cannotCancelUnconfirmed,
  });
  const { date, block } = await confirmLesson(asTeacher, { lessonId });
  services.clock.time = blockStart(date, block);
  await expect(cancelLesson(asStudent, { lessonId })).rejects.toMatchObject({
    code: "conflict",
    message: lessonTexts.cannotCancelStarted,
  });
  services.clock.time = new Date(blockStart(date, block).getTime() - 1);
  expect(await cancelLesson(asStudent, { lessonId, reason: "bo tak" })).toMatchObject({
    status: "Odwolana przez ucznia",
    cancelMessage: null,
  });
  expect(await notificationsFor(services, teacher)).toEqual(["lesson-booked", "lesson-cancelled-by-student"]);
});

test("a deleted lesson is gone from sight, its history is not", async () => {
  const { asTeacher, asStudent, teacher } = room;
  await deleteLesson(asStudent, { lessonId });
  await expect(getLesson(asStudent, { lessonId })).rejects.toMatchObject({ code: "not_found" });
  await expect(confirmLesson(asTeacher, { lessonId })).rejects.toMatchObject({ code: "not_found" });
  expect(await storedLesson(services, lessonId)).toMatchObject({ deletedAt: start, slot: null });
  expect(await prisma.historyEntry.count({ where: { entityId: lessonId } })).toBe(2);
  expect(await notificationsFor(services, teacher)).toEqual(["lesson-booked", "lesson-deleted-by-student"]);
});

test("the outcome may be noted before the lesson's end as well as after it", async () => {
  const { asTeacher } = room;
  const { date, block } = await confirmLesson(asTeacher, { lessonId });
  expect(await completeLesson(asTeacher, { lessonId })).toMatchObject({ status: "Zrealizowana" });
  await forceStatus(services, lessonId, "Potwierdzona");
  services.clock.time = blockEnd(date, block);
  expect(await markStudentAbsent(asTeacher, { lessonId })).toMatchObject({ status: "Uczen nieobecny" });
});

test("a meeting link is the lesson's room, made once, and announced to the student once", async () => {
  const { asTeacher, student } = room;
  await expect(generateMeetingLink(asTeacher, { lessonId })).rejects.toMatchObject({
    code: "conflict",
    message: lessonTexts.cannotGenerateLink,
  });
  await confirmLesson(asTeacher, { lessonId });
  const links = await Promise.all(
    Array.from({ length: 4 }, () => generateMeetingLink(asTeacher, { lessonId })),
  );
  expect(new Set(links.map(({ meetingLink }) => meetingLink)).size).toBe(1);
  expect(links[0]?.meetingLink).toBe(`${services.settings.publicUrl}/lekcja/${lessonId}/sala`);
  await completeLesson(asTeacher, { lessonId });
  expect(await generateMeetingLink(asTeacher, { lessonId })).toEqual(links[0]);
  expect(await notificationsFor(services, student)).toEqual(["lesson-confirmed", "meeting-link-ready"]);
});

test("nobody else finds the lesson", async () => {
  const { asStudent, asTeacher } = await makeClassroom(services);
  for (const id of [lessonId, newId()]) {
    const input = { lessonId: id };
    for (const attempt of [
      () => getLesson(asStudent, input),
      () => deleteLesson(asStudent, input),
      () => cancelLesson(asStudent, input),
      () => confirmLesson(asTeacher, input),
      () => cancelLesson(asTeacher, input),
      () => completeLesson(asTeacher, input),
      () => markStudentAbsent(asTeacher, input),
      () => generateMeetingLink(asTeacher, input),
      () => setLessonStatus(asTeacher, { ...input, status: "Potwierdzona" }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: "not_found",
        message: lessonTexts.lessonNotFound,
      });
    }
  }
  expect(await storedLesson(services, lessonId)).toMatchObject({ status: "Nie potwierdzona", version: 0 });
});

test("an action on an older version of the lesson is a conflict", async () => {
  const { asTeacher } = room;
  await confirmLesson(asTeacher, { lessonId, version: 0 });
  await expect(cancelLesson(asTeacher, { lessonId, version: 0 })).rejects.toMatchObject({
    code: "conflict",
    message: commonTexts.changedMeanwhile,
  });
});

describe.each(["Student", "Teacher"] as const)("as the specification's table has it, a %s", (role) => {
  const cases = LESSON_STATUSES.flatMap((from) => LESSON_STATUSES.map((to) => [from, to] as const));

  test.each(cases)("takes a lesson from %s to %s, or says why not", async (from, to) => {
    await forceStatus(services, lessonId, from);
    const ctx = role === "Student" ? room.asStudent : room.asTeacher;
    const actions = ["confirm", "complete", "markAbsent", "cancel"] as const;
    const allowed = actions.some((action) => statusAfter(role, action, from) === to);
    const attempt = setLessonStatus(ctx, { lessonId, status: to });
    if (allowed) {
      expect(await attempt).toMatchObject({ status: to });
      expect(await statusOf(lessonId)).toBe(to);
    } else {
      await expect(attempt).rejects.toMatchObject({ code: "conflict" });
      expect(await statusOf(lessonId)).toBe(from);
    }
  });
});

test.each([
  ["Student", "Nie potwierdzona", "Potwierdzona", lessonTexts.cannotSetStatus],
  ["Student", "Potwierdzona", "Odwolana przez nauczyciela", lessonTexts.cannotSetStatus],
  ["Student", "Nie potwierdzona", "Odwolana przez ucznia", lessonTexts.cannotCancelUnconfirmed],
  ["Teacher", "Potwierdzona", "Odwolana przez ucznia", lessonTexts.cannotSetStatus],
  ["Teacher", "Zrealizowana", "Odwolana przez nauczyciela", lessonTexts.cannotCancel],
] as const)(
  "a %s who takes a lesson from %s to %s hears the real reason",
  async (role, from, status, text) => {
    await forceStatus(services, lessonId, from);
    const ctx = role === "Student" ? room.asStudent : room.asTeacher;
    await expect(setLessonStatus(ctx, { lessonId, status })).rejects.toMatchObject({ message: text });
  },
);

async function statusOf(id: string): Promise<LessonStatus | string> {
  return (await storedLesson(services, id)).status;
}

describe("an outcome that was marked by mistake", () => {
  const mark = async () => {
    await confirmLesson(room.asTeacher, { lessonId });
    return markStudentAbsent(room.asTeacher, { lessonId });
  };
  const ledger = () =>
    prisma.ledgerEntry.findMany({ where: { lessonId }, orderBy: { seq: "asc" }, select: { kind: true } });

  test("is corrected until the end of the day after it was first marked, and no later", async () => {
    const { outcomeAt } = await mark();
    const tomorrow = addDays(civilDateOf(start), 1);
    services.clock.time = new Date(instantOf(addDays(tomorrow, 1), 0).getTime() - 1);
    expect(await correctOutcome(room.asTeacher, { lessonId, status: "Zrealizowana" })).toMatchObject({
      status: "Zrealizowana",
      outcomeAt,
    });
    // A correction begins no new term, nor does one by an administrator.
    await updateLessonAsAdmin(asAdmin, { id: lessonId, status: "Uczen nieobecny" });
    services.clock.time = instantOf(addDays(tomorrow, 1), 0);
    await expect(correctOutcome(room.asTeacher, { lessonId, status: "Zrealizowana" })).rejects.toMatchObject({
      code: "conflict",
      message: lessonTexts.correctedTooLate,
    });
  });

  test("keeps its first mark after the lesson, also where it was taken back and marked again", async () => {
    const { date: day, block } = await getLesson(room.asTeacher, { lessonId });
    services.clock.time = blockEnd(day, block);
    const { outcomeAt } = await mark();
    services.clock.time = new Date(instantOf(addDays(day, 2), 0).getTime() - 1);
    await correctOutcome(room.asTeacher, { lessonId, status: "Potwierdzona" });
    expect(await completeLesson(room.asTeacher, { lessonId })).toMatchObject({ outcomeAt });
    services.clock.time = instantOf(addDays(day, 2), 0);
    await expect(correctOutcome(room.asTeacher, { lessonId, status: "Potwierdzona" })).rejects.toMatchObject({
      message: lessonTexts.correctedTooLate,
    });
  });

  test.each(CORRECTED_OUTCOMES.filter((status) => status !== "Uczen nieobecny"))(
    "becomes %s; the ledger gets counter-entries and keeps the others",
    async (status) => {
      await mark();
      await correctOutcome(room.asTeacher, { lessonId, status });
      expect(await storedLesson(services, lessonId)).toMatchObject({ status });
      const released = status === "Odwolana przez nauczyciela" ? [{ kind: "release" }] : [];
      expect(await ledger()).toEqual([{ kind: "hold" }, ...released]);
      const told = (await notificationsFor(services, room.student)).at(-1);
      expect(told).toBe(released.length > 0 ? "lesson-cancelled-by-teacher" : "lesson-confirmed");
    },
  );

  test("is not corrected to what it is, before it was marked, nor by others", async () => {
    const marked = await mark();
    const conflicts = [
      () => correctOutcome(room.asTeacher, { lessonId, status: "Uczen nieobecny" }),
      () => correctOutcome(room.asTeacher, { lessonId, status: "Zrealizowana", version: marked.version - 1 }),
      () => correctOutcome(room.asStudent, { lessonId, status: "Zrealizowana" }),
    ];
    for (const call of conflicts) await expect(call()).rejects.toMatchObject({ code: "conflict" });
    const other = await makeClassroom(services);
    await expect(correctOutcome(other.asTeacher, { lessonId, status: "Zrealizowana" })).rejects.toMatchObject(
      { code: "not_found" },
    );
    await correctOutcome(room.asTeacher, { lessonId, status: "Potwierdzona" });
    await expect(correctOutcome(room.asTeacher, { lessonId, status: "Zrealizowana" })).rejects.toMatchObject({
      code: "conflict",
      message: lessonTexts.cannotCorrect,
    });
  });

  test("is corrected once by two at the same moment", async () => {
    const { version } = await mark();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        correctOutcome(room.asTeacher, { lessonId, version, status: "Odwolana przez nauczyciela" }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await ledger()).toEqual([{ kind: "hold" }, { kind: "release" }]);
  });
});
