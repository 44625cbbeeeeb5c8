import type { CancellationTermsInput, CancellationTermsOf } from "@korki/contracts/cancellation";
import { cancellationTexts } from "@korki/contracts/texts/cancellation";
import { cancellingSentence } from "@korki/contracts/texts/consequence";
import { findLesson, findLessonMoney, findLessonPolicies } from "@korki/db";
import { cancellationTerms, isPlanned, sideOf } from "@korki/domain";
import { actFor } from "../act-for";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { withPartner } from "../lessons/change-lesson";
import { lessonNotFound } from "../lessons/lesson-refusals";

/**
 * Returns until when the student can cancel a lesson free of charge, and what it costs now: of both of a double lesson,
 * whose limit is the earlier one's, unless asked for one (rules §34). Throws `not_found` for anybody else's lesson,
 * `conflict` for one that is not planned.
 */
export async function getCancellationTerms(
  ctx: ActorCtx,
  { lessonId, pair }: CancellationTermsInput,
): Promise<CancellationTermsOf> {
  const lesson = await findLesson(ctx.db, lessonId);
  if (!lesson) throw lessonNotFound();
  const { actor } = await actFor(ctx.db, ctx, lesson.studentId, "see", lessonNotFound);
  const side = sideOf(actor, lesson);
  if (side === null) throw lessonNotFound();
  if (!isPlanned(lesson.status)) throw conflict(cancellationTexts.notPlanned);
  const lessons =
    side === "Admin" ? [lesson] : await withPartner(ctx.db, ctx, "cancel", { lesson, actor }, pair);
  const ids = lessons.map(({ id }) => id);
  const policies = await findLessonPolicies(ctx.db, ids);
  let used = 0;
  const decided = lessons.map((each) => {
    const { policy = null, usedAllowance = 0, limitBlock: block = each.block } = policies.get(each.id) ?? {};
    const terms = cancellationTerms(policy, { ...each, block }, ctx.now(), usedAllowance + used);
    if (terms.usesAllowance) used += 1;
    return terms;
  });
  // What costs is said, where the monthly allowance makes one of two free.
  const terms = decided.find(({ cost }) => cost !== "free") ?? decided[0];
  if (!terms) throw lessonNotFound();
  const { freeUntil: limit, cost, isLate } = terms;
  const freeUntil = limit?.toISOString() ?? null;
  if (side === "Teacher") return { freeUntil, cost, isLate, consequence: null };
  const money = await findLessonMoney(ctx.db, ids);
  const costing = money.filter((_, index) => cost === "free" || decided[index]?.cost === cost);
  const price = costing.reduce((sum, each) => sum + each.price, 0);
  const covered = costing.filter(({ isCovered }) => isCovered).length;
  const isCovered = covered === costing.length;
  const sentence = cancellingSentence({ ...terms, lessons: costing.length, price, isCovered });
  const consequence = {
    lessons: ids.length,
    amount: cost === "free" ? 0 : price,
    covered,
    freeUntil,
    sentence,
  };
  return { freeUntil, cost, isLate, consequence };
}
