import type { AdminPayment } from "@korki/contracts/payments";
import { listStudentPayers, type Tx } from "@korki/db";
import type { NotificationPayload, NotificationRequest } from "@korki/notifications";
import type { Ctx } from "./context";
import { notify } from "./outbox";

/**
 * A payment to tell of. `payerId` and `billId`: who was billed for it, by which bill; left out: who pays for the student.
 * `balanceMonth`: the payer's balance paid it, as nothing was left of the month's bill.
 */
export type NotedPayment = Pick<
  AdminPayment,
  "id" | "studentId" | "moneyAmount" | "lessonAmount" | "subject" | "level"
> & { payerId?: string; billId?: string; balanceMonth?: string };

/**
 * Money that came for a bill, in whole złoty: of it `toBill` bought nothing yet and counts for the bill, `toBalance` is the
 * payer's balance.
 */
export type BillReceipt = {
  payerId: string;
  billId: string;
  month: string;
  received: number;
  toBill: number;
  toBalance: number;
};

/** The payments that money for a bill made, as those concerned are told of them. */
export function billedPayments(
  payments: readonly AdminPayment[],
  { payerId, billId }: BillReceipt,
): NotedPayment[] {
  return payments.map((payment) => ({ ...payment, payerId, billId }));
}

/**
 * Tells of payments that were noted at once: one message to each student, and one to each payer about all of the payer's
 * children (rules §8), with what came for bills and what of it bought nothing. What is for a child without a login goes to
 * the payer alone.
 */
export async function notifyOfPayments(
  tx: Tx,
  ctx: Ctx,
  payments: readonly NotedPayment[],
  receipts: readonly BillReceipt[] = [],
): Promise<void> {
  const studentIds = [...new Set(payments.map(({ studentId }) => studentId))];
  const people = new Map((await listStudentPayers(tx, studentIds)).map((row) => [row.studentId, row]));
  const payerOf = ({ studentId, payerId }: NotedPayment) =>
    payerId ?? people.get(studentId)?.payerId ?? studentId;
  const paysOwn = (personId: string) =>
    payments.some((payment) => payment.studentId === personId && payerOf(payment) === personId);
  const receiptsOf = (personId: string) => receipts.filter(({ payerId }) => payerId === personId);
  const messages: NotificationRequest[] = [];
  for (const studentId of studentIds) {
    const theirs = payments.filter((payment) => payment.studentId === studentId);
    const { hasLogin = true, payerId = null } = people.get(studentId) ?? {};
    const isPayerTold = payerId !== null && theirs.every((payment) => payerOf(payment) === payerId);
    const facts = factsOf(theirs, paysOwn(studentId) ? receiptsOf(studentId) : []);
    if (hasLogin || !isPayerTold) messages.push({ kind: "payment-noted", to: { userId: studentId }, facts });
  }
  for (const payer of new Set([...payments.map(payerOf), ...receipts.map(({ payerId }) => payerId)])) {
    const theirs = payments.filter((payment) => payerOf(payment) === payer && payment.studentId !== payer);
    const bills = paysOwn(payer) ? [] : receiptsOf(payer);
    const [first] = theirs;
    if (!first) {
      if (bills.length > 0)
        messages.push({ kind: "bill-money", to: { userId: payer }, facts: { bills: bills.map(toldBill) } });
      continue;
    }
    const { studentId } = first;
    const isOnly = theirs.every((payment) => payment.studentId === studentId);
    const named = theirs.map((payment) => ({
      ...payment,
      studentName: people.get(payment.studentId)?.studentName ?? null,
    }));
    messages.push(
      isOnly && people.get(studentId)?.payerId === payer
        ? {
            kind: "payment-noted",
            to: { recipientId: payer, childId: studentId },
            facts: factsOf(theirs, bills),
          }
        : { kind: "payment-noted", to: { userId: payer }, facts: factsOf(named, bills) },
    );
  }
  await notify(tx, ctx, ...messages);
}

function factsOf(
  payments: readonly (NotedPayment & { studentName?: string | null })[],
  bills: readonly BillReceipt[],
): NotificationPayload["payment-noted"] {
  const isTold = (billId?: string) => bills.some((bill) => bill.billId === billId);
  const [first, ...others] = payments.map(
    ({ id: paymentId, moneyAmount, lessonAmount, subject, level, billId, studentName = null }) => ({
      paymentId,
      moneyAmount,
      lessonAmount,
      subject,
      level,
      ...(isTold(billId) && { billId }),
      ...(studentName !== null && { studentName }),
    }),
  );
  if (!first) throw new Error("a message about no payment");
  const [studentId, isSeveral] = new Set(payments.map((payment) => payment.studentId));
  const balanceMonth = payments[0]?.balanceMonth;
  return {
    ...first,
    ...(balanceMonth !== undefined && { balanceMonth }),
    ...(studentId && !isSeveral && { studentId }),
    ...(others.length > 0 && { others }),
    ...(bills.length > 0 && { bills: bills.map(toldBill) }),
  };
}

function toldBill({ payerId: _, ...bill }: BillReceipt): Omit<BillReceipt, "payerId"> {
  return bill;
}
