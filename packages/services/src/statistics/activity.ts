import type { Activity, ActivityInput, Movements, MovementsInput } from "@korki/contracts/statistics";
import { groupActivity, groupMoney, listMovements } from "@korki/db";
import { addMonths, monthBounds } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Twelve months, and the same months a year before. */
const MONTHS = 24;

/** Returns lessons by subject and status, and money in and out, month by month, the oldest first. */
export async function getActivity(
  ctx: ActorCtx,
  { year, month, ...owner }: ActivityInput,
): Promise<Activity> {
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths({ year, month }, index - MONTHS + 1));
  const period = {
    from: monthBounds(months[0] ?? { year, month }).from,
    to: monthBounds({ year, month }).to,
  };
  const [lessons, money] = await Promise.all([
    groupActivity(ctx.db, owner, period),
    groupMoney(ctx.db, owner, period),
  ]);
  return months.map((each) => {
    const isOfMonth = (row: { year: number; month: number }) =>
      row.year === each.year && row.month === each.month;
    const { paidIn = 0, paidOut = 0 } = money.find(isOfMonth) ?? {};
    return {
      ...each,
      lessons: lessons.filter(isOfMonth).map(({ subject, status, count }) => ({ subject, status, count })),
      paidIn,
      paidOut,
    };
  });
}

/** Lists the payments, refunds and payouts that a month's figure adds up. */
export async function getMovements(
  ctx: ActorCtx,
  { year, month, flow, page, pageSize, ...owner }: MovementsInput,
): Promise<Movements> {
  const found = await listMovements(ctx.db, owner, flow, { ...monthBounds({ year, month }), page, pageSize });
  return { ...found, page, pageSize };
}
