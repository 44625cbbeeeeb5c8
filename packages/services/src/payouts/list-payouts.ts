import type { Page, Paging } from "@korki/contracts/paging";
import type { AdminPayout, Payout, TeacherPayoutsInput } from "@korki/contracts/payments";
import { listPayouts } from "@korki/db";
import type { ActorCtx } from "../context";
import { requirePersonOfRole } from "../people/get-person";

/** A teacher's own payouts, the newest first; voided ones are not shown. */
export async function listMyPayouts(ctx: ActorCtx, input: Paging): Promise<Page<Payout>> {
  const { items, total } = await listPayouts(ctx.db, { ...input, ownerId: ctx.actor.id, showVoided: false });
  return { items: items.map(withoutTraces), total, page: input.page, pageSize: input.pageSize };
}

/** A teacher's payouts for an administrator. Throws `not_found` for anybody who is no teacher. */
export async function listTeacherPayouts(
  ctx: ActorCtx,
  { teacherId, ...input }: TeacherPayoutsInput,
): Promise<Page<AdminPayout>> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return {
    ...(await listPayouts(ctx.db, { ...input, ownerId: teacherId })),
    page: input.page,
    pageSize: input.pageSize,
  };
}

/** Who noted it down is the administrators' matter. */
function withoutTraces({ createdBy: _, voided: __, ...payout }: AdminPayout): Payout {
  return payout;
}
