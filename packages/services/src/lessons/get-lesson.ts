import type { Lesson, LessonRef } from "@korki/contracts/lessons";
import type { ActorCtx } from "../context";
import { loadOwnLesson } from "./change-lesson";

/** Finds one of the actor's own lessons, or of a parent's children. Throws `not_found` for all others. */
export async function getLesson(ctx: ActorCtx, { lessonId }: LessonRef): Promise<Lesson> {
  return (await loadOwnLesson(ctx.db, ctx, lessonId, "see")).lesson;
}
