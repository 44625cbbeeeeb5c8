import { orderTexts } from "@korki/contracts/texts/orders";
import {
  countOpenOrders,
  insertOrder,
  listOtherParentsOrders,
  lockStudentOrders,
  newId,
  type OrderItemRow,
  type Tx,
} from "@korki/db";
import { civilDateOf, findOverlap, fullName, OPEN_ORDERS_MAX } from "@korki/domain";
import { approvalDeadline, askPayer, payerToAsk } from "../ask-payer";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { recordHistory } from "../history";

/** An item of an order about to be placed; `studentId` null: for the order's student. */
export type NewItem = Omit<OrderItemRow, "paymentId">;

type NewOrder = {
  studentId: string;
  payerId: string;
  items: readonly NewItem[];
  /** It asks for what is due, not for what was chosen. */
  isDue: boolean;
};

/**
 * Opens an order, or lets it wait for the payer where it costs more than a child may decide (rules §39). Throws `conflict`
 * for a student with five open orders, and while another parent's order for the same can still be paid.
 */
export async function openOrder(tx: Tx, ctx: ActorCtx, order: NewOrder): Promise<string> {
  const { studentId, payerId, items } = order;
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  const now = ctx.now();
  await lockStudentOrders(tx, studentId);
  if ((await countOpenOrders(tx, studentId, now)) >= OPEN_ORDERS_MAX) throw conflict(orderTexts.tooManyOpen);
  for (const forId of new Set(items.map((item) => item.studentId ?? studentId)))
    if (payerId !== forId) await refuseOverlap(tx, ctx, order, forId);
  const id = newId();
  const askedId = await payerToAsk(tx, ctx, { studentId, amount });
  const expiresAt = new Date(now.getTime() + ctx.settings.orderExpiryMinutes * 60_000);
  await insertOrder(tx, {
    id,
    studentId,
    payerId,
    items,
    amount,
    createdById: ctx.actor.id,
    createdAt: now,
    status: askedId === null ? "open" : "waiting",
    expiresAt: askedId === null ? expiresAt : approvalDeadline(ctx),
  });
  if (askedId !== null) await askPayer(tx, ctx, askedId, { studentId, kind: "order", orderId: id });
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: id,
    action: "place",
    changes: { moneyAmount: { from: null, to: amount } },
    studentId,
  });
  return id;
}

/**
 * Throws `conflict` while another parent's order for the same subject and level of a student can still be paid. What is due
 * is nothing that a bill of the other's asks for.
 */
async function refuseOverlap(
  tx: Tx,
  ctx: ActorCtx,
  { studentId, payerId, items, isDue }: NewOrder,
  forId: string,
): Promise<void> {
  const wanted = items.filter((item) => item.billId === null && (item.studentId ?? studentId) === forId);
  const whose = { studentId: forId, payerId, now: ctx.now() };
  const orders = (await listOtherParentsOrders(tx, whose)).map((order) => ({
    ...order,
    items: order.items.filter(({ billId }) => !isDue || billId === null),
  }));
  const other = findOverlap(orders, wanted);
  if (!other) return;
  const { payer, expiresAt } = other;
  const lastDay = civilDateOf(new Date(expiresAt));
  throw conflict(orderTexts.alreadyOrdered(fullName(payer), other.items, lastDay));
}
