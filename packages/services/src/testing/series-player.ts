import { newId } from "@korki/db";
import { addDays } from "@korki/domain";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { getSeries } from "../series/list-series";
import { type Person, personCtx } from "./people";
import { random } from "./random";
import { type ModelLesson, type ModelSeries, type Outcome, SeriesModel, type Side } from "./series-model";
import type { SeriesWorld } from "./series-world";

const START = new Date("2026-11-20T09:00:00Z");

/** What a step expects of its use case: done, refused, or either where it depends on the order of the writes. */
export type Expected = "done" | "refused" | "either";

/** Somebody who acts at random and keeps the model in step; what the product disagrees about is a fault. */
export class SeriesPlayer {
  readonly model: SeriesModel;
  readonly faults: string[] = [];
  /** How often each use case was done, and refused. */
  readonly tally = new Map<string, { done: number; refused: number }>();
  protected readonly next: () => number;

  constructor(
    readonly world: SeriesWorld,
    seed: number,
  ) {
    this.next = random(seed);
    this.model = new SeriesModel(world.availability, START);
  }

  protected int(below: number): number {
    return Math.floor(this.next() * below);
  }

  protected pick<T>(items: readonly T[]): T | undefined {
    return items[this.int(items.length)];
  }

  protected day(ahead: number): string {
    return addDays(this.model.today, this.int(ahead));
  }

  protected ctxOf(person: Pick<Person, "id" | "role">): ActorCtx {
    return { ...personCtx(this.world.services, person), now: () => this.model.now };
  }

  protected people() {
    const teacher = this.pick(this.world.teachers);
    const student = this.pick(this.world.students);
    if (!teacher || !student) throw new Error("nobody is there");
    return { teacher, student };
  }

  /** Somebody who may act on a series, and the side. */
  protected actor({ teacherId, studentId }: { teacherId: string; studentId: string }): {
    ctx: ActorCtx;
    side: Side;
  } {
    const side = this.pick<Side>(["Student", "Teacher", "Admin"]) ?? "Admin";
    const id = { Student: studentId, Teacher: teacherId, Admin: this.world.admin.id }[side];
    return { ctx: this.ctxOf({ id, role: side }), side };
  }

  /** Runs a use case; says so if it is not refused or done as expected. Returns its result, or null if refused. */
  protected async attempt<T>(what: string, expected: Expected, run: () => Promise<T>): Promise<T | null> {
    const count = this.tally.get(what) ?? { done: 0, refused: 0 };
    this.tally.set(what, count);
    try {
      const result = await run();
      if (expected === "refused") this.faults.push(`${what} was done`);
      count.done += 1;
      return result;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      count.refused += 1;
      if (expected === "done") this.faults.push(`${what} was refused: ${error.message}`);
      return null;
    }
  }

  protected compare(what: string, got: readonly Outcome[], expected: readonly Outcome[]): void {
    const text = (dates: readonly Outcome[]) =>
      dates.map(({ date, outcome }) => `${date} ${outcome}`).join(", ");
    if (text(got) !== text(expected)) this.faults.push(`${what}: ${text(got)} instead of ${text(expected)}`);
  }

  /** Whether a preview still holds, and what it books. */
  protected promise(before: readonly Outcome[], now: readonly Outcome[]): Expected {
    const free = before.filter(({ outcome }) => outcome === "free").map(({ date }) => date);
    const isFree = (date: string) => now.some((each) => each.date === date && each.outcome === "free");
    return free.length > 0 && free.every(isFree) ? "done" : "refused";
  }

  /** Notes the lessons and the skipped dates of a preview; the ids come later. */
  protected adopt(series: ModelSeries, dates: readonly Outcome[], side: Side, block = series.block): void {
    for (const { date, outcome } of dates) {
      if (outcome === "free") this.add(series, { date, block }, date, side);
      else series.skipped.set(date, outcome);
    }
  }

  protected add(
    series: ModelSeries,
    slot: { date: string; block: number },
    seriesDate: string,
    side: Side,
  ): void {
    const id = `new ${newId()}`;
    const status = side === "Teacher" ? "Potwierdzona" : "Nie potwierdzona";
    const { teacherId, studentId, id: seriesId, block: seriesBlock } = series;
    const lesson = { id, teacherId, studentId, ...slot, status, isDeleted: false, seriesId, seriesDate };
    this.model.lessons.set(id, { ...lesson, seriesBlock, closureOverridden: false });
  }

  /** Gives new lessons of the model the ids of the product's lessons at the same slots. */
  protected async learn(series: ModelSeries): Promise<void> {
    const stored = await getSeries(this.ctxOf(this.world.admin), { seriesId: series.id });
    for (const lesson of [...this.model.lessons.values()]) {
      if (!lesson.id.startsWith("new ") || lesson.seriesId !== series.id) continue;
      const found = stored.lessons.find(
        ({ id, date, block }) =>
          date === lesson.date && block === lesson.block && !this.model.lessons.has(id),
      );
      if (!found) {
        this.faults.push(`no lesson on ${lesson.date}, ${lesson.block}`);
        continue;
      }
      this.model.lessons.delete(lesson.id);
      this.model.lessons.set(found.id, { ...lesson, id: found.id });
    }
  }

  protected giveTo(lesson: ModelLesson, teacherId: string): void {
    lesson.teacherId = teacherId;
    if (this.model.closedBy(teacherId, lesson) === null) lesson.closureOverridden = false;
  }
}
