import type { Page } from "@korki/contracts/paging";
import type { AdminPayment, MyPaymentsInput, Payment, StudentPaymentsInput } from "@korki/contracts/payments";
import { listPayments } from "@korki/db";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";

/** Lists a student's own payments, or those of a parent's child, the newest first; voided ones are not shown. */
export async function listMyPayments(
  ctx: ActorCtx,
  { studentId, ...input }: MyPaymentsInput,
): Promise<Page<Payment>> {
  const ownerId = studentOf(await actFor(ctx.db, ctx, studentId, "pay"));
  const { items, total } = await listPayments(ctx.db, { ...input, ownerId, showVoided: false });
  return { items: items.map(withoutTraces), total, page: input.page, pageSize: input.pageSize };
}

/** A student's payments for an administrator. Throws `not_found` for anybody who is no student. */
export async function listStudentPayments(
  ctx: ActorCtx,
  { studentId, ...input }: StudentPaymentsInput,
): Promise<Page<AdminPayment>> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return {
    ...(await listPayments(ctx.db, { ...input, ownerId: studentId })),
    page: input.page,
    pageSize: input.pageSize,
  };
}

/** Who noted it down is the administrators' matter. */
function withoutTraces({ createdBy: _, voided: __, ...payment }: AdminPayment): Payment {
  return payment;
}
