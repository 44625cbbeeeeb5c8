import { findBill } from "@korki/db";
import { renderBill } from "@korki/documents";
import { today } from "@korki/domain";
import { keptDocument } from "../centre/kept-documents";
import type { ActorCtx } from "../context";
import { requireOwnBill, toBill } from "./read-bills";

/** Returns a bill as a PDF file to its payer or an administrator. Throws `not_found`, and `rate_limited`. */
export async function renderBillFile(
  ctx: ActorCtx,
  { id }: { id: string },
): Promise<{ fileName: string; content: Buffer }> {
  const row = requireOwnBill(ctx, await findBill(ctx.db, id));
  const { payBy: dueOn, ...bill } = toBill(ctx, row);
  const { payerName, month, amount, balance, paid, status, payUrl, paysOnline, lines } = bill;
  const issuedOn = today(new Date(row.issuedAt));
  const facts = {
    payerName,
    month,
    dueOn,
    amount,
    balance,
    paid,
    status,
    payUrl,
    paysOnline,
    lines,
    issuedOn,
  };
  const content = await keptDocument(ctx, "bill", facts, (letterhead) => renderBill(facts, letterhead));
  return { fileName: `rachunek-${month}.pdf`, content };
}
