import { dayOfYear } from "@korki/contracts/texts/dates";
import { findOrder, type OrderRow } from "@korki/db";
import { renderReceipt } from "@korki/documents";
import { fullName, receiptName, today } from "@korki/domain";
import { getLetterhead } from "../centre/get-centre";
import { keptDocument } from "../centre/kept-documents";
import type { ActorCtx, Services } from "../context";
import { notFound } from "../errors";
import { findOwnOrder } from "./get-order";

/** Returns an order's payment confirmation as a PDF file, for a message. Throws `not_found` for an unpaid order. */
export async function renderOrderReceipt(
  services: Services,
  orderId: string,
): Promise<{ fileName: string; content: Buffer }> {
  const { fileName, facts } = receiptOf(await findOrder(services.db, orderId));
  const letterhead = await getLetterhead(services);
  return { fileName, content: await renderReceipt({ ...facts, letterhead }) };
}

/** The same for the order's payer or an administrator, as text that tRPC can carry. Throws `rate_limited`, too. */
export async function getReceipt(
  ctx: ActorCtx,
  { id }: { id: string },
): Promise<{ fileName: string; base64: string }> {
  const { fileName, facts } = receiptOf(await findOwnOrder(ctx, id));
  const content = await keptDocument(ctx, "receipt", facts, (letterhead) =>
    renderReceipt({ ...facts, letterhead }),
  );
  return { fileName, base64: content.toString("base64") };
}

function receiptOf(order: OrderRow | null) {
  if (!order?.paidAt || order.receiptYear === null || order.receiptNumber === null) throw notFound();
  const { name, surname } = order.payer;
  return {
    fileName: `potwierdzenie-PW-${order.receiptYear}-${order.receiptNumber}.pdf`,
    facts: {
      number: receiptName(order.receiptYear, order.receiptNumber),
      paidOn: dayOfYear(today(new Date(order.paidAt))),
      payer: fullName({ name, surname }),
      student: order.studentNames,
      items: order.items,
      amount: order.amount,
    },
  };
}
