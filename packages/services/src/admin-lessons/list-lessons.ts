import type { AdminLesson, AdminLessonsInput } from "@korki/contracts/admin-lessons";
import type { Page } from "@korki/contracts/paging";
import { listAllLessons } from "@korki/db";
import type { ActorCtx } from "../context";

/** Returns a page of all lessons, filtered. */
export async function listLessonsForAdmin(
  ctx: ActorCtx,
  input: AdminLessonsInput,
): Promise<Page<AdminLesson>> {
  return { ...(await listAllLessons(ctx.db, input)), page: input.page, pageSize: input.pageSize };
}
