import type { AdminPayment } from "@korki/contracts/payments";
import { findBill, findPaymentSource, listStudentPayers, type Tx } from "@korki/db";
import type { NotificationPayload, NotificationRequest } from "@korki/notifications";
import { isFromBalance } from "../bills/receive-money";
import type { ActorCtx } from "../context";
import { sortByRecipient, type ToldPart } from "../outbox";

/** A payment that was voided, the bill whose lessons it had bought, and whether it had an invoice, the bill's or its own. */
export type VoidedPayment = { payment: AdminPayment; billId: string | null; isInvoiced: boolean };

type Bill = { billId: string; month: string };
type Part = { payment: AdminPayment; studentName: string; payerId: string; bill: Bill | null };

/**
 * Returns one message per person about payments that one action voided: to the students, to who paid, and to who pays for
 * a student by now, unless another person was billed. Who was billed reads which bills are open again.
 */
export async function voidedNotices(
  tx: Tx,
  ctx: ActorCtx,
  voided: readonly VoidedPayment[],
): Promise<NotificationRequest[]> {
  const studentIds = [...new Set(voided.map(({ payment }) => payment.studentId))];
  const students = new Map((await listStudentPayers(tx, studentIds)).map((row) => [row.studentId, row]));
  const given: ToldPart<Part>[] = [];
  for (const { payment, billId } of voided) {
    const { studentId } = payment;
    const { payerId: now = null, studentName = "" } = students.get(studentId) ?? {};
    const found = billId === null ? null : await findBill(tx, billId);
    const bill = found && { billId: found.id, month: found.month };
    const payerId = found?.payerId ?? (await findPaymentSource(tx, payment.id))?.payerId ?? studentId;
    const part = { payment, studentName, payerId, bill };
    const isAnothers = bill !== null && payerId !== now;
    given.push({ personId: studentId, tells: isAnothers ? "person" : "payerToo", part });
    if (payerId !== studentId) given.push({ personId: payerId, tells: "person", part });
  }
  const told = await sortByRecipient(tx, ctx, given);
  return told.map(({ to, parts }) => ({
    kind: "payment-voided",
    to,
    facts: factsFor(to.recipientId, parts),
  }));
}

function factsFor(recipientId: string, parts: readonly Part[]): NotificationPayload["payment-voided"] {
  const [studentId, isSeveral] = new Set(parts.map(({ payment }) => payment.studentId));
  const own = parts.filter(({ payerId }) => payerId === recipientId);
  const bills = new Map(own.flatMap(({ bill }) => (bill ? [[bill.billId, bill] as const] : [])));
  const toBalance = own
    .filter(({ payment, bill }) => bill === null && isFromBalance(payment))
    .reduce((sum, { payment }) => sum + payment.moneyAmount, 0);
  return {
    payments: parts.map(({ payment, studentName }) => ({
      paymentId: payment.id,
      moneyAmount: payment.moneyAmount,
      lessonAmount: payment.lessonAmount,
      subject: payment.subject,
      level: payment.level,
      ...(payment.studentId !== recipientId && { studentName }),
    })),
    bills: [...bills.values()],
    ...(toBalance > 0 && { toBalance }),
    ...(studentId && !isSeveral && { studentId }),
  };
}
