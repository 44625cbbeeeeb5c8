import { dayOfYear } from "@korki/contracts/texts/dates";
import { findOrder } from "@korki/db";
import { renderReceipt } from "@korki/documents";
import { receiptName, today } from "@korki/domain";
import { getLetterhead } from "../centre/get-centre";
import type { ActorCtx, Services } from "../context";
import { notFound } from "../errors";
import { findOwnOrder } from "./get-order";

/** Returns an order's payment confirmation as a PDF file. Throws `not_found` for an order that was not paid. */
export async function renderOrderReceipt(
  services: Services,
  orderId: string,
): Promise<{ fileName: string; content: Buffer }> {
  const order = await findOrder(services.db, orderId);
  if (!order?.paidAt || order.receiptYear === null || order.receiptNumber === null) throw notFound();
  const { name, surname } = order.payer;
  const content = await renderReceipt({
    number: receiptName(order.receiptYear, order.receiptNumber),
    paidOn: dayOfYear(today(new Date(order.paidAt))),
    letterhead: await getLetterhead(services),
    payer: `${name} ${surname}`.trim(),
    student: `${order.student.name} ${order.student.surname}`.trim(),
    items: order.items,
    amount: order.amount,
  });
  return { fileName: `potwierdzenie-PW-${order.receiptYear}-${order.receiptNumber}.pdf`, content };
}

/** The same for the order's payer or an administrator, as text that tRPC can carry. */
export async function getReceipt(
  ctx: ActorCtx,
  { id }: { id: string },
): Promise<{ fileName: string; base64: string }> {
  await findOwnOrder(ctx, id);
  const { fileName, content } = await renderOrderReceipt(ctx, id);
  return { fileName, base64: content.toString("base64") };
}
