import { query, sql } from "@korki/db";
import { BILLING_MODES } from "@korki/domain";
import { setPayerMode } from "../bills/billing-settings";
import { completeLesson, markStudentAbsent } from "../lessons/mark-outcome";
import { makeStudentOf, makeTeacher } from "./classroom";
import { makeGuardian } from "./families";
import { FamilyHome, type Step } from "./family-home";
import { lessonSteps } from "./family-lessons";
import { moneySteps } from "./family-money";
import { makePerson } from "./people";

/**
 * A family with its teacher, and what it does at random: one or two children, none, one or two parents who pay. Refused
 * steps are part of its life.
 */
export class Family extends FamilyHome {
  #steps: readonly Step[] = [];

  /** Makes its people and decides how it is charged. */
  async settle(): Promise<void> {
    const services = this.services;
    const teacher = await makeTeacher(services);
    this.teacher = teacher;
    const count = this.next() < 0.35 ? 2 : 1;
    this.children = await Promise.all(Array.from({ length: count }, () => makeStudentOf(services, teacher)));
    const parents = Math.floor(this.next() * 3);
    this.parents = await Promise.all(Array.from({ length: parents }, () => makePerson(services, "Parent")));
    for (const child of this.children)
      for (const [at, parent] of this.parents.entries())
        await makeGuardian(services, parent, child, { isPayer: at === 0 });
    for (const payer of this.parents.length > 0 ? this.parents : this.children)
      await setPayerMode(this.asAdmin, { payerId: payer.id, mode: this.pick(BILLING_MODES) });
    this.#steps = [...lessonSteps(this), ...moneySteps(this)].flatMap((step) =>
      Array.from({ length: step[1] }, () => step),
    );
  }

  /** Does a number of random things, by several callers at once. */
  async live(steps: number, callers: number): Promise<void> {
    let left = steps;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (left > 0) {
          left -= 1;
          const [name, , run] = this.pick(this.#steps);
          await this.attempt(name, run);
        }
      }),
    );
  }

  /** The teacher says what became of the lessons that have taken place; of some nothing is said. */
  async hold(): Promise<void> {
    const day = this.today();
    const rows = await query<{ lessonId: string }>(
      this.services.db,
      sql`SELECT id AS "lessonId" FROM lessons WHERE teacher_id = ${this.teacher?.id ?? null}::uuid
             AND deleted_at IS NULL AND status = 'Potwierdzona' AND date < ${day}::date ORDER BY date, block`,
    );
    for (const lesson of rows) {
      const luck = this.next();
      if (luck < 0.85) await this.attempt("held", () => completeLesson(this.asTeacher, lesson));
      else if (luck < 0.95) await this.attempt("absence", () => markStudentAbsent(this.asTeacher, lesson));
    }
  }
}
