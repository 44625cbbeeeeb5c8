import type { Order, PlaceOrderInput } from "@korki/contracts/orders";

/**
 * Returns the order that stands in for one that is over: what is left of its bill, what is due now for everybody for whom it
 * was, or the same for the price of today.
 */
export function orderAgain({
  studentId,
  items,
  billId,
  isDue,
}: Pick<Order, "studentId" | "items" | "billId" | "isDue">): PlaceOrderInput {
  if (billId !== null) return { billId };
  // A server of the version before does not say for whom an item is.
  const isForSeveral = items.some((item) => (item.studentId ?? studentId) !== studentId);
  if (isDue) return isForSeveral ? { due: true } : { studentId, due: true };
  return {
    studentId,
    items: items.map(({ subject, level, lessons, packageId }) =>
      packageId === null ? { subject, level, lessons } : { packageId, subject },
    ),
  };
}
