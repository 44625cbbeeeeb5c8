import type { BankUndo, BookBankLineInput } from "@korki/contracts/bank";
import type { AdminPayment } from "@korki/contracts/payments";
import { bankTexts as texts } from "@korki/contracts/texts/bank";
import {
  endUndoOfVoids,
  findLastSubject,
  findPayerOf,
  findStatement,
  findStudentPrices,
  listBookedLines,
  listPricesOfOneMore,
  listUnpaidBillsOf,
  listUnpaidLessons,
  lockBankLine,
  lockBankLines,
  lockPeopleForShare,
  lockUnpaidBillsOf,
  markBooked,
  reopenBankLines,
  type StudentBillRow,
  suggestForLines,
  type Tx,
  transact,
  type UnpaidLessonRow,
} from "@korki/db";
import {
  affordableLessons,
  buyLessons,
  type CivilDate,
  groupBy,
  type SubjectLevel,
  today,
} from "@korki/domain";
import { requireChangeable } from "../accounts/get-person";
import { payBillIn } from "../bills/pay-bill";
import { buyAgain, takeBackMoney } from "../bills/receive-money";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { recordHistory } from "../history";
import { type BillReceipt, billedPayments, type NotedPayment, notifyOfPayments } from "../notify-payments";
import { notify } from "../outbox";
import { addPaymentIn } from "../payments/add-payment";
import { voidPaymentIn } from "../payments/payments";
import { type VoidedPayment, voidedNotices } from "../payments/voided-notices";
import { undoableSince } from "./bank-statements";

/** Lines that one call books; who has more calls again. */
const BOOKED_MAX = 1_000;
const TIMEOUT_MS = 120_000;

/** What pays for a line: a bill, or a student with what the money buys. */
type Target = Omit<BookBankLineInput, "id" | "lineId">;
type OpenLine = { id: string; on: CivilDate; amount: number };

/**
 * An administrator books a line of a statement as money for a bill, or as a student's payments: without a subject what
 * the student owes is paid first, open bills before lessons that no bill asks for, and the rest buys lessons of the last
 * subject. Returns the payments. Throws `not_found`, also for an account that is no student's, and `conflict` for a line
 * that is booked, one with grosze, a bill that is paid, and an erased student (rules §41).
 */
export async function bookLine(
  ctx: ActorCtx,
  { id, lineId, ...target }: BookBankLineInput,
): Promise<AdminPayment[]> {
  return transact(ctx.db, async (tx) => {
    await lockBankLines(tx);
    const line = await lockBankLine(tx, id, lineId);
    if (!line) throw notFound();
    if (line.bookedAt !== null) throw conflict(texts.alreadyBooked);
    const { payments, noted, receipts } = await book(tx, ctx, id, line, target);
    await notifyOfPayments(tx, ctx, noted, receipts);
    return payments;
  });
}

/**
 * Books every line of a statement that is certain, as it was shown or is by now; each person gets one message about all of
 * them. Returns how many. Throws `not_found`.
 */
export async function bookCertainLines(ctx: ActorCtx, { id }: { id: string }): Promise<{ booked: number }> {
  return transact(
    ctx.db,
    async (tx) => {
      if (!(await findStatement(tx, id))) throw notFound();
      await lockBankLines(tx);
      const suggestions = await suggestForLines(tx, id, today(ctx.now()));
      const certain = suggestions.filter(({ isCertain }) => isCertain).slice(0, BOOKED_MAX);
      const noted: NotedPayment[] = [];
      const receipts: BillReceipt[] = [];
      for (const { lineId, billId, studentId } of certain) {
        const line = await lockBankLine(tx, id, lineId);
        if (!line) throw notFound();
        const target = billId ? { billId } : { studentId: studentId ?? undefined };
        const booked = await book(tx, ctx, id, line, target);
        noted.push(...booked.noted);
        receipts.push(...booked.receipts);
      }
      await notifyOfPayments(tx, ctx, noted, receipts);
      return { booked: certain.length };
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/**
 * Takes back what was booked from a statement in the last 24 hours, as voiding its payments by hand does; its lines can
 * be booked again. Each person concerned gets one message. Throws `not_found`, and `conflict` where nothing can be taken back any more.
 */
export async function undoBooking(ctx: ActorCtx, { id }: { id: string }): Promise<BankUndo> {
  return transact(
    ctx.db,
    async (tx) => {
      const found = await findStatement(tx, id);
      if (!found) throw notFound();
      await lockBankLines(tx);
      const since = undoableSince(ctx);
      await endUndoOfVoids(tx, id, since);
      const lines = await listBookedLines(tx, id, since);
      if (lines.length === 0) throw conflict(texts.undoTooLate);
      const opened = new Map<string, CivilDate>();
      const voided: VoidedPayment[] = [];
      for (const { on, payments, bills } of lines) {
        for (const { id: paymentId, isVoided } of payments)
          if (!isVoided) voided.push(await voidPaymentIn(tx, ctx, paymentId, { leavesMoney: true }));
        for (const { billId, amount } of bills) {
          // Voided by hand, a payment has taken off all that it cost, of which other money may have paid a part.
          const taken = payments.filter((payment) => payment.billId === billId);
          const left = amount - taken.reduce((sum, { takenOff }) => sum + takenOff, 0);
          await takeBackMoney(tx, ctx, billId, left);
          opened.set(billId, on);
        }
      }
      for (const [billId, paidOn] of opened)
        await buyAgain(tx, ctx, billId, {
          method: "przelew",
          paidOn,
          createdById: ctx.actor.id,
          isInvoiced: voided.some((each) => each.billId === billId && each.isInvoiced),
        });
      await notify(tx, ctx, ...(await voidedNotices(tx, ctx, voided)));
      await reopenBankLines(
        tx,
        lines.map((line) => line.id),
      );
      await recordHistory(tx, ctx, {
        entity: "import",
        entityId: id,
        action: "undo",
        changes: { count: { from: found.booked, to: found.booked - lines.length } },
      });
      return { removed: lines.length, kept: found.booked - lines.length };
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/** Books a line; returns its payments, and as those concerned are told of them. */
async function book(
  tx: Tx,
  ctx: ActorCtx,
  statementId: string,
  line: OpenLine,
  target: Target,
): Promise<{ payments: AdminPayment[]; noted: NotedPayment[]; receipts: BillReceipt[] }> {
  if (line.amount % 100 !== 0) throw conflict(texts.notWhole);
  const moneyAmount = line.amount / 100;
  const { billId, studentId } = target;
  const terms = { method: "przelew", paidOn: line.on, description: texts.paymentDescription } as const;
  const booked = (payments: readonly AdminPayment[], payerId: string, bills: readonly BillPart[] = []) =>
    markBooked(tx, {
      lineId: line.id,
      statementId,
      payerId,
      billId: billId ?? null,
      studentId: studentId ?? null,
      paymentIds: payments.map(({ id }) => id),
      bills,
      by: ctx.actor.id,
      at: ctx.now(),
    });
  if (billId !== undefined) {
    const { payments, receipt } = await payBillIn(tx, ctx, { billId, moneyAmount, ...terms });
    await booked(payments, receipt.payerId);
    return { payments, noted: billedPayments(payments, receipt), receipts: [receipt] };
  }
  if (studentId === undefined) throw invalidInput(texts.oneTarget);
  requireChangeable(await lockPeopleForShare(tx, [studentId]), studentId, "Student");
  const payments: AdminPayment[] = [];
  const noted: NotedPayment[] = [];
  const receipts: BillReceipt[] = [];
  const bills: BillPart[] = [];
  let left = moneyAmount;
  for (const bill of isForWhatIsDue(target) ? await billsOf(tx, studentId) : []) {
    const amount = Math.min(left, bill.left);
    if (amount === 0) break;
    const paid = await payBillIn(tx, ctx, {
      billId: bill.id,
      moneyAmount: amount,
      firstFor: studentId,
      ...terms,
    });
    payments.push(...paid.payments);
    noted.push(...billedPayments(paid.payments, paid.receipt));
    receipts.push(paid.receipt);
    bills.push({ billId: bill.id, amount });
    left -= amount;
  }
  for (const purchase of await purchasesFor(tx, studentId, left, target)) {
    const payment = await addPaymentIn(tx, ctx, { studentId, ...purchase, ...terms });
    payments.push(payment);
    noted.push(payment);
  }
  await booked(payments, await findPayerOf(tx, studentId), bills);
  return { payments, noted, receipts };
}

type BillPart = { billId: string; amount: number };
type Purchase = SubjectLevel & { moneyAmount: number; lessonAmount: number };

/** Whether the caller leaves open what a student's money buys. */
function isForWhatIsDue({ subject, lessonAmount }: Target): boolean {
  return subject === undefined && lessonAmount === undefined;
}

/** The unpaid bills of who pays for a student, the oldest first, as they stay until the transaction ends. */
async function billsOf(tx: Tx, studentId: string): Promise<StudentBillRow[]> {
  await lockUnpaidBillsOf(tx, studentId);
  return (await listUnpaidBillsOf(tx, studentId)).filter(({ isFormer }) => !isFormer);
}

/**
 * What a student's money buys: as the caller says, else the lessons that are due, the oldest first and each at the price
 * that it carries, and lessons of the last subject for the rest (rules §41).
 */
async function purchasesFor(
  tx: Tx,
  studentId: string,
  moneyAmount: number,
  target: Target,
): Promise<Purchase[]> {
  const { subject, level, lessonAmount } = target;
  if (moneyAmount === 0) return [];
  const unpaid = await listUnpaidLessons(tx, studentId);
  const last = subject && level ? { subject, level } : await findLastSubject(tx, studentId);
  if (!isForWhatIsDue(target)) {
    if (!last) throw invalidInput(texts.whatFor);
    const count = lessonAmount ?? (await lessonsFor(tx, { studentId, ...last }, unpaid, moneyAmount));
    return [{ ...last, moneyAmount, lessonAmount: count }];
  }
  const due = unpaid.filter(({ isDue }) => isDue);
  const { bought, left } = buyLessons(
    due.map(({ price }) => price),
    moneyAmount,
  );
  const parts = due
    .slice(0, bought)
    .map(({ price, isDue: _, ...of }) => ({ ...of, moneyAmount: price, lessonAmount: 1 }));
  if (left > 0) {
    const next = due[bought];
    const rest = next ?? last ?? due.at(-1);
    if (!rest) throw invalidInput(texts.whatFor);
    const of = { subject: rest.subject, level: rest.level };
    const later = unpaid.filter(({ isDue }) => !isDue);
    const count = next ? 0 : await lessonsFor(tx, { studentId, ...of }, later, left);
    parts.push({ ...of, moneyAmount: left, lessonAmount: count });
  }
  const bySubject = groupBy(parts, (part) => `${part.subject} ${part.level}`);
  return [...bySubject.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const sum = { moneyAmount: 0, lessonAmount: 0 };
    for (const part of same) {
      sum.moneyAmount += part.moneyAmount;
      sum.lessonAmount += part.lessonAmount;
    }
    return [{ ...first, ...sum }];
  });
}

/**
 * How many lessons of a subject money buys: those at the prices that they carry, then further ones at what one more costs.
 */
async function lessonsFor(
  tx: Tx,
  whose: SubjectLevel & { studentId: string },
  unpaid: readonly UnpaidLessonRow[],
  money: number,
): Promise<number> {
  const isOwn = ({ subject, level }: SubjectLevel) => subject === whose.subject && level === whose.level;
  const prices = unpaid.filter(isOwn).map(({ price }) => price);
  const more = (await listPricesOfOneMore(tx, whose.studentId)).find(isOwn)?.price;
  const morePrice = more ?? (await findStudentPrices(tx, whose.studentId))[whose.level].price;
  return affordableLessons({ prices, morePrice }, money);
}
