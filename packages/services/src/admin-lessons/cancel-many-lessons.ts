import type { CancelLessonsInput, LessonOutcome } from "@korki/contracts/bulk";
import { lessonRefusalTexts } from "@korki/contracts/texts/lessons";
import { transact } from "@korki/db";
import { bulkRefusal } from "@korki/domain";
import type { ActorCtx } from "../context";
import { cancelLessons } from "../lessons/cancel-lessons";
import { notify } from "../outbox";
import { loadManyLessons, messagePerPerson, outcomesOf } from "./many-lessons";

/**
 * An administrator cancels many lessons at once, on behalf of the centre: nothing is charged. Those that are not planned
 * are left alone, each with its reason. Each teacher, student and payer gets one message.
 */
export async function cancelManyLessons(
  ctx: ActorCtx,
  { lessons, reason }: CancelLessonsInput,
): Promise<LessonOutcome[]> {
  return transact(ctx.db, async (tx) => {
    const many = await loadManyLessons(tx, lessons, ({ status }) => {
      const refusal = bulkRefusal("cancel", status);
      return refusal && lessonRefusalTexts[refusal];
    });
    await cancelLessons(
      tx,
      ctx,
      many.chosen.map(({ teacher, student, ...lesson }) => ({
        ...lesson,
        teacherId: teacher.id,
        studentId: student.id,
      })),
      "Teacher",
      reason,
    );
    const messages = await messagePerPerson(
      tx,
      ctx,
      { lessons: many.chosen, tellsTeacher: true, tellsPayer: true },
      (facts, to) => ({ kind: "lessons-called-off", to, facts: { lessons: facts } }),
    );
    await notify(tx, ctx, ...messages);
    return outcomesOf(lessons, many, () => "Odwolana przez nauczyciela");
  });
}
