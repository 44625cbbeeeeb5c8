import { isAvailable, type OfferedHours } from "./availability";
import type { SlotClosure } from "./booking";
import {
  addDays,
  blockStart,
  type CivilDate,
  dateParts,
  daysInMonth,
  earlierDate,
  LAST_LESSON_DATE,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
  weekStart,
} from "./calendar";
import { isCancelled, isDelivered, isPlanned, type LessonStatus } from "./lessons";

/** What becomes of a date of a weekly lesson, the first that applies (rules §11). */
export const SERIES_OUTCOMES = [
  "free",
  "past",
  "closed",
  "teacher-absent",
  "teacher-busy",
  "student-busy",
  "outside-availability",
  "left-out",
] as const;
export type SeriesOutcome = (typeof SERIES_OUTCOMES)[number];
/** Why a date is skipped. */
export type SkipOutcome = Exclude<SeriesOutcome, "free">;

export type SeriesDate = { readonly date: CivilDate; readonly outcome: SeriesOutcome };

/** For how long the new slots of a move are kept while the teacher has not answered (rules §40). */
export const MOVE_ANSWER_HOURS = 72;

/** Days before its end at which a series asks whether to go on. */
export const SERIES_QUESTION_DAYS = 30;

/** When a series takes place. */
export type SeriesSchedule = {
  readonly weekday: Weekday;
  readonly block: number;
  /** inclusive */
  readonly from: CivilDate;
  /** inclusive */
  readonly to: CivilDate;
  /** 1: every week, 2: every second week */
  readonly everyWeeks: number;
};

/** Returns the first such weekday on or after a date. */
export function firstOn(weekday: Weekday, from: CivilDate): CivilDate {
  const days = WEEKDAYS.indexOf(weekday) - WEEKDAYS.indexOf(weekdayOf(from));
  return addDays(from, (days + WEEKDAYS.length) % WEEKDAYS.length);
}

/** Returns the dates of a schedule, ascending. */
export function seriesDates({ weekday, from, to, everyWeeks }: Omit<SeriesSchedule, "block">): CivilDate[] {
  const dates: CivilDate[] = [];
  for (let date = firstOn(weekday, from); date <= to; date = addDays(date, 7 * everyWeeks)) dates.push(date);
  return dates;
}

/** Returns the dates that a longer series gains: those of its grid after its present end. */
export function extensionDates(
  schedule: SeriesSchedule & { readonly anchor: CivilDate },
  to: CivilDate,
): CivilDate[] {
  return seriesDates({ ...schedule, from: schedule.anchor, to }).filter((date) => date > schedule.to);
}

/** Returns the last date that a series may have: the same day of the following year (29 February: 28 February). */
export function lastSeriesDate(from: CivilDate): CivilDate {
  const { year, month, day } = dateParts(from);
  const last = Math.min(day, daysInMonth(year + 1, month));
  return `${year + 1}-${String(month).padStart(2, "0")}-${String(last).padStart(2, "0")}`;
}

/**
 * Returns the end of the school year in which a date lies: the first 30 June on or after it, or the last day on which
 * lessons are planned.
 */
export function schoolYearEnd(from: CivilDate): CivilDate {
  const { year } = dateParts(from);
  const end = `${year}-06-30`;
  return from <= end ? end : earlierDate(`${year + 1}-06-30`, LAST_LESSON_DATE);
}

export type SeriesRefusal = "starts-in-past" | "ends-before-start" | "too-long" | "no-date";

/** Returns what is wrong with a schedule, or null. `earliest` is null for administrators, who may choose any date. */
export function checkSchedule(schedule: SeriesSchedule, earliest: CivilDate | null): SeriesRefusal | null {
  const { from, to } = schedule;
  if (earliest !== null && from < earliest) return "starts-in-past";
  if (to < from) return "ends-before-start";
  if (to > lastSeriesDate(from)) return "too-long";
  return seriesDates(schedule).length === 0 ? "no-date" : null;
}

/** What is known about one slot of a series. */
export type SeriesSlotFacts = {
  readonly date: CivilDate;
  readonly block: number;
  readonly closure: SlotClosure | null;
  readonly teacherBusy: boolean;
  readonly studentBusy: boolean;
  /** Something elsewhere occupies the teacher (rules §35). */
  readonly busyOutside: boolean;
};

/**
 * Returns the outcome of a slot, the first that applies. For an administrator (`isAdmin`) no date is past and
 * availability does not count.
 */
export function outcomeOf(
  slot: SeriesSlotFacts,
  { hours, now, isAdmin }: { hours: OfferedHours; now: Date; isAdmin: boolean },
): Exclude<SeriesOutcome, "left-out"> {
  const { date, block, closure } = slot;
  if (!isAdmin && blockStart(date, block) <= now) return "past";
  if (closure) return closure.scope === "centre" ? "closed" : "teacher-absent";
  if (slot.teacherBusy || slot.busyOutside) return "teacher-busy";
  if (slot.studentBusy) return "student-busy";
  return isAdmin || isAvailable(hours, date, block) ? "free" : "outside-availability";
}

export const SERIES_STATUSES = ["Nie potwierdzona", "Potwierdzona", "Zakonczona"] as const;
export type SeriesStatus = (typeof SERIES_STATUSES)[number];

export type SeriesCounts = {
  readonly planned: number;
  readonly delivered: number;
  readonly cancelled: number;
};

/** Returns the counts of a series and its status, of the statuses of its lessons. */
export function seriesState(
  statuses: readonly LessonStatus[],
): SeriesCounts & { readonly status: SeriesStatus } {
  const count = (is: (status: LessonStatus) => boolean) => statuses.filter(is).length;
  const planned = count(isPlanned);
  const waits = statuses.includes("Nie potwierdzona");
  const status = planned === 0 ? "Zakonczona" : waits ? "Nie potwierdzona" : "Potwierdzona";
  return { planned, delivered: count(isDelivered), cancelled: count(isCancelled), status };
}

/** A place of a series at or after a move's first day: a lesson, deleted ones too, or a skipped date. */
export type SeriesPlace = {
  /** the date at which the series put it */
  readonly seriesDate: CivilDate;
  /** a lesson that the move may take along: planned, not started and not moved individually */
  readonly movable: boolean;
  /** null: a skipped date */
  readonly lessonId: string | null;
  /** a skipped date that its people left out: nothing is put into its week */
  readonly isLeftOut?: boolean;
};

/** A new date of a moved series: for a lesson, or null for a new one where the series had none. */
export type MoveTarget = { readonly date: CivilDate; readonly lessonId: string | null };

/**
 * Returns the dates of a series that moves from a day on: the new weekday of each week in which it has a place, also where
 * that lies before `from`, and after its last place those of its rhythm until it ends (rules §40). Without a place there is
 * nothing to move.
 */
export function moveDates(
  { weekday, to, everyWeeks }: Omit<SeriesSchedule, "block" | "from">,
  places: readonly SeriesPlace[],
): CivilDate[] {
  const weeks = [...new Set(places.map(({ seriesDate }) => weekStart(seriesDate)))].toSorted();
  const dates = weeks.map((week) => firstOn(weekday, week));
  const last = dates.at(-1);
  if (last === undefined) return [];
  return [
    ...dates.filter((date) => date <= to),
    ...seriesDates({ weekday, from: addDays(last, 7 * everyWeeks), to, everyWeeks }),
  ];
}

/**
 * Gives each new date of a series the lesson that moves there: the first one of its week that moves along. A week whose
 * lessons all stay (moved individually, cancelled, deleted, over), or that its people left out, gets none; another week
 * that has no lesson gets a new one. If two lessons of one week move along, the later one stays: an earlier move put it there.
 */
export function moveTargets(places: readonly SeriesPlace[], dates: readonly CivilDate[]): MoveTarget[] {
  return dates.flatMap((date) => {
    const week = places.filter(({ seriesDate }) => weekStart(seriesDate) === weekStart(date));
    const [moving] = week
      .filter(({ movable }) => movable)
      .toSorted((a, b) => a.seriesDate.localeCompare(b.seriesDate));
    if (!moving && week.some(({ lessonId, isLeftOut }) => lessonId !== null || isLeftOut)) return [];
    return [{ date, lessonId: moving?.lessonId ?? null }];
  });
}
