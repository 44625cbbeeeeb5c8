import {
  chargeLessons,
  findLesson,
  findOverdueDecisions,
  type LessonRecord,
  lockOverdueDecisions,
  transact,
} from "@korki/db";
import { oneLinePerPair } from "@korki/domain";
import { type Services, systemCtx } from "../context";
import { recordHistory } from "../history";
import { inGroups } from "../in-groups";
import { lateDecisionLimit, notifyDecision } from "./decided-lesson";

/** Lessons that one transaction takes. */
const AT_ONCE = 50;

/**
 * Charges late cancellations on which a teacher has not decided for seven days (rules §13). Any number of processes may
 * do it at once.
 */
export async function closeOpenDecisions(services: Services): Promise<{ charged: number }> {
  const ctx = systemCtx(services);
  const cancelledBy = lateDecisionLimit(ctx);
  let charged = 0;
  const charge = (ids: readonly string[]) =>
    transact(services.db, async (tx) => {
      const due = await lockOverdueDecisions(tx, cancelledBy, ids);
      if (due.length === 0) return 0;
      await chargeLessons(
        tx,
        due.map(({ id }) => id),
      );
      await recordHistory(
        tx,
        ctx,
        ...due.map(({ id, teacherId, studentId }) => ({
          entity: "lesson" as const,
          entityId: id,
          action: "decideLate" as const,
          changes: { charged: { from: false, to: true }, lateDecision: { from: "open", to: null } },
          teacherId,
          studentId,
        })),
      );
      const lessons: LessonRecord[] = [];
      for (const { id } of due) {
        const lesson = await findLesson(tx, id);
        if (lesson) lessons.push(lesson);
      }
      for (const line of oneLinePerPair(lessons)) await notifyDecision(tx, ctx, line, null);
      return due.length;
    });
  await inGroups(services, await findOverdueDecisions(services.db, cancelledBy), {
    size: AT_ONCE,
    about: (lessonId) => ({ lessonId }),
    work: async (ids) => {
      charged += await charge(ids);
    },
  });
  return { charged };
}
