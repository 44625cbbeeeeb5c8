import type { CancellationTermsInput, CancellationTermsOf } from "@korki/contracts/cancellation";
import { cancellationTexts } from "@korki/contracts/texts/cancellation";
import { cancellingSentence } from "@korki/contracts/texts/consequence";
import { findLesson, findLessonMoney, findLessonPolicies } from "@korki/db";
import { type CancellationTerms, cancellationTerms, isPlanned, sideOf } from "@korki/domain";
import { actFor } from "../act-for";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { withPartner } from "../lessons/change-lesson";
import { lessonNotFound } from "../lessons/lesson-refusals";

/**
 * Returns until when the student can cancel a lesson free of charge, and what it costs now: of both of a double lesson,
 * whose limit is the earlier one's, unless asked for one (rules §34). An unconfirmed lesson is deleted, alone or with
 * another unconfirmed one, and costs nothing. Throws `not_found` for anybody else's lesson, `conflict` for one that is
 * not planned.
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
  const action = lesson.status === "Nie potwierdzona" ? "delete" : "cancel";
  const lessons =
    side === "Admin" ? [lesson] : await withPartner(ctx.db, ctx, action, { lesson, actor }, pair);
  const ids = lessons.map(({ id }) => id);
  const policies = await findLessonPolicies(ctx.db, ids);
  let used = 0;
  const decided = new Map<string, CancellationTerms>();
  for (const each of lessons) {
    const { policy = null, usedAllowance = 0, limitBlock: block = each.block } = policies.get(each.id) ?? {};
    const terms = cancellationTerms(policy, { ...each, block }, ctx.now(), usedAllowance + used);
    if (terms.usesAllowance) used += 1;
    decided.set(each.id, terms);
  }
  // What costs is said, where the monthly allowance makes one of two free.
  const all = [...decided.values()];
  const terms = all.find(({ cost }) => cost !== "free") ?? all[0];
  if (!terms) throw lessonNotFound();
  const { freeUntil: limit, cost, isLate } = terms;
  const freeUntil = limit?.toISOString() ?? null;
  if (side === "Teacher") return { freeUntil, cost, isLate, unpaid: 0, consequence: null };
  const money = new Map((await findLessonMoney(ctx.db, ids)).map((each) => [each.id, each]));
  const costing = lessons.filter(({ id }) => cost === "free" || decided.get(id)?.cost === cost);
  // Payments reach the earlier lesson first; what reached one that is free reaches the other.
  const reached = [...money.values()].filter(({ isCovered }) => isCovered).length;
  const prices = costing.map(({ id }) => money.get(id)?.price ?? 0);
  const [covered, owed] = [prices.slice(0, reached), prices.slice(reached)];
  const consequence = {
    lessons: ids.length,
    amount: cost === "free" ? 0 : sum(prices),
    covered: covered.length,
    freeUntil,
    sentence: cancellingSentence({
      ...terms,
      lost: { lessons: covered.length, price: sum(covered) },
      owed: { lessons: owed.length, price: sum(owed) },
    }),
  };
  return { freeUntil, cost, isLate, unpaid: cost === "charge" ? sum(owed) : 0, consequence };
}

function sum(prices: readonly number[]): number {
  return prices.reduce((all, price) => all + price, 0);
}
