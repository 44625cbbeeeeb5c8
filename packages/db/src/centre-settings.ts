import { type Executor, rowsOf } from "./client";
import { query, sql } from "./sql";
import type { Tx } from "./transaction";

/** What an administrator sets for the whole centre: one row. */
export type CentreSettingsRow = { lowBalanceThreshold: number; monthlySummary: boolean };

const FIELDS = { lowBalanceThreshold: true, monthlySummary: true } as const;

export function findCentreSettings(on: Executor): Promise<CentreSettingsRow> {
  return rowsOf(on).centreSettings.findUniqueOrThrow({ where: { id: true }, select: FIELDS });
}

/** Returns the settings and locks them until the transaction ends. */
export async function lockCentreSettings(tx: Tx): Promise<CentreSettingsRow> {
  await query(tx, sql`SELECT FROM centre_settings FOR UPDATE`);
  return findCentreSettings(tx);
}

export function updateCentreSettings(
  tx: Tx,
  changes: Partial<CentreSettingsRow>,
): Promise<CentreSettingsRow> {
  return tx.centreSettings.update({ where: { id: true }, data: changes, select: FIELDS });
}
