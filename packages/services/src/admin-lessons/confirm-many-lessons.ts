import type { ConfirmLessonsInput, LessonOutcome } from "@korki/contracts/bulk";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { lessonRefusalTexts } from "@korki/contracts/texts/lessons";
import { findWaitingAmong, transact } from "@korki/db";
import { bulkRefusal } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { isAhead } from "./lesson-placement";
import { changeManyLessons, loadManyLessons, messagePerPerson, outcomesOf } from "./many-lessons";

/**
 * An administrator confirms many lessons at once. Those that do not wait for a confirmation, or wait for a payer, are
 * left alone, each with its reason. Each student gets one message.
 */
export async function confirmManyLessons(
  ctx: ActorCtx,
  { lessons }: ConfirmLessonsInput,
): Promise<LessonOutcome[]> {
  return transact(ctx.db, async (tx) => {
    const waiting = await findWaitingAmong(
      tx,
      lessons.map(({ id }) => id),
    );
    const many = await loadManyLessons(tx, lessons, ({ id, status }) => {
      if (waiting.has(id)) return approvalTexts.waits;
      const refusal = bulkRefusal("confirm", status);
      return refusal && lessonRefusalTexts[refusal];
    });
    const status = "Potwierdzona";
    const confirmedAt = ctx.now();
    await changeManyLessons(tx, ctx, "confirm", many.chosen, () => ({ status, confirmedAt }));
    const ahead = many.chosen.filter((lesson) => isAhead(lesson, ctx.now()));
    const messages = await messagePerPerson(
      tx,
      ctx,
      { lessons: ahead, tellsTeacher: false, tellsPayer: false },
      (facts, to) => ({
        kind: "lessons-changed-by-admin",
        to,
        facts: { event: "confirmed", lessons: facts },
      }),
    );
    await notify(tx, ctx, ...messages);
    return outcomesOf(lessons, many, () => status);
  });
}
