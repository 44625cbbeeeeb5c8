import type { Lesson, SetLessonStatusInput } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import { LESSON_STATUSES, type LessonAction, type Role, transitionFor } from "@korki/domain";
import type { ActorCtx } from "../context";
import { cancelLesson } from "./cancel-lesson";
import { loadOwnLesson } from "./change-lesson";
import { completeLesson } from "./complete-lesson";
import { confirmLesson } from "./confirm-lesson";
import { actionRefused, changedMeanwhile } from "./lesson-refusals";
import { markStudentAbsent } from "./mark-student-absent";

/** Takes the action by which the actor brings the lesson to a status; a status that none leads to is a conflict. */
export async function setLessonStatus(
  ctx: ActorCtx,
  { status, ...input }: SetLessonStatusInput,
): Promise<Lesson> {
  const lesson = await transact(ctx.db, (tx) => loadOwnLesson(tx, ctx.actor, input.lessonId));
  if (input.version !== undefined && input.version !== lesson.version) throw changedMeanwhile();
  const action = transitionFor(ctx.actor.role, lesson.status, status);
  const { lessonId, version } = { ...input, version: lesson.version };
  switch (action) {
    case "confirm":
      return confirmLesson(ctx, { lessonId, version });
    case "complete":
      return completeLesson(ctx, { lessonId, version });
    case "markAbsent":
      return markStudentAbsent(ctx, { lessonId, version });
    case "cancel":
      return cancelLesson(ctx, { lessonId, version, reason: input.reason });
    default:
      throw actionRefused(wantedAction(ctx.actor.role, status), ctx.actor, lesson);
  }
}

/** What somebody of this role who names this status meant to do; it chooses the text of the refusal. */
function wantedAction(role: Role, status: SetLessonStatusInput["status"]): LessonAction {
  if (LESSON_STATUSES.every((from) => transitionFor(role, from, status) === null)) return "setStatus";
  switch (status) {
    case "Potwierdzona":
      return "confirm";
    case "Zrealizowana":
      return "complete";
    case "Uczen nieobecny":
      return "markAbsent";
    case "Odwolana przez ucznia":
    case "Odwolana przez nauczyciela":
      return "cancel";
    case "Nie potwierdzona":
      return "setStatus";
  }
}
