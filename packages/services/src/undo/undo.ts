import { commonTexts } from "@korki/contracts/texts/common";
import { undoTexts as texts } from "@korki/contracts/texts/undo";
import {
  type BillLessonState,
  findBillOfVoided,
  findPayment,
  findPaymentSource,
  finishUndoStep,
  insertPayment,
  insertUndoStep,
  isOrdered,
  type LockedBill,
  lockBalance,
  lockBill,
  lockSeries,
  lockUndoStep,
  markActUndone,
  moveBalances,
  moveBankLine,
  moveInvoice,
  newId,
  rejoinMoves,
  reopenProposals,
  restoreLessons,
  restoreSeries,
  shareClosures,
  signalContacts,
  type Tx,
  transact,
  type UndoStep,
  type UndoTarget,
  updateBill,
} from "@korki/db";
import { UNDO_GRACE_SECONDS, UNDO_SECONDS } from "@korki/domain";
import { slotTaken } from "../admin-lessons/lesson-placement";
import { isFromBalance, receiveMoney } from "../bills/receive-money";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { makeInvoice, reviseInvoiceOf } from "../invoices/want-invoice";
import { recordSeries } from "../series/record-series";

/** How long after its beginning an act can be taken back, in milliseconds. */
const WHOLE_MS = (UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000;

/**
 * Runs a person's act so that it can be taken back for some seconds, and holds its messages until then: `work` gets the
 * context to act in. Without an id it simply runs. Throws `conflict` for an id that another act has (rules §41).
 *
 * @param undoId the screen's name for the act
 */
export async function actWithUndo<Answer, Caller extends ActorCtx>(
  ctx: Caller,
  undoId: string | undefined,
  target: UndoTarget,
  work: (ctx: Caller) => Promise<Answer>,
): Promise<Answer> {
  if (undoId === undefined) return work(ctx);
  const until = new Date(ctx.now().getTime() + WHOLE_MS);
  return transact(ctx.db, async (tx) => {
    // As the acts on a series lock it; what is kept of it is what they find.
    if ("seriesId" in target) await lockWhole(tx, target.seriesId);
    const step = { id: undoId, actorId: ctx.actor.id, target, until };
    if (!(await insertUndoStep(tx, step))) throw conflict(commonTexts.changedMeanwhile);
    const answer = await work({ ...ctx, db: { ...ctx.db, tx }, undo: { id: undoId, until } });
    await finishUndoStep(tx, undoId);
    return answer;
  });
}

async function lockWhole(tx: Tx, seriesId: string) {
  await shareClosures(tx);
  return lockSeries(tx, seriesId);
}

/**
 * Takes back the caller's own act: its lesson, or every lesson of its series, is as it was, with the proposal or the move
 * that it answered or ended, or the payment that it deleted is booked again, and its messages never leave. Doing it again
 * changes nothing. Throws `not_found` for another person's act, and `conflict` once the time is over or where somebody
 * changed the lesson since.
 */
export async function undoAct(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  try {
    await transact(ctx.db, (tx) => undo(tx, ctx, id));
  } catch (error) {
    throw slotTaken(error);
  }
}

async function undo(tx: Tx, ctx: ActorCtx, id: string): Promise<void> {
  const step = await lockUndoStep(tx, id, ctx.actor.id);
  if (!step) throw notFound();
  if (step.undoneAt !== null) return;
  if (step.until.getTime() < ctx.now().getTime()) throw conflict(texts.tooLate);
  if (step.paymentId !== null) await bookAgain(tx, ctx, step.paymentId, step);
  else await restore(tx, ctx, step);
  await markActUndone(tx, step, ctx.now());
}

/** Gives the lessons of an act, and its series, back what they were. */
async function restore(tx: Tx, ctx: ActorCtx, step: UndoStep): Promise<void> {
  const series = step.seriesId === null ? null : await lockWhole(tx, step.seriesId);
  const restored = await restoreLessons(tx, step);
  if (!restored) throw conflict(texts.changed);
  await reopenProposals(tx, step);
  if (!(await rejoinMoves(tx, step, ctx.now()))) throw conflict(texts.changed);
  if (series) {
    if (!(await restoreSeries(tx, step.id))) throw conflict(texts.changed);
    await recordSeries(tx, ctx, series, "undo", { lessons: restored.length });
  }
  const handedBack = restored.filter(({ teacherId, teacherIdBefore }) => teacherId !== teacherIdBefore);
  await signalContacts(tx, {
    people: handedBack.flatMap((each) => [each.teacherId, each.teacherIdBefore, each.studentId]),
    parentsOf: handedBack.map(({ studentId }) => studentId),
  });
  await recordHistory(
    tx,
    ctx,
    ...restored.map(({ id: entityId, status, statusBefore, teacherId, studentId }) => ({
      entity: "lesson" as const,
      entityId,
      action: "undo" as const,
      teacherId,
      studentId,
      changes: diff({ status }, { status: statusBefore }),
    })),
  );
}

/** Pays for a payment from the payer's balance. Throws `conflict` if the balance is too low by now. */
async function spendBalance(tx: Tx, payerId: string, amount: number): Promise<void> {
  if ((await lockBalance(tx, payerId)) < amount) throw conflict(texts.changed);
  await moveBalances(tx, [{ payerId, amount: -amount }]);
}

/**
 * Takes off the payer's balance, and off what a withdrawn bill gave to it, what lessons cost more than the money that comes
 * back for them. Returns the bill as it is then. Throws `conflict` if the balance is too low by now.
 */
async function spendCredited(
  tx: Tx,
  bill: LockedBill,
  isRestored: (lesson: BillLessonState) => boolean,
  amount: number,
): Promise<LockedBill> {
  const restored = bill.lessons.filter((lesson) => lesson.paymentId === null && isRestored(lesson));
  const missing = restored.reduce((sum, { price }) => sum + price, 0) - amount;
  if (missing <= 0) return bill;
  await spendBalance(tx, bill.payerId, missing);
  const credited = bill.credited - missing;
  await updateBill(tx, bill.id, { credited });
  return { ...bill, credited };
}

/**
 * Books a payment that was voided once more, as it was: for the lessons of a bill that it had bought, and with an invoice
 * only if it had one. Nothing in the ledger is rewritten. Nobody is notified.
 */
async function bookAgain(
  tx: Tx,
  ctx: ActorCtx,
  paymentId: string,
  { isInvoiced, bought }: Pick<UndoStep, "isInvoiced" | "bought">,
): Promise<void> {
  const payment = await findPayment(tx, paymentId);
  if (!payment || payment.voided === null) throw conflict(texts.changed);
  if (await isOrdered(tx, paymentId)) throw conflict(texts.online);
  const { voided: _, createdBy, createdAt: __, ...booked } = payment;
  const by = { createdAt: ctx.now(), createdById: createdBy?.id ?? ctx.actor.id };
  const billed = await findBillOfVoided(tx, paymentId);
  const bill = billed && (await lockBill(tx, billed.billId));
  const ids: string[] = [];
  if (billed && bill) {
    const { method, paidOn, description } = booked;
    const isRestored = ({ position }: BillLessonState) => bought.includes(position);
    const isWithdrawn = bill.status === "withdrawn";
    const found = isWithdrawn ? await spendCredited(tx, bill, isRestored, billed.takenOff) : bill;
    const { payments } = await receiveMoney(tx, ctx, found, {
      amount: billed.takenOff,
      method,
      paidOn,
      description,
      createdById: by.createdById,
      isFirst: isRestored,
      isRestored,
    });
    ids.push(...payments.map(({ id }) => id));
  } else {
    ids.push(newId());
    const { payerId = payment.studentId } = (await findPaymentSource(tx, paymentId)) ?? {};
    const ofBalance = isFromBalance(payment);
    if (ofBalance) await spendBalance(tx, payerId, payment.moneyAmount);
    const createdById = ofBalance ? null : by.createdById;
    await insertPayment(tx, { ...booked, ...by, createdById, payerId, id: ids[0] ?? "" });
    await moveInvoice(tx, paymentId, ids[0] ?? "");
  }
  await moveBankLine(tx, paymentId, ids);
  // If this bought nothing, other money has bought the lessons, and the bill's invoice is about that.
  const [first = paymentId] = ids;
  await reviseInvoiceOf(tx, ctx, first);
  if (isInvoiced) await makeInvoice(tx, ctx, first);
  await recordHistory(
    tx,
    ctx,
    ...ids.map((entityId) => ({
      entity: "payment" as const,
      entityId,
      action: "undo" as const,
      changes: {},
      studentId: payment.studentId,
    })),
  );
}
