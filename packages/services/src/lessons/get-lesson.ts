import type { Lesson, LessonRef } from "@korki/contracts/lessons";
import type { ActorCtx } from "../context";
import { loadOwnLesson } from "./change-lesson";

/** One of the actor's own lessons; `not_found` for all others. */
export async function getLesson(ctx: ActorCtx, { lessonId }: LessonRef): Promise<Lesson> {
  return loadOwnLesson(ctx.db.prisma, ctx.actor, lessonId);
}
