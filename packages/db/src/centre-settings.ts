import type { LessonPlace } from "@korki/domain";
import type { Executor } from "./client";
import { query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** What an administrator sets for the whole centre: one row. */
export type CentreSettingsRow = {
  lowBalanceThreshold: number;
  monthlySummary: boolean;
  weeklyDebtReminder: boolean;
  offersTrialSlots: boolean;
  /** Null: as the environment says. */
  lessonPlace: LessonPlace | null;
};

const FIELDS = sql`low_balance_threshold AS "lowBalanceThreshold", monthly_summary AS "monthlySummary",
  weekly_debt_reminder AS "weeklyDebtReminder", offers_trial_slots AS "offersTrialSlots",
  lesson_place AS "lessonPlace"`;

export function findCentreSettings(on: Executor): Promise<CentreSettingsRow> {
  return single(on, sql`SELECT ${FIELDS} FROM centre_settings`);
}

/** Returns the settings and locks them until the transaction ends. */
export function lockCentreSettings(tx: Tx): Promise<CentreSettingsRow> {
  return single(tx, sql`SELECT ${FIELDS} FROM centre_settings FOR UPDATE`);
}

export function updateCentreSettings(tx: Tx, settings: CentreSettingsRow): Promise<CentreSettingsRow> {
  const { lowBalanceThreshold, monthlySummary, weeklyDebtReminder, offersTrialSlots, lessonPlace } = settings;
  return single(
    tx,
    sql`UPDATE centre_settings SET low_balance_threshold = ${lowBalanceThreshold}, monthly_summary = ${monthlySummary},
               weekly_debt_reminder = ${weeklyDebtReminder}, offers_trial_slots = ${offersTrialSlots},
               lesson_place = ${lessonPlace}
        RETURNING ${FIELDS}`,
  );
}

async function single(on: Executor, statement: Sql): Promise<CentreSettingsRow> {
  const [row] = await query<CentreSettingsRow>(on, statement);
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row;
}
