import { BILL_HALF_DAYS, type BilledMode, type BillingMode } from "@korki/domain";
import type { Executor } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** How the centre charges by the month (rules §32). */
export type BillingSettingsRow = {
  defaultMode: BillingMode;
  issueDay: number;
  dueDay: number;
  halves: boolean;
};

const SETTINGS = sql`billing_mode AS "defaultMode", bill_issue_day AS "issueDay", bill_due_day AS "dueDay",
  bill_halves AS halves`;

/** The day until which what is left of a bill `b` is to be paid; of the second half it is a later one. */
export const PAY_BY = sql`(b.due_on + CASE b.status WHEN 'half' THEN ${BILL_HALF_DAYS}::int ELSE 0 END)`;

/**
 * What counts as paid of a bill `b`. An unpaid one that was paid before has less: what became balance then, and was spent
 * when the bill was opened again.
 */
export const PAID = sql`(CASE WHEN b.status IN ('open', 'half') THEN b.paid - b.credited ELSE b.paid END)`;

/** Returns the settings and since when the bills' days and the default are as they are. */
export function findBilling(on: Executor): Promise<BillingSettingsRow & { savedAt: Date }> {
  return single(on, sql`SELECT ${SETTINGS}, billing_saved_at AS "savedAt" FROM centre_settings`);
}

/** Returns the settings and locks them until the transaction ends. */
export function lockBillingSettings(tx: Tx): Promise<BillingSettingsRow> {
  return single(tx, sql`SELECT ${SETTINGS} FROM centre_settings FOR UPDATE`);
}

/** Sets how the centre charges. A new default is for who becomes a payer from now on: all others keep the one before. */
export async function updateBilling(
  tx: Tx,
  before: BillingSettingsRow,
  { defaultMode, issueDay, dueDay, halves }: BillingSettingsRow,
  now: Date,
): Promise<void> {
  if (before.defaultMode !== defaultMode) {
    await execute(
      tx,
      sql`INSERT INTO billing_payers (payer_id, default_mode, saved_at)
          SELECT DISTINCT p.payer_id, ${before.defaultMode}::text, '2000-01-01'::timestamptz FROM student_payers p
          ON CONFLICT DO NOTHING`,
    );
    await execute(
      tx,
      sql`UPDATE billing_payers b SET default_mode = ${defaultMode}
           WHERE NOT EXISTS (SELECT FROM student_payers p WHERE p.payer_id = b.payer_id)`,
    );
  }
  const isOther = before.defaultMode !== defaultMode || before.issueDay !== issueDay;
  await execute(
    tx,
    sql`UPDATE centre_settings SET billing_mode = ${defaultMode}, bill_issue_day = ${issueDay}::int,
               bill_due_day = ${dueDay}::int, bill_halves = ${halves}::boolean,
               billing_saved_at = CASE WHEN ${isOther}::boolean THEN ${now}::timestamptz ELSE billing_saved_at END`,
  );
}

/** Returns how a student's lessons are billed by the month, and the months with a bill; null: they are not. */
export async function findMonthlyBilling(
  on: Executor,
  studentId: string,
): Promise<{ mode: BilledMode; issueDay: number; billed: string[] } | null> {
  const [row] = await query<{ mode: BilledMode; issueDay: number; billed: string[] }>(
    on,
    sql`SELECT p.mode, c.bill_issue_day AS "issueDay",
               ARRAY(SELECT to_char(b.month, 'YYYY-MM') FROM bills b
                      WHERE b.payer_id = p.payer_id AND b.status <> 'withdrawn') AS billed
          FROM student_payers p CROSS JOIN centre_settings c
         WHERE p.student_id = ${studentId}::uuid AND p.mode <> 'perLesson'`,
  );
  return row ?? null;
}

/** Returns the mode that an administrator set for a payer; null: the default. */
export async function findPayerMode(on: Executor, payerId: string): Promise<BillingMode | null> {
  const [row] = await query<{ mode: BillingMode | null }>(
    on,
    sql`SELECT mode FROM billing_payers WHERE payer_id = ${payerId}::uuid`,
  );
  return row?.mode ?? null;
}

/** Sets it, or with null gives the default back. */
export async function updatePayerMode(
  tx: Tx,
  payerId: string,
  mode: BillingMode | null,
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO billing_payers (payer_id, mode, default_mode, saved_at)
        SELECT ${payerId}::uuid, ${mode}, billing_mode, ${now}::timestamptz FROM centre_settings
        ON CONFLICT (payer_id) DO UPDATE SET mode = excluded.mode,
          saved_at = CASE WHEN billing_payers.mode IS DISTINCT FROM excluded.mode THEN excluded.saved_at
                          ELSE billing_payers.saved_at END`,
  );
}

/** Adds to payers' balances, or takes from them; whole złoty. */
export async function moveBalances(
  tx: Tx,
  moves: readonly { payerId: string; amount: number }[],
): Promise<void> {
  const given = moves.filter(({ amount }) => amount !== 0);
  if (given.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO billing_payers (payer_id, default_mode, saved_at)
        SELECT "payerId", c.billing_mode, '2000-01-01'
          FROM json_to_recordset(${JSON.stringify(given)}::json) AS move ("payerId" uuid, amount int), centre_settings c
         ORDER BY "payerId"
        ON CONFLICT (payer_id) DO NOTHING`,
  );
  await execute(
    tx,
    sql`UPDATE billing_payers b SET balance = b.balance + move.amount
          FROM json_to_recordset(${JSON.stringify(given)}::json) AS move ("payerId" uuid, amount int)
         WHERE b.payer_id = move."payerId"`,
  );
}

/** Returns what a payer's money left over comes to, locked until the transaction ends. */
export async function lockBalance(tx: Tx, payerId: string): Promise<number> {
  return (await lockBalances(tx, [payerId])).get(payerId) ?? 0;
}

/** The same of many payers, by their ids; who never had a balance is left out. */
export async function lockBalances(tx: Tx, payerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ payerId: string; balance: number }>(
    tx,
    sql`SELECT payer_id AS "payerId", balance FROM billing_payers WHERE payer_id = ANY (${payerIds}::uuid[])
         ORDER BY payer_id FOR NO KEY UPDATE`,
  );
  return new Map(rows.map(({ payerId, balance }) => [payerId, balance]));
}

/** Returns what a payer's money left over comes to, and whether the payer gets bills; null: nothing is left over. */
export async function findOverpayment(
  on: Executor,
  payerId: string,
): Promise<{ amount: number; isBilled: boolean } | null> {
  const [row] = await query<{ amount: number; isBilled: boolean }>(
    on,
    sql`SELECT b.balance AS amount,
               EXISTS (SELECT FROM student_payers p JOIN users s ON s.id = p.student_id AND s.erased_at IS NULL
                        WHERE p.payer_id = b.payer_id AND p.mode <> 'perLesson') AS "isBilled"
          FROM billing_payers b WHERE b.payer_id = ${payerId}::uuid AND b.balance > 0`,
  );
  return row ?? null;
}

async function single<Row extends object>(on: Executor, statement: Sql): Promise<Row> {
  const [row] = await query<Row>(on, statement);
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row;
}
