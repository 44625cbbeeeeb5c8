import type { Consequence } from "@korki/contracts/consequence";
import type { PreviewDate, SeriesPreview } from "@korki/contracts/series";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { busyReason, seriesRefusalTexts, seriesTexts } from "@korki/contracts/texts/series";
import {
  closedSlotOf,
  type Executor,
  findWaitingLessons,
  loadSeriesPeople,
  loadSeriesSlots,
  loadSlotTakers,
  type SeriesPeople,
  type SeriesRecord,
  type SlotTaker,
} from "@korki/db";
import {
  type BlockSpan,
  blocksFrom,
  type CivilDate,
  checkSchedule,
  isBlock,
  isPlanned,
  type LessonSide,
  type Level,
  outcomeOf,
  SERIES_OUTCOMES,
  type SeriesDate,
  type SeriesOutcome,
  type SeriesSchedule,
  type SkipOutcome,
  type Subject,
  seriesDates,
  slotKey,
  teaches,
  today,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound, ServiceError } from "../errors";
import { lostSlotRace } from "../lessons/lesson-refusals";
import { type PreviewSubject, readPreview, signPreview } from "../previews/preview-token";
import { requireVetted } from "../vetting/vetting";
import { slotsForLine } from "../watches/pass-holds";

/** A requested weekly lesson. The student is a value of its own, apart from the actor. */
export type SeriesRequest = SeriesSchedule & {
  /** The side on which the actor acts. */
  side: LessonSide;
  teacherId: string;
  studentId: string;
  subject: Subject;
  level: Level;
  /** Lessons of each date, one after another. */
  blocks: BlockSpan;
  /** Dates that are left out (null) or take place at another hour. */
  changes?: readonly { date: string; block: number | null }[] | undefined;
};

/** A date with its outcome at an hour: that of the series, or the one that the person chose for this date. */
export type PlannedDate = SeriesDate & { block: number };

/** Every date of a request with its outcome, and the facts on which the lessons are made. */
export type SeriesPlan = { people: SeriesPeople; dates: PlannedDate[] };

/**
 * Returns the outcome of every date of a request. Throws `input` for a schedule that cannot be, `not_found` for people
 * who do not belong together, `conflict` for disabled or erased accounts and subjects that are not taught. An administrator
 * is bound by the calendar, the slots and what was erased (rules §§3, 11).
 *
 * @param lock how the people are locked: `none` for a preview
 */
export async function planSeries(
  on: Executor,
  ctx: ActorCtx,
  request: SeriesRequest,
  lock: "none" | "shared" | "exclusive",
): Promise<SeriesPlan> {
  const isAdmin = request.side === "Admin";
  const refusal = checkSchedule(request, isAdmin ? null : today(ctx.now()));
  if (refusal !== null) throw invalidInput(seriesRefusalTexts[refusal]);
  const hours = [request.block, ...(request.changes ?? []).flatMap(({ block }) => block ?? [])];
  if (!hours.every((block) => isBlock(block + request.blocks - 1)))
    throw invalidInput(lessonTexts.noNextBlock);
  const all = seriesDates(request);
  const changes = new Map((request.changes ?? []).map(({ date, block }) => [date, block]));
  if ([...changes.keys()].some((date) => !all.includes(date))) throw invalidInput(seriesTexts.unknownDate);
  const people = await requirePeople(on, request, lock);
  const wanted = all.map((date) => {
    const block = changes.get(date);
    return { date, block: block ?? request.block, isLeftOut: block === null };
  });
  const dates = await dateOutcomes(on, ctx, request, people, wanted);
  return {
    people,
    dates: dates.map((date, index) =>
      wanted[index]?.isLeftOut ? { ...date, outcome: "left-out" as const } : date,
    ),
  };
}

/** Finds two people who may plan lessons together. Throws as `planSeries` does. */
export async function requirePeople(
  on: Executor,
  request: Pick<SeriesRequest, "side" | "teacherId" | "studentId" | "subject" | "level">,
  lock: "none" | "shared" | "exclusive",
): Promise<SeriesPeople> {
  const people = await loadSeriesPeople(on, request, lock);
  const isPair = people !== null && (people.assigned || request.side === "Admin");
  if (!isPair) {
    throw request.side === "Student" ? new ServiceError("not_found", lessonTexts.notYourTeacher) : notFound();
  }
  if (request.side === "Admin") {
    if (people.isErased) throw conflict(adminPeopleTexts.erasedAccount);
    await requireVetted(on, request);
    return people;
  }
  if (people.teacherDisabled) throw conflict(seriesTexts.teacherDisabled);
  if (people.studentDisabled) throw conflict(seriesTexts.studentDisabled);
  if (!teaches(people.subjects, request)) throw conflict(seriesTexts.teacherNotTaught);
  return people;
}

/**
 * Throws `conflict` to the student's side where lessons of a series wait for the payer and none is agreed on a date or after
 * it: a lesson that is added there would tell the teacher of them (rules §39).
 */
export async function requireAgreed(
  on: Executor,
  side: LessonSide,
  { studentId, lessons }: SeriesRecord,
  date: CivilDate,
): Promise<void> {
  if (side !== "Student") return;
  const waiting = await findWaitingLessons(on, studentId);
  const waits = lessons.some(
    ({ id, isDeleted, status }) => waiting.has(id) && !isDeleted && isPlanned(status),
  );
  const isAgreed = lessons.some(({ id, seriesDate }) => !waiting.has(id) && seriesDate >= date);
  if (waits && !isAgreed) throw conflict(approvalTexts.waits);
}

/**
 * Returns the outcomes of new lessons on these dates. A double lesson is free where both blocks are. What goes to somebody
 * who waits for it, or is held, is not free, except for an administrator, who takes it (rules §34).
 */
export async function dateOutcomes(
  on: Executor,
  ctx: ActorCtx,
  { side, teacherId, studentId, blocks }: Pick<SeriesRequest, "side" | "teacherId" | "studentId" | "blocks">,
  { hours }: Pick<SeriesPeople, "hours">,
  dates: readonly { date: string; block: number }[],
): Promise<PlannedDate[]> {
  const isAdmin = side === "Admin";
  const slots = await loadSeriesSlots(
    on,
    studentId,
    dates.flatMap(({ date, block }) =>
      blocksFrom(block, blocks).map((each) => ({ teacherId, date, block: each, lessonId: null })),
    ),
    { heldAt: ctx.now(), takesHolds: isAdmin },
  );
  const facts = { hours, now: ctx.now(), isAdmin };
  const free = isAdmin ? [] : slots.filter((slot) => outcomeOf(slot, facts) === "free");
  const forLine = await slotsForLine(on, ctx, { teacherId, studentId }, free);
  const outcomes = slots.map((slot) =>
    forLine.has(slotKey(slot.date, slot.block)) ? "teacher-busy" : outcomeOf(slot, facts),
  );
  return dates.map(({ date, block }, index) => ({
    date,
    block,
    outcome: outcomeOfAll(outcomes.slice(index * blocks, (index + 1) * blocks)),
  }));
}

/** Returns the outcome of a date from those of its blocks: what stands against any of them. */
export function outcomeOfAll(outcomes: readonly SeriesOutcome[]): SeriesOutcome {
  return outcomes.find((outcome) => outcome !== "free") ?? "free";
}

/**
 * Returns the dates as a preview shows them: the hour where it is another one, and what is there for who may know it
 * (rules §40). Students and parents learn of the student's own lessons, a teacher of own ones, an administrator of all.
 */
export async function withReasons(
  on: Executor,
  ctx: ActorCtx,
  request: Pick<SeriesRequest, "side" | "teacherId" | "studentId" | "block" | "blocks">,
  { studentName }: Pick<SeriesPeople, "studentName">,
  dates: readonly PlannedDate[],
): Promise<PreviewDate[]> {
  const busy = dates.filter(({ outcome }) => outcome === "teacher-busy" || outcome === "student-busy");
  const slots = busy.flatMap(({ date, block }) =>
    blocksFrom(block, request.blocks).map((each) => ({ date, block: each })),
  );
  const takers = slots.length > 0 ? await loadSlotTakers(on, request, slots) : [];
  const [firstName = studentName] = studentName.split(" ");
  const own = ctx.actor.role === "Parent" ? firstName : null;
  const reasonOf = (taker: SlotTaker): string | null => {
    const { subject } = taker;
    if (taker.isHold) return null;
    if (request.side === "Student") {
      return taker.studentId === request.studentId ? busyReason(own, subject, null) : null;
    }
    if (request.side === "Teacher") {
      return taker.teacherId === request.teacherId ? busyReason(null, subject, taker.studentName) : null;
    }
    return busyReason(taker.teacherName, subject, taker.studentName);
  };
  return dates.map(({ block, ...date }) => {
    const reason = busy.some((each) => each.date === date.date)
      ? takers
          .filter((taker) => taker.date === date.date)
          .map(reasonOf)
          .find(Boolean)
      : null;
    return { ...date, ...(block === request.block ? {} : { block }), ...(reason ? { reason } : {}) };
  });
}

/** Returns a preview of these dates, with the token that makes it true. */
export function toPreview(
  ctx: ActorCtx,
  subject: PreviewSubject,
  dates: readonly PreviewDate[],
  consequence: Consequence | null,
): SeriesPreview {
  const free = dates.filter(({ outcome }) => outcome === "free").length;
  const shown = dates.map(({ outcome }) => SERIES_OUTCOMES.indexOf(outcome)).join("");
  const token = signPreview(ctx, subject, shown);
  return { dates: [...dates], free, skipped: dates.length - free, token, consequence };
}

/** What a preview showed: the dates to book, and the others with their reasons. */
type PreviewedDates = {
  previewId: string;
  free: ReadonlySet<string>;
  skipped: { date: string; outcome: SkipOutcome }[];
};

/** The preview does not hold any more: nothing was changed, and the caller gets a fresh one. */
export class StalePreview extends Error {}

/**
 * Returns what the token's preview showed for these dates. Throws `StalePreview` if it showed no free date, is not this
 * caller's or has expired, and if a date that was free is not free now. Dates freed since then stay skipped.
 */
export function requirePreview(
  ctx: ActorCtx,
  subject: PreviewSubject,
  token: string,
  now: readonly SeriesDate[],
): PreviewedDates {
  const preview = readPreview(ctx, subject, token);
  if (!preview || preview.shown.length !== now.length) throw new StalePreview();
  const then = now.map(({ date }, index) => ({
    date,
    outcome: SERIES_OUTCOMES[Number(preview.shown[index])] ?? ("past" as const),
  }));
  const isLost = then.some(({ outcome }, index) => outcome === "free" && now[index]?.outcome !== "free");
  const free = new Set(then.filter(({ outcome }) => outcome === "free").map(({ date }) => date));
  if (isLost || free.size === 0) throw new StalePreview();
  const skipped = then.flatMap(({ date, outcome }) => (outcome === "free" ? [] : [{ date, outcome }]));
  return { previewId: preview.id, free, skipped };
}

/**
 * Runs what a preview showed. Where the preview does not hold, because a slot was taken or closed meanwhile too,
 * throws `conflict` with a fresh preview.
 */
export async function orFreshPreview<T>(
  run: () => Promise<T>,
  preview: () => Promise<SeriesPreview>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isStale =
      error instanceof StalePreview || lostSlotRace(error) !== null || closedSlotOf(error) !== null;
    if (!isStale) throw error;
    const fresh = await preview();
    const text = fresh.free === 0 ? seriesTexts.nothingFree : seriesTexts.previewChanged;
    throw new ServiceError("conflict", text, undefined, { preview: fresh });
  }
}
