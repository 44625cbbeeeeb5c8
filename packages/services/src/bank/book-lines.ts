import type { BankUndo, BookBankLineInput } from "@korki/contracts/bank";
import type { AdminPayment } from "@korki/contracts/payments";
import { bankTexts as texts } from "@korki/contracts/texts/bank";
import {
  findLastSubject,
  findPayerOf,
  findStatement,
  findStudentPrices,
  listBookedLines,
  listMoney,
  lockBankLine,
  lockBankLines,
  markBooked,
  reopenBankLines,
  suggestForLines,
  type Tx,
  transact,
} from "@korki/db";
import type { CivilDate, SubjectLevel } from "@korki/domain";
import { payBillIn } from "../bills/pay-bill";
import { takeBackMoney } from "../bills/receive-money";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { recordHistory } from "../history";
import { type BillReceipt, billedPayments, type NotedPayment, notifyOfPayments } from "../notify-payments";
import { addPaymentIn } from "../payments/add-payment";
import { voidPaymentIn } from "../payments/payments";
import { undoableSince } from "./bank-statements";

/** Lines that one call books; who has more calls again. */
const BOOKED_MAX = 1_000;
const TIMEOUT_MS = 120_000;

/** What pays for a line: a bill, or a student with what the money buys. */
type Target = Omit<BookBankLineInput, "id" | "lineId">;
type OpenLine = { id: string; on: CivilDate; amount: number };

/**
 * An administrator books a line of a statement as money for a bill, or as a student's payments: without a subject what
 * the student owes is paid first, and the rest buys lessons of the last subject. Returns the payments. Throws `not_found`,
 * and `conflict` for a line that is booked, one with grosze, and a bill that is paid (rules §41).
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
      const suggestions = await suggestForLines(tx, id);
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
 * be booked again. Throws `not_found`, and `conflict` where nothing can be taken back any more.
 */
export async function undoBooking(ctx: ActorCtx, { id }: { id: string }): Promise<BankUndo> {
  return transact(
    ctx.db,
    async (tx) => {
      const found = await findStatement(tx, id);
      if (!found) throw notFound();
      await lockBankLines(tx);
      const lines = await listBookedLines(tx, id, undoableSince(ctx));
      if (lines.length === 0) throw conflict(texts.undoTooLate);
      for (const { amount, billId, payments } of lines) {
        let money = amount / 100;
        for (const payment of payments) {
          // Voided by hand, it took its money off the bill.
          if (payment.isVoided) money -= payment.moneyAmount;
          else await voidPaymentIn(tx, ctx, payment.id, { leavesMoney: true });
        }
        if (billId !== null) await takeBackMoney(tx, ctx, billId, Math.max(0, money));
      }
      await reopenBankLines(
        tx,
        lines.map((line) => line.id),
      );
      await recordHistory(tx, ctx, {
        ...{ entity: "import", entityId: id, action: "undo" },
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
  const booked = (payments: readonly AdminPayment[], payerId: string) =>
    markBooked(tx, {
      ...{ lineId: line.id, statementId, payerId, billId: billId ?? null, studentId: studentId ?? null },
      paymentIds: payments.map(({ id }) => id),
      ...{ by: ctx.actor.id, at: ctx.now() },
    });
  if (billId !== undefined) {
    const { payments, receipt } = await payBillIn(tx, ctx, { billId, moneyAmount, ...terms });
    await booked(payments, receipt.payerId);
    return { payments, noted: billedPayments(payments, receipt), receipts: [receipt] };
  }
  if (studentId === undefined) throw invalidInput(texts.oneTarget);
  const payments: AdminPayment[] = [];
  for (const purchase of await purchasesFor(tx, studentId, moneyAmount, target)) {
    payments.push(await addPaymentIn(tx, ctx, { studentId, ...purchase, ...terms }));
  }
  await booked(payments, await findPayerOf(tx, studentId));
  return { payments, noted: payments, receipts: [] };
}

type Purchase = SubjectLevel & { moneyAmount: number; lessonAmount: number };

/** What a student's money buys: as the caller says, else what is due, the oldest first, and lessons for the rest. */
async function purchasesFor(
  tx: Tx,
  studentId: string,
  moneyAmount: number,
  { subject, level, lessonAmount }: Target,
): Promise<Purchase[]> {
  const prices = await findStudentPrices(tx, studentId);
  const lessonsFor = (of: SubjectLevel, money: number) =>
    Math.floor(money / Math.max(1, prices[of.level].price));
  const last = subject && level ? { subject, level } : await findLastSubject(tx, studentId);
  if (lessonAmount !== undefined || (subject && level)) {
    if (!last) throw invalidInput(texts.whatFor);
    return [{ ...last, moneyAmount, lessonAmount: lessonAmount ?? lessonsFor(last, moneyAmount) }];
  }
  const purchases: Purchase[] = [];
  let left = moneyAmount;
  const owed = (await listMoney(tx, studentId)).filter(({ due, dueLessons }) => due > 0 && dueLessons > 0);
  for (const { subject: of, level: at, due, dueLessons } of owed.sort(byDueDay)) {
    if (due > left) break;
    purchases.push({ subject: of, level: at, moneyAmount: due, lessonAmount: dueLessons });
    left -= due;
  }
  if (left === 0) return purchases;
  const rest = owed[purchases.length] ?? last ?? purchases.at(-1);
  if (!rest) throw invalidInput(texts.whatFor);
  const bought = purchases.find((each) => each.subject === rest.subject && each.level === rest.level);
  if (bought) {
    bought.moneyAmount += left;
    bought.lessonAmount += lessonsFor(rest, left);
  } else {
    const { subject: of, level: at } = rest;
    purchases.push({ subject: of, level: at, moneyAmount: left, lessonAmount: lessonsFor(rest, left) });
  }
  return purchases;
}

function byDueDay(a: { dueBy: string | null }, b: { dueBy: string | null }): number {
  return (a.dueBy ?? "9999").localeCompare(b.dueBy ?? "9999");
}
