import { expect } from "vitest";
import type { Services } from "../context";

/** Fails unless the confirmations of each year are numbered from 1 without a gap. */
export async function expectReceiptsWithoutGap({ db }: Services): Promise<void> {
  const years = await db.prisma.order.groupBy({
    by: ["receiptYear"],
    where: { NOT: { receiptNumber: null } },
    _count: true,
    _max: { receiptNumber: true },
  });
  expect(years).not.toHaveLength(0);
  for (const { _count: count, _max: last } of years) expect(last.receiptNumber).toBe(count);
}
