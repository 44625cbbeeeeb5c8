import { findCentreSettings, findDebtsToRemind, transact } from "@korki/db";
import { instantOf, today, weekStart } from "@korki/domain";
import type { Services } from "../context";
import { notify } from "../outbox";

const STUDENTS_AT_ONCE = 500;
/** Reminders go out on Mondays from 9:00, never at night. */
const MINUTES = 9 * 60;
/** Days after which a missed Monday is not made up for. */
const LATE_MS = 2 * 24 * 3_600_000;
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Reminds payers of debts once a week, if the centre has enabled that (rules §21). Any number of processes may run
 * it: a key per student and week lets each reminder through once.
 */
export async function remindWeekly(services: Services): Promise<{ reminded: number }> {
  const { db, now } = services;
  const at = now();
  const monday = weekStart(today(at));
  const since = at.getTime() - instantOf(monday, MINUTES).getTime();
  if (since < 0 || since > LATE_MS) return { reminded: 0 };
  if (!(await findCentreSettings(db)).weeklyDebtReminder) return { reminded: 0 };
  const prefix = `weekly-debt:${monday}:`;
  let reminded = 0;
  let after = NOBODY;
  for (;;) {
    const owing = await findDebtsToRemind(db, { prefix, after, limit: STUDENTS_AT_ONCE });
    const last = owing.at(-1);
    if (last === undefined) return { reminded };
    await transact(db, (tx) =>
      notify(
        tx,
        services,
        ...owing.map(({ studentId, amount: moneyAmount }) => ({
          kind: "debt-reminder" as const,
          to: { payerOf: studentId },
          facts: { studentId, moneyAmount },
          dedupeKey: prefix + studentId,
        })),
      ),
    );
    reminded += owing.length;
    after = last.studentId;
  }
}
