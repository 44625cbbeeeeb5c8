import type { SeriesPreview } from "@korki/contracts/series";
import { listen, newId, toDbDate } from "@korki/db";
import { type AvailabilitySection, addDays, instantOf, WEEKDAYS, weekdayOf } from "@korki/domain";
import { readNotification } from "@korki/notifications";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { cancelManyLessons } from "../admin-lessons/cancel-many-lessons";
import { createLesson } from "../admin-lessons/create-lesson";
import { getDayBlocks } from "../admin-lessons/lesson-placement";
import { restoreManyLessons } from "../admin-lessons/restore-many-lessons";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { getAttention } from "../attention/get-attention";
import { findFreeDays } from "../availability/availability";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { acceptReschedule } from "../lessons/answer-proposal";
import { bookLesson } from "../lessons/book-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { revalidate } from "../notifications/revalidate";
import { answerMove, withdrawMove } from "../series/answer-move";
import { createSeries, previewSeries } from "../series/create-series";
import { extendSeries, previewExtension } from "../series/extend-series";
import { fillDate } from "../series/fill-date";
import { findFillSlots } from "../series/find-slots";
import { moveSeries, previewMove } from "../series/move-series";
import { bookingOf, inDays, makeStudentOf, makeTeacher, notificationsFor } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { addTrial } from "../trial-lessons/add-trial";
import { updateTrial } from "../trial-lessons/trials";
import { actWithUndo, undoAct } from "../undo/undo";
import { holdPasser } from "./pass-holds";
import { addWatch, countOwnWaiting, listOwnWatches, removeWatch } from "./watches";

const { services, prisma, asAdmin: admin } = await openTestCentre();
/** What a worker does that has just started: it looks at everybody. */
const passHolds = (centre: typeof services) => holdPasser(centre).work();

const TOMORROW = inDays(services, 1);
const DATE = addDays(TOMORROW, 5);
const BLOCK = 9;
/** The day after `DATE`, or that before it, so that both are in one week. */
const NEAR = addDays(DATE, weekdayOf(DATE) === "niedz" ? -1 : 1);
const AFTERNOONS: AvailabilitySection[] = WEEKDAYS.map((day) => ({
  day,
  startBlock: BLOCK,
  endBlock: BLOCK,
}));

/** Noon of tomorrow, so many minutes on. */
function goTo(minutes: number): void {
  services.clock.time = instantOf(TOMORROW, 12 * 60 + minutes);
}
beforeEach(async () => {
  await prisma.watch.deleteMany();
  goTo(0);
});

/** A teacher of one block a day, which is booked on `DATE`, and students. */
async function makeLine(count: number) {
  const teacher = await makeTeacher(services, AFTERNOONS);
  const people = await Promise.all(Array.from({ length: count }, () => makeStudentOf(services, teacher)));
  const taker = await makeStudentOf(services, teacher);
  const lesson = await bookLesson(personCtx(services, taker), bookingOf(teacher, DATE, BLOCK));
  return {
    teacher,
    lesson,
    students: people.map((person) => personCtx(services, person)),
    book: (ctx: ActorCtx) => bookLesson(ctx, bookingOf(teacher, DATE, BLOCK)),
    free: () =>
      prisma.lesson.update({ where: { id: lesson.id }, data: { status: "Odwolana przez nauczyciela" } }),
  };
}

const WANTED = {
  subject: "Matematyka",
  level: "liceumP",
  weekdays: [...WEEKDAYS],
  fromBlock: 8,
  toBlock: 10,
} as const;

function watchFor(ctx: ActorCtx, teacher: Pick<Person, "id">) {
  return addWatch(ctx, {
    ...WANTED,
    weekdays: [...WEEKDAYS],
    teacherId: teacher.id,
    until: addDays(DATE, 20),
  });
}

async function heldFor(ctx: ActorCtx) {
  const [watch] = await listOwnWatches(ctx, {});
  return watch?.held ?? null;
}

async function isFree(ctx: ActorCtx, teacher: Pick<Person, "id">) {
  const days = await findFreeDays(ctx, { teacherId: teacher.id });
  return days.some(({ date, blocks }) => date === DATE && blocks.includes(BLOCK));
}

const HELD = { date: DATE, block: BLOCK };

describe("a block that becomes free", () => {
  test("goes along the line, half an hour each, told once, and is free for all then", async () => {
    const { teacher, students, book, free } = await makeLine(3);
    const [first, second, stranger] = students as [ActorCtx, ActorCtx, ActorCtx];
    expect(await watchFor(first, teacher)).toMatchObject({ place: 1, held: null });
    expect(await watchFor(second, teacher)).toMatchObject({ place: 2, held: null });
    expect(await countOwnWaiting(personCtx(services, teacher))).toEqual({ waiting: 2 });
    await passHolds(services);
    expect(await heldFor(first)).toBeNull();

    await free();
    await passHolds(services);
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject({
      ...HELD,
      until: instantOf(TOMORROW, 12 * 60 + 30).toISOString(),
    });
    expect(await Promise.all(students.map((ctx) => isFree(ctx, teacher)))).toEqual([true, false, false]);
    expect(await isFree(personCtx(services, teacher), teacher)).toBe(false);
    for (const ctx of [second, stranger]) await expect(book(ctx)).rejects.toMatchObject({ code: "conflict" });

    goTo(30);
    await expect(book(first)).rejects.toMatchObject({ code: "conflict" });
    await passHolds(services);
    expect([await heldFor(first), await heldFor(second)]).toMatchObject([null, HELD]);
    goTo(60);
    await passHolds(services);
    await passHolds(services);
    expect([await heldFor(first), await heldFor(second)]).toEqual([null, null]);
    expect(await isFree(stranger, teacher)).toBe(true);
    for (const ctx of [first, second])
      expect(await notificationsFor(services, ctx.actor)).toEqual(["slot-held"]);
  });

  test("is offered once to a student who waits twice, then to the next in line", async () => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await watchFor(first, teacher);
    await watchFor(second, teacher);
    await free();
    await passHolds(services);
    goTo(30);
    await passHolds(services);
    expect((await listOwnWatches(first, {})).map(({ held }) => held)).toEqual([null, null]);
    expect(await heldFor(second)).toMatchObject(HELD);
    expect(await notificationsFor(services, first.actor)).toEqual(["slot-held"]);
  });

  test('is in "Co teraz" of the student and of parents who may book, while it is held', async () => {
    const { teacher, students, free, book } = await makeLine(1);
    const [first] = students as [ActorCtx];
    const mother = await makePerson(services, "Parent");
    await makeGuardian(services, mother, first.actor);
    const aunt = await makePerson(services, "Parent");
    await makeGuardian(services, aunt, first.actor, { rights: [] });
    const lines = async (ctx: ActorCtx) =>
      (await getAttention(ctx)).flatMap(({ kind, items }) => (kind === "slot-held" ? items : []));
    await watchFor(first, teacher);
    await free();
    expect(await lines(first)).toEqual([]);
    await passHolds(services);
    const pair = { subject: "Matematyka", level: "liceumP" };
    const line = { studentId: first.actor.id, teacherId: teacher.id, ...pair, held: HELD };
    expect(await lines(first)).toEqual([{ ...line, text: expect.stringMatching(/ zarezerwuj do 12:30$/) }]);
    expect(await lines(personCtx(services, mother))).toMatchObject([line]);
    expect(await lines(personCtx(services, aunt))).toEqual([]);
    goTo(30);
    expect(await lines(first)).toEqual([]);
    goTo(29);
    await book(first);
    expect(await lines(first)).toEqual([]);
  });

  test("is the holder's to book, which ends the watch", async () => {
    const { teacher, students, book, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await watchFor(second, teacher);
    await free();
    await passHolds(services);
    await book(first);
    expect(await listOwnWatches(first, {})).toEqual([]);
    await passHolds(services);
    expect(await listOwnWatches(second, {})).toMatchObject([{ place: 1, held: null }]);
  });

  test("goes to the first in line although somebody books before anybody has looked", async () => {
    const { teacher, students, free, book } = await makeLine(2);
    const [first, stranger] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await expect(book(stranger)).rejects.toMatchObject({ code: "conflict" });
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    await book(first);
  });

  /** A weekly lesson on the held date and a week later. */
  const weeklyAt = (teacher: Pick<Person, "id">) => ({
    teacherId: teacher.id,
    subject: WANTED.subject,
    level: WANTED.level,
    description: "",
    weekday: weekdayOf(DATE),
    block: BLOCK,
    from: DATE,
    to: addDays(DATE, 7),
    everyWeeks: 1 as const,
  });
  const outcomes = ({ dates }: SeriesPreview) => dates.map(({ outcome }) => outcome);

  test("goes to the first in line although a weekly lesson or a move wants it before anybody has looked", async () => {
    const { teacher, students, lesson, free } = await makeLine(3);
    const [first, second, third] = students as [ActorCtx, ActorCtx, ActorCtx];
    const asTeacher = personCtx(services, teacher);
    await free();
    // What wants the slot saw it free.
    const weekly = weeklyAt(teacher);
    const { token } = await previewSeries(second, weekly);
    const other = await bookLesson(third, bookingOf(teacher, addDays(DATE, NEAR > DATE ? -1 : 1), BLOCK));
    const { proposal } = await proposeReschedule(third, { lessonId: other.id, date: DATE, block: BLOCK });
    const next = { ...weekly, weekday: weekdayOf(NEAR), from: NEAR };
    const series = await createSeries(second, { ...next, token: (await previewSeries(second, next)).token });
    const move = { seriesId: series.id, from: TOMORROW, weekday: weekly.weekday, block: BLOCK };
    const moving = await previewMove(asTeacher, move);
    const skippedDate = addDays(DATE, -3);
    await prisma.seriesSkip.create({
      data: { seriesId: series.id, date: toDbDate(skippedDate), outcome: "closed" },
    });
    // It is taken and becomes free again while somebody waits.
    const { studentId } = lesson;
    const { id } = await createLesson(admin, { ...bookingOf(teacher, DATE, BLOCK), studentId });
    await watchFor(first, teacher);
    await prisma.lesson.update({ where: { id }, data: { status: "Odwolana przez nauczyciela" } });

    expect(outcomes(await previewSeries(second, weekly))).toEqual(["teacher-busy", "free"]);
    const takers = await Promise.allSettled([
      createSeries(second, { ...weekly, token }),
      moveSeries(asTeacher, { ...move, token: moving.token }),
      fillDate(second, { seriesId: series.id, skippedDate, date: DATE, block: BLOCK }),
      acceptReschedule(asTeacher, { lessonId: other.id, proposalId: proposal?.id ?? "" }),
    ]);
    const conflict = { status: "rejected", reason: { code: "conflict" } };
    expect(takers).toMatchObject([conflict, conflict, conflict, conflict]);
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    const held = await previewSeries(first, weekly);
    expect(outcomes(held)).toEqual(["free", "free"]);
    expect(await createSeries(first, { ...weekly, token: held.token })).toMatchObject({ planned: 2 });
  });

  test("is the holder's for a weekly lesson, too, and nobody else's", async () => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await passHolds(services);
    const weekly = weeklyAt(teacher);
    expect(outcomes(await previewSeries(second, weekly))).toEqual(["teacher-busy", "free"]);
    const preview = await previewSeries(first, weekly);
    expect(outcomes(preview)).toEqual(["free", "free"]);
    expect(await createSeries(first, { ...weekly, token: preview.token })).toMatchObject({ planned: 2 });
    expect(await listOwnWatches(first, {})).toEqual([]);
  });

  test.each(["student", "parent"])("is the holder's for a weekly lesson that a %s moves, too", async (by) => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    const weekly = { ...weeklyAt(teacher), weekday: weekdayOf(NEAR), from: NEAR };
    const { token } = await previewSeries(second, weekly);
    const { id: seriesId } = await createSeries(second, { ...weekly, token });
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, second.actor);
    const mover = by === "parent" ? personCtx(services, parent) : second;
    for (const student of [first, second]) await watchFor(student, teacher);
    await free();
    await passHolds(services);
    const move = { seriesId, from: TOMORROW, weekday: weekdayOf(DATE), block: BLOCK };
    expect(outcomes(await previewMove(mover, move))).toContain("teacher-busy");
    goTo(30);
    await passHolds(services);
    expect(await heldFor(second)).toMatchObject(HELD);
    const preview = await previewMove(mover, move);
    expect(outcomes(preview)).not.toContain("teacher-busy");
    const moved = await moveSeries(mover, { ...move, token: preview.token });
    expect(await listOwnWatches(second, {})).toEqual([]);
    await passHolds(services);
    const moveId = moved.move?.id ?? "";
    const kept = { holdId: moveId, date: toDbDate(DATE), block: BLOCK };
    expect(await prisma.personSlot.count({ where: kept })).toBe(2);
    await withdrawMove(mover, { seriesId, moveId });
    expect(await prisma.slotHold.count()).toBe(0);
  });

  test("was free before, or is another one: nothing is held", async () => {
    const { teacher, students, free } = await makeLine(1);
    const [first] = students as [ActorCtx];
    await free();
    await passHolds(services);
    await watchFor(first, teacher);
    await passHolds(services);
    expect(await heldFor(first)).toBeNull();
  });

  test.each<[string, (student: ActorCtx, teacher: Person) => Promise<unknown>]>([
    [
      "is disabled",
      ({ actor }) => prisma.user.update({ where: { id: actor.id }, data: { isDisabled: true } }),
    ],
    [
      "is not assigned any more",
      ({ actor }) => prisma.teachingRelation.deleteMany({ where: { studentId: actor.id } }),
    ],
    [
      "has a lesson then",
      async (student) => {
        const other = await makeTeacher(services);
        await prisma.teachingRelation.create({ data: { studentId: student.actor.id, teacherId: other.id } });
        await bookLesson(student, bookingOf(other, DATE, BLOCK));
      },
    ],
  ])("passes on at once when its holder %s", async (_, happen) => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await watchFor(second, teacher);
    await free();
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    await happen(first, teacher);
    await passHolds(services);
    expect([await heldFor(first), await heldFor(second)]).toMatchObject([null, HELD]);
  });

  test("passes on when nothing is prepaid where that is required, when its watch ends, and not to anybody in a closure", async () => {
    const { teacher, students, free } = await makeLine(3);
    const [poor, second, third] = students as [ActorCtx, ActorCtx, ActorCtx];
    for (const ctx of students) await watchFor(ctx, teacher);
    for (const { actor } of [second, third]) {
      await prisma.payment.create({
        data: {
          id: newId(),
          studentId: actor.id,
          subject: "Matematyka",
          level: "liceumP",
          lessonAmount: 2,
          moneyAmount: 160,
          description: "",
        },
      });
    }
    await free();
    const strict = { ...services, settings: { ...services.settings, bookingRequiresPrepaid: true } };
    await passHolds(strict);
    expect([await heldFor(poor), await heldFor(second)]).toMatchObject([null, HELD]);
    const [watch] = await listOwnWatches(second, {});
    await removeWatch(second, { id: watch?.id ?? "" });
    await passHolds(strict);
    expect(await heldFor(third)).toMatchObject(HELD);
    await addClosure(personCtx(services, teacher), {
      scope: "teacher",
      from: DATE,
      to: DATE,
      label: "",
      decisions: [],
    });
    await passHolds(strict);
    expect(await heldFor(third)).toBeNull();
    expect(await prisma.slotHold.count()).toBe(0);
  });

  test("is seen by administrators, who may take it; the watch goes on", async () => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await passHolds(services);
    const day = await getDayBlocks(admin, { teacherId: teacher.id, date: DATE });
    expect(day[BLOCK]).toMatchObject({ teacherBusy: false, held: { name: expect.stringContaining("Ola") } });
    await createLesson(admin, { ...bookingOf(teacher, DATE, BLOCK), studentId: second.actor.id });
    expect(await listOwnWatches(first, {})).toMatchObject([{ held: null }]);
  });

  /** A weekly lesson of a student in the same week. */
  const weeklyNear = (pair: SeriesPair) =>
    weeklyFor({ ...weeklyAt({ id: pair.teacherId }), ...pair, weekday: weekdayOf(NEAR), from: NEAR });
  type SeriesPair = { teacherId: string; studentId: string };
  async function weeklyFor(weekly: ReturnType<typeof weeklyAt> & SeriesPair) {
    const { token } = await previewSeries(admin, weekly);
    return createSeries(admin, { ...weekly, token });
  }

  test.each<[string, (pair: SeriesPair) => Promise<unknown>]>([
    ["a weekly lesson", (pair) => weeklyFor({ ...weeklyAt({ id: pair.teacherId }), ...pair })],
    [
      "a longer weekly lesson",
      async (pair) => {
        const from = addDays(DATE, -7);
        const { id: seriesId } = await weeklyFor({
          ...weeklyAt({ id: pair.teacherId }),
          ...pair,
          from,
          to: from,
        });
        const { token } = await previewExtension(admin, { seriesId, to: DATE });
        await extendSeries(admin, { seriesId, to: DATE, token });
      },
    ],
    [
      "a weekly lesson's move",
      async (pair) => {
        const { id: seriesId } = await weeklyNear(pair);
        const move = { seriesId, from: TOMORROW, weekday: weekdayOf(DATE), block: BLOCK };
        const { token } = await previewMove(admin, move);
        await moveSeries(admin, { ...move, token });
      },
    ],
    [
      "a weekly lesson's date that was skipped",
      async (pair) => {
        const { id: seriesId } = await weeklyNear(pair);
        const skippedDate = addDays(DATE, -3);
        await prisma.seriesSkip.create({
          data: { seriesId, date: toDbDate(skippedDate), outcome: "closed" },
        });
        const days = await findFillSlots(admin, { seriesId, skippedDate });
        expect(days.find(({ date }) => date === DATE)?.blocks).toContain(BLOCK);
        await fillDate(admin, { seriesId, skippedDate, date: DATE, block: BLOCK });
      },
    ],
    [
      "a lesson that moves because of a closure",
      async ({ teacherId, studentId }) => {
        const { id } = await createLesson(admin, {
          ...bookingOf({ id: teacherId }, NEAR, BLOCK),
          studentId,
        });
        const decisions = [{ lessonId: id, action: "move" as const, date: DATE, block: BLOCK }];
        const closure = { scope: "teacher" as const, teacherId, from: NEAR, to: NEAR, label: "" };
        await addClosure(admin, { ...closure, decisions });
      },
    ],
  ])("is taken by administrators for %s, too", async (_, take) => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    await take({ teacherId: teacher.id, studentId: second.actor.id });
    expect(await listOwnWatches(first, {})).toMatchObject([{ held: null }]);
    const taken = { studentId: second.actor.id, date: toDbDate(DATE), block: BLOCK, deletedAt: null };
    expect(await prisma.lesson.count({ where: taken })).toBe(1);
  });
});

describe("passing holds on as it is signalled", () => {
  const afterSeconds = (seconds: number) => {
    services.clock.time = new Date(instantOf(TOMORROW, 12 * 60).getTime() + seconds * 1000);
  };

  /** Two teachers, each with one student who watches, and a passer that has looked at them once. */
  async function passerOfTwoLines() {
    const lines = [await makeLine(1), await makeLine(1)] as const;
    const [one, other] = lines.map(({ students }) => students[0]) as [ActorCtx, ActorCtx];
    for (const { students, teacher } of lines) await watchFor(students[0] as ActorCtx, teacher);
    const passer = holdPasser(services);
    await passer.work();
    return { lines, one, other, passer };
  }

  test("looks at the teacher who is named, and at everybody once a minute", async () => {
    const { lines, one, other, passer } = await passerOfTwoLines();
    for (const { free } of lines) await free();
    passer.hear(lines[0].teacher.id);
    await passer.work();
    expect([await heldFor(one), await heldFor(other)]).toMatchObject([HELD, null]);
    passer.hear("");
    await passer.work();
    expect(await heldFor(other)).toMatchObject(HELD);
    await removeWatch(other, { id: (await listOwnWatches(other, {}))[0]?.id ?? "" });
    await passer.work();
    const noted = { where: { teacherId: lines[1].teacher.id } };
    expect(await prisma.watchedBlock.count(noted)).toBeGreaterThan(0);
    goTo(1);
    await passer.work();
    expect(await prisma.watchedBlock.count(noted)).toBe(0);
  });

  test("sees by itself when an act cannot be taken back any more, and when a hold is over", async () => {
    const { teacher, lesson, students } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    for (const student of [first, second]) await watchFor(student, teacher);
    const passer = holdPasser(services);
    await passer.work();
    await actWithUndo(admin, newId(), { lessonId: lesson.id }, (on) =>
      updateLessonAsAdmin(on, { id: lesson.id, status: "Odwolana przez nauczyciela" }),
    );
    passer.hear(teacher.id);
    await passer.work();
    expect(await heldFor(first)).toBeNull();
    afterSeconds(23);
    await passer.work();
    expect(await heldFor(first)).toMatchObject(HELD);
    afterSeconds(30 * 60);
    await passer.work();
    expect(await heldFor(first)).toMatchObject(HELD);
    afterSeconds(30 * 60 + 24);
    await passer.work();
    expect([await heldFor(first), await heldFor(second)]).toMatchObject([null, HELD]);
  });

  test("goes on with the others where one teacher's fails, and tries that one again", async () => {
    const { lines, one, other, passer } = await passerOfTwoLines();
    for (const { free } of lines) await free();
    await services.db.pool.query(`ALTER TABLE watches ADD CONSTRAINT refused
      CHECK (hold_id IS NULL OR teacher_id <> '${lines[0].teacher.id}')`);
    for (const { teacher } of lines) passer.hear(teacher.id);
    await expect(passer.work()).rejects.toThrow();
    await services.db.pool.query("ALTER TABLE watches DROP CONSTRAINT refused");
    expect([await heldFor(one), await heldFor(other)]).toMatchObject([null, HELD]);
    await passer.work();
    expect(await heldFor(one)).toMatchObject(HELD);
  });

  test("is signalled by what concerns the line, with the teacher's id", async () => {
    const heard: string[] = [];
    await new Promise<void>((resolve) => {
      const listener = listen(services.databaseUrl, "korki_watches", {
        onSignal: (payload) => void heard.push(payload),
        onListening: resolve,
      });
      onTestFinished(() => listener.close());
    });
    /** What was signalled until a signal of this test's own. */
    const signalled = async () => {
      await services.db.pool.query("SELECT pg_notify('korki_watches', 'end')");
      await expect.poll(() => heard).toContain("end");
      return [...new Set(heard.splice(0))].filter((payload) => payload !== "end");
    };
    const watched = await makeLine(1);
    const other = await makeLine(1);
    const [first] = watched.students as [ActorCtx];
    await watchFor(first, watched.teacher);
    await signalled();
    await other.free();
    expect(await signalled()).toEqual([]);
    await watched.free();
    expect(await signalled()).toEqual([watched.teacher.id]);
    const pay = (studentId: string, lessonAmount: number) =>
      prisma.payment.create({
        data: {
          id: newId(),
          studentId,
          subject: "Matematyka",
          level: "liceumP",
          lessonAmount,
          moneyAmount: 80,
          description: "",
        },
      });
    await pay(first.actor.id, 1);
    expect(await signalled()).toEqual([watched.teacher.id]);
    await pay(first.actor.id, 1);
    expect(await signalled()).toEqual([]);
    const closed = { from: DATE, to: DATE, label: "", decisions: [] };
    await addClosure(personCtx(services, other.teacher), { scope: "teacher", ...closed });
    expect(await signalled()).toEqual([]);
    await addClosure(personCtx(services, watched.teacher), { scope: "teacher", ...closed });
    expect(await signalled()).toEqual([watched.teacher.id]);
    const day = new Date(addDays(DATE, 50));
    const { id } = await prisma.closure.create({ data: { id: newId(), firstDate: day, lastDate: day } });
    await prisma.closure.delete({ where: { id } });
    expect(await signalled()).toEqual([""]);
    await removeWatch(first, { id: (await listOwnWatches(first, {}))[0]?.id ?? "" });
    await signalled();
  });
});

describe("a block that an administrator's act has freed", () => {
  const afterSeconds = (seconds: number) => {
    services.clock.time = new Date(instantOf(TOMORROW, 12 * 60).getTime() + seconds * 1000);
  };

  test("is nobody's while the act can be taken back", async () => {
    const { teacher, lesson, students } = await makeLine(1);
    const [first] = students as [ActorCtx];
    await watchFor(first, teacher);
    const cancel = (id: string) =>
      actWithUndo(admin, id, { lessonId: lesson.id }, (on) =>
        updateLessonAsAdmin(on, { id: lesson.id, status: "Odwolana przez nauczyciela" }),
      );
    const id = newId();
    await cancel(id);
    for (const seconds of [0, 10]) {
      afterSeconds(seconds);
      await passHolds(services);
      expect(await heldFor(first)).toBeNull();
    }
    await undoAct(admin, { id });
    await passHolds(services);
    expect(await notificationsFor(services, first.actor)).toEqual([]);
    await cancel(newId());
    afterSeconds(23);
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
  });

  test("is nobody's either where a declined move of a series had kept it", async () => {
    const teacher = await makeTeacher(services);
    const own = await makeStudentOf(services, teacher);
    const [asTeacher, asOwn] = [personCtx(services, teacher), personCtx(services, own)];
    const asWatcher = personCtx(services, await makeStudentOf(services, teacher));
    const weekly = {
      teacherId: teacher.id,
      studentId: own.id,
      subject: WANTED.subject,
      level: WANTED.level,
      description: "",
      weekday: weekdayOf(DATE),
      block: BLOCK,
      from: DATE,
      to: addDays(DATE, 7),
      everyWeeks: 1 as const,
    };
    const { token } = await previewSeries(asTeacher, weekly);
    const { id: seriesId } = await createSeries(asTeacher, { ...weekly, token });
    const next = { seriesId, from: DATE, weekday: weekdayOf(addDays(DATE, 1)), block: BLOCK };
    const moved = await moveSeries(asOwn, { ...next, token: (await previewMove(asOwn, next)).token });
    await watchFor(asWatcher, teacher);
    const decline = (id: string) =>
      actWithUndo(asTeacher, id, { seriesId }, (on) =>
        answerMove(on, { seriesId, moveId: moved.move?.id ?? "", answer: "decline" }),
      );
    const id = newId();
    await decline(id);
    await passHolds(services);
    expect(await heldFor(asWatcher)).toBeNull();
    await undoAct(asTeacher, { id });
    await decline(newId());
    afterSeconds(13);
    await passHolds(services);
    expect(await heldFor(asWatcher)).toMatchObject({ date: addDays(DATE, 1), block: BLOCK });
  });

  test("is theirs to give back to its lesson, as they may take every hold", async () => {
    const { teacher, lesson, students } = await makeLine(1);
    const [first] = students as [ActorCtx];
    await watchFor(first, teacher);
    const [cancelled] = await cancelManyLessons(admin, { lessons: [lesson] });
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    const back = { id: lesson.id, version: cancelled?.version ?? 0, status: "Nie potwierdzona" as const };
    expect(await restoreManyLessons(admin, { lessons: [back] })).toMatchObject([{ refusal: null }]);
    expect(await listOwnWatches(first, {})).toMatchObject([{ held: null }]);
  });
});

test("a cancelled trial lesson takes its slot again, also from who waits", async () => {
  const teacher = await makeTeacher(services, AFTERNOONS);
  const student = personCtx(services, await makeStudentOf(services, teacher));
  const trial = await addTrial(admin, {
    teacherId: teacher.id,
    date: DATE,
    block: BLOCK,
    subject: "Fizyka",
    level: "liceumP",
    name: "Kasia",
    email: "",
    studentPhone: "",
    parentPhone: "",
    description: "",
  });
  await watchFor(student, teacher);
  const seen = { id: trial.id, version: trial.version };
  const { id, version } = await updateTrial(admin, { ...seen, status: "Odwolana" });
  await passHolds(services);
  expect(await heldFor(student)).toMatchObject(HELD);
  await updateTrial(admin, { id, version, status: "Umowiona" });
  expect(await heldFor(student)).toBeNull();
});

describe("a watch", () => {
  test("of each of those who begin at once has a place of its own, in the order of the answers", async () => {
    const { teacher, students } = await makeLine(8);
    const now = services.now;
    let ticks = 0;
    // A clock that runs; whoever asks it first is not whoever is served first.
    const moving = () => new Date(now().getTime() + 100 * ticks++);
    const watches = await Promise.all(students.map((ctx) => watchFor({ ...ctx, now: moving }, teacher)));
    expect(watches.map(({ place }) => place).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("is one of at most three, for at most 60 days, of an own teacher", async () => {
    const { teacher, students } = await makeLine(2);
    const [own, other] = students as [ActorCtx, ActorCtx];
    const four = await Promise.allSettled([1, 2, 3, 4].map(() => watchFor(own, teacher)));
    expect(four.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(watchFor(own, teacher)).rejects.toMatchObject({ code: "conflict" });
    const wanted = { ...WANTED, weekdays: [...WEEKDAYS], teacherId: teacher.id };
    for (const until of [addDays(TOMORROW, 61), addDays(TOMORROW, -1)])
      await expect(addWatch(other, { ...wanted, until })).rejects.toMatchObject({ code: "input" });
    await addWatch(other, { ...wanted, until: addDays(TOMORROW, 60) });
    const foreign = await makeTeacher(services);
    await expect(watchFor(other, foreign)).rejects.toMatchObject({ code: "not_found" });

    const [mine] = await listOwnWatches(own, {});
    await expect(removeWatch(other, { id: mine?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
    await removeWatch(own, { id: mine?.id ?? "" });
    await expect(removeWatch(own, { id: mine?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
    await watchFor(own, teacher);
  });

  test("of a child is the parent's, too, with the right to book", async () => {
    const { teacher, students, free } = await makeLine(1);
    const [child] = students as [ActorCtx];
    const studentId = child.actor.id;
    const parent = personCtx(services, await makePerson(services, "Parent"));
    const wanted = { ...WANTED, weekdays: [...WEEKDAYS], teacherId: teacher.id, studentId, until: DATE };
    await expect(addWatch(parent, wanted)).rejects.toMatchObject({ code: "not_found" });
    const guardianship = await prisma.guardianship.create({
      data: {
        id: newId(),
        parentId: parent.actor.id,
        studentId,
        canBook: true,
        canPay: false,
        isPayer: false,
        firstDay: new Date(0),
      },
    });
    await addWatch(parent, wanted);
    expect(await listOwnWatches(child, {})).toEqual(await listOwnWatches(parent, { studentId }));
    await free();
    await passHolds(services);
    expect(await notificationsFor(services, parent.actor)).toEqual(["slot-held"]);
    await prisma.guardianship.update({ where: { id: guardianship.id }, data: { canBook: false } });
    await expect(addWatch(parent, wanted)).rejects.toMatchObject({ code: "forbidden" });
  });

  describe("of a parent who may not book any more", () => {
    /** A parent who waits for the first student of two; the second one waits behind it. */
    async function makeWaitingParent() {
      const { teacher, students, free } = await makeLine(2);
      const [child, next] = students as [ActorCtx, ActorCtx];
      const mother = await makePerson(services, "Parent");
      const guardianship = await makeGuardian(services, mother, child.actor);
      await addWatch(personCtx(services, mother), {
        ...WANTED,
        weekdays: [...WEEKDAYS],
        teacherId: teacher.id,
        studentId: child.actor.id,
        until: DATE,
      });
      await watchFor(next, teacher);
      return {
        child,
        next,
        mother,
        free,
        end: () =>
          prisma.guardianship.update({ where: { id: guardianship }, data: { endedAt: services.now() } }),
      };
    }

    test("goes on for the student, and for other parents who may book", async () => {
      const { child, mother, free, end } = await makeWaitingParent();
      const [father, aunt] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
      await makeGuardian(services, father, child.actor, { rights: ["book"] });
      await makeGuardian(services, aunt, child.actor, { rights: ["pay"] });
      await end();
      await free();
      await passHolds(services);
      expect(await heldFor(child)).toMatchObject(HELD);
      const told = [mother, child.actor, father, aunt].map((person) => notificationsFor(services, person));
      expect(await Promise.all(told)).toEqual([[], ["slot-held"], ["slot-held"], []]);
    });

    test("gets nothing while nobody may book for the child", async () => {
      const { child, next, mother, free, end } = await makeWaitingParent();
      await prisma.user.update({ where: { id: child.actor.id }, data: { email: null, passwordHash: null } });
      await end();
      await free();
      await passHolds(services);
      expect(await heldFor(next)).toMatchObject(HELD);
      expect(await notificationsFor(services, mother)).toEqual([]);
    });

    test("is not told what was held before", async () => {
      const { child, next, mother, free, end } = await makeWaitingParent();
      await free();
      await passHolds(services);
      const { facts } = await prisma.notification.findFirstOrThrow({ where: { recipientId: mother.id } });
      const stored = readNotification("slot-held", facts);
      if (typeof stored === "string") throw new Error(stored);
      const isTold = async (person: Pick<Person, "id">) =>
        (await revalidate(services, stored, person.id)) !== null;
      expect([await isTold(mother), await isTold(next.actor)]).toEqual([true, false]);
      await end();
      expect([await isTold(mother), await isTold(child.actor)]).toEqual([false, true]);
    });
  });
});

describe("races for a held slot", () => {
  test("a hold that is over while its holder books is one or the other", async () => {
    for (let round = 0; round < 5; round += 1) {
      goTo(0);
      await prisma.watch.deleteMany();
      const { teacher, students, book, free } = await makeLine(2);
      const [first, second] = students as [ActorCtx, ActorCtx];
      await watchFor(first, teacher);
      await watchFor(second, teacher);
      await free();
      await passHolds(services);
      const inTime = { ...first, now: () => instantOf(TOMORROW, 12 * 60 + 29) };
      goTo(30);
      const [booked] = await Promise.allSettled([book(inTime), passHolds(services)]);
      if (booked.status === "fulfilled") expect(await heldFor(second)).toBeNull();
      else expect([await heldFor(first), await heldFor(second)]).toMatchObject([null, HELD]);
    }
  });

  test("two bookers make one lesson", async () => {
    const { teacher, students, book, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await passHolds(services);
    const booked = await Promise.allSettled([book(first), book(second), book(first)]);
    expect(booked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("watchers, bookers, cancellations and workers at once leave one taker, and no hold without a watch", async () => {
    const step = fc.constantFrom("free", "pass", "book 0", "book 1", "book 2", "watch 1", "leave 0");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        goTo(0);
        await prisma.watch.deleteMany();
        const { teacher, students, book, free } = await makeLine(3);
        const [first] = students as [ActorCtx];
        await watchFor(first, teacher);
        const [own] = await listOwnWatches(first, {});
        const play = (name: string): Promise<unknown> => {
          const [action, who] = name.split(" ");
          const student = students[Number(who)] ?? first;
          if (action === "free") return free();
          if (action === "pass") return passHolds(services);
          if (action === "book") return book(student);
          if (action === "watch") return watchFor(student, teacher);
          return removeWatch(first, { id: own?.id ?? "" });
        };
        for (const round of [steps, ["free"], steps]) {
          const done = await Promise.allSettled(round.map(play));
          const faults = done.flatMap((each) =>
            each.status === "rejected" && !["conflict", "not_found"].includes(each.reason?.code)
              ? [each.reason]
              : [],
          );
          expect(faults).toEqual([]);
        }
        await passHolds(services);
        const lessons = await prisma.lesson.findMany({
          where: { teacherId: teacher.id, date: new Date(`${DATE}T00:00:00Z`), status: "Nie potwierdzona" },
        });
        expect(lessons.length).toBeLessThanOrEqual(1);
        const slots = await prisma.personSlot.findMany({ where: { personId: teacher.id } });
        const watches = await prisma.watch.findMany({ where: { teacherId: teacher.id } });
        const holds = watches.flatMap(({ holdId }) => holdId ?? []);
        expect(slots.flatMap(({ holdId }) => holdId ?? []).sort()).toEqual(holds.sort());
        expect(await prisma.slotHold.count()).toBe(holds.length);
        if (lessons.length > 0) expect(holds).toEqual([]);
      }),
      { numRuns: 20 },
    );
    // Each round makes people and waits for many writers.
  }, 180_000);
});
