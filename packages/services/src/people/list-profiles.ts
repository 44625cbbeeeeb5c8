import type { Profile } from "@korki/contracts/account";
import type { ProfilesInput } from "@korki/contracts/admin-people";
import type { Page } from "@korki/contracts/paging";
import { listProfiles as list } from "@korki/db";
import { toProfile } from "../accounts/get-profile";
import type { ActorCtx } from "../context";

/** Whole profiles of all teachers or all students, by name, page by page. */
export async function listProfiles(
  ctx: ActorCtx,
  role: "Teacher" | "Student",
  input: ProfilesInput,
): Promise<Page<Profile>> {
  const { items, total } = await list(ctx.db, role, input);
  return { items: items.map(toProfile), total, page: input.page, pageSize: input.pageSize };
}
