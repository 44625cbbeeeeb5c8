import type { AdminPayment } from "@korki/contracts/payments";
import { listStudentPayers, type Tx } from "@korki/db";
import type { NotificationPayload, NotificationRequest } from "@korki/notifications";
import type { ActorCtx } from "./context";
import { notify } from "./outbox";

/** A payment to tell of. `payerId`: who was billed for it; left out: who pays for the student. */
export type NotedPayment = Pick<
  AdminPayment,
  "id" | "studentId" | "moneyAmount" | "lessonAmount" | "subject" | "level"
> & { payerId?: string };

/**
 * Tells of payments that were noted at once: one message to each student, and one to each payer about all of the payer's
 * children (rules §8). What is for a child without a login goes to the payer alone.
 */
export async function notifyOfPayments(
  tx: Tx,
  ctx: ActorCtx,
  payments: readonly NotedPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  const studentIds = [...new Set(payments.map(({ studentId }) => studentId))];
  const people = new Map((await listStudentPayers(tx, studentIds)).map((row) => [row.studentId, row]));
  const payerOf = ({ studentId, payerId }: NotedPayment) =>
    payerId ?? people.get(studentId)?.payerId ?? studentId;
  const messages: NotificationRequest[] = [];
  for (const studentId of studentIds) {
    const theirs = payments.filter((payment) => payment.studentId === studentId);
    const { hasLogin = true, payerId = null } = people.get(studentId) ?? {};
    const isPayerTold = payerId !== null && theirs.every((payment) => payerOf(payment) === payerId);
    if (hasLogin || !isPayerTold)
      messages.push({ kind: "payment-noted", to: { userId: studentId }, facts: factsOf(theirs) });
  }
  for (const payer of new Set(payments.map(payerOf))) {
    const theirs = payments.filter((payment) => payerOf(payment) === payer && payment.studentId !== payer);
    const [first] = theirs;
    if (!first) continue;
    const { studentId } = first;
    const isOnly = theirs.every((payment) => payment.studentId === studentId);
    const named = theirs.map((payment) => ({
      ...payment,
      studentName: people.get(payment.studentId)?.studentName ?? null,
    }));
    messages.push(
      isOnly && people.get(studentId)?.payerId === payer
        ? { kind: "payment-noted", to: { payerOf: studentId }, facts: factsOf(theirs) }
        : { kind: "payment-noted", to: { userId: payer }, facts: factsOf(named) },
    );
  }
  await notify(tx, ctx, ...messages);
}

function factsOf(
  payments: readonly (NotedPayment & { studentName?: string | null })[],
): NotificationPayload["payment-noted"] {
  const [first, ...others] = payments.map(
    ({ id: paymentId, moneyAmount, lessonAmount, subject, level, studentName = null }) => ({
      ...{ paymentId, moneyAmount, lessonAmount, subject, level },
      ...(studentName !== null && { studentName }),
    }),
  );
  if (!first) throw new Error("a message about no payment");
  return others.length > 0 ? { ...first, others } : first;
}
