import {
  type HoursUsed,
  type IdleStudent,
  type Retention,
  TRIAL_STEPS,
  type TrialPaths,
  type TrialStep,
} from "@korki/contracts/results";
import {
  type HourRow,
  listHourCells,
  listHourRows,
  listIdle,
  listRetention,
  listTrialPaths,
  type RetentionRow,
  type TrialPathRow,
} from "@korki/db";
import {
  addDays,
  addMonths,
  daysBetween,
  groupBy,
  monthBounds,
  monthNamed,
  today,
  type Weekday,
} from "@korki/domain";
import type { ActorCtx } from "../context";

/** Days since the last lesson of students who may be leaving; later they have left. */
const IDLE_DAYS = { from: 8, to: 30 };

type Month = { month: string };

/** Students with a lesson in a month who have one in the next; every figure is a number of the rows. */
export async function getRetention({ db }: ActorCtx, { month }: Month): Promise<Retention> {
  const bounds = boundsOf(month);
  const rows = await listRetention(db, { ...bounds, next: monthBounds(addMonths(monthNamed(month), 1)).to });
  return {
    ...countOf(rows),
    byTeacher: [...groupBy(rows, ({ teacher }) => teacher.id).values()].map((own) => ({
      teacher: own[0].teacher,
      ...countOf(own),
    })),
    byFirstMonth: [...groupBy(rows, ({ firstMonth }) => firstMonth)]
      .map(([firstMonth, own]) => ({ month: firstMonth, ...countOf(own) }))
      .sort((a, b) => (a.month < b.month ? -1 : 1)),
    rows,
  };
}

/** Blocks offered and used in a month, by weekday and hour. */
export async function getHours({ db }: ActorCtx, { month }: Month): Promise<HoursUsed> {
  const cells = await listHourCells(db, boundsOf(month));
  const sum = (of: "offered" | "delivered") => cells.reduce((total, cell) => total + cell[of], 0);
  return { offered: sum("offered"), delivered: sum("delivered"), cells };
}

/** The blocks behind a cell. */
export function listHours(
  { db }: ActorCtx,
  { month, weekday, block }: Month & { weekday: Weekday; block: number },
): Promise<HourRow[]> {
  return listHourRows(db, { ...boundsOf(month), weekday, block });
}

/** How far a month's requests for a trial lesson led; who reached a step reached those before it. */
export async function getTrialPaths({ db }: ActorCtx, { month }: Month): Promise<TrialPaths> {
  const rows = (await listTrialPaths(db, boundsOf(month))).map((row) => ({
    trialLessonId: row.trialLessonId,
    name: row.name,
    student: row.student,
    step: stepOf(row),
  }));
  const reached = TRIAL_STEPS.map((step, at) => ({
    step,
    count: rows.filter((row) => TRIAL_STEPS.indexOf(row.step) >= at).length,
  }));
  return { steps: reached, rows };
}

function stepOf({ student, isScheduled, isHeld, lessons }: TrialPathRow): TrialStep {
  const byLessons = (["account", "first", "second", "third", "fourth"] as const)[lessons];
  if (student) return byLessons ?? "fourth";
  if (isHeld) return "held";
  return isScheduled ? "scheduled" : "requested";
}

/** Students without a next lesson whose last was 8–30 days ago. */
export async function listIdleStudents({ db, now }: ActorCtx): Promise<IdleStudent[]> {
  const day = today(now());
  const range = { day, from: addDays(day, -IDLE_DAYS.to), to: addDays(day, -IDLE_DAYS.from) };
  return (await listIdle(db, range)).map((row) => ({ ...row, days: daysBetween(row.lastOn, day) }));
}

function boundsOf(month: string) {
  return monthBounds(monthNamed(month));
}

function countOf(rows: readonly RetentionRow[]) {
  return { students: rows.length, retained: rows.filter(({ retained }) => retained).length };
}
