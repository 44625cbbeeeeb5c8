import { billTexts } from "@korki/contracts/texts/bills";
import {
  type BillLessonState,
  expireBillOrders,
  findBillOrder,
  insertOrder,
  lockBill,
  newId,
  type Tx,
} from "@korki/db";
import { firstHalf } from "@korki/domain";
import { groupBy } from "../bills/make-bills";
import { noBill } from "../bills/read-bills";
import { boughtSum, moneyOf } from "../bills/receive-money";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { recordHistory } from "../history";

/**
 * Returns the open order of what is left of a bill, or places it; with `half` of what is left of its first half, while that
 * is not paid. An order of another sum that was open ends. Throws `not_found` for everybody but the payer, `conflict` for a
 * bill that is paid or withdrawn, or that has no halves.
 */
export async function placeBillOrder(
  tx: Tx,
  ctx: ActorCtx,
  { billId, half = false }: { billId: string; half?: boolean | undefined },
): Promise<string> {
  const bill = await lockBill(tx, billId);
  if (!bill || bill.payerId !== ctx.actor.id) throw noBill();
  if (bill.status === "paid") throw conflict(billTexts.alreadyPaid);
  if (bill.status === "withdrawn") throw conflict(billTexts.wasWithdrawn);
  if (half && !bill.halves) throw conflict(billTexts.noHalves);
  const money = moneyOf(bill);
  const prices = bill.lessons.map(({ price }) => price);
  // A balance that was taken off may have paid for the first half.
  const isFirst = half && bill.status === "open" && money < firstHalf(prices);
  const lessons = isFirst ? bill.lessons.slice(0, Math.ceil(bill.lessons.length / 2)) : bill.lessons;
  const wanted = isFirst ? firstHalf(prices) : prices.reduce((sum, price) => sum + price, 0);
  const amount = wanted - money;
  const now = ctx.now();
  const known = await findBillOrder(tx, { billId, amount, now });
  await expireBillOrders(tx, billId, known);
  if (known) return known;
  const waiting = lessons.filter(({ paymentId }) => paymentId === null);
  const [first] = waiting;
  if (!first) throw conflict(billTexts.alreadyPaid);
  const id = newId();
  await insertOrder(tx, {
    ...{ id, billId, amount, studentId: first.studentId, payerId: bill.payerId, createdById: ctx.actor.id },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + ctx.settings.orderExpiryMinutes * 60_000) },
    items: itemsOf(waiting, money - boughtSum(bill)),
  });
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: id,
    action: "place",
    changes: { moneyAmount: { from: null, to: amount } },
    studentId: first.studentId,
  });
  return id;
}

/** One item per line; money that was left over is taken off the first ones. */
function itemsOf(lessons: readonly BillLessonState[], leftOver: number) {
  let left = leftOver;
  return [...groupBy(lessons, ({ lineId }) => lineId).values()].flatMap((line) => {
    const [first] = line;
    if (!first) return [];
    const sum = line.reduce((total, { price }) => total + price, 0);
    const taken = Math.min(left, sum);
    left -= taken;
    const { studentId, subject, level } = first;
    return {
      ...{ id: newId(), studentId, subject, level, lessons: line.length, amount: sum - taken },
      ...{ packageId: null, packageName: null, validDays: null },
    };
  });
}
