import type { MoveSeriesInput, PreviewMoveInput, Series, SeriesPreview } from "@korki/contracts/series";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { seriesRefusalTexts, seriesTexts } from "@korki/contracts/texts/series";
import {
  type Executor,
  findSeries,
  holdSlots,
  insertMove,
  loadHours,
  loadSeriesPeople,
  loadSeriesSlots,
  lockSeries,
  newId,
  resolveMove,
  type SeriesRecord,
  shareClosures,
  spendPreview,
  type Tx,
  takeHolds,
  transact,
} from "@korki/db";
import {
  type CivilDate,
  DEFAULT_PRICES,
  hasStarted,
  isBlock,
  isPlanned,
  type LessonSide,
  laterDate,
  MOVE_ANSWER_HOURS,
  moveDates,
  moveTargets,
  outcomeOf,
  type SeriesOutcome,
  slotKey,
  today,
} from "@korki/domain";
import { agreedLessons, payerToAsk } from "../ask-payer";
import type { ActorCtx } from "../context";
import { conflict, invalidInput } from "../errors";
import { consequenceOfMove } from "../money/consequences";
import { requireBookingAllowed } from "../money/require-booking";
import { requireEnoughPrepaid } from "../money/require-prepaid";
import { notify } from "../outbox";
import type { PreviewSubject } from "../previews/preview-token";
import { requireVetted } from "../vetting/vetting";
import { slotsForLine } from "../watches/pass-holds";
import {
  applyMove,
  countAdded,
  followsEarlier,
  isAtTarget,
  isHeldBySeries,
  noticedMoves,
  type SeriesMovePlan,
  targetOutcomes,
  targetSlots,
  withoutOwn,
} from "./apply-move";
import { orFreshPreview, requirePreview, StalePreview, toPreview } from "./plan-series";
import { recordSeries } from "./record-series";
import { answerNotices, seriesNotices, substituteNotices } from "./series-notices";
import { isMovedLesson, newLessonStatus, requireSide, toSeries } from "./series-people";

/** What a move would do: every new date with its outcome and the lesson that moves there. */
type MovePlan = Omit<SeriesMovePlan, "weekday" | "block">;

/** Returns the outcome of every new date of a series that moves from a day on, and where its lesson stands now. */
export async function previewMove(ctx: ActorCtx, input: PreviewMoveInput): Promise<SeriesPreview> {
  const { series, side } = await requireSide(ctx.db, ctx, await findSeries(ctx.db, input.seriesId));
  const { targets, price } = await planMove(ctx.db, ctx, series, side, input);
  const ofTargets = targets.map((target) => targetSlots(series, target, input.block));
  const counted = targets.map((target, index) => ({ ...target, lessons: ofTargets[index]?.length ?? 0 }));
  const consequence = await consequenceOfMove(ctx, { ...series, side }, price, counted, input);
  const byId = new Map(series.lessons.map((lesson) => [lesson.id, lesson]));
  const dates = targets.map(({ date, outcome }, index) => {
    const { block = input.block, lessonId = null } = ofTargets[index]?.[0] ?? {};
    const was = byId.get(lessonId ?? "");
    const hour = block === input.block ? {} : { block };
    return { date, outcome, ...hour, ...(was && { was: { date: was.date, block: was.block } }) };
  });
  return toPreview(ctx, subjectOf(input), dates, consequence);
}

/**
 * Moves the lessons of a series to another weekday or block, as a preview showed (rules §11). A lesson whose new slot is
 * not free, and one that was moved individually, keeps its slot. A student's move is a proposal: nothing moves before the
 * teacher agrees, and the new slots are kept meanwhile (rules §40). Throws `conflict` if every lesson would stay where it
 * is, and, with a fresh preview, if the preview does not hold; then nothing changes.
 */
export async function moveSeries(
  ctx: ActorCtx,
  { token, ...input }: Omit<MoveSeriesInput, "undoId">,
): Promise<Series> {
  return orFreshPreview(
    () => transact(ctx.db, (tx) => move(tx, ctx, input, token)),
    () => previewMove(ctx, input),
  );
}

async function move(tx: Tx, ctx: ActorCtx, input: PreviewMoveInput, token: string): Promise<Series> {
  await shareClosures(tx);
  const found = await requireSide(tx, ctx, await findSeries(tx, input.seriesId));
  const isLimited = found.side === "Student" && ctx.settings.bookingRequiresPrepaid;
  await loadSeriesPeople(tx, found.series, isLimited ? "exclusive" : "shared");
  const { series, side } = await requireSide(tx, ctx, await lockSeries(tx, input.seriesId));
  if (side === "Student" && series.move) throw conflict(seriesTexts.moveWaits);
  if (side === "Admin") await takeHolds(tx);
  const plan = await planMove(tx, ctx, series, side, input);
  const { skipped, previewId } = requirePreview(ctx, subjectOf(input), token, plan.targets);
  const { weekday, block } = input;
  const shown = new Map<string, SeriesOutcome>(skipped.map(({ date, outcome }) => [date, outcome]));
  const targets = plan.targets
    .filter((target) => !isAtTarget(series, target, block))
    .map((target) => ({ ...target, outcome: shown.get(target.date) ?? "free" }));
  const changing = targets.filter(({ outcome }) => outcome === "free");
  if (changing.length === 0) throw conflict(lessonTexts.sameSlot);
  const created = changing.filter(({ lessonId }) => lessonId === null);
  if (isLimited && created.length > 0) await requireEnoughPrepaid(tx, series, created.length * series.blocks);
  if (!(await spendPreview(tx, previewId, ctx.now()))) throw new StalePreview();

  const move = { ...plan, weekday, block, targets };
  const isProposal = side === "Student";
  if (isProposal) await propose(tx, ctx, series, move);
  else {
    // Who moves the series now answers what waits.
    if (series.move) await resolveMove(tx, series.move.id, "void", ctx.now());
    const taken = await applyMove(tx, ctx, series, move, newLessonStatus(side));
    await notify(tx, ctx, ...substituteNotices(ctx, "moved", side, { ...series, weekday, block }, taken));
  }
  const after = { weekday, block, from: plan.from, lessons: changing.length };
  const before = { weekday: series.weekday, block: series.block };
  await recordSeries(tx, ctx, series, isProposal ? "askMove" : "move", after, before);
  const now = (await findSeries(tx, series.id)) ?? series;
  const lessons = noticedMoves(series, changing, block);
  const asked = now.move && {
    moveId: now.move.id,
    weekday: series.weekday,
    block: series.block,
    expiresAt: now.move.expiresAt,
  };
  const moved = { ...series, weekday, block, ...(isProposal && asked && { asked }) };
  const notices =
    series.move && !isProposal
      ? await answerNotices(tx, ctx, series.move, "moved", side, moved, lessons)
      : seriesNotices(ctx, isProposal ? "moveAsked" : "moved", side, moved, lessons);
  await notify(tx, ctx, ...notices);
  return toSeries(now);
}

/**
 * Keeps the new slots until the teacher answers. Slots that lessons of the series hold already are not kept twice.
 *
 * @param plan the targets that are not where their lessons stand already
 */
async function propose(tx: Tx, ctx: ActorCtx, series: SeriesRecord, plan: SeriesMovePlan): Promise<void> {
  const { from, anchor, weekday, block, targets } = plan;
  const id = newId();
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + MOVE_ANSWER_HOURS * 3_600_000);
  const move = { id, proposerId: ctx.actor.id, from, anchor, weekday, block, dates: targets };
  const made = await insertMove(tx, {
    ...move,
    seriesId: series.id,
    createdAt,
    expiresAt,
  });
  if (!made) throw conflict(seriesTexts.moveWaits);
  const slots = targets
    .filter(({ outcome }) => outcome === "free")
    .flatMap((target) => targetSlots(series, target, block))
    .map(({ teacherId, date, block }) => ({ teacherId, studentId: series.studentId, date, block }))
    .filter((slot) => !isHeldBySeries(series, slot));
  if (!(await holdSlots(tx, id, slots, createdAt))) throw new StalePreview();
}

async function planMove(
  on: Executor,
  ctx: ActorCtx,
  series: SeriesRecord,
  side: LessonSide,
  { weekday, block, ...input }: PreviewMoveInput,
): Promise<MovePlan> {
  const now = ctx.now();
  const from = laterDate(input.from, today(now));
  const people = await loadSeriesPeople(on, series, "none");
  if (people?.isErased && side === "Admin") throw conflict(adminPeopleTexts.erasedAccount);
  const isActive = people?.assigned && !people.teacherDisabled && !people.studentDisabled;
  if (side !== "Admin" && !isActive) throw conflict(lessonTexts.pairInactive);

  const places = placesOf(series, from, now);
  const dates = moveDates({ weekday, to: series.to, everyWeeks: series.everyWeeks }, places);
  if (dates.length === 0) throw invalidInput(seriesRefusalTexts["no-date"]);
  if (side === "Student") {
    // The teacher hears of nothing to which the payer has not agreed (rules §39).
    const moving = places.flatMap(({ lessonId, movable }) => (movable && lessonId ? [{ id: lessonId }] : []));
    const agreed = await agreedLessons(on, series.studentId, moving);
    if (agreed.length < moving.length) throw conflict(approvalTexts.waits);
  }
  // Before the first day only a lesson of that week moves; nothing new is put there.
  const targets = moveTargets(places, dates).filter(
    ({ date, lessonId }) => date >= from || lessonId !== null,
  );
  if (!isBlock(block + series.blocks - 1)) throw invalidInput(lessonTexts.noNextBlock);
  const ofTargets = targets.map((target) => targetSlots(series, target, block));
  const wanted = ofTargets.flat();
  const isAdmin = side === "Admin";
  const free = { heldAt: now, keptAs: series.move?.id, takesHolds: isAdmin };
  const slots = await loadSeriesSlots(on, series.studentId, wanted, free);
  const hours = await loadHours(on, [...new Set(wanted.map(({ teacherId }) => teacherId))]);
  const known = slots.map((found, index) => {
    const slot = withoutOwn(series, found, wanted[index]);
    if (slot.date < from && hasStarted(slot.date, slot.block, now)) return "past";
    const offered = hours.get(wanted[index]?.teacherId ?? "") ?? { sections: [], days: [] };
    return outcomeOf(slot, { hours: offered, now, isAdmin });
  });
  // What the series has, or its wish keeps, is no open block of the line.
  const open = slots.filter(
    (slot, index) =>
      known[index] === "free" &&
      wanted[index]?.teacherId === series.teacherId &&
      !isHeldBySeries(series, slot),
  );
  const forLine = await slotsForLine(on, ctx, series, isAdmin || series.move ? [] : open);
  const outcomes = known.map((outcome, index) => {
    const slot = slots[index];
    return slot && forLine.has(slotKey(slot.date, slot.block)) ? "teacher-busy" : outcome;
  });
  const price = people?.price ?? DEFAULT_PRICES[series.level];
  const ofAll = targetOutcomes(ofTargets, outcomes);
  const decided = targets.map((target, index) => ({ ...target, outcome: ofAll[index] ?? "past" }));
  if (!isAdmin) await requireMayAdd(on, ctx, series, decided, price.price);
  else if (countAdded(decided) > 0) await requireVetted(on, series);
  return { from, anchor: dates[0] ?? from, targets: decided, price };
}

/**
 * Throws `conflict` if a move would add lessons where no booking of them is possible: bookings are stopped (rules §32), or
 * they cost more than the child decides alone (rules §39).
 */
async function requireMayAdd(
  on: Executor,
  ctx: ActorCtx,
  { studentId, blocks }: SeriesRecord,
  targets: SeriesMovePlan["targets"],
  price: number,
): Promise<void> {
  const added = countAdded(targets) * blocks;
  if (added === 0) return;
  await requireBookingAllowed(on, studentId);
  const amount = added * price;
  if (await payerToAsk(on, ctx, { studentId, amount })) throw conflict(approvalTexts.moveAdds(added, amount));
}

/** Returns the dates of a series from a day on, and which of their lessons may move. */
function placesOf(series: SeriesRecord, from: CivilDate, now: Date) {
  return [
    ...series.lessons
      .filter((lesson) => lesson.seriesDate >= from && !followsEarlier(series, lesson))
      .map((lesson) => ({
        seriesDate: lesson.seriesDate,
        lessonId: lesson.id,
        movable:
          !lesson.isDeleted &&
          isPlanned(lesson.status) &&
          !isMovedLesson(lesson) &&
          !hasStarted(lesson.date, lesson.block, now),
      })),
    ...series.skipped
      .filter(({ date }) => date >= from)
      .map(({ date, outcome }) => ({
        seriesDate: date,
        lessonId: null,
        movable: false,
        isLeftOut: outcome === "left-out",
      })),
  ];
}

function subjectOf({ seriesId, from, weekday, block }: PreviewMoveInput): PreviewSubject {
  return { action: "series.move", body: [seriesId, from, weekday, block] };
}
