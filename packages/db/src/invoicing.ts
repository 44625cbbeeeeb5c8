import type { BillingData, InvoiceTax, InvoicingMode } from "@korki/domain";
import type { Executor } from "./client";
import { execute, query, sql } from "./sql";
import type { Tx } from "./transaction";

/** The centre's account at the invoice provider; the token as it is kept, encrypted. */
export type InvoicingRow = {
  domain: string | null;
  token: string | null;
  mode: InvoicingMode;
  tax: InvoiceTax | null;
  exemption: string | null;
  ksef: boolean;
  since: Date | null;
  stoppedUntil: Date | null;
  stoppedWords: string | null;
};

const FIELDS = sql`domain, token, mode, tax, exemption, ksef, since, stopped_until AS "stoppedUntil",
  stopped_words AS "stoppedWords"`;

export async function findInvoicing(on: Executor): Promise<InvoicingRow> {
  const [row] = await query<InvoicingRow>(on, sql`SELECT ${FIELDS} FROM invoicing_settings`);
  if (!row) throw new Error("the row of the invoicing settings is missing");
  return row;
}

/** Returns the settings and locks them until the transaction ends. */
export async function lockInvoicing(tx: Tx): Promise<InvoicingRow> {
  const [row] = await query<InvoicingRow>(tx, sql`SELECT ${FIELDS} FROM invoicing_settings FOR UPDATE`);
  if (!row) throw new Error("the row of the invoicing settings is missing");
  return row;
}

/** Saves the settings. A queue that the provider's refusal stopped goes on. */
export async function updateInvoicing(
  tx: Tx,
  row: Omit<InvoicingRow, "stoppedUntil" | "stoppedWords">,
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE invoicing_settings
           SET domain = ${row.domain}, token = ${row.token}, mode = ${row.mode}, tax = ${row.tax},
               exemption = ${row.exemption}, ksef = ${row.ksef}, since = ${row.since}::timestamptz,
               stopped_until = NULL, stopped_words = NULL`,
  );
}

/** Sends nothing until then, because the provider refuses the token with these words. */
export async function stopInvoices(on: Executor, until: Date, words: string): Promise<void> {
  await execute(
    on,
    sql`UPDATE invoicing_settings SET stopped_until = ${until}::timestamptz, stopped_words = ${words}`,
  );
}

/** The provider takes the token again. */
export async function resumeInvoices(on: Executor): Promise<void> {
  await execute(
    on,
    sql`UPDATE invoicing_settings SET stopped_until = NULL, stopped_words = NULL WHERE stopped_words IS NOT NULL`,
  );
}

const BILLING = sql`kind, name, nip, street, post_code AS "postCode", city`;

export async function findBillingData(on: Executor, userId: string): Promise<BillingData | null> {
  const rows = await query<BillingData>(
    on,
    sql`SELECT ${BILLING} FROM billing_data WHERE user_id = ${userId}::uuid`,
  );
  return rows[0] ?? null;
}

export async function saveBillingData(
  tx: Tx,
  userId: string,
  { kind, name, nip, street, postCode, city }: BillingData,
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO billing_data (user_id, kind, name, nip, street, post_code, city, updated_at)
        VALUES (${userId}::uuid, ${kind}, ${name}, ${nip}, ${street}, ${postCode}, ${city}, ${now}::timestamptz)
        ON CONFLICT (user_id) DO UPDATE
          SET kind = EXCLUDED.kind, name = EXCLUDED.name, nip = EXCLUDED.nip, street = EXCLUDED.street,
              post_code = EXCLUDED.post_code, city = EXCLUDED.city, updated_at = EXCLUDED.updated_at`,
  );
}

/** Returns who pays for a student today: the parent that does, or the student. */
export async function findPayerOf(on: Executor, studentId: string): Promise<string> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT payer_id AS id FROM student_payers WHERE student_id = ${studentId}::uuid`,
  );
  return rows[0]?.id ?? studentId;
}

/** Where a buyer is reached; nothing of an erased person. */
export async function findBuyerContact(
  on: Executor,
  userId: string,
): Promise<{ email: string | null; phone: string }> {
  const [row] = await query<{ email: string | null; phone: string }>(
    on,
    sql`SELECT email, phone FROM users WHERE id = ${userId}::uuid AND erased_at IS NULL`,
  );
  return row ?? { email: null, phone: "" };
}
