import { query, sql } from "@korki/db";
import { addDays, type CivilDate, type LessonStatus, today } from "@korki/domain";
import type { ActorCtx, Services } from "../context";
import { ServiceError } from "../errors";
import { type Person, personCtx } from "./people";
import { random } from "./random";

export const PAIRS = [
  { subject: "Matematyka", level: "liceumP" },
  { subject: "Fizyka", level: "szkolaP" },
] as const;

export type Step = readonly [name: string, weight: number, run: () => Promise<unknown>];

type LessonFacts = {
  lessonId: string;
  studentId: string;
  date: CivilDate;
  status: LessonStatus;
  charged: boolean;
  isUndecided: boolean;
  seriesId: string | null;
};

/** Who administers, and a package on offer. */
export type Shared = { admin: Person; packageId: string };

/** What a family did, by the names of steps, and the money that came from it in złoty. */
export type FamilyTally = { done: Record<string, number>; refused: number; received: number };

/** The people of a family with its teacher, the dice that decide, and what can be read of them. */
export class FamilyHome {
  readonly tally: FamilyTally = { done: {}, refused: 0, received: 0 };
  children: readonly Person[] = [];
  parents: readonly Person[] = [];
  teacher: Person | null = null;
  readonly next: () => number;

  constructor(
    readonly services: Services,
    seed: number,
    readonly shared: Shared,
  ) {
    this.next = random(seed);
  }

  async attempt(name: string, run: () => Promise<unknown>): Promise<void> {
    try {
      if ((await run()) === null) return;
      this.tally.done[name] = (this.tally.done[name] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.tally.refused += 1;
    }
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
  some<T>(items: readonly T[]): T | null {
    return items.length === 0 ? null : this.pick(items);
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  upTo(most: number): number {
    return Math.floor(this.next() * most);
  }
  today(): CivilDate {
    return today(this.services.now());
  }
  soon(days: number): CivilDate {
    return addDays(this.today(), 1 + this.upTo(days));
  }
  get asAdmin(): ActorCtx {
    return personCtx(this.services, this.shared.admin);
  }
  get asTeacher(): ActorCtx {
    if (!this.teacher) throw new Error("the family has not settled");
    return personCtx(this.services, this.teacher);
  }
  /** A parent, or the child itself. */
  asHome(child: Person): ActorCtx {
    const parent = this.some(this.parents);
    return personCtx(this.services, parent && this.chance(0.7) ? parent : child);
  }

  async lessons(): Promise<LessonFacts[]> {
    return query<LessonFacts>(
      this.services.db,
      sql`SELECT id AS "lessonId", student_id AS "studentId", date, status, charged, series_id AS "seriesId",
                 late_decision IS NOT NULL AS "isUndecided"
            FROM lessons WHERE teacher_id = ${this.teacher?.id ?? null}::uuid AND deleted_at IS NULL
             AND date >= ${addDays(this.today(), -20)}::date ORDER BY date, block, id LIMIT 60`,
    );
  }

  async someLesson(fits: (lesson: LessonFacts) => boolean): Promise<LessonFacts | null> {
    return this.some((await this.lessons()).filter(fits));
  }

  /** Unpaid bills of the family. */
  async someBill(): Promise<{ id: string; payerId: string; left: number } | null> {
    const people = [...this.parents, ...this.children].map(({ id }) => id);
    return this.some(
      await query<{ id: string; payerId: string; left: number }>(
        this.services.db,
        sql`SELECT id, payer_id AS "payerId", (amount - paid)::int AS "left" FROM bills
             WHERE payer_id = ANY (${people}::uuid[]) AND status IN ('open', 'half')`,
      ),
    );
  }
}
