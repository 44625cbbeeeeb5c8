import { areDebtRemindersDue, findDebtsToRemind, finishDebtReminders } from "@korki/db";
import { instantOf, laterDate, monthBounds, monthOf, today, weekStart } from "@korki/domain";
import type { Services } from "../context";
import { notifyInGroups } from "../in-groups";
import { debtReminders } from "./debt-reminders";

/** Reminders go out on Mondays from 9:00, never at night. */
const MINUTES = 9 * 60;
const EVENING_MINUTES = 20 * 60;
/** A missed Monday is not made up for after so long. */
const LATE_MS = 2 * 24 * 3_600_000;

/**
 * Reminds payers of debts once a week, if the centre had enabled that by Monday 9:00 (rules §21), each of all children at
 * once; what was missed is made up for by day. Any number of processes may run it: a key per payer and week lets each
 * reminder through once.
 */
export async function remindWeekly(services: Services): Promise<{ reminded: number }> {
  const { db, now } = services;
  const at = now();
  const day = today(at);
  const monday = weekStart(day);
  const due = instantOf(monday, MINUTES);
  const since = at.getTime() - due.getTime();
  if (since < 0 || since > LATE_MS) return { reminded: 0 };
  if (at < instantOf(day, MINUTES) || at >= instantOf(day, EVENING_MINUTES)) return { reminded: 0 };
  if (!(await areDebtRemindersDue(db, monday, due))) return { reminded: 0 };
  const prefix = `weekly-debt:${monday}:`;
  // Bills' own reminders are not made up for beyond the month (`remindOfBills`).
  const from = laterDate(monday, monthBounds(monthOf(day)).from);
  const reminders = await debtReminders(db, services, await findDebtsToRemind(db, prefix, { from, to: day }));
  const keyed = reminders.map((reminder) => ({ ...reminder, dedupeKey: prefix + reminder.to.recipientId }));
  const reminded = await notifyInGroups(services, keyed);
  if (reminded === keyed.length) await finishDebtReminders(db, monday);
  return { reminded };
}
