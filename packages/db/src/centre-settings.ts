import type { CivilDate, LessonPlace } from "@korki/domain";
import type { Executor } from "./client";
import { execute, query, type Sql, sql } from "./sql";
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

/** Sets all of them, and notes since when the monthly summary and the weekly reminder are on. */
export function updateCentreSettings(
  tx: Tx,
  settings: CentreSettingsRow,
  now: Date,
): Promise<CentreSettingsRow> {
  const { lowBalanceThreshold, monthlySummary, weeklyDebtReminder, offersTrialSlots, lessonPlace } = settings;
  return single(
    tx,
    sql`UPDATE centre_settings SET low_balance_threshold = ${lowBalanceThreshold}, monthly_summary = ${monthlySummary},
               weekly_debt_reminder = ${weeklyDebtReminder}, offers_trial_slots = ${offersTrialSlots},
               lesson_place = ${lessonPlace},
               monthly_summary_since = CASE WHEN NOT ${monthlySummary}::boolean THEN NULL
                                            WHEN monthly_summary THEN monthly_summary_since
                                            ELSE ${now}::timestamptz END,
               weekly_debt_reminder_since = CASE WHEN NOT ${weeklyDebtReminder}::boolean THEN NULL
                                                 WHEN weekly_debt_reminder THEN weekly_debt_reminder_since
                                                 ELSE ${now}::timestamptz END
        RETURNING ${FIELDS}`,
  );
}

/**
 * Tells whether the summaries of a month, by its first day, are still to be written at a moment from which on they are due:
 * they are switched on since before it, and not all written yet.
 */
export async function areSummariesDue(on: Executor, month: CivilDate, since: Date): Promise<boolean> {
  const [row] = await query<{ due: boolean }>(
    on,
    sql`SELECT EXISTS (SELECT FROM centre_settings
                        WHERE monthly_summary AND coalesce(monthly_summary_since <= ${since}::timestamptz, true)
                          AND coalesce(summarized_month < ${month}::date, true)) AS due`,
  );
  return row?.due ?? false;
}

/** Notes that all summaries of a month are written. */
export async function finishSummaries(on: Executor, month: CivilDate): Promise<void> {
  await execute(
    on,
    sql`UPDATE centre_settings SET summarized_month = ${month}::date
         WHERE coalesce(summarized_month < ${month}::date, true)`,
  );
}

/**
 * Tells whether the reminders of debts of a week, by its Monday, are still to go out at a moment from which on they are due:
 * they are switched on since before it, and have not all gone out yet.
 */
export async function areDebtRemindersDue(on: Executor, monday: CivilDate, since: Date): Promise<boolean> {
  const [row] = await query<{ due: boolean }>(
    on,
    sql`SELECT EXISTS (SELECT FROM centre_settings
                        WHERE weekly_debt_reminder AND coalesce(weekly_debt_reminder_since <= ${since}::timestamptz, true)
                          AND coalesce(reminded_week < ${monday}::date, true)) AS due`,
  );
  return row?.due ?? false;
}

/** Notes that all reminders of debts of a week have gone out. */
export async function finishDebtReminders(on: Executor, monday: CivilDate): Promise<void> {
  await execute(
    on,
    sql`UPDATE centre_settings SET reminded_week = ${monday}::date
         WHERE coalesce(reminded_week < ${monday}::date, true)`,
  );
}

async function single(on: Executor, statement: Sql): Promise<CentreSettingsRow> {
  const [row] = await query<CentreSettingsRow>(on, statement);
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row;
}
