import type { LessonQuote, LessonQuoteInput } from "@korki/contracts/admin-lessons";
import { findAppliedPrice, loadAvailable } from "@korki/db";
import { DEFAULT_PRICES } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import type { ActorCtx } from "../context";

/**
 * Returns what a lesson of this pair would cost the student and earn the teacher, and how many paid lessons the student
 * has left. Throws `not_found` for people who are no teacher and student.
 */
export async function quoteLesson(ctx: ActorCtx, input: LessonQuoteInput): Promise<LessonQuote> {
  await requirePersonOfRole(ctx, input.teacherId, "Teacher");
  await requirePersonOfRole(ctx, input.studentId, "Student");
  const [pair, available] = await Promise.all([
    findAppliedPrice(ctx.db, input),
    loadAvailable(ctx.db, input),
  ]);
  return { ...(pair ?? DEFAULT_PRICES[input.level]), available };
}
