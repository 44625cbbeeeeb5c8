import { findCentreSettings, findDebtsToRemind, transact } from "@korki/db";
import { instantOf, today, weekStart } from "@korki/domain";
import type { Services } from "../context";
import { notify } from "../outbox";
import { debtReminders } from "./debt-reminders";

const PAYERS_AT_ONCE = 500;
/** Reminders go out on Mondays from 9:00, never at night. */
const MINUTES = 9 * 60;
/** Days after which a missed Monday is not made up for. */
const LATE_MS = 2 * 24 * 3_600_000;

/**
 * Reminds payers of debts once a week, if the centre has enabled that (rules §21), each of all children at once. Any number
 * of processes may run it: a key per payer and week lets each reminder through once.
 */
export async function remindWeekly(services: Services): Promise<{ reminded: number }> {
  const { db, now } = services;
  const at = now();
  const monday = weekStart(today(at));
  const since = at.getTime() - instantOf(monday, MINUTES).getTime();
  if (since < 0 || since > LATE_MS) return { reminded: 0 };
  if (!(await findCentreSettings(db)).weeklyDebtReminder) return { reminded: 0 };
  const prefix = `weekly-debt:${monday}:`;
  const reminders = await debtReminders(db, services, await findDebtsToRemind(db, prefix));
  const keyed = reminders.map((reminder) => ({ ...reminder, dedupeKey: prefix + reminder.to.told }));
  for (let at = 0; at < keyed.length; at += PAYERS_AT_ONCE) {
    await transact(db, (tx) => notify(tx, services, ...keyed.slice(at, at + PAYERS_AT_ONCE)));
  }
  return { reminded: keyed.length };
}
