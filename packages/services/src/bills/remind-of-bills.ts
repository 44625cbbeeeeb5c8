import { findBillsToRemind } from "@korki/db";
import { addDays, BILL_REMINDER_DAYS, instantOf, monthBounds, monthOf, today } from "@korki/domain";
import type { Services } from "../context";
import { notifyInGroups } from "../in-groups";

const BILLS_AT_ONCE = 500;
const MINUTES = 9 * 60;
const PREFIX = "bill-reminder:";

/**
 * Reminds payers of bills, or second halves, that were due three days ago, from 9:00, of each once; what was missed is made
 * up for within the month (rules §32). Any number of processes may run it: a key for each lets each reminder through once.
 */
export async function remindOfBills(services: Services): Promise<{ reminded: number }> {
  const now = services.now();
  const day = today(now);
  if (now < instantOf(day, MINUTES)) return { reminded: 0 };
  const { from: first } = monthBounds(monthOf(day));
  const to = addDays(day, -BILL_REMINDER_DAYS);
  const from = addDays(first, -BILL_REMINDER_DAYS);
  let reminded = 0;
  for (;;) {
    const bills = await findBillsToRemind(services.db, { from, to, prefix: PREFIX, limit: BILLS_AT_ONCE });
    if (bills.length === 0) return { reminded };
    const sent = await notifyInGroups(
      services,
      bills.map(({ id: billId, payerId, month, left: amount, dueOn, dedupeKey }) => ({
        kind: "bill-reminder" as const,
        to: { userId: payerId },
        facts: { billId, month, amount, dueOn },
        dedupeKey,
      })),
    );
    reminded += sent;
    // What failed is found first again: the next round goes on.
    if (sent < bills.length) return { reminded };
  }
}
