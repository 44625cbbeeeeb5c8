import {
  findOrder,
  insertFinding,
  insertPayment,
  linkItemPayment,
  lockBill,
  lockOrder,
  markOrderPaid,
  moveOrder,
  type NotificationOutcome,
  newId,
  noteReportedPayment,
  type OrderItemRow,
  type OrderRow,
  type Tx,
  takeReceiptNumber,
  transact,
} from "@korki/db";
import { addDays, dateParts, groupBy, receiptName, settlementOf, today } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import { receiveMoney } from "../bills/receive-money";
import { type Ctx, systemCtx } from "../context";
import { recordHistory } from "../history";
import { wantInvoice } from "../invoices/want-invoice";
import { notify, sortByRecipient } from "../outbox";
import type { PaymentProvider, ProviderPayment } from "../payment-provider";
import type { OrderServices } from "./order-services";

/**
 * Books a payment that the provider reports: verifies it, then writes one payment per item, the confirmation's number
 * and the messages in one transaction (rules §20). Any number of calls, in any order, book it once.
 *
 * Throws `ProviderUnavailable` where the provider cannot be asked; nothing is booked then.
 *
 * @param isNotified whether the report is a notification, which is kept itself; where the product asked, a wrong one is kept
 *   here for administrators
 */
export async function settleOrder(
  services: OrderServices,
  provider: PaymentProvider,
  payment: ProviderPayment,
  { isNotified = false } = {},
): Promise<NotificationOutcome> {
  const order = await findOrder(services.db, payment.orderId);
  if (!order) return "unknown-order";
  const expected = settlementOf(order, payment);
  if (expected === "mismatch") {
    await transact(services.db, async (tx) => {
      const isNews = await moveOrder(tx, order.id, ["open", "expired"], "failed");
      if (!isNews || isNotified) return;
      const { id: orderId } = order;
      const now = services.now();
      await insertFinding(tx, {
        id: newId(),
        kind: "payment",
        body: payment,
        outcome: "mismatch",
        orderId,
        now,
      });
    });
    return "mismatch";
  }
  if (expected === "already-booked") return "already-booked";
  if (!(await confirmed(services, provider, payment))) return "not-confirmed";
  return transact(services.db, (tx) => book(tx, services, payment));
}

/** Asks the provider whether it holds the money. Until it says so, its payer is told that it has the payment. */
async function confirmed(
  services: OrderServices,
  provider: PaymentProvider,
  payment: ProviderPayment,
): Promise<boolean> {
  let isConfirmed = false;
  try {
    isConfirmed = await provider.verify(payment);
  } finally {
    if (!isConfirmed) await noteReportedPayment(services.db, payment.orderId, services.now());
  }
  return isConfirmed;
}

async function book(tx: Tx, services: OrderServices, payment: ProviderPayment): Promise<NotificationOutcome> {
  const order = await lockOrder(tx, payment.orderId);
  if (!order) return "unknown-order";
  if (settlementOf(order, payment) !== "book") return "already-booked";
  const paidAt = services.now();
  const paidOn = today(paidAt);
  const receiptYear = dateParts(paidOn).year;
  const receiptNumber = await takeReceiptNumber(tx, receiptYear);
  await markOrderPaid(tx, {
    id: order.id,
    transactionId: payment.transactionId,
    paidAt,
    receiptYear,
    receiptNumber,
  });
  const invoiced: string[] = [];
  const bought: Bought[] = [];
  let toBalance = 0;
  for (const [billId, items] of itemsByBill(order)) {
    const received = await bookBill(tx, services, order, billId, items);
    const [first] = received.payments;
    if (first) invoiced.push(first.id);
    bought.push(...received.payments);
    toBalance += received.toBalance;
  }
  const loose = looseItems(order);
  for (const item of loose) {
    const paymentId = newId();
    const studentId = item.studentId ?? order.studentId;
    const paid = { studentId, moneyAmount: item.amount, lessonAmount: item.lessons };
    bought.push(paid);
    await insertPayment(tx, {
      id: paymentId,
      ...paid,
      subject: item.subject,
      level: item.level,
      description: item.packageName ?? "",
      createdAt: paidAt,
      createdById: order.payerId,
      payerId: order.payerId,
      paidOn,
      method: "online",
      expiresOn: item.validDays === null ? null : addDays(paidOn, item.validDays),
      packageId: item.packageId,
    });
    await linkItemPayment(tx, item.id, paymentId);
    if (item === loose[0]) invoiced.push(paymentId);
  }
  for (const paymentId of invoiced) await wantInvoice(tx, services, paymentId);
  const ctx = systemCtx(services);
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: order.id,
    action: "pay",
    changes: { status: { from: order.status, to: "paid" }, moneyAmount: { from: null, to: order.amount } },
    studentId: order.studentId,
  });
  const receipt = { receiptNumber: receiptName(receiptYear, receiptNumber), toBalance };
  await notify(tx, ctx, ...(await paidMessages(tx, ctx, order, receipt, bought)));
  return "booked";
}

/** The items of each bill, in the order in which bills are locked. */
function itemsByBill({ items }: OrderRow): [billId: string, items: readonly OrderItemRow[]][] {
  const billed = items.filter(({ billId }) => billId !== null);
  const byBill = [...groupBy(billed, ({ billId }) => billId ?? "")];
  return byBill.sort(([a], [b]) => (a < b ? -1 : 1));
}

function looseItems({ items }: OrderRow): readonly OrderItemRow[] {
  return items.filter(({ billId }) => billId === null);
}

/**
 * What was paid for a bill buys its lessons, those of the items' lines first; each item is linked with the payment of its
 * line.
 */
async function bookBill(
  tx: Tx,
  services: OrderServices,
  { payerId }: OrderRow,
  billId: string,
  items: readonly OrderItemRow[],
): Promise<Awaited<ReturnType<typeof receiveMoney>>> {
  const bill = await lockBill(tx, billId);
  if (!bill) throw new Error("an order's bill is missing");
  const lineOf = (item: OrderItemRow) =>
    bill.lessons.find(
      ({ studentId, subject, level }) =>
        studentId === item.studentId && subject === item.subject && level === item.level,
    )?.lineId;
  const received = await receiveMoney(tx, systemCtx(services), bill, {
    amount: items.reduce((sum, { amount }) => sum + amount, 0),
    method: "online",
    createdById: payerId,
    paidOn: today(services.now()),
    isFirst: ({ lineId }) => items.some((item) => lineOf(item) === lineId),
  });
  for (const item of items) {
    const payment = received.payments.find(({ lineId }) => lineId === lineOf(item));
    if (payment) await linkItemPayment(tx, item.id, payment.id);
  }
  return received;
}

/** Lessons of a student that were paid for; whole złoty. */
type Bought = { studentId: string; moneyAmount: number; lessonAmount: number };

/**
 * Whoever paid gets the confirmation by e-mail. Students for whom another person paid, and who else pays for a student, are
 * notified of the lessons, those on bills too; those without a login through their other parents.
 */
async function paidMessages(
  tx: Tx,
  ctx: Ctx,
  order: OrderRow,
  { receiptNumber, toBalance }: { receiptNumber: string; toBalance: number },
  bought: readonly Bought[],
): Promise<NotificationRequest[]> {
  const { id: orderId, payerId, amount } = order;
  const receipt: NotificationRequest = {
    kind: "order-receipt",
    to: { userId: payerId },
    facts: { orderId, receiptNumber, amount, ...(toBalance > 0 && { toBalance }) },
    dedupeKey: `order-receipt:${orderId}`,
  };
  const students = [...groupBy(bought, ({ studentId }) => studentId)];
  const told = await sortByRecipient(
    tx,
    ctx,
    students.map(([personId, part]) => ({ personId, tells: "payerToo", part })),
  );
  const others = told.filter(({ to }) => to.recipientId !== payerId);
  return [
    receipt,
    ...others.map(({ to, parts }) => {
      const lessons = parts.flat();
      return {
        kind: "order-paid" as const,
        to,
        facts: {
          orderId,
          amount: lessons.reduce((sum, { moneyAmount }) => sum + moneyAmount, 0),
          lessons: lessons.reduce((sum, { lessonAmount }) => sum + lessonAmount, 0),
          ...(to.childId !== null && { studentId: to.childId }),
        },
        dedupeKey: `order-paid:${orderId}:${to.recipientId}`,
      };
    }),
  ];
}
