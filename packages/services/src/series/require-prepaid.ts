import { seriesTexts } from "@korki/contracts/texts/series";
import { loadAvailable, type Tx } from "@korki/db";
import type { SubjectLevel } from "@korki/domain";
import { conflict } from "../errors";

/** Throws `conflict` if the student has fewer prepaid lessons than a series needs (BOOKING_REQUIRES_PREPAID). */
export async function requireEnoughPrepaid(
  tx: Tx,
  { studentId, subject, level }: SubjectLevel & { studentId: string },
  needed: number,
): Promise<void> {
  const available = await loadAvailable(tx, { studentId, subject, level });
  if (needed > available) throw conflict(seriesTexts.tooFewPrepaid(available));
}
