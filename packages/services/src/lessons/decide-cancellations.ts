import {
  findLessonPolicies,
  type LessonChanges,
  type LessonRecord,
  lockAllowances,
  type Tx,
} from "@korki/db";
import { addDays, type CancellationCost, cancellationTerms, monthOf, today } from "@korki/domain";
import type { Ctx } from "../context";

/** What a cancellation costs and what it writes to the lesson, beside the status. */
export type CancellationDecision = {
  cost: CancellationCost;
  /** After the free limit, even if it is free nevertheless. */
  isLate: boolean;
  changes: Pick<LessonChanges, "charged" | "lateDecision" | "lateFree" | "creditUntil" | "cancelledAt">;
};

type DecidedLesson = Pick<LessonRecord, "id" | "studentId" | "status" | "date" | "block">;

/**
 * Decides what the student's cancellation of lessons costs now, by the server's clock and the policy stored with each
 * lesson (rules §13); the limit of a double lesson is the earlier one's (rules §34). Uses a constant number of statements.
 * Locks students whose monthly allowance may be used, so that it is not used twice.
 */
export async function decideCancellations(
  tx: Tx,
  ctx: Ctx,
  lessons: readonly DecidedLesson[],
): Promise<Map<string, CancellationDecision>> {
  const ids = lessons.map(({ id }) => id);
  let policies = await findLessonPolicies(tx, ids);
  const withAllowance = lessons.filter(({ id }) => (policies.get(id)?.policy?.freeLatePerMonth ?? 0) > 0);
  if (withAllowance.length > 0) {
    await lockAllowances(tx, [...new Set(withAllowance.map(({ studentId }) => studentId))]);
    policies = await findLessonPolicies(tx, ids);
  }
  const now = ctx.now();
  const usedHere = new Map<string, number>();
  return new Map(
    lessons.map((lesson) => {
      const { policy = null, usedAllowance = 0, limitBlock = lesson.block } = policies.get(lesson.id) ?? {};
      const { year, month } = monthOf(lesson.date);
      const key = `${lesson.studentId} ${year}-${month}`;
      const used = usedHere.get(key) ?? 0;
      const { cost, isLate, usesAllowance } = cancellationTerms(
        policy,
        { ...lesson, block: limitBlock },
        now,
        usedAllowance + used,
      );
      if (usesAllowance) usedHere.set(key, used + 1);
      const creditDays = policy?.cutOff ? policy.creditDays : null;
      const changes = {
        charged: cost === "charge",
        lateDecision: cost === "ask" ? ("open" as const) : null,
        lateFree: usesAllowance,
        creditUntil: creditDays === null ? null : addDays(today(now), creditDays),
        cancelledAt: now,
      };
      return [lesson.id, { cost, isLate, changes }];
    }),
  );
}
