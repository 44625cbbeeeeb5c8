import { seriesTexts } from "@korki/contracts/texts/series";
import { type Executor, loadAvailable, type Tx } from "@korki/db";
import type { SubjectLevel } from "@korki/domain";
import { conflict } from "../errors";

type Account = SubjectLevel & { studentId: string };

/** Throws `conflict` if the student has fewer prepaid lessons than a series needs (BOOKING_REQUIRES_PREPAID). */
export async function requireEnoughPrepaid(tx: Tx, account: Account, needed: number): Promise<void> {
  const refusal = await prepaidRefusal(tx, account, needed);
  if (refusal !== null) throw conflict(refusal);
}

/** Returns the text with which `requireEnoughPrepaid` would refuse so many lessons, or null. */
export async function prepaidRefusal(
  on: Executor,
  { studentId, subject, level }: Account,
  needed: number,
): Promise<string | null> {
  const available = await loadAvailable(on, { studentId, subject, level });
  return needed > available ? seriesTexts.tooFewPrepaid(available) : null;
}
