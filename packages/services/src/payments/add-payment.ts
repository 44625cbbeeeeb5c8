import type { AddPaymentInput, AdminPayment } from "@korki/contracts/payments";
import { findPayment, insertPayment, lockPeopleForShare, newId, type Tx, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notify } from "../outbox";
import { withIdempotencyKey } from "../with-idempotency-key";

/**
 * An administrator notes down what a student paid; the student hears of it.
 *
 * @param key the caller's `Idempotency-Key`: with the same one the same payment is noted once
 */
export async function addPayment(
  ctx: ActorCtx,
  input: Omit<AddPaymentInput, "idempotencyKey">,
  key: string | null,
): Promise<AdminPayment> {
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, key, { operation: "addPayment", input }, () => add(tx, ctx, input)),
  );
}

async function add(
  tx: Tx,
  ctx: ActorCtx,
  {
    studentId,
    moneyAmount,
    lessonAmount,
    subject,
    level,
    description,
  }: Omit<AddPaymentInput, "idempotencyKey">,
): Promise<AdminPayment> {
  const student = (await lockPeopleForShare(tx, [studentId])).get(studentId);
  if (student?.role !== "Student") throw notFound();
  const id = newId();
  const noted = { moneyAmount, lessonAmount, subject, level, description };
  await insertPayment(tx, { id, studentId, ...noted, createdAt: ctx.now(), createdById: ctx.actor.id });
  await recordHistory(tx, ctx, {
    entity: "payment",
    entityId: id,
    action: "add",
    changes: diff(null, noted),
    studentId,
  });
  await notify(tx, ctx, {
    kind: "payment-noted",
    to: { userId: studentId },
    facts: { paymentId: id, moneyAmount, lessonAmount, subject, level },
  });
  const payment = await findPayment(tx, id);
  if (!payment) throw notFound();
  return payment;
}
