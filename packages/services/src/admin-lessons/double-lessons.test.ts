import { newId } from "@korki/db";
import { beforeEach, expect, test } from "vitest";
import { bookLesson } from "../lessons/book-lesson";
import { bookingOf, type Classroom, inDays, makeClassroom, notificationsFor } from "../testing/classroom";
import { openTestCentre } from "../testing/test-services";
import { actWithUndo, undoAct } from "../undo/undo";
import { createLesson } from "./create-lesson";
import { getDayBlocks } from "./lesson-placement";
import { listSubstitutes, substituteTeacher } from "./substitute-teacher";
import { updateLessonAsAdmin } from "./update-lesson";

const { services, prisma, asAdmin } = await openTestCentre();
let room: Classroom;
beforeEach(async () => {
  services.freshLimits();
  room = await makeClassroom(services);
});

/** A double lesson from block 5 on in 3 days, as it is made. */
const wanted = (block = 5) => ({
  ...bookingOf(room.teacher, inDays(services, 3), block),
  studentId: room.student.id,
  description: "",
  blocks: 2 as const,
});
const lessons = () =>
  prisma.lesson.findMany({
    where: { studentId: room.student.id },
    orderBy: [{ date: "asc" }, { block: "asc" }],
  });
const places = async () => (await lessons()).map(({ block, status }) => `${block} ${status}`);
/** How many blocks each message of a kind to the student names. */
const told = async (kind: string) =>
  (await prisma.notification.findMany({ where: { recipientId: room.student.id, kind } })).map(
    ({ facts }) => (facts as { blocks?: number }).blocks,
  );
/** Books a double lesson and returns its two ids. */
async function booked() {
  const { studentId: _, ...own } = wanted();
  const { id } = await bookLesson(room.asStudent, own);
  const later = (await lessons()).find((lesson) => lesson.id !== id)?.id ?? "";
  return { id, later };
}
async function edit(input: Omit<Parameters<typeof updateLessonAsAdmin>[1], "pair">) {
  const undoId = newId();
  await actWithUndo(asAdmin, undoId, { lessonId: input.id }, (on) =>
    updateLessonAsAdmin(on, { ...input, pair: "both" }),
  );
  return () => undoAct(asAdmin, { id: undoId });
}

test("an administrator adds a double lesson: both blocks with one message, or none", async () => {
  const made = await createLesson(asAdmin, wanted());
  expect(made.block).toBe(5);
  expect((await lessons()).map(({ block, pairId }) => [block, pairId])).toEqual([
    [5, made.pairId],
    [6, made.pairId],
  ]);
  expect(made.pairId).not.toBeNull();
  expect(await told("lesson-added-by-admin")).toEqual([2]);
  await expect(createLesson(asAdmin, wanted(4))).rejects.toMatchObject({ code: "conflict" });
  await expect(createLesson(asAdmin, wanted(13))).rejects.toMatchObject({ code: "input" });
  expect(await places()).toHaveLength(2);
  expect(await prisma.historyEntry.count({ where: { studentId: room.student.id, action: "create" } })).toBe(
    2,
  );
});

test("both hours are confirmed with one message and taken back, or one alone", async () => {
  const { id, later } = await booked();
  const undo = await edit({ id: later, status: "Potwierdzona" });
  expect(await places()).toEqual(["5 Potwierdzona", "6 Potwierdzona"]);
  expect(await told("lesson-confirmed")).toEqual([2]);
  await undo();
  expect(await places()).toEqual(["5 Nie potwierdzona", "6 Nie potwierdzona"]);
  expect(await told("lesson-confirmed")).toEqual([]);
  await updateLessonAsAdmin(asAdmin, { id, status: "Potwierdzona" });
  expect(await places()).toEqual(["5 Potwierdzona", "6 Nie potwierdzona"]);
  // What is confirmed already stays as it is.
  await edit({ id: later, status: "Potwierdzona" });
  expect(await places()).toEqual(["5 Potwierdzona", "6 Potwierdzona"]);
});

test.each([
  ["the earlier", 6, ["6 Nie potwierdzona", "7 Nie potwierdzona"]],
  ["the earlier", 4, ["4 Nie potwierdzona", "5 Nie potwierdzona"]],
  ["the later", 9, ["8 Nie potwierdzona", "9 Nie potwierdzona"]],
] as const)(
  "both hours move when %s goes to block %i, with one message, and go back",
  async (which, block, moved) => {
    const { id, later } = await booked();
    const undo = await edit({ id: which === "the later" ? later : id, block });
    expect(await places()).toEqual(moved);
    expect(await told("lesson-moved")).toEqual([2]);
    await undo();
    expect(await places()).toEqual(["5 Nie potwierdzona", "6 Nie potwierdzona"]);
  },
);

test("both hours move, or none where one block is taken; their own blocks are free for them", async () => {
  const { id } = await booked();
  const { teacher, student } = room;
  const { blocks: _, ...single } = wanted(8);
  await createLesson(asAdmin, single);
  await expect(edit({ id, block: 7 })).rejects.toMatchObject({ code: "conflict" });
  expect((await places()).slice(0, 2)).toEqual(["5 Nie potwierdzona", "6 Nie potwierdzona"]);
  const day = { teacherId: teacher.id, studentId: student.id, date: inDays(services, 3), exceptLessonId: id };
  const busy = async (pair: "one" | "both") =>
    (await getDayBlocks(asAdmin, { ...day, pair }))
      .filter((each) => each.teacherBusy)
      .map(({ block }) => block);
  expect(await busy("one")).toEqual([6, 8]);
  expect(await busy("both")).toEqual([8]);
});

test("a substitute takes both hours with one message, if free at both, and gives both back", async () => {
  const { id, later } = await booked();
  const other = await makeClassroom(services);
  const teacherId = other.teacher.id;
  const owners = async () => (await lessons()).map((lesson) => lesson.teacherId);
  const undoId = newId();
  await actWithUndo(asAdmin, undoId, { lessonId: later }, (on) =>
    substituteTeacher(on, { lessonId: later, teacherId, pair: "both" }),
  );
  expect(await owners()).toEqual([teacherId, teacherId]);
  expect(await told("lesson-substituted")).toEqual([2]);
  await undoAct(asAdmin, { id: undoId });
  expect(await owners()).toEqual([room.teacher.id, room.teacher.id]);
  expect(await notificationsFor(services, other.teacher)).not.toContain("lesson-substituted");

  await bookLesson(other.asStudent, bookingOf(other.teacher, inDays(services, 3), 6));
  const offered = async (pair: "one" | "both") =>
    (await listSubstitutes(asAdmin, { lessonId: id, pair })).some((person) => person.id === teacherId);
  expect([await offered("one"), await offered("both")]).toEqual([true, false]);
  const input = { lessonId: id, teacherId };
  await expect(substituteTeacher(asAdmin, { ...input, pair: "both" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await owners()).toEqual([room.teacher.id, room.teacher.id]);
  await substituteTeacher(asAdmin, input);
  expect(await owners()).toEqual([teacherId, room.teacher.id]);
});
