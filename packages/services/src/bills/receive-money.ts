import { billTexts } from "@korki/contracts/texts/bills";
import {
  type BillLessonState,
  findPaymentSource,
  findRefundedBalance,
  insertBillPayments,
  type LockedBill,
  lockBalance,
  lockBill,
  markBought,
  moveBalances,
  newId,
  noteTakenOff,
  type PaymentRow,
  releaseBought,
  type Tx,
  updateBill,
} from "@korki/db";
import { billStatus, buyLessons, type CivilDate, groupBy, type PaymentMethod } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { recordHistory } from "../history";
import { makeInvoice, reviseInvoiceOf } from "../invoices/want-invoice";

/** Money that came for a bill. */
type BillMoney = {
  amount: number;
  method: PaymentMethod;
  paidOn: CivilDate;
  createdById: string | null;
  description?: string | undefined;
  /** Whether it buys a lesson before all others; left out: none. */
  isFirst?: (lesson: BillLessonState) => boolean;
  /** Whether it buys a lesson also of a bill that was withdrawn; left out: none. */
  isRestored?: (lesson: BillLessonState) => boolean;
};

/** A payment that bought lessons of one line; whole złoty. */
type BillPayment = {
  id: string;
  lineId: string;
  studentId: string;
  moneyAmount: number;
  lessonAmount: number;
};

/** What money bought, and how much of it counts for the bill until more comes, or is the payer's balance. */
type ReceivedMoney = { payments: BillPayment[]; toBill: number; toBalance: number };

/**
 * Books money for a bill that is locked: it buys the lessons in their order, those that it names first, whole ones only,
 * with one payment per line. What is left over counts for the bill until all its lessons are bought, and then is the payer's
 * balance, as is money for a bill that was withdrawn (rules §32).
 */
export async function receiveMoney(
  tx: Tx,
  ctx: Ctx,
  bill: LockedBill,
  { amount, description, isFirst = () => false, isRestored = () => false, ...money }: BillMoney,
): Promise<ReceivedMoney> {
  const isOpen = bill.status === "withdrawn" ? isRestored : () => true;
  const open = bill.lessons.filter((lesson) => lesson.paymentId === null && isOpen(lesson));
  const waiting = [...open.filter(isFirst), ...open.filter((lesson) => !isFirst(lesson))];
  const paid = bill.paid + amount;
  const pot = moneyOf({ ...bill, paid });
  const { bought, left: over } = buyLessons(
    waiting.map(({ price }) => price),
    pot - boughtSum(bill),
  );
  // Below zero the balance was spent that had come of the bill: nothing is left over.
  const left = Math.max(0, over);
  const lessons = waiting.slice(0, bought);
  const payments = paymentsFor(lessons);
  const createdAt = ctx.now();
  await insertBillPayments(
    tx,
    payments.map(({ lineId: _, positions, ...payment }) => ({
      ...payment,
      billId: bill.id,
      payerId: bill.payerId,
      lessonAmount: positions.length,
      createdAt,
      ...money,
      description: description ?? billTexts.paymentDescription(bill.month),
    })),
  );
  await markBought(
    tx,
    bill.id,
    payments.flatMap(({ id: paymentId, positions }) =>
      positions.map((position) => ({ position, paymentId })),
    ),
  );
  const isOver = bought === waiting.length;
  await updateBill(tx, bill.id, {
    paid,
    ...(isOver && { credited: bill.credited + left }),
    ...statusWith({ ...bill, paid }, pot),
  });
  if (isOver) await moveBalances(tx, [{ payerId: bill.payerId, amount: left }]);
  await recordHistory(tx, ctx, {
    entity: "bill",
    entityId: bill.id,
    action: "pay",
    changes: { moneyAmount: { from: bill.paid, to: paid } },
  });
  return {
    payments: payments.map(({ id, lineId, studentId, moneyAmount, positions }) => ({
      id,
      lineId,
      studentId,
      moneyAmount,
      lessonAmount: positions.length,
    })),
    toBill: isOver ? 0 : Math.min(left, amount),
    toBalance: isOver ? left : 0,
  };
}

/** A payment that was voided. */
type VoidedPayment = Pick<PaymentRow, "id" | "studentId" | "moneyAmount" | "createdBy" | "method" | "paidOn">;

/**
 * Opens the bill again whose lessons a voided payment had bought; what became balance comes back, as far as it is there.
 * Returns the bill, or null. What a payer's balance had bought is that person's balance again.
 *
 * @param leavesMoney only gives the lessons back: what the payment cost is not what came for the bill with it
 */
export async function reopenBill(
  tx: Tx,
  ctx: Ctx,
  payment: VoidedPayment,
  { leavesMoney }: { leavesMoney: boolean },
): Promise<string | null> {
  const { id, moneyAmount: amount } = payment;
  const billId = await releaseBought(tx, id);
  if (billId !== null) await creditRefunded(tx, billId, await findRefundedBalance(tx, id));
  if (billId !== null && !leavesMoney)
    await noteTakenOff(tx, id, await takeBackMoney(tx, ctx, billId, amount));
  else if (billId === null && isFromBalance(payment)) {
    const { payerId = payment.studentId } = (await findPaymentSource(tx, id)) ?? {};
    await moveBalances(tx, [{ payerId, amount }]);
  }
  return billId;
}

/** Notes on the bill of a voided payment what of its money a refund had made balance. */
async function creditRefunded(tx: Tx, billId: string, amount: number): Promise<void> {
  const bill = amount > 0 && (await lockBill(tx, billId));
  if (bill) await updateBill(tx, billId, { credited: bill.credited + amount });
}

/** Whether a payer's balance bought it: nobody noted it down. */
export function isFromBalance({ createdBy, method }: Pick<PaymentRow, "createdBy" | "method">): boolean {
  return createdBy === null && method === "inne";
}

/**
 * Buys lessons that were given back, where what else came for their bill pays for all of it; what is over is the payer's
 * balance again. Returns the payments.
 *
 * @param isInvoiced whether the bill had an invoice before: if not, it gets none
 */
export async function buyAgain(
  tx: Tx,
  ctx: ActorCtx,
  billId: string,
  { isInvoiced, ...terms }: Omit<BillMoney, "amount"> & { isInvoiced: boolean },
): Promise<BillPayment[]> {
  const bill = await lockBill(tx, billId);
  if (bill?.status !== "paid") return [];
  const { payments } = await receiveMoney(tx, ctx, bill, { ...terms, amount: 0 });
  const [first] = payments;
  if (first && !(await reviseInvoiceOf(tx, ctx, first.id)) && isInvoiced)
    await makeInvoice(tx, ctx, first.id);
  return payments;
}

/**
 * Takes money off a bill that bought nothing, or whose lessons were given back; below zero, it gives money back. Returns
 * what was taken: no more than came for the bill.
 */
export async function takeBackMoney(tx: Tx, ctx: Ctx, billId: string, amount: number): Promise<number> {
  const bill = await lockBill(tx, billId);
  if (!bill) return 0;
  const paid = Math.max(0, bill.paid - amount);
  // A bill that was withdrawn keeps nothing: what its lessons cost more comes back of the balance, what they cost less is
  // added.
  const missing = boughtSum(bill) - moneyOf({ ...bill, paid });
  const wanted = bill.status === "withdrawn" ? Math.min(missing, bill.credited) : bill.credited;
  const back = Math.min(wanted, await lockBalance(tx, bill.payerId));
  const credited = bill.credited - back;
  await moveBalances(tx, [{ payerId: bill.payerId, amount: -back }]);
  const status = statusWith({ ...bill, paid }, moneyOf({ ...bill, paid, credited }));
  await updateBill(tx, bill.id, { paid, credited, ...status });
  await recordHistory(tx, ctx, {
    entity: "bill",
    entityId: bill.id,
    action: "reopen",
    changes: { moneyAmount: { from: bill.paid, to: paid } },
  });
  return bill.paid - paid;
}

/**
 * Returns to a payer's balance what it, or other money for the bill, had paid for lessons that a refund took. Money of the
 * bill that was spent elsewhere is made up for first. Returns by how much the balance grew.
 */
export async function giveToBalance(tx: Tx, billId: string, amount: number): Promise<number> {
  const bill = amount > 0 && (await lockBill(tx, billId));
  if (!bill) return 0;
  const missing = Math.max(0, Math.min(boughtSum(bill) - moneyOf(bill), bill.credited));
  const toBill = Math.min(amount, missing);
  await moveBalances(tx, [{ payerId: bill.payerId, amount: amount - toBill }]);
  await credit(tx, bill, -toBill);
  return amount - toBill;
}

/**
 * Takes it again: the refund was rejected. What of it is spent by then is missing on the bill. Returns how much was there.
 */
export async function takeFromBalance(tx: Tx, ctx: Ctx, billId: string, amount: number): Promise<number> {
  const bill = await lockBill(tx, billId);
  if (!bill) return 0;
  const back = Math.min(amount, await lockBalance(tx, bill.payerId));
  await moveBalances(tx, [{ payerId: bill.payerId, amount: -back }]);
  const missing = amount - back;
  if (missing === 0) return back;
  await credit(tx, bill, missing);
  await recordHistory(tx, ctx, {
    entity: "bill",
    entityId: bill.id,
    action: "reopen",
    changes: { moneyAmount: { from: bill.paid, to: bill.paid - missing } },
  });
  return back;
}

/** Notes that so much more of a bill's money became balance. */
async function credit(tx: Tx, bill: LockedBill, amount: number): Promise<void> {
  if (amount === 0) return;
  const credited = bill.credited + amount;
  await updateBill(tx, bill.id, { credited, ...statusWith(bill, moneyOf({ ...bill, credited })) });
}

/** All money that counts for a bill: what was paid and the balance that was taken off, less what became balance. */
export function moneyOf(bill: Pick<LockedBill, "paid" | "balance" | "credited">): number {
  return bill.paid + bill.balance - bill.credited;
}

/** What the lessons cost that were bought. */
export function boughtSum({ lessons }: Pick<LockedBill, "lessons">): number {
  return lessons.reduce((sum, { paymentId, price }) => (paymentId === null ? sum : sum + price), 0);
}

/**
 * Returns the status of a bill for which this much money counts. A bill of which nothing was paid is open, as when it was
 * issued, whatever the balance paid for. A decision about an overdue bill ends with each new status; `stop` only when the
 * whole bill is paid.
 */
function statusWith(bill: LockedBill, money: number) {
  if (bill.status === "withdrawn") return {};
  const { lessons, halves, paid, status: before } = bill;
  const status = billStatus({ prices: lessons.map(({ price }) => price), halves: halves && paid > 0 }, money);
  const isSettled = status === "paid" || before === "paid";
  const isDecided = status === before || (bill.overdueAction === "stop" && !isSettled);
  return { status, ...(!isDecided && { overdueAction: null, overdueUntil: null }) };
}

function paymentsFor(lessons: readonly BillLessonState[]) {
  const lines = groupBy(lessons, ({ lineId }) => lineId);
  return [...lines].flatMap(([lineId, bought]) => {
    const [first] = bought;
    if (!first) return [];
    const { studentId, subject, level } = first;
    return {
      id: newId(),
      lineId,
      studentId,
      subject,
      level,
      moneyAmount: bought.reduce((sum, { price }) => sum + price, 0),
      positions: bought.map(({ position }) => position),
    };
  });
}
