import type { Bill } from "@korki/contracts/bills";

/** What is due for a student; `billId`: the bill that all of it is on. */
export type Due = { due: number; billId: string | null };

/** Whether one of these bills asks for these dues and nothing else, so that the button on it pays them. */
export function isOneBill(bills: readonly Bill[], dues: readonly Due[]): boolean {
  const sum = dues.reduce((all, { due }) => all + due, 0);
  return bills.some(
    (bill) =>
      isUnpaid(bill) && dues.every(({ billId }) => billId === bill.id) && bill.amount - bill.paid === sum,
  );
}

export function isUnpaid({ status }: Bill): boolean {
  return status === "open" || status === "half";
}
