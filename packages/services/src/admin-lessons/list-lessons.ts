import type { AdminLesson, AdminLessonsInput } from "@korki/contracts/admin-lessons";
import type { Page } from "@korki/contracts/paging";
import { type AdminLessonRow, countAllLessons, listAllLessons } from "@korki/db";
import type { ActorCtx } from "../context";
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
