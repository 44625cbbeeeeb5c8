import type { Order, RefundOrderInput, RefundPreview } from "@korki/contracts/orders";
import { commonTexts } from "@korki/contracts/texts/common";
import { orderTexts } from "@korki/contracts/texts/orders";
import {
  countRestoredLessons,
  countUnusedLessons,
  findOrder,
  findPayment,
  insertRefund,
  insertRefundRequest,
  isRefundOfUsed,
  lockOrder,
  moveOrder,
  newId,
  type OrderRow,
  type Tx,
  transact,
} from "@korki/db";
import { balanceAmount, groupBy, type RefundableItem, refundAmount } from "@korki/domain";
import { giveToBalance } from "../bills/receive-money";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { reviseInvoiceOfOrder } from "../invoices/want-invoice";
import { notify } from "../outbox";
import { toOrder } from "./get-order";
import { requireProvider } from "./order-services";

/**
 * Takes an order's unused lessons back and refunds their price through the provider, rounded down; what the order had not
 * paid of it is the payer's balance again (rules §20). The worker sends the refund. Throws `conflict` if the order is not
 * paid or nothing is unused.
 */
export async function refundOrder(ctx: ActorCtx, { id, reason }: RefundOrderInput): Promise<Order> {
  requireProvider(ctx);
  try {
    await transact(ctx.db, (tx) => refund(tx, ctx, id, reason));
  } catch (error) {
    throw isRefundOfUsed(error) ? conflict(commonTexts.changedMeanwhile) : error;
  }
  const order = await findOrder(ctx.db, id);
  if (!order) throw notFound();
  return toOrder(order);
}

/** Ends the transaction of a preview: nothing of it is kept. */
class Previewed extends Error {}

/**
 * Returns what `refundOrder` would give back now: it is taken as there, so that a lesson that two payments could give back
 * counts once, and nothing is kept. Throws as `refundOrder`.
 */
export async function previewRefund(ctx: ActorCtx, { id }: { id: string }): Promise<RefundPreview> {
  requireProvider(ctx);
  let preview: RefundPreview = { lessons: 0, amount: 0 };
  try {
    await transact(ctx.db, async (tx) => {
      const { lessons, amount, toBalance } = await takeRefund(tx, ctx, id);
      preview = { lessons, amount, ...(toBalance > 0 && { toBalance }) };
      throw new Previewed();
    });
  } catch (error) {
    if (isRefundOfUsed(error)) throw conflict(commonTexts.changedMeanwhile);
    if (!(error instanceof Previewed)) throw error;
  }
  return preview;
}

/** Takes an order's unused lessons back, and gives the payer's balance back what it had paid of them. */
async function takeRefund(
  tx: Tx,
  ctx: ActorCtx,
  orderId: string,
): Promise<RefundPreview & { toBalance: number; order: OrderRow; createdAt: Date }> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw notFound();
  if (order.status !== "paid") throw conflict(orderTexts.notPaid);
  const createdAt = ctx.now();
  const items = await takeUnused(tx, ctx, order, createdAt);
  const amount = refundAmount(items);
  if (amount === 0) throw conflict(orderTexts.nothingUnused);
  let toBalance = 0;
  for (const [billId, billed] of groupBy(items, (item) => item.billId)) {
    if (billId === null) continue;
    const back = balanceAmount(billed);
    await giveToBalance(tx, billId, back);
    toBalance += back;
  }
  return { order, createdAt, amount, toBalance, lessons: items.reduce((sum, { unused }) => sum + unused, 0) };
}

async function refund(tx: Tx, ctx: ActorCtx, orderId: string, reason: string): Promise<void> {
  const { order, createdAt, amount, toBalance, lessons } = await takeRefund(tx, ctx, orderId);
  await insertRefundRequest(tx, {
    id: newId(),
    orderId,
    amount,
    toBalance,
    lessons,
    reason,
    createdAt,
    createdById: ctx.actor.id,
  });
  await moveOrder(tx, orderId, ["paid"], "refunded");
  await reviseInvoiceOfOrder(tx, ctx, order);
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: orderId,
    action: "refund",
    changes: {
      moneyAmount: { from: order.amount, to: order.amount - amount },
      reason: { from: null, to: reason },
    },
    studentId: order.studentId,
  });
  await notify(tx, ctx, {
    kind: "order-refunded",
    to: { userId: order.payerId },
    facts: { orderId, amount, lessons, ...(toBalance > 0 && { toBalance }) },
  });
}

/** What is taken back of an item; `billId`: the bill that it paid. */
type RefundedItem = RefundableItem & { billId: string | null };

/**
 * Takes back what is unused of each item, of the last one first: payments reach the oldest lessons first, and a lesson that
 * was given back can be of several items.
 */
async function takeUnused(tx: Tx, ctx: ActorCtx, order: OrderRow, createdAt: Date): Promise<RefundedItem[]> {
  const items: RefundedItem[] = [];
  for (const item of order.items.toReversed()) {
    const { paymentId, studentId, subject, level, amount, lessons, billId } = item;
    const payment = paymentId && (await findPayment(tx, paymentId));
    if (!paymentId || !payment) continue;
    const unused = await countUnusedLessons(tx, paymentId);
    // The ledger takes one refund of a payment: what a rejected one took is not taken by another one.
    if (unused === 0 || (await countRestoredLessons(tx, paymentId)) > 0) continue;
    const bought = { amount: payment.moneyAmount, lessons: payment.lessonAmount };
    items.push({ amount, lessons, bought, unused, billId });
    await insertRefund(tx, {
      studentId: studentId ?? order.studentId,
      paymentId,
      subject,
      level,
      quantity: unused,
      createdAt,
      createdById: ctx.actor.id,
    });
  }
  return items;
}
