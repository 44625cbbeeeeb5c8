import type { Bill, OverdueBillInput, WithdrawBillInput } from "@korki/contracts/bills";
import { billTexts } from "@korki/contracts/texts/bills";
import {
  type BillRow,
  expireBillOrders,
  findBill,
  isPayer,
  listSeriesPaidBy,
  lockBalance,
  lockBill,
  moveBalances,
  type Tx,
  transact,
  updateBill,
} from "@korki/db";
import { addDays, BILL_WAIT_DAYS, type CivilDate, groupBy, today } from "@korki/domain";
import type { NotificationPayload } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { recordHistory } from "../history";
import { notify, sortByRecipient, type ToldPart } from "../outbox";
import { endSeriesIn } from "../series/end-series";
import { outerSlots } from "../series/series-notices";
import { getBill, noBill } from "./read-bills";
import { boughtSum, moneyOf } from "./receive-money";

/**
 * Takes an open bill back; its lessons are in the next one. Money that bought no lesson yet is the payer's balance. The
 * payer is notified. Throws `conflict` for a bill that is not open, and for one of which the next bill has spent more than
 * came for it: what is missing is asked for by no other bill.
 */
export async function withdrawBill(ctx: ActorCtx, { id, reason }: WithdrawBillInput): Promise<Bill> {
  await transact(ctx.db, async (tx) => {
    const bill = await lockBill(tx, id);
    if (!bill) throw noBill();
    if (bill.status !== "open") throw conflict(billTexts.onlyOpen);
    const left = moneyOf(bill) - boughtSum(bill);
    const missing = left < 0 ? -left - (await lockBalance(tx, bill.payerId)) : 0;
    if (missing > 0) throw conflict(billTexts.spentElsewhere(missing));
    await updateBill(tx, id, {
      status: "withdrawn",
      reason,
      withdrawnAt: ctx.now(),
      credited: bill.credited + left,
    });
    await moveBalances(tx, [{ payerId: bill.payerId, amount: left }]);
    await expireBillOrders(tx, { billIds: [id] });
    await recordHistory(tx, ctx, {
      entity: "bill",
      entityId: id,
      action: "withdrawBill",
      changes: { reason: { from: null, to: reason } },
    });
    const { payerId, month, amount } = await billIn(tx, id);
    await notify(tx, ctx, {
      kind: "bill-withdrawn",
      to: { userId: payerId },
      facts: { billId: id, month, amount, credit: Math.max(0, left), reason },
    });
  });
  return getBill(ctx, { id });
}

/**
 * Decides about an unpaid bill: `stop` keeps the payer's children from booking until it is paid, `release` ends their
 * series from tomorrow on, `wait` puts the decision off for 7 days. The payer is told of `stop`. Throws `conflict` for a
 * bill that is not unpaid, and for `stop` and `release` if that person pays for nobody any more.
 */
export async function decideOverdue(ctx: ActorCtx, { id, action }: OverdueBillInput): Promise<Bill> {
  await transact(ctx.db, async (tx) => {
    const bill = await lockBill(tx, id);
    if (!bill) throw noBill();
    if (bill.status !== "open" && bill.status !== "half") throw conflict(billTexts.notUnpaid);
    if (action !== "wait" && !(await isPayer(tx, bill.payerId))) throw conflict(billTexts.paysNoLonger);
    const day = today(ctx.now());
    const overdueUntil = action === "wait" ? addDays(day, BILL_WAIT_DAYS) : null;
    await updateBill(tx, id, { overdueAction: action, overdueUntil });
    if (action === "stop") {
      const { payerId, month, amount, paid, payBy: dueOn } = await billIn(tx, id);
      await notify(tx, ctx, {
        kind: "bill-bookings-stopped",
        to: { userId: payerId },
        facts: { billId: id, month, amount: amount - paid, dueOn },
        dedupeKey: `bill-bookings-stopped:${id}:${day}`,
      });
    }
    if (action === "release") await releaseSeries(tx, ctx, { payerId: bill.payerId, from: addDays(day, 1) });
    await recordHistory(tx, ctx, {
      entity: "bill",
      entityId: id,
      action: "decideOverdue",
      changes: { decision: { from: null, to: action } },
    });
  });
  return getBill(ctx, { id });
}

/** Ends the weekly lessons for which a person pays; whoever they concern gets one message about all of them. */
async function releaseSeries(
  tx: Tx,
  ctx: ActorCtx,
  { payerId, from }: { payerId: string; from: CivilDate },
): Promise<void> {
  const given: ToldPart<NotificationPayload["series-released"]["series"][number]>[] = [];
  for (const seriesId of await listSeriesPaidBy(tx, payerId, from)) {
    const { series, lessons, announced } = await endSeriesIn(tx, ctx, { seriesId, from });
    const { studentId, teacherName, studentName, weekday, block, blocks, everyWeeks } = series;
    const { subject, level } = series;
    const slot = { weekday, block, blocks, everyWeeks };
    const facts = { seriesId, teacherName, studentName, ...slot, subject, level };
    for (const [personId, own] of groupBy(announced, ({ teacherId }) => teacherId))
      given.push({ personId, tells: "person", part: { ...facts, ...endedFacts(own) } });
    if (lessons.length > 0)
      given.push({ personId: studentId, tells: "payerToo", part: { ...facts, ...endedFacts(lessons) } });
  }
  const told = await sortByRecipient(tx, ctx, given);
  await notify(
    tx,
    ctx,
    ...told.map(({ to, parts }) => ({
      kind: "series-released" as const,
      to,
      facts: { from, series: parts },
    })),
  );
}

function endedFacts(lessons: readonly { date: CivilDate; block: number }[]) {
  return { count: lessons.length, slots: outerSlots(lessons) };
}

/** A bill that is locked, as its payer sees it. */
async function billIn(tx: Tx, id: string): Promise<BillRow> {
  const bill = await findBill(tx, id);
  if (!bill) throw noBill();
  return bill;
}
