import { type AdminLessonDetail, LESSON_HISTORY_MAX } from "@korki/contracts/admin-lessons";
import type { HistoryEntity } from "@korki/contracts/history";
import { findAdminLesson, findPartner, listHistory } from "@korki/db";
import { isPlanned } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { toEntry } from "../history/list-history";

/** Returns a lesson with its history, newest first. Throws `not_found`, for a deleted one too. */
export async function getLessonForAdmin(ctx: ActorCtx, { id }: { id: string }): Promise<AdminLessonDetail> {
  const lesson = await findAdminLesson(ctx.db, id);
  if (!lesson) throw notFound();
  const [history, partner] = await Promise.all([
    listHistory<HistoryEntity>(ctx.db, { entity: "lesson", entityId: id, limit: LESSON_HISTORY_MAX }),
    lesson.pairId !== null && isPlanned(lesson.status) ? findPartner(ctx.db, id) : null,
  ]);
  return { ...lesson, partnerBlock: partner?.block ?? null, history: history.map(toEntry) };
}
