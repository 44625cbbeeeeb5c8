import {
  type AvailabilitySection,
  addDays,
  BLOCK_COUNT,
  blockStart,
  type CivilDate,
  today,
  type Weekday,
  weekdayOf,
  weekStart,
} from "@korki/domain";

export type ModelLesson = {
  id: string;
  teacherId: string;
  studentId: string;
  date: CivilDate;
  block: number;
  status: string;
  isDeleted: boolean;
  seriesId: string | null;
  seriesDate: CivilDate | null;
  seriesBlock: number | null;
  closureOverridden: boolean;
};

export type ModelClosure = {
  id: string;
  teacherId: string | null;
  from: CivilDate;
  to: CivilDate;
  fromBlock: number | null;
  toBlock: number | null;
};

export type ModelSeries = {
  id: string;
  teacherId: string;
  studentId: string;
  weekday: Weekday;
  block: number;
  from: CivilDate;
  to: CivilDate;
  anchor: CivilDate;
  everyWeeks: number;
  skipped: Map<CivilDate, string>;
};

export type Side = "Student" | "Teacher" | "Admin";
export type Outcome = { date: CivilDate; outcome: string };
type Slot = { date: CivilDate; block: number };
/** A date of a moved series, and the lesson that goes there; null: a new one. */
export type ModelTarget = Outcome & { lesson: ModelLesson | null };

const PLANNED = ["Nie potwierdzona", "Potwierdzona"];

export const isPlannedStatus = (status: string) => PLANNED.includes(status);

/**
 * The rules of §§10–12 as plain loops over arrays: what the product has to agree with, whatever its queries do. It
 * shares nothing with the product but the calendar.
 */
export class SeriesModel {
  lessons = new Map<string, ModelLesson>();
  closures = new Map<string, ModelClosure>();
  series = new Map<string, ModelSeries>();

  constructor(
    readonly availability: ReadonlyMap<string, readonly AvailabilitySection[]>,
    public now: Date,
  ) {}

  get today(): CivilDate {
    return today(this.now);
  }

  hasStarted({ date, block }: Slot): boolean {
    return blockStart(date, block) <= this.now;
  }

  occupies(lesson: ModelLesson): boolean {
    return !lesson.isDeleted && !lesson.status.startsWith("Odwolana");
  }

  isAhead(lesson: ModelLesson): boolean {
    return !lesson.isDeleted && isPlannedStatus(lesson.status) && !this.hasStarted(lesson);
  }

  isBusy(person: string, { date, block }: Slot, except: string | null = null): boolean {
    return [...this.lessons.values()].some(
      (lesson) =>
        this.occupies(lesson) &&
        lesson.id !== except &&
        (lesson.teacherId === person || lesson.studentId === person) &&
        lesson.date === date &&
        lesson.block === block,
    );
  }

  covers(closure: ModelClosure, teacherId: string, { date, block }: Slot): boolean {
    return (
      (closure.teacherId === null || closure.teacherId === teacherId) &&
      closure.from <= date &&
      date <= closure.to &&
      (closure.fromBlock ?? 0) <= block &&
      block <= (closure.toBlock ?? BLOCK_COUNT - 1)
    );
  }

  closedBy(teacherId: string, slot: Slot): "closed" | "teacher-absent" | null {
    const covering = [...this.closures.values()].filter((closure) => this.covers(closure, teacherId, slot));
    if (covering.some((closure) => closure.teacherId === null)) return "closed";
    return covering.length > 0 ? "teacher-absent" : null;
  }

  isOffered(teacherId: string, { date, block }: Slot): boolean {
    return (this.availability.get(teacherId) ?? []).some(
      ({ day, startBlock, endBlock }) => day === weekdayOf(date) && startBlock <= block && block <= endBlock,
    );
  }

  outcome(
    side: Side,
    teacherId: string,
    studentId: string,
    slot: Slot,
    except: string | null = null,
  ): string {
    if (side !== "Admin" && this.hasStarted(slot)) return "past";
    const closed = this.closedBy(teacherId, slot);
    if (closed) return closed;
    if (this.isBusy(teacherId, slot, except)) return "teacher-busy";
    if (this.isBusy(studentId, slot, except)) return "student-busy";
    return side === "Admin" || this.isOffered(teacherId, slot) ? "free" : "outside-availability";
  }

  dates({
    weekday,
    from,
    to,
    everyWeeks,
  }: {
    weekday: Weekday;
    from: CivilDate;
    to: CivilDate;
    everyWeeks: number;
  }) {
    const all: CivilDate[] = [];
    for (let date = from; date <= to; date = addDays(date, 1))
      if (weekdayOf(date) === weekday) all.push(date);
    return all.filter((_, week) => week % everyWeeks === 0);
  }

  planned(side: Side, series: ModelSeries, dates: readonly CivilDate[]): Outcome[] {
    const { teacherId, studentId, block } = series;
    return dates.map((date) => ({
      date,
      outcome: this.outcome(side, teacherId, studentId, { date, block }),
    }));
  }

  extension(side: Side, series: ModelSeries, to: CivilDate): Outcome[] {
    const dates = this.dates({ ...series, from: series.anchor, to }).filter((date) => date > series.to);
    return this.planned(side, series, dates);
  }

  /** The new dates of a series that moves from a day on, each with its lesson. */
  targets(side: Side, series: ModelSeries, from: CivilDate, weekday: Weekday, block: number): ModelTarget[] {
    const own = [...this.lessons.values()].filter(
      ({ seriesId, seriesDate }) => seriesId === series.id && (seriesDate ?? "") >= from,
    );
    const goesAlong = (each: ModelLesson) => this.isAhead(each) && !this.isMoved(each);
    const days = [...new Set([...own.map(({ seriesDate }) => seriesDate ?? ""), ...series.skipped.keys()])]
      .filter((date) => date >= from)
      .sort();
    const places: (ModelLesson | "stays" | "none")[] = [];
    for (const day of days) {
      const there = own.filter(({ seriesDate }) => seriesDate === day);
      const along = there.filter(goesAlong).sort((a, b) => a.block - b.block);
      if (along.length > 0) places.push(...along);
      else places.push(there.length > 0 ? "stays" : "none");
    }
    const first = this.movedFrom(series, from, weekday);
    const dates = this.dates({ weekday, from: first, to: series.to, everyWeeks: series.everyWeeks });
    const targets: ModelTarget[] = [];
    dates.forEach((date, index) => {
      const place = places[index] ?? "none";
      if (place === "stays") return;
      const lesson = place === "none" ? null : place;
      if (date < from && !lesson) return;
      const teacherId = lesson?.teacherId ?? series.teacherId;
      const slot = { date, block };
      const isGone = date < from && this.hasStarted(slot);
      const outcome = isGone
        ? "past"
        : this.outcome(side, teacherId, series.studentId, slot, lesson?.id ?? null);
      targets.push({ date, outcome, lesson });
    });
    return targets;
  }

  /** The first day of a moved series: in the week of its first place, even if that is before the day of the move. */
  movedFrom(series: ModelSeries, from: CivilDate, weekday: Weekday): CivilDate {
    const own = [...this.lessons.values()].filter(({ seriesId }) => seriesId === series.id);
    const [first] = [...own.map(({ seriesDate }) => seriesDate ?? ""), ...series.skipped.keys()]
      .filter((date) => date >= from)
      .sort();
    if (first === undefined) return from;
    const week = Array.from({ length: 7 }, (_, day) => addDays(weekStart(first), day));
    return [from, ...week.filter((day) => weekdayOf(day) === weekday)].sort()[0] ?? from;
  }

  isMoved(lesson: ModelLesson): boolean {
    return lesson.date !== lesson.seriesDate || lesson.block !== lesson.seriesBlock;
  }

  /** Planned lessons that a closure would affect. */
  affected(closure: ModelClosure): ModelLesson[] {
    return [...this.lessons.values()].filter(
      (lesson) => this.isAhead(lesson) && this.covers(closure, lesson.teacherId, lesson),
    );
  }

  moveTo(lesson: ModelLesson, { date, block }: Slot): void {
    const stays = lesson.date === date && lesson.block === block;
    Object.assign(lesson, { date, block }, stays ? {} : { closureOverridden: false });
  }
}
