import type { Consequence } from "@korki/contracts/consequence";
import { bookingSentence, moveSentence, newLessonsSentence } from "@korki/contracts/texts/consequence";
import { type Executor, findMonthlyBilling, findReach, listLots, listPolicies } from "@korki/db";
import {
  type BlockSpan,
  blocksFrom,
  DEFAULT_PRICES,
  freeUntil,
  type LessonSide,
  type NewReach,
  nextBillMonth,
  type PriceRate,
  reachedLessons,
  reachOfNew,
  type SeriesDate,
  type Slot,
  type SubjectLevel,
  type Weekday,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { prepaidRefusal } from "./require-prepaid";

type Weekly = SubjectLevel & { studentId: string; block: number; blocks: BlockSpan; side: LessonSide };
/** A date of a weekly lesson with its outcome at its first block. */
type Planned = SeriesDate & Slot;

/** Returns what one more lesson, or a double one, means for its student (rules §39); `price` of each in whole złoty. */
export async function consequenceOfBooking(
  on: Executor,
  ctx: ActorCtx,
  {
    price,
    lessons,
    ...lesson
  }: SubjectLevel & Slot & { studentId: string; price: number; lessons: BlockSpan },
): Promise<Consequence> {
  const reach = await reachOf(
    on,
    lesson,
    blocksFrom(lesson.block, lessons).map((block) => ({ date: lesson.date, block })),
  );
  const limit = await freeLimit(on, lesson);
  const { covered, unpaid, payBy } = reach;
  const sentence = bookingSentence({
    lessons,
    unpaid,
    price,
    payBy: payBy ?? lesson.date,
    bills: await billsOf(on, ctx, lesson.studentId, reach),
    freeUntil: limit,
    isOver: limit !== null && ctx.now() > limit,
  });
  return { lessons, amount: lessons * price, covered, freeUntil: limit?.toISOString() ?? null, sentence };
}

/** Returns what the free dates of a weekly lesson mean for its student, or why they are refused; null: a teacher asks. */
export async function consequenceOfSeries(
  ctx: ActorCtx,
  weekly: Weekly,
  price: PriceRate | null,
  dates: readonly Planned[],
): Promise<Consequence | null> {
  if (weekly.side === "Teacher") return null;
  const free = dates.filter(isFree);
  const added = await newLessons(ctx, weekly, price ?? DEFAULT_PRICES[weekly.level], free);
  const limit = free[0] ? await freeLimit(ctx.db, free[0]) : null;
  return {
    lessons: added.lessons,
    amount: added.lessons * added.price,
    covered: added.covered,
    freeUntil: limit?.toISOString() ?? null,
    sentence: (await refusalOf(ctx, weekly, added.lessons)) ?? newLessonsSentence(added),
  };
}

/** Returns what moving a weekly lesson means; `amount` is the price of the lessons that fill skipped dates. */
export async function consequenceOfMove(
  ctx: ActorCtx,
  weekly: Weekly & { weekday: Weekday; everyWeeks: number },
  price: PriceRate,
  targets: readonly (SeriesDate & { lessonId: string | null; lessons: number })[],
  to: { weekday: Weekday; block: number },
): Promise<Consequence | null> {
  if (weekly.side === "Teacher") return null;
  const free = targets.filter(isFree).map((target) => ({ ...target, block: to.block }));
  const created = free.filter(({ lessonId }) => lessonId === null);
  const added = await newLessons(ctx, weekly, price, created);
  const lessons = free.reduce((sum, target) => sum + target.lessons, 0);
  const limit = free[0] ? await freeLimit(ctx.db, free[0]) : null;
  const sentence = moveSentence({
    moved: lessons - added.lessons,
    to: { ...to, everyWeeks: weekly.everyWeeks, blocks: weekly.blocks },
    staying: weekly.side === "Student" ? weekly : null,
    added,
  });
  return {
    lessons,
    amount: added.lessons * added.price,
    covered: added.covered,
    freeUntil: limit?.toISOString() ?? null,
    sentence: (await refusalOf(ctx, weekly, added.lessons)) ?? sentence,
  };
}

/** Why so many new lessons are refused to the student's side where lessons are paid for first; null: they are not. */
async function refusalOf(ctx: ActorCtx, weekly: Weekly, lessons: number): Promise<string | null> {
  const isLimited = weekly.side === "Student" && ctx.settings.bookingRequiresPrepaid;
  return isLimited && lessons > 0 ? prepaidRefusal(ctx.db, weekly, lessons) : null;
}

function isFree({ outcome }: SeriesDate): boolean {
  return outcome === "free";
}

/** @param firsts the first block of each date */
async function newLessons(ctx: ActorCtx, weekly: Weekly, { price }: PriceRate, firsts: readonly Slot[]) {
  const { studentId, blocks } = weekly;
  const slots = firsts.flatMap(({ date, block }) =>
    blocksFrom(block, blocks).map((each) => ({ date, block: each })),
  );
  const reach = await reachOf(ctx.db, weekly, slots);
  const bills = await billsOf(ctx.db, ctx, studentId, reach);
  return { ...reach, lessons: slots.length, price, bills };
}

/**
 * The months of the bills that ask for new lessons: of open ones that have a place for them, and of the first one that is to
 * come; none: their payer pays lesson by lesson.
 */
async function billsOf(
  on: Executor,
  { now }: ActorCtx,
  studentId: string,
  { onBills, unbilled, payBy }: NewReach,
): Promise<readonly string[]> {
  if (unbilled === 0 || payBy === null) return onBills;
  const billing = await findMonthlyBilling(on, studentId);
  return billing ? [...onBills, nextBillMonth(payBy, billing, now())] : [];
}

/** What new lessons come to: some take what the student's payments left over, the others are reached before later ones. */
async function reachOf(
  on: Executor,
  lesson: SubjectLevel & { studentId: string },
  slots: readonly Slot[],
): Promise<NewReach> {
  const lots = await listLots(on, lesson);
  const taken = reachedLessons(
    lots,
    slots.map(({ date }) => date),
  );
  return reachOfNew(await findReach(on, lesson, slots.length), slots, taken.filter(Boolean).length);
}

/** The last instant at which a lesson booked now can be cancelled free of charge; null: there is no limit. */
async function freeLimit(on: Executor, slot: Slot): Promise<Date | null> {
  const [policy] = await listPolicies(on, 1);
  return !policy || policy.late === "free" ? null : freeUntil(policy, slot);
}
