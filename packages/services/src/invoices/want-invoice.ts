import type { Invoice } from "@korki/contracts/invoices";
import { invoiceTexts as texts } from "@korki/contracts/texts/invoices";
import {
  deleteUnsent,
  findBillingData,
  findInvoicing,
  findPaymentSource,
  findUndoEndOfVoids,
  type InvoiceRow,
  type InvoiceSource,
  insertInvoice,
  listDocumentsOf,
  listPaidParts,
  lockInvoiceOf,
  newId,
  type OrderRow,
  type PaidPart,
  rewriteInvoice,
  type Tx,
  transact,
} from "@korki/db";
import { type InvoiceLine, invoiceLines, isInvoiceable, lineChanges, linesSum, today } from "@korki/domain";
import type { ActorCtx, Services } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { toInvoice } from "./list-invoices";

/**
 * Makes an invoice for a payment that was just booked, where the centre makes them by itself (rules §36). Payments that
 * came together share one, and so do all of a bill: what comes later is added to it in every mode. Call it once all of
 * them are booked.
 */
export async function wantInvoice(tx: Tx, services: Services, paymentId: string): Promise<void> {
  const source = await findPaymentSource(tx, paymentId);
  const known = source?.sourceKind === "bill" ? await lockInvoiceOf(tx, source) : null;
  if (known) return settleDifference(tx, services, known);
  const { mode, since } = await findInvoicing(tx);
  if (!source || !since || mode === "off" || mode === "onRequest") return;
  if (source.createdAt < since || source.paidOn < today(since)) return;
  if (mode === "eachCompanyOrder" && (await findBillingData(tx, source.payerId))?.kind !== "company") return;
  await insertFor(tx, services, source);
}

/**
 * Asks for the invoice of a payment: its payer, up to three months back, or an administrator. Asking again returns the
 * same one. Throws `not_found` for a voided payment and everybody else, `conflict` for what cannot be invoiced.
 */
export async function requestInvoice(ctx: ActorCtx, { paymentId }: { paymentId: string }): Promise<Invoice> {
  return transact(ctx.db, async (tx) => {
    const source = await findPaymentSource(tx, paymentId);
    const known = source && (await lockInvoiceOf(tx, source));
    const payerId = known?.payerId ?? source?.payerId;
    if (!source || source.isVoided || !(ctx.actor.role === "Admin" || payerId === ctx.actor.id))
      throw notFound();
    if (known) return toInvoice(known);
    if ((await findInvoicing(tx)).mode === "off") throw conflict(texts.off);
    if (!isInvoiceable(source.paidOn, today(ctx.now()))) throw conflict(texts.tooOld);
    if (!(await findBillingData(tx, source.payerId)))
      throw conflict(ctx.actor.role === "Admin" ? texts.payerWithoutData : texts.noBillingData);
    const added = await insertFor(tx, ctx, source);
    const invoice = added ?? (await lockInvoiceOf(tx, source));
    if (!invoice) throw conflict(texts.nothingLeft);
    if (added)
      await recordHistory(tx, ctx, {
        entity: "payment",
        entityId: invoice.paymentId,
        action: "invoice",
        changes: { moneyAmount: { from: null, to: invoice.amount } },
      });
    return toInvoice(invoice);
  });
}

/** Adds the invoice of a payment in every mode. Does nothing if it has one. */
export async function makeInvoice(tx: Tx, services: Services, paymentId: string): Promise<void> {
  const source = await findPaymentSource(tx, paymentId);
  if (source) await insertFor(tx, services, source);
}

async function insertFor(tx: Tx, { now }: Services, source: InvoiceSource): Promise<InvoiceRow | null> {
  const parts = await listPaidParts(tx, source);
  const lines = linesOf(parts);
  const named = namedPart(parts);
  if (!named || lines.length === 0) return null;
  const { sourceKind, sourceId, payerId } = source;
  return insertInvoice(tx, {
    sourceKind,
    sourceId,
    payerId,
    id: newId(),
    kind: "invoice",
    paymentId: named.id,
    correctsId: null,
    amount: linesSum(lines),
    lines,
    before: null,
    buyer: await findBillingData(tx, payerId),
    createdAt: now(),
  });
}

/**
 * Brings the invoice of a payment up to date after a refund, a rejected refund or a voided payment. An issued invoice gets
 * a correction; one that was not sent yet is rewritten, or deleted if nothing is left. Returns whether there was one. Call
 * it in the transaction of the change.
 */
export async function reviseInvoiceOf(tx: Tx, services: Services, paymentId: string): Promise<boolean> {
  const source = await findPaymentSource(tx, paymentId);
  const invoice = source && (await lockInvoiceOf(tx, source));
  if (!invoice) return false;
  await settleDifference(tx, services, invoice);
  return true;
}

/** The same for each payment of an order. */
export async function reviseInvoiceOfOrder(
  tx: Tx,
  services: Services,
  { items }: Pick<OrderRow, "items">,
): Promise<void> {
  for (const { paymentId } of items) if (paymentId) await reviseInvoiceOf(tx, services, paymentId);
}

/** @param invoice locked by the caller */
export async function settleDifference(tx: Tx, services: Services, invoice: InvoiceRow): Promise<void> {
  const parts = await listPaidParts(tx, invoice);
  const lines = linesOf(parts);
  // A voided payment may still be restored: nothing is sent before that time is over.
  const dueAt = await findUndoEndOfVoids(
    tx,
    parts.filter(({ isVoided }) => isVoided).map(({ id }) => id),
  );
  if (invoice.state === "wanted" || invoice.state === "failed") {
    if (lines.length === 0) await deleteUnsent(tx, invoice.id);
    else
      await rewriteInvoice(tx, invoice.id, {
        amount: linesSum(lines),
        lines,
        before: null,
        reason: "",
        dueAt,
      });
    return;
  }
  // What is being sent is looked at again once it is issued.
  if (invoice.state === "sending") return;
  const documents = await listDocumentsOf(tx, invoice.id);
  const open = documents.find(({ state }) => state !== "issued");
  if (open?.state === "sending") return;
  const before = documents.findLast(({ state }) => state === "issued")?.lines ?? [];
  const amount = linesSum(lines) - linesSum(before);
  const content = { amount, lines, before, reason: reasonOf(invoice, amount, parts), dueAt };
  if (lineChanges(before, lines).length === 0 || amount === 0) {
    if (open) await deleteUnsent(tx, open.id);
  } else if (open) await rewriteInvoice(tx, open.id, content);
  else await insertCorrection(tx, services, invoice, content);
}

/** Why an invoice is corrected by this amount. An order is paid once: it grows again only by a refund that failed. */
function reasonOf(
  { sourceKind }: InvoiceRow,
  amount: number,
  parts: readonly Pick<PaidPart, "isVoided" | "refundedLessons">[],
): string {
  if (amount > 0) return sourceKind === "bill" ? texts.furtherPayment : texts.rejectedRefund;
  if (!parts.some(({ isVoided }) => isVoided)) return texts.refund;
  const isRefunded = parts.some((part) => !part.isVoided && part.refundedLessons > 0);
  return isRefunded ? texts.voidedAndRefund : texts.voided;
}

async function insertCorrection(
  tx: Tx,
  { now }: Services,
  { id: correctsId, sourceKind, sourceId, payerId, paymentId, buyer }: InvoiceRow,
  content: {
    amount: number;
    lines: InvoiceLine[];
    before: InvoiceLine[];
    reason: string;
    dueAt: Date | null;
  },
): Promise<void> {
  await insertInvoice(tx, {
    sourceKind,
    sourceId,
    payerId,
    paymentId,
    correctsId,
    buyer,
    ...content,
    id: newId(),
    kind: "correction",
    createdAt: now(),
  });
}

/** The payment whose day and method a document says: the first of which something is left, else the first. */
export function namedPart(parts: readonly PaidPart[]): PaidPart | undefined {
  return parts.find((part) => linesOf([part]).length > 0) ?? parts[0];
}

/** What is left of the payments of a source, line by line. */
export function linesOf(parts: readonly PaidPart[]): InvoiceLine[] {
  return invoiceLines(
    parts.map(({ subject, level, month, isVoided, amount, lessons, refundedLessons, refunded }) => ({
      subject,
      level,
      month,
      lessons: isVoided ? 0 : lessons - refundedLessons,
      amount: isVoided ? 0 : amount - refunded,
    })),
  );
}
