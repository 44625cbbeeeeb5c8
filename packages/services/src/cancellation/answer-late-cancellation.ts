import type { LateDecisionInput } from "@korki/contracts/cancellation";
import type { Lesson } from "@korki/contracts/lessons";
import { cancellationTexts } from "@korki/contracts/texts/cancellation";
import { isDecisionOverdue, listUndecidedLessons, type Tx, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { changeLesson, loadOwnLesson } from "../lessons/change-lesson";
import { lessonNotFound } from "../lessons/lesson-refusals";
import { lateDecisionLimit, notifyDecision, returnedUntil } from "./decided-lesson";

/** Most open decisions in one answer. */
const LIMIT = 200;

/** Returns the teacher's lessons that were cancelled late and wait for a decision. */
export function listLateCancellations(ctx: ActorCtx): Promise<Lesson[]> {
  return listUndecidedLessons(ctx.db, ctx.actor.id, LIMIT);
}

/**
 * The teacher decides whether a late cancellation is charged; the student is notified. Throws `not_found` for a lesson
 * that is not the teacher's, `conflict` if no decision is open or its seven days are over: it is charged then.
 */
export async function answerLateCancellation(
  ctx: ActorCtx,
  { lessonId, charge }: LateDecisionInput,
): Promise<Lesson> {
  return transact(ctx.db, (tx) => answer(tx, ctx, lessonId, charge));
}

async function answer(tx: Tx, ctx: ActorCtx, lessonId: string, charge: boolean): Promise<Lesson> {
  const { lesson, side } = await loadOwnLesson(tx, ctx, lessonId, "see");
  if (side !== "Teacher") throw lessonNotFound();
  if (lesson.lateDecision !== "open") throw conflict(cancellationTexts.noOpenDecision);
  if (await isDecisionOverdue(tx, lessonId, lateDecisionLimit(ctx))) {
    throw conflict(cancellationTexts.decisionOverdue);
  }
  const decided = await changeLesson(tx, ctx, "decideLate", lesson, {
    charged: charge,
    lateDecision: null,
    ...(charge ? {} : { creditUntil: await returnedUntil(tx, ctx, lessonId) }),
  });
  await notifyDecision(tx, ctx, decided, null);
  return decided;
}
