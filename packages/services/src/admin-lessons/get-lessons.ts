import {
  type AdminLesson,
  type AdminLessonDetail,
  type AdminLessonsInput,
  LESSON_HISTORY_MAX,
} from "@korki/contracts/admin-lessons";
import type { HistoryEntity } from "@korki/contracts/history";
import type { Page } from "@korki/contracts/paging";
import {
  type AdminLessonRow,
  countAllLessons,
  findAdminLesson,
  findPartner,
  listAllLessons,
  listHistory,
} from "@korki/db";
import { isPlanned } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { toEntry } from "../history/list-history";
import { GATHER_MS, sharedRead } from "../shared-read";

/** Administrators all see the same lessons; whatever page they turn to, a filter is counted once. */
const shareItems = sharedRead<AdminLessonRow[]>(GATHER_MS);
const shareTotal = sharedRead<number>(GATHER_MS);

/** Returns a page of all lessons, filtered. */
export async function listLessonsForAdmin(
  ctx: ActorCtx,
  input: AdminLessonsInput,
): Promise<Page<AdminLesson>> {
  const { page, pageSize, direction: _, ...filter } = input;
  const [items, total] = await Promise.all([
    shareItems(ctx.db, JSON.stringify(input), () => listAllLessons(ctx.db, input)),
    shareTotal(ctx.db, JSON.stringify(filter), () => countAllLessons(ctx.db, filter)),
  ]);
  return { items, total, page, pageSize };
}

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
