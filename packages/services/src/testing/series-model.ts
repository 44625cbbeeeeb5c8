import {
  type AvailabilitySection,
  addDays,
  BLOCK_COUNT,
  blockStart,
  type CivilDate,
  type Slot,
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
    const own = this.placedFrom(series, from);
    const targets: ModelTarget[] = [];
    for (const date of this.movedDates(series, from, weekday)) {
      const week = Array.from({ length: 7 }, (_, day) => addDays(weekStart(date), day));
      const there = own.filter(({ seriesDate }) => week.includes(seriesDate ?? ""));
      const along = there.filter((each) => this.isAhead(each) && !this.isMoved(each));
      const [lesson = null] = along.sort((a, b) =>
        a.date === b.date ? a.block - b.block : a.date < b.date ? -1 : 1,
      );
      if (!lesson && (there.length > 0 || date < from)) continue;
      const teacherId = lesson?.teacherId ?? series.teacherId;
      const slot = { date, block };
      const isGone = date < from && this.hasStarted(slot);
      const outcome = isGone
        ? "past"
        : this.outcome(side, teacherId, series.studentId, slot, lesson?.id ?? null);
      targets.push({ date, outcome, lesson });
    }
    return targets;
  }

  /** The new weekday of every week in which the series has a lesson or a skipped date, then on in its rhythm. */
  movedDates(series: ModelSeries, from: CivilDate, weekday: Weekday): CivilDate[] {
    const places = [
      ...this.placedFrom(series, from).map(({ seriesDate }) => seriesDate ?? ""),
      ...[...series.skipped.keys()].filter((date) => date >= from),
    ];
    const dates = new Set<CivilDate>();
    for (const place of places.sort()) {
      let date = weekStart(place);
      while (weekdayOf(date) !== weekday) date = addDays(date, 1);
      dates.add(date);
    }
    let last = [...dates].at(-1);
    while (last !== undefined && last <= series.to) {
      last = addDays(last, 7 * series.everyWeeks);
      dates.add(last);
    }
    return [...dates].filter((date) => date <= series.to);
  }

  /** The lessons of a series that it put at or after a day. */
  placedFrom(series: ModelSeries, from: CivilDate): ModelLesson[] {
    return [...this.lessons.values()].filter(
      ({ seriesId, seriesDate }) => seriesId === series.id && (seriesDate ?? "") >= from,
    );
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
