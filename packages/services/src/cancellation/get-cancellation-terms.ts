import type { CancellationTermsOf } from "@korki/contracts/cancellation";
import { cancellationTexts } from "@korki/contracts/texts/cancellation";
import { cancellingSentence } from "@korki/contracts/texts/consequence";
import { findLesson, findLessonMoney, findLessonPolicies } from "@korki/db";
import { cancellationTerms, isPlanned, sideOf } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { actFor } from "../families/act-for";
import { lessonNotFound } from "../lessons/lesson-refusals";

/**
 * Returns until when the student can cancel a lesson free of charge, and what it costs now. Throws `not_found` for
 * anybody else's lesson, `conflict` for one that is not planned.
 */
export async function getCancellationTerms(
  ctx: ActorCtx,
  { lessonId }: { lessonId: string },
): Promise<CancellationTermsOf> {
  const lesson = await findLesson(ctx.db, lessonId);
  if (!lesson) throw lessonNotFound();
  const { actor } = await actFor(ctx.db, ctx, lesson.studentId, "see", lessonNotFound);
  const side = sideOf(actor, lesson);
  if (side === null) throw lessonNotFound();
  if (!isPlanned(lesson.status)) throw conflict(cancellationTexts.notPlanned);
  const { policy = null, usedAllowance = 0 } =
    (await findLessonPolicies(ctx.db, [lessonId])).get(lessonId) ?? {};
  const terms = cancellationTerms(policy, lesson, ctx.now(), usedAllowance);
  const { freeUntil: limit, cost, isLate } = terms;
  const freeUntil = limit?.toISOString() ?? null;
  if (side === "Teacher") return { freeUntil, cost, isLate, consequence: null };
  const [money] = await findLessonMoney(ctx.db, [lessonId]);
  if (!money) throw lessonNotFound();
  const consequence = {
    lessons: 1,
    amount: cost === "free" ? 0 : money.price,
    covered: money.isCovered ? 1 : 0,
    freeUntil,
    sentence: cancellingSentence({ ...terms, ...money }),
  };
  return { freeUntil, cost, isLate, consequence };
}
