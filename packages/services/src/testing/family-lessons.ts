import { newId, query, sql } from "@korki/db";
import { addDays, weekdayOf } from "@korki/domain";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { answerLateCancellation } from "../cancellation/answer-late-cancellation";
import { waiveCharge } from "../cancellation/waive-charge";
import { addClosure } from "../closures/add-closure";
import { previewClosure } from "../closures/preview-closure";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { answerMove } from "../series/answer-move";
import { confirmSeries } from "../series/confirm-series";
import { createSeries, previewSeries } from "../series/create-series";
import { endSeries } from "../series/end-series";
import { moveSeries, previewMove } from "../series/move-series";
import { type FamilyHome, PAIRS, type Step } from "./family-home";
import { answerChild } from "./family-money";

/** What a family does with its lessons, and what its teacher and administrators do with them. */
export function lessonSteps(home: FamilyHome): readonly Step[] {
  return [
    ["series", 9, () => bookWeekly(home)],
    ["booking", 9, () => bookOne(home)],
    ["confirmation", 8, async () => confirmOne(home)],
    ["cancellation at home", 6, async () => cancelAtHome(home)],
    [
      "cancellation by the teacher",
      2,
      async () => {
        const lesson = await home.someLesson(({ status }) => status === "Potwierdzona");
        return lesson && cancelLesson(home.asTeacher, lesson);
      },
    ],
    [
      "waiver",
      2,
      async () => {
        const lesson = await home.someLesson(({ charged }) => charged);
        return lesson && waiveCharge(home.asAdmin, { lessonId: lesson.lessonId, reason: "choroba" });
      },
    ],
    [
      "late decision",
      2,
      async () => {
        const lesson = await home.someLesson(({ isUndecided }) => isUndecided);
        return (
          lesson &&
          answerLateCancellation(home.asTeacher, { lessonId: lesson.lessonId, charge: home.chance(0.5) })
        );
      },
    ],
    [
      "move of a lesson",
      4,
      async () => {
        const lesson = await home.someLesson(
          ({ status }) => status.startsWith("Potw") || status.startsWith("Nie"),
        );
        const to = { date: home.soon(25), block: home.upTo(14) };
        return lesson && updateLessonAsAdmin(home.asAdmin, { id: lesson.lessonId, ...to });
      },
    ],
    ["move of a series", 3, async () => moveWeekly(home)],
    [
      "end of a series",
      1,
      async () => {
        const lesson = await home.someLesson(({ seriesId }) => seriesId !== null);
        const ctx = home.chance(0.5) ? home.asTeacher : home.asAdmin;
        return lesson?.seriesId && endSeries(ctx, { seriesId: lesson.seriesId, from: home.soon(20) });
      },
    ],
    ["closure", 2, async () => beAway(home)],
  ];
}

async function bookWeekly(home: FamilyHome): Promise<unknown> {
  const { db } = home.services;
  const [{ running } = { running: 0 }] = await query<{ running: number }>(
    db,
    sql`SELECT count(*)::int AS running FROM series WHERE teacher_id = ${home.teacher?.id ?? null}::uuid
           AND last_date > ${addDays(home.today(), 14)}::date`,
  );
  if (running > home.children.length) return null;
  const child = home.pick(home.children);
  const from = home.soon(9);
  const wanted = {
    ...home.pick(PAIRS),
    weekday: weekdayOf(from),
    block: home.upTo(14),
    from,
    to: addDays(from, 14 + home.upTo(120)),
    everyWeeks: home.chance(0.25) ? (2 as const) : (1 as const),
    description: "",
    studentId: child.id,
    teacherId: home.teacher?.id ?? newId(),
  };
  const isByTeacher = home.chance(0.5);
  const ctx = isByTeacher ? home.asTeacher : home.asHome(child);
  const { teacherId: _, ...ofTeacher } = wanted;
  const body = isByTeacher ? ofTeacher : wanted;
  const { token } = await previewSeries(ctx, body);
  const made = await createSeries(ctx, { ...body, token });
  if (ctx.actor.id === child.id && home.chance(0.8))
    await home.attempt("answer to a child", () => answerChild(home));
  return made;
}

function bookOne(home: FamilyHome): Promise<unknown> {
  const child = home.pick(home.children);
  const teacherId = home.teacher?.id ?? newId();
  const slot = { date: home.soon(20), block: home.upTo(14) };
  return bookLesson(home.asHome(child), {
    teacherId,
    studentId: child.id,
    ...slot,
    ...home.pick(PAIRS),
    description: "",
  });
}

async function confirmOne(home: FamilyHome): Promise<unknown> {
  const lesson = await home.someLesson(({ status }) => status === "Nie potwierdzona");
  if (lesson?.seriesId) return confirmSeries(home.asTeacher, { seriesId: lesson.seriesId });
  return lesson && confirmLesson(home.asTeacher, lesson);
}

async function cancelAtHome(home: FamilyHome): Promise<unknown> {
  // Half of them too late.
  const lastDay = home.chance(0.5) ? addDays(home.today(), 3) : "9999-12-31";
  const lesson = await home.someLesson(({ status, date }) => status === "Potwierdzona" && date <= lastDay);
  const child = home.children.find(({ id }) => id === lesson?.studentId);
  return lesson && child ? cancelLesson(home.asHome(child), lesson) : null;
}

async function moveWeekly(home: FamilyHome): Promise<unknown> {
  const lesson = await home.someLesson(({ seriesId }) => seriesId !== null);
  const child = home.children.find(({ id }) => id === lesson?.studentId);
  if (!lesson?.seriesId || !child) return null;
  const ctx = home.chance(0.5) ? home.asTeacher : home.asHome(child);
  const from = home.soon(14);
  const body = { seriesId: lesson.seriesId, from, weekday: weekdayOf(addDays(from, home.upTo(7))) };
  const wanted = { ...body, block: home.upTo(14) };
  const { token } = await previewMove(ctx, wanted);
  const { id: seriesId, move } = await moveSeries(ctx, { ...wanted, token });
  if (!move || home.chance(0.3)) return seriesId;
  const answer = home.chance(0.7) ? ("accept" as const) : ("decline" as const);
  return answerMove(home.asTeacher, { seriesId, moveId: move.id, answer });
}

/** The teacher is away for some days; lessons are cancelled or stay. */
async function beAway(home: FamilyHome): Promise<unknown> {
  const from = home.soon(20);
  const absence = { from, to: addDays(from, home.upTo(6)), label: "urlop" };
  const body = { scope: "teacher" as const, teacherId: home.teacher?.id ?? null, ...absence };
  const { affected, token } = await previewClosure(home.asAdmin, body);
  const decisions = affected.map(({ id: lessonId }) => ({
    lessonId,
    action: home.chance(0.7) ? ("cancel" as const) : ("keep" as const),
  }));
  return addClosure(home.asAdmin, { ...body, decisions, token });
}
