import type { AnswerMoveInput, MoveRef, Series } from "@korki/contracts/series";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { seriesTexts } from "@korki/contracts/texts/series";
import {
  findExpiredMoves,
  findSeries,
  loadSeriesPeople,
  loadSeriesSlots,
  lockSeries,
  type OpenMove,
  resolveMove,
  type SeriesRecord,
  type SeriesSlot,
  shareClosures,
  type Tx,
  transact,
} from "@korki/db";
import { DEFAULT_PRICES, hasStarted, type LessonSide, outcomeOf, weekStart } from "@korki/domain";
import { askBeforeBusySlots, busySlotsText } from "../busy-times/ask-before-busy";
import { type ActorCtx, type Ctx, type Services, systemCtx } from "../context";
import { conflict, forbidden } from "../errors";
import { alone } from "../in-groups";
import { slotRaceLost } from "../lessons/lesson-refusals";
import { requireBookingAllowed } from "../money/require-booking";
import { notify } from "../outbox";
import { requireVetted } from "../vetting/vetting";
import { applyMove, countAdded, noticedMoves, targetOutcomes, targetSlots, withoutOwn } from "./apply-move";
import { recordSeries } from "./record-series";
import { answerNotices, type StandingEvent, seriesNotices, substituteNotices } from "./series-notices";
import { newLessonStatus, requireSide, toSeries } from "./series-people";

type MoveAnswer = Omit<AnswerMoveInput, "undoId">;

/**
 * The teacher, or an administrator, answers a wish to move a weekly lesson (rules §40). Throws `conflict` if it is not open
 * any more, and asks before lessons go where something elsewhere occupies the teacher by now (rules §35).
 */
export async function answerMove(ctx: ActorCtx, input: MoveAnswer): Promise<Series> {
  try {
    return await transact(ctx.db, (tx) => answer(tx, ctx, input));
  } catch (error) {
    throw slotRaceLost(error, "Teacher");
  }
}

async function answer(
  tx: Tx,
  ctx: ActorCtx,
  { answer: given, overrideBusy, ...ref }: MoveAnswer,
): Promise<Series> {
  await shareClosures(tx);
  const found = await requireSide(tx, ctx, await findSeries(tx, ref.seriesId));
  const people = await loadSeriesPeople(tx, found.series, "shared");
  const { series, side, move } = await lockMove(tx, ctx, ref);
  if (side === "Student") throw forbidden();
  if (given === "accept") {
    const isActive = people?.assigned && !people.teacherDisabled && !people.studentDisabled;
    if (side !== "Admin" && !isActive) throw conflict(lessonTexts.pairInactive);
    await accept(tx, ctx, { series, side, move }, overrideBusy);
  } else {
    if (!(await resolveMove(tx, move.id, "declined", ctx.now()))) throw conflict(seriesTexts.moveGone);
    await tell(tx, ctx, series, move, "moveDeclined", side);
  }
  return toSeries((await findSeries(tx, series.id)) ?? series);
}

/** The student's side takes its wish back: the slots that were kept are free. */
export async function withdrawMove(ctx: ActorCtx, ref: MoveRef): Promise<Series> {
  return transact(ctx.db, async (tx) => {
    const { series, side, move } = await lockMove(tx, ctx, ref);
    if (side !== "Student") throw forbidden();
    if (!(await resolveMove(tx, move.id, "withdrawn", ctx.now()))) throw conflict(seriesTexts.moveGone);
    await tell(tx, ctx, series, move, "moveWithdrawn", side);
    return toSeries((await findSeries(tx, series.id)) ?? series);
  });
}

/** Locks a series with the open move that the actor saw. Throws `conflict` if it is not open. */
async function lockMove(
  tx: Tx,
  ctx: ActorCtx,
  { seriesId, moveId }: MoveRef,
): Promise<{ series: SeriesRecord; side: LessonSide; move: OpenMove }> {
  const own = await requireSide(tx, ctx, await lockSeries(tx, seriesId));
  const { move } = own.series;
  if (move?.id !== moveId) throw conflict(seriesTexts.moveGone);
  return { ...own, move };
}

/** Moves to the slots that were kept, except where a day was closed or the hour has passed meanwhile. */
async function accept(
  tx: Tx,
  ctx: ActorCtx,
  { series, side, move }: { series: SeriesRecord; side: LessonSide; move: OpenMove },
  overrideBusy: boolean | undefined,
) {
  const now = ctx.now();
  // A wish of the version before has dates that people left out.
  const leftOut = series.skipped.filter(({ outcome }) => outcome === "left-out");
  const weeksLeftOut = new Set(leftOut.map(({ date }) => weekStart(date)));
  const dates = move.dates.filter(
    ({ date, lessonId }) => lessonId !== null || !weeksLeftOut.has(weekStart(date)),
  );
  const byId = new Map(series.lessons.map((lesson) => [lesson.id, lesson]));
  const ofTargets = dates.map((target) => targetSlots(series, target, move.block));
  const wanted = ofTargets.flat();
  const slots = await loadSeriesSlots(tx, series.studentId, wanted, { heldAt: now, keptAs: move.id });
  // The hours were the teacher's when the slot was kept; what counts now is what is there.
  const facts = { hours: { sections: [], days: [] }, now, isAdmin: true };
  // A teacher is asked about the own calendar; a substitute's busy time is not the teacher's to take.
  const isAsked = (slot: SeriesSlot | undefined) => side === "Admin" || slot?.teacherId === series.teacherId;
  const outcomes = slots.map((slot, index) => {
    const found = withoutOwn(series, slot, wanted[index]);
    return outcomeOf({ ...found, busyOutside: found.busyOutside && !isAsked(wanted[index]) }, facts);
  });
  const known = targetOutcomes(ofTargets, outcomes);
  const targets = dates.map((target, index) => {
    const lesson = byId.get(target.lessonId ?? "");
    const isPast = [lesson, ofTargets[index]?.[0]].some((at) => at && hasStarted(at.date, at.block, now));
    const outcome = isPast ? "past" : (known[index] ?? "past");
    return target.outcome === "free" ? { ...target, outcome } : target;
  });
  const free = targets.filter(({ outcome }) => outcome === "free");
  if (free.length === 0) throw conflict(seriesTexts.moveSlotsGone);
  const taken = free.flatMap((target) => targetSlots(series, target, move.block)).filter(isAsked);
  await askBeforeBusySlots(tx, ctx, taken, { overrideBusy }, busySlotsText(ctx));
  if (countAdded(targets) > 0)
    await (side === "Admin" ? requireVetted(tx, series) : requireBookingAllowed(tx, series.studentId));
  if (!(await resolveMove(tx, move.id, "accepted", now))) throw conflict(seriesTexts.moveGone);
  const { from, anchor, weekday, block } = move;
  const people = await loadSeriesPeople(tx, series, "none");
  const price = people?.price ?? DEFAULT_PRICES[series.level];
  const moved = await applyMove(
    tx,
    ctx,
    series,
    { from, anchor, weekday, block, targets, price },
    side === "Admin" ? "Potwierdzona" : newLessonStatus(side),
  );
  const to = { weekday, block, from, lessons: free.length };
  await recordSeries(tx, ctx, series, "move", to, { weekday: series.weekday, block: series.block });
  const after = { ...series, weekday, block };
  const lessons = noticedMoves(series, free, block);
  await notify(tx, ctx, ...(await answerNotices(tx, ctx, move, "moveAccepted", side, after, lessons)));
  await notify(tx, ctx, ...substituteNotices(ctx, "moved", side, after, moved));
}

/** Says that a wish came to nothing: the lessons stay where they are. */
async function tell(
  tx: Tx,
  ctx: Ctx,
  series: SeriesRecord,
  move: OpenMove,
  event: Extract<StandingEvent, "moveDeclined" | "moveWithdrawn" | "moveExpired">,
  side: LessonSide,
): Promise<void> {
  const { weekday, block } = move;
  await recordSeries(tx, ctx, series, event, { weekday, block });
  const free = move.dates.filter(({ outcome }) => outcome === "free");
  const asked = { moveId: move.id, weekday: series.weekday, block: series.block };
  const lessons = noticedMoves(series, free, block);
  const stays = { ...series, weekday, block, asked };
  const notices =
    event === "moveWithdrawn"
      ? seriesNotices(ctx, event, side, stays, lessons)
      : await answerNotices(tx, ctx, move, event, side, stays, lessons);
  await notify(tx, ctx, ...notices);
}

/**
 * Ends wishes that no teacher answered in time, and tells who asked and the student. Any number of processes may do it at
 * once.
 */
export async function expireMoves(services: Services): Promise<{ expired: number }> {
  const ctx = systemCtx(services);
  const due = await findExpiredMoves(services.db, services.now());
  let expired = 0;
  for (const { moveId, seriesId } of due) {
    await alone(services, { moveId }, async () => {
      expired += await transact(services.db, async (tx) => {
        const series = await lockSeries(tx, seriesId);
        if (series?.move?.id !== moveId) return 0;
        if (!(await resolveMove(tx, moveId, "expired", services.now()))) return 0;
        await tell(tx, ctx, series, series.move, "moveExpired", "Teacher");
        return 1;
      });
    });
  }
  return { expired };
}
