import type { PayoutRunPreview } from "@korki/contracts/payments";

/** What a teacher is due, whether it is paid, and the amount as it is typed. */
export type PayoutRow = PayoutRunPreview["rows"][number] & { isIncluded: boolean; amount: string };

/**
 * Returns what a payout run's form begins with: everybody is paid what is due.
 *
 * @param kept an earlier preview's rows: who was left out and which amounts were changed in them stays
 */
export function payoutRows(due: PayoutRunPreview["rows"], kept: readonly PayoutRow[] = []): PayoutRow[] {
  return due.map((row) => {
    const before = kept.find(({ teacherId }) => teacherId === row.teacherId);
    const isChanged = before !== undefined && before.amount !== String(before.due);
    return {
      ...row,
      isIncluded: before?.isIncluded ?? true,
      amount: isChanged ? before.amount : String(row.due),
    };
  });
}
