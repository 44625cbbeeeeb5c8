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
import { firstHalf, groupBy } from "@korki/domain";
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
  const wanted = isFirst ? firstHalf(prices) : prices.reduce((sum, price) => sum + price, 0);
  const amount = wanted - money;
  const now = ctx.now();
  const known = await findBillOrder(tx, { billId, amount, now });
  await expireBillOrders(tx, { billIds: [billId], but: known });
  if (known) return known;
  const open = bill.lessons.filter(({ paymentId }) => paymentId === null);
  // Where all are bought, the last one asks for what is missing.
  const waiting = open.length > 0 ? open : bill.lessons.slice(-1);
  const [first] = waiting;
  if (!first) throw conflict(billTexts.alreadyPaid);
  const id = newId();
  await insertOrder(tx, {
    id,
    billId,
    amount,
    studentId: first.studentId,
    payerId: bill.payerId,
    createdById: ctx.actor.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ctx.settings.orderExpiryMinutes * 60_000),
    items: itemsOf(waiting, money - boughtSum(bill), amount),
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

/** One item per line: what money that was left over leaves of the next lessons, up to the order's amount. */
function itemsOf(waiting: readonly BillLessonState[], leftOver: number, amount: number) {
  let [over, left] = [leftOver, amount];
  const lessons = waiting.flatMap((lesson) => {
    const taken = Math.min(over, lesson.price);
    over -= taken;
    const asked = Math.min(left, lesson.price - taken);
    left -= asked;
    return asked > 0 || taken === lesson.price ? { ...lesson, asked } : [];
  });
  return [...groupBy(lessons, ({ lineId }) => lineId).values()].flatMap((line) => {
    const [first] = line;
    if (!first) return [];
    const { studentId, subject, level } = first;
    return {
      id: newId(),
      studentId,
      subject,
      level,
      lessons: line.length,
      amount: line.reduce((sum, { asked }) => sum + asked, 0),
      packageId: null,
      packageName: null,
      validDays: null,
    };
  });
}
