import type { AddPaymentInput, AdminPayment } from "@korki/contracts/payments";
import { ledgerTexts } from "@korki/contracts/texts/ledger";
import {
  findPayerOf,
  findPayment,
  insertPayment,
  lockPackage,
  lockPeopleForShare,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import { addDays, type CivilDate, DEFAULT_PAYMENT_METHOD, today } from "@korki/domain";
import { requireChangeable } from "../accounts/get-person";
import type { ActorCtx } from "../context";
import { invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { wantInvoice } from "../invoices/want-invoice";
import { notifyOfPayments } from "../notify-payments";
import { withIdempotencyKey } from "../with-idempotency-key";

/**
 * An administrator records a student's payment; the student is notified.
 *
 * @param key the caller's `Idempotency-Key`: the same key records the same payment once
 */
export async function addPayment(
  ctx: ActorCtx,
  input: Omit<AddPaymentInput, "idempotencyKey">,
  key: string | null,
): Promise<AdminPayment> {
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, key, { operation: "addPayment", input }, async () => {
      const payment = await addPaymentIn(tx, ctx, input);
      await notifyOfPayments(tx, ctx, [payment]);
      return payment;
    }),
  );
}

/** The same within a transaction, without a message. */
export async function addPaymentIn(
  tx: Tx,
  ctx: ActorCtx,
  { packageId = null, ...input }: Omit<AddPaymentInput, "idempotencyKey">,
): Promise<AdminPayment> {
  const {
    studentId,
    moneyAmount,
    lessonAmount,
    subject,
    level,
    description,
    method = DEFAULT_PAYMENT_METHOD,
  } = input;
  requireChangeable(await lockPeopleForShare(tx, [studentId]), studentId, "Student");
  const day = today(ctx.now());
  const paidOn = input.paidOn ?? day;
  if (paidOn > day) throw invalidInput(ledgerTexts.paidInFuture);
  const ofPackage = await expiryOfPackage(tx, packageId, paidOn);
  const expiresOn = input.expiresOn === undefined ? ofPackage : input.expiresOn;
  if (expiresOn !== null && expiresOn < day) throw invalidInput(ledgerTexts.expiryInPast);
  const id = newId();
  const noted = { moneyAmount, lessonAmount, subject, level, description };
  const dated = { paidOn, method, expiresOn };
  await insertPayment(tx, {
    id,
    studentId,
    ...noted,
    ...dated,
    packageId,
    payerId: await findPayerOf(tx, studentId),
    createdAt: ctx.now(),
    createdById: ctx.actor.id,
  });
  await recordHistory(tx, ctx, {
    entity: "payment",
    entityId: id,
    action: "add",
    changes: diff(null, {
      ...noted,
      ...dated,
    }),
    studentId,
  });
  await wantInvoice(tx, ctx, id);
  const payment = await findPayment(tx, id);
  if (!payment) throw notFound();
  return payment;
}

/**
 * The last day on which lessons of a package that was paid on a day can be used; null: they do not expire. Throws
 * `not_found` for a package that is not on offer.
 */
async function expiryOfPackage(
  tx: Tx,
  packageId: string | null,
  paidOn: CivilDate,
): Promise<CivilDate | null> {
  if (packageId === null) return null;
  const offer = await lockPackage(tx, packageId);
  if (!offer) throw notFound();
  return offer.validDays === null ? null : addDays(paidOn, offer.validDays);
}
