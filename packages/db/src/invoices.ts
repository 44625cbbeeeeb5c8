import type {
  CivilDate,
  InvoiceBuyer,
  InvoiceKind,
  InvoiceLine,
  InvoiceState,
  InvoiceTax,
  KsefState,
  Level,
  PaymentMethod,
  Subject,
} from "@korki/domain";
import type { Executor } from "./client";
import { REFUNDED_PARTS } from "./refunds";
import { execute, query, type Sql, sql, whereAll } from "./sql";
import { isoTime, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

/** What was paid at once and has one invoice: see the view `invoice_sources`. */
export type InvoiceSource = { sourceKind: string; sourceId: string; payerId: string };

/** A document; whole złoty. */
export type InvoiceRow = InvoiceSource & {
  id: string;
  kind: InvoiceKind;
  state: InvoiceState;
  ksef: KsefState;
  /** Whose day and method it says. */
  paymentId: string;
  correctsId: string | null;
  /** Of a correction the difference that it makes. */
  amount: number;
  /** Of a correction, what is left. */
  lines: InvoiceLine[];
  /** Of a correction, what was there before. */
  before: InvoiceLine[] | null;
  buyer: InvoiceBuyer | null;
  tax: InvoiceTax | null;
  exemption: string | null;
  reason: string;
  number: string | null;
  providerId: string | null;
  issuedOn: CivilDate | null;
  error: string | null;
  tries: number;
  sentFrom: CivilDate | null;
  ksefTries: number;
};

const FIELDS = sql`n.id, n.kind, n.state, n.ksef, n.source_kind AS "sourceKind", n.source_id AS "sourceId",
  n.payer_id AS "payerId", n.payment_id AS "paymentId", n.corrects_id AS "correctsId", n.amount, n.lines, n.before,
  n.buyer, n.tax, n.exemption, n.reason, n.number, n.provider_id AS "providerId", n.issued_on AS "issuedOn", n.error,
  n.tries, n.sent_from AS "sentFrom", n.ksef_tries AS "ksefTries"`;

async function first(on: Executor, statement: Sql): Promise<InvoiceRow | null> {
  const rows = await query<InvoiceRow>(on, statement);
  return rows[0] ?? null;
}

export function findInvoice(on: Executor, id: string): Promise<InvoiceRow | null> {
  return first(on, sql`SELECT ${FIELDS} FROM invoices n WHERE n.id = ${id}::uuid`);
}

/** Locks a document until the transaction ends. */
export function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow | null> {
  return first(tx, sql`SELECT ${FIELDS} FROM invoices n WHERE n.id = ${id}::uuid FOR UPDATE`);
}

/** Locks the invoice of what was paid at once; null: there is none. */
export function lockInvoiceOf(
  tx: Tx,
  { sourceKind, sourceId }: Pick<InvoiceSource, "sourceKind" | "sourceId">,
): Promise<InvoiceRow | null> {
  return first(
    tx,
    sql`SELECT ${FIELDS} FROM invoices n WHERE n.kind = 'invoice' AND n.source_kind = ${sourceKind}
           AND n.source_id = ${sourceId}::uuid FOR UPDATE`,
  );
}

/** A payment, and what it was part of. */
export type PaymentSource = InvoiceSource & { paidOn: CivilDate; createdAt: Date; isVoided: boolean };

/** Returns what a payment was part of and who paid it. */
export async function findPaymentSource(on: Executor, paymentId: string): Promise<PaymentSource | null> {
  const rows = await query<PaymentSource>(
    on,
    sql`SELECT s.source_kind AS "sourceKind", s.source_id AS "sourceId", s.payer_id AS "payerId",
               coalesce(p.paid_on, (p.created_at AT TIME ZONE 'Europe/Warsaw')::date) AS "paidOn",
               p.created_at AS "createdAt", p.deleted_at IS NOT NULL AS "isVoided"
          FROM invoice_sources s JOIN payments p ON p.id = s.payment_id WHERE s.payment_id = ${paymentId}::uuid`,
  );
  return rows[0] ?? null;
}

/** Returns those of the payments that an invoice names. */
export async function listInvoicedPayments(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    sql`SELECT DISTINCT payment_id AS id FROM invoices WHERE payment_id = ANY(${ids}::uuid[]) AND kind = 'invoice'`,
  );
  return rows.map(({ id }) => id);
}

/** One payment of a source, with what of it was paid back; whole złoty. */
export type PaidPart = {
  id: string;
  subject: Subject;
  level: Level;
  paidOn: CivilDate;
  /** "YYYY-MM", of the bill that it paid, else of its day. */
  month: string;
  method: PaymentMethod;
  isVoided: boolean;
  amount: number;
  lessons: number;
  /** Lessons whose price was paid back, and how much that was. */
  refundedLessons: number;
  refunded: number;
};

/** Lists the payments of a source in the order of their booking. */
export function listPaidParts(
  on: Executor,
  { sourceKind, sourceId }: Pick<InvoiceSource, "sourceKind" | "sourceId">,
): Promise<PaidPart[]> {
  // The ids come first, by an index of each kind's own table; the view tells whether they are the source's.
  return query<PaidPart>(
    on,
    sql`WITH parts AS (
          SELECT ${sourceId}::uuid AS id UNION SELECT payment_id FROM order_items WHERE order_id = ${sourceId}::uuid
           UNION SELECT id FROM payments WHERE bill_id = ${sourceId}::uuid)
        SELECT p.id, p.subject, p.level, coalesce(p.paid_on, (p.created_at AT TIME ZONE 'Europe/Warsaw')::date) AS "paidOn",
               to_char(coalesce(b.month, p.paid_on, (p.created_at AT TIME ZONE 'Europe/Warsaw')::date), 'YYYY-MM') AS month,
               p.method, p.deleted_at IS NOT NULL AS "isVoided", p.money_amount AS amount, p.lesson_amount AS lessons,
               back.lessons AS "refundedLessons", back.amount AS refunded
          FROM parts JOIN payments p ON p.id = parts.id JOIN invoice_sources s ON s.payment_id = p.id
          LEFT JOIN bills b ON b.id = p.bill_id
         CROSS JOIN LATERAL (
           SELECT coalesce(sum(f.lessons), 0)::int AS lessons, coalesce(sum(f.amount), 0)::int AS amount
             FROM ${REFUNDED_PARTS} f WHERE f.payment_id = p.id) back
         WHERE s.source_kind = ${sourceKind} AND s.source_id = ${sourceId}::uuid ORDER BY p.created_at, p.id`,
  );
}

/** Adds a document that waits to be sent; null where there is one already. */
export function insertInvoice(
  tx: Tx,
  document: InvoiceSource &
    Pick<InvoiceRow, "id" | "kind" | "paymentId" | "correctsId" | "amount" | "lines" | "before" | "buyer"> & {
      reason?: string;
      createdAt: Date;
      /** Not sent before then; at once if null or left out. */
      dueAt?: Date | null;
    },
): Promise<InvoiceRow | null> {
  const { id, kind, sourceKind, sourceId, paymentId, payerId, correctsId, amount, lines, before, buyer } =
    document;
  return first(
    tx,
    sql`INSERT INTO invoices AS n (id, kind, source_kind, source_id, payment_id, payer_id, corrects_id, amount, lines,
                                   before, buyer, reason, created_at, retry_at)
        VALUES (${id}::uuid, ${kind}, ${sourceKind}, ${sourceId}::uuid, ${paymentId}::uuid, ${payerId}::uuid,
                ${correctsId}::uuid, ${amount}::int, ${JSON.stringify(lines)}::jsonb,
                ${before && JSON.stringify(before)}::jsonb, ${buyer && JSON.stringify(buyer)}::jsonb,
                ${document.reason ?? ""}, ${document.createdAt}::timestamptz,
                greatest(${document.createdAt}::timestamptz, ${document.dueAt ?? null}::timestamptz))
        ON CONFLICT DO NOTHING RETURNING ${FIELDS}`,
  );
}

/** The documents of an invoice that were issued or are on their way, itself first. */
export function listDocumentsOf(tx: Tx, invoiceId: string): Promise<InvoiceRow[]> {
  return query<InvoiceRow>(
    tx,
    sql`SELECT ${FIELDS} FROM invoices n WHERE n.id = ${invoiceId}::uuid
        UNION ALL
       (SELECT ${FIELDS} FROM invoices n WHERE n.corrects_id = ${invoiceId}::uuid ORDER BY n.created_at, n.id)`,
  );
}

/** Changes what an unsent document is for, and sends it no earlier than `dueAt`. One that is being sent is left alone. */
export async function rewriteInvoice(
  tx: Tx,
  id: string,
  {
    amount,
    lines,
    before,
    reason,
    dueAt,
  }: Pick<InvoiceRow, "amount" | "lines" | "before" | "reason"> & { dueAt: Date | null },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE invoices SET amount = ${amount}::int, lines = ${JSON.stringify(lines)}::jsonb,
               before = ${before && JSON.stringify(before)}::jsonb, reason = ${reason},
               retry_at = greatest(retry_at, ${dueAt}::timestamptz)
         WHERE id = ${id}::uuid AND state IN ('wanted', 'failed')`,
  );
}

/** Takes back a document that nobody has sent, because there is nothing left that it would say. */
export async function deleteUnsent(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`DELETE FROM invoices WHERE id = ${id}::uuid AND state IN ('wanted', 'failed')`);
}

/**
 * Locks the document that waits longest to be sent; others take other ones. Documents of payers without billing data
 * wait until there is some.
 */
export function lockNextInvoice(tx: Tx, now: Date): Promise<InvoiceRow | null> {
  return first(
    tx,
    sql`SELECT ${FIELDS} FROM invoices n
         WHERE n.state IN ('wanted', 'sending') AND n.retry_at <= ${now}::timestamptz
           AND (n.buyer IS NOT NULL OR (n.created_at > ${now}::timestamptz - interval '3 months'
                AND EXISTS (SELECT FROM billing_data b WHERE b.user_id = n.payer_id)))
         ORDER BY n.retry_at, n.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
}

/** What is fixed when a document is first sent. */
export type InvoiceContent = Pick<
  InvoiceRow,
  "paymentId" | "amount" | "lines" | "before" | "buyer" | "tax" | "exemption"
>;

/** Marks a document as being sent: what it says is fixed from now on. It is the caller's until `until`. */
export async function beginSending(
  tx: Tx,
  id: string,
  document: InvoiceContent & { day: CivilDate; until: Date },
): Promise<InvoiceRow> {
  const { paymentId, amount, lines, before, buyer, tax, exemption, day, until } = document;
  const row = await first(
    tx,
    sql`UPDATE invoices n
           SET state = 'sending', payment_id = ${paymentId}::uuid, amount = ${amount}::int,
               lines = ${JSON.stringify(lines)}::jsonb, before = ${before && JSON.stringify(before)}::jsonb,
               buyer = ${JSON.stringify(buyer)}::jsonb, tax = ${tax}, exemption = ${exemption}, error = NULL,
               tries = tries + 1, sent_from = coalesce(sent_from, ${day}::date), retry_at = ${until}::timestamptz
         WHERE n.id = ${id}::uuid RETURNING ${FIELDS}`,
  );
  if (!row) throw new Error("a locked invoice is gone");
  return row;
}

/** Records that a document was issued; false where that was recorded already. */
export async function markIssued(
  tx: Tx,
  id: string,
  issued: {
    number: string;
    providerId: string;
    issuedOn: CivilDate;
    ksef: KsefState;
    ksefTries: number;
    error: string | null;
    followAt: Date | null;
  },
): Promise<boolean> {
  const { number, providerId, issuedOn, ksef, ksefTries, error, followAt } = issued;
  const marked = await execute(
    tx,
    sql`UPDATE invoices SET state = 'issued', number = ${number}, provider_id = ${providerId},
               issued_on = ${issuedOn}::date, ksef = ${ksef}, ksef_tries = ${ksefTries}::int, error = ${error}, follow_at = ${followAt}::timestamptz
         WHERE id = ${id}::uuid AND state <> 'issued'`,
  );
  return marked === 1;
}

/** Records the provider's refusal of a document. */
export async function markFailed(on: Executor, id: string, error: string): Promise<void> {
  await execute(
    on,
    sql`UPDATE invoices SET state = 'failed', error = ${error} WHERE id = ${id}::uuid AND state = 'sending'`,
  );
}

/** Tries a document again then. */
export async function postponeInvoice(on: Executor, id: string, until: Date): Promise<void> {
  await execute(
    on,
    sql`UPDATE invoices SET retry_at = ${until}::timestamptz WHERE id = ${id}::uuid
           AND state IN ('wanted', 'sending')`,
  );
}

/** Sends a failed document again, without a file that was kept before KSeF took it; false where it has not failed. */
export async function retryInvoice(tx: Tx, id: string, now: Date): Promise<boolean> {
  const moved = await execute(
    tx,
    sql`WITH gone AS (
          DELETE FROM invoice_files f USING invoices n
           WHERE n.id = ${id}::uuid AND n.ksef = 'error' AND f.invoice_id = n.id)
        UPDATE invoices
           SET state = CASE state WHEN 'failed' THEN 'wanted' ELSE state END,
               retry_at = ${now}::timestamptz, error = NULL,
               ksef = CASE ksef WHEN 'error' THEN 'processing' ELSE ksef END, ksef_tries = 0,
               follow_at = CASE ksef WHEN 'error' THEN ${now}::timestamptz ELSE follow_at END
         WHERE id = ${id}::uuid AND (state = 'failed' OR ksef = 'error')`,
  );
  return moved === 1;
}

/** An issued document whose next step is due: it is the caller's until `until`. */
export async function takeFollowUp(
  on: Executor,
  { now, until }: { now: Date; until: Date },
): Promise<(InvoiceRow & { hasFile: boolean }) | null> {
  const rows = await query<InvoiceRow & { hasFile: boolean }>(
    on,
    sql`UPDATE invoices n SET follow_at = ${until}::timestamptz WHERE n.id = (
          SELECT id FROM invoices WHERE follow_at <= ${now}::timestamptz
           ORDER BY follow_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING ${FIELDS}, EXISTS (SELECT FROM invoice_files f WHERE f.invoice_id = n.id) AS "hasFile"`,
  );
  return rows[0] ?? null;
}

/** Records what comes after issuing, and when its next step is due. */
export async function moveFollowUp(
  on: Executor,
  id: string,
  step: { ksef: KsefState; ksefTries: number; error: string | null; followAt: Date | null },
): Promise<void> {
  await execute(
    on,
    sql`UPDATE invoices SET ksef = ${step.ksef}, ksef_tries = ${step.ksefTries}::int, error = ${step.error},
               follow_at = ${step.followAt}::timestamptz WHERE id = ${id}::uuid AND state = 'issued'`,
  );
}

export async function findInvoiceFile(on: Executor, invoiceId: string): Promise<Buffer | null> {
  const rows = await query<{ content: Buffer }>(
    on,
    sql`SELECT content FROM invoice_files WHERE invoice_id = ${invoiceId}::uuid`,
  );
  return rows[0]?.content ?? null;
}

/** Keeps a document's file; the first one stays. */
export async function keepInvoiceFile(on: Executor, invoiceId: string, content: Buffer): Promise<void> {
  await execute(
    on,
    sql`INSERT INTO invoice_files (invoice_id, content) VALUES (${invoiceId}::uuid, decode(${content.toString("base64")}, 'base64'))
        ON CONFLICT DO NOTHING`,
  );
}

export type ListedInvoiceRow = InvoiceRow & {
  payer: { id: string; name: string; surname: string };
  createdAt: string;
};

/** The day of a document `n` in the list of its month. */
export const INVOICE_DAY = sql`coalesce(n.issued_on, (n.created_at AT TIME ZONE 'Europe/Warsaw')::date)`;

/** A payer's documents, or those of a month (`from` up to `to`), or all; the newest first. */
export async function listInvoices(
  on: Executor,
  filter: {
    payerId?: string | undefined;
    month?: { from: CivilDate; to: CivilDate } | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ items: ListedInvoiceRow[]; total: number }> {
  const { payerId, month, limit, offset } = filter;
  const where = whereAll([
    payerId !== undefined && sql`n.payer_id = ${payerId}::uuid`,
    month && sql`${INVOICE_DAY} >= ${month.from}::date AND ${INVOICE_DAY} < ${month.to}::date`,
  ]);
  const items = await query<ListedInvoiceRow>(
    on,
    sql`SELECT ${FIELDS}, ${nameJson(sql`u`)} AS payer, ${isoTime(sql`n.created_at`)} AS "createdAt"
          FROM invoices n JOIN users u ON u.id = n.payer_id ${where}
         ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}::int OFFSET ${offset}::int`,
  );
  const [count] = await query<{ total: number }>(
    on,
    sql`SELECT count(*)::int AS total FROM invoices n ${where}`,
  );
  return { items, total: count?.total ?? 0 };
}
