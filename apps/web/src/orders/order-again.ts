import type { Order, PlaceOrderInput } from "@korki/contracts/orders";
import { groupBy, subjectLevelKey } from "@korki/domain";

/**
 * Returns the order that stands in for one that is over and paid no bill: what is due now for everybody for whom it was, or
 * the same for the price of today.
 */
export function orderAgain({
  studentId,
  items,
  isDue,
}: Pick<Order, "studentId" | "items" | "isDue">): PlaceOrderInput {
  // A server of the version before does not say for whom an item is.
  const isForSeveral = items.some((item) => (item.studentId ?? studentId) !== studentId);
  if (isDue) return isForSeveral ? { due: true } : { studentId, due: true };
  const packages = items.flatMap(({ packageId, subject }) =>
    packageId === null ? [] : [{ packageId, subject }],
  );
  // Lessons of different prices are items of their own.
  const loose = groupBy(
    items.filter(({ packageId }) => packageId === null),
    subjectLevelKey,
  );
  const lessons = [...loose.values()].map((alike) => ({
    subject: alike[0].subject,
    level: alike[0].level,
    lessons: alike.reduce((sum, item) => sum + item.lessons, 0),
  }));
  return { studentId, items: [...lessons, ...packages] };
}
