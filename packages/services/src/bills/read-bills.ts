import type {
  Bill,
  BillsOfMonthInput,
  FormerBill,
  FormerBillsInput,
  MyBillsInput,
  MyBillsPage,
} from "@korki/contracts/bills";
import type { Page } from "@korki/contracts/paging";
import { billTexts } from "@korki/contracts/texts/bills";
import { type BillRow, findBill, findOverpayment, listBills, listFormerBills } from "@korki/db";
import { fullName } from "@korki/domain";
import { billUrl } from "@korki/notifications";
import type { ActorCtx, Services } from "../context";
import { ServiceError } from "../errors";

/** Returns a page of a month's bills, by their payers' names. */
export async function listBillsOfMonth(
  ctx: ActorCtx,
  { month, page, pageSize }: BillsOfMonthInput,
): Promise<Page<Bill>> {
  const { items, total } = await listBills(ctx.db, { month: `${month}-01`, page, pageSize });
  return { items: items.map((row) => toBill(ctx, row)), total, page, pageSize };
}

/** Returns a page of the caller's own bills, the newest month first, and what is left over from them. */
export async function listMyBills(ctx: ActorCtx, { page, pageSize }: MyBillsInput): Promise<MyBillsPage> {
  const payerId = ctx.actor.id;
  const { items, total } = await listBills(ctx.db, { payerId, page, pageSize });
  const overpaid = await findOverpayment(ctx.db, payerId);
  return { items: items.map((row) => toBill(ctx, row)), total, page, pageSize, overpaid };
}

/** Returns what the caller's bills ask for that counts as due for none of the caller's children (rules §32). */
export async function listMyFormerBills(
  ctx: ActorCtx,
  { studentId }: FormerBillsInput,
): Promise<FormerBill[]> {
  return listFormerBills(ctx.db, { payerId: ctx.actor.id, studentId });
}

/** Returns a bill to its payer or an administrator. Throws `not_found` for everybody else. */
export async function getBill(ctx: ActorCtx, { id }: { id: string }): Promise<Bill> {
  return toBill(ctx, requireOwnBill(ctx, await findBill(ctx.db, id)));
}

/** Returns a bill that the actor may see: the payer's own, and every one for administrators. Throws `not_found`. */
export function requireOwnBill({ actor }: ActorCtx, row: BillRow | null): BillRow {
  if (!row || (actor.role !== "Admin" && row.payerId !== actor.id)) throw noBill();
  return row;
}

/** The same text for a bill that does not exist and for another person's. */
export function noBill(): ServiceError {
  return new ServiceError("not_found", billTexts.notFound);
}

export function toBill(
  { settings, payments }: Pick<Services, "settings" | "payments">,
  { payer, ...row }: BillRow,
): Bill {
  const { issuedAt: _, ...bill } = row;
  return {
    ...bill,
    payerName: fullName(payer),
    payUrl: billUrl(settings.publicUrl, row.id),
    paysOnline: payments !== null,
  };
}
