import { areSummariesDue, findStudentsToSummarize, finishSummaries } from "@korki/db";
import { addMonths, instantOf, monthBounds, monthOf, today } from "@korki/domain";
import type { Services } from "../context";
import { notifyInGroups } from "../in-groups";

const STUDENTS_AT_ONCE = 500;
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Sends the payers of all students who had lessons in the month before its summary, on the first day of a month, if the
 * centre had switched that on by then (rules §17); what was missed is made up for within the month. Any number of processes
 * may do it, at any time: a key per student and month lets each summary through once.
 */
export async function sendSummaries(services: Services): Promise<{ written: number }> {
  const { db, now } = services;
  const day = today(now());
  const month = addMonths(monthOf(day), -1);
  const { from, to } = monthBounds(month);
  if (!(await areSummariesDue(db, from, instantOf(to, 0)))) return { written: 0 };
  const prefix = `monthly-summary:${month.year}-${month.month}:`;
  let written = 0;
  let missed = 0;
  let after = NOBODY;
  for (;;) {
    const found = await findStudentsToSummarize(
      db,
      { from, to },
      {
        prefix,
        after,
        limit: STUDENTS_AT_ONCE,
      },
    );
    const last = found.at(-1);
    if (last === undefined) {
      if (missed === 0) await finishSummaries(db, from);
      return { written };
    }
    const sent = await notifyInGroups(
      services,
      found.map((studentId) => ({
        kind: "monthly-summary" as const,
        to: { payerOf: studentId },
        facts: { studentId, ...month },
        dedupeKey: prefix + studentId,
      })),
    );
    written += sent;
    missed += found.length - sent;
    after = last;
  }
}
