import type { Lesson, SetLessonStatusInput } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import { actionLeadingTo } from "@korki/domain";
import type { ActorCtx } from "../context";
import { cancelLesson } from "./cancel-lesson";
import { loadOwnLesson } from "./change-lesson";
import { confirmLesson } from "./confirm-lesson";
import { changedMeanwhile, lessonRefused } from "./lesson-refusals";
import { completeLesson, markStudentAbsent } from "./mark-outcome";

/** Takes the action by which the actor's side brings lessons to a status. Throws `conflict` if none does. */
export async function setLessonStatus(
  ctx: ActorCtx,
  { status, ...input }: SetLessonStatusInput,
): Promise<Lesson> {
  const { lesson, side } = await transact(ctx.db, (tx) => loadOwnLesson(tx, ctx, input.lessonId, "book"));
  if (input.version !== undefined && input.version !== lesson.version) throw changedMeanwhile();
  const ref = { lessonId: lesson.id, version: lesson.version, pair: input.pair };
  switch (actionLeadingTo(side, status)) {
    case "confirm":
      return confirmLesson(ctx, ref);
    case "complete":
      return completeLesson(ctx, ref);
    case "markAbsent":
      return markStudentAbsent(ctx, ref);
    case "cancel":
      return cancelLesson(ctx, { ...ref, reason: input.reason });
    default:
      throw lessonRefused("not-for-this-side");
  }
}
