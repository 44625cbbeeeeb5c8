import type { Invoice, InvoicingOffer, ListedInvoice } from "@korki/contracts/invoices";
import type { Page } from "@korki/contracts/paging";
import { invoiceTexts as texts } from "@korki/contracts/texts/invoices";
import {
  findInvoice,
  findInvoiceFile,
  findInvoicing,
  type InvoiceRow,
  keepInvoiceFile,
  listInvoices,
  retryInvoice as markForRetry,
  transact,
} from "@korki/db";
import { monthBounds, monthNamed } from "@korki/domain";
import type { ActorCtx, Services } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { askProvider, openInvoiceProvider } from "./invoicing";

type PageInput = { page: number; pageSize: number };

/** Returns whether the centre makes invoices. */
export async function getInvoicingOffer({ db }: ActorCtx): Promise<InvoicingOffer> {
  return { on: (await findInvoicing(db)).mode !== "off" };
}

/** The caller's own documents, the newest first. */
export async function listMyInvoices(ctx: ActorCtx, { page, pageSize }: PageInput): Promise<Page<Invoice>> {
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { items, total } = await listInvoices(ctx.db, { payerId: ctx.actor.id, ...range });
  return { items: items.map(toInvoice), total, page, pageSize };
}

/** A month's documents, those not issued by the day they were wanted; without a month all. */
export async function listAllInvoices(
  ctx: ActorCtx,
  { month, page, pageSize }: PageInput & { month?: string | undefined },
): Promise<Page<ListedInvoice>> {
  const bounds = month === undefined ? undefined : monthBounds(monthNamed(month));
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { items, total } = await listInvoices(ctx.db, { month: bounds, ...range });
  return {
    items: items.map((row) => ({ ...toInvoice(row), payer: row.payer, createdAt: row.createdAt })),
    total,
    page,
    pageSize,
  };
}

/** An administrator has a document sent again that the provider, or KSeF, refused. Throws `conflict` for any other. */
export async function retryInvoice(ctx: ActorCtx, { id }: { id: string }): Promise<Invoice> {
  return transact(ctx.db, async (tx) => {
    if (!(await findInvoice(tx, id))) throw notFound();
    if (!(await markForRetry(tx, id, ctx.now()))) throw conflict(texts.notFailed);
    const row = await findInvoice(tx, id);
    if (!row) throw notFound();
    await recordHistory(tx, ctx, {
      entity: "payment",
      entityId: row.paymentId,
      action: "invoice",
      changes: {},
    });
    return toInvoice(row);
  });
}

/**
 * Returns a document's PDF to its payer or an administrator; everybody else finds nothing. Throws `conflict` before it
 * is issued, `unavailable` while the provider is away.
 */
export async function getInvoicePdf(
  ctx: ActorCtx,
  { id }: { id: string },
): Promise<{ fileName: string; content: Buffer }> {
  const row = await findInvoice(ctx.db, id);
  if (!row || (ctx.actor.role !== "Admin" && row.payerId !== ctx.actor.id)) throw notFound();
  if (row.state !== "issued") throw conflict(texts.notIssued);
  return askProvider(() => readInvoiceFile(ctx, row));
}

/** Returns the file of an issued document: the kept one, else the provider's, which is kept once KSeF has taken it. */
export async function readInvoiceFile(
  services: Services,
  row: InvoiceRow,
): Promise<{ fileName: string; content: Buffer }> {
  const { db } = services;
  const fileName = `faktura-${(row.number ?? row.id).replace(/[^\w.-]+/g, "-")}.pdf`;
  const kept = await findInvoiceFile(db, row.id);
  if (kept) return { fileName, content: kept };
  const provider = openInvoiceProvider(services, await findInvoicing(db));
  if (!provider || row.providerId === null) throw notFound();
  const content = await provider.pdf(row.providerId);
  if (row.ksef === "none" || row.ksef === "ok") await keepInvoiceFile(db, row.id, content);
  return { fileName, content };
}

/** The same for a message. */
export async function attachInvoice(
  services: Services,
  { invoiceId }: { invoiceId: string },
): Promise<{ fileName: string; content: Buffer }> {
  const row = await findInvoice(services.db, invoiceId);
  if (row?.state !== "issued") throw notFound();
  return readInvoiceFile(services, row);
}

export function toInvoice(row: InvoiceRow): Invoice {
  const { id, paymentId, payerId, kind, state, ksef, number, issuedOn, amount, error } = row;
  return { id, paymentId, payerId, kind, state, ksef, number, issuedOn, amount, error };
}
