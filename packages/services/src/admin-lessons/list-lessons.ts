import type { AdminLesson, AdminLessonsInput } from "@korki/contracts/admin-lessons";
import type { Page } from "@korki/contracts/paging";
import { type AdminLessonRow, listAllLessons } from "@korki/db";
import type { ActorCtx } from "../context";
import { sharedRead } from "../shared-read";

/** Administrators all see the same lessons. */
const shareList = sharedRead<{ items: AdminLessonRow[]; total: number }>();

/** Returns a page of all lessons, filtered. */
export async function listLessonsForAdmin(
  ctx: ActorCtx,
  input: AdminLessonsInput,
): Promise<Page<AdminLesson>> {
  const found = await shareList(ctx.db, JSON.stringify(input), () => listAllLessons(ctx.db, input));
  return { ...found, page: input.page, pageSize: input.pageSize };
}
