import { type Executor, query, sql } from "@korki/db";
import { type BilledMode, type CivilDate, groupBy, isDelivered, type SubjectLevel } from "@korki/domain";
import {
  type Account,
  type CountedLesson,
  loadAccounts,
  loadPayers,
  type StudentPayer,
  uncoveredLessons,
} from "./money-recount";

/** A line as text: student, subject, level, and planned, prepaid and billed lessons with their sum. */
type BillText = { payerId: string; text: string };

/** Bills of a month that are about to be issued by themselves; months are first days. */
export type IssuedMonth = {
  mode: BilledMode;
  from: CivilDate;
  /** The first day of the next month. */
  to: CivilDate;
  /** Before this instant the mode and the days were set that apply. */
  since: Date;
  dueOn: CivilDate;
};

/**
 * Recounts, payer by payer and lesson by lesson, what bills of a month have to say (rules §32), before they are issued.
 * Who gets none because the balance pays for all of it is left out.
 */
export async function expectBills(on: Executor, month: IssuedMonth): Promise<BillText[]> {
  const { mode, from, to, since, dueOn } = month;
  const out = await query<{ payerId: string }>(
    on,
    sql`SELECT payer_id AS "payerId" FROM bills WHERE month = ${from}::date
         UNION SELECT payer_id FROM bill_exclusions WHERE month = ${from}::date`,
  );
  const isOut = new Set(out.map(({ payerId }) => payerId));
  const students = (await loadPayers(on)).filter(
    (student) => student.mode === mode && student.savedAt <= since && !isOut.has(student.payerId),
  );
  const accounts = await loadAccounts(
    on,
    students.map(({ studentId }) => studentId),
  );
  const lines = groupBy(accounts, ({ studentId }) => studentId);
  const families = groupBy(students, ({ payerId }) => payerId);
  return [...families].flatMap(([payerId, children]) => {
    const found = children.flatMap(({ studentId }) =>
      (lines.get(studentId) ?? []).map((account) => lineOf(account, { mode, from, to })),
    );
    const shown = found.filter(({ planned }) => planned > 0);
    const sum = shown.reduce((total, { amount }) => total + amount, 0);
    const balance = Math.min(sum, balanceOf(children));
    return sum - balance > 0 ? [{ payerId, text: textOf({ dueOn, balance, lines: shown }) }] : [];
  });
}

function balanceOf([first]: readonly StudentPayer[]): number {
  return first?.balance ?? 0;
}

type Line = SubjectLevel & {
  studentId: string;
  planned: number;
  prepaid: number;
  billed: number;
  amount: number;
};

function lineOf(
  account: Account,
  { mode, from, to }: { mode: BilledMode; from: CivilDate; to: CivilDate },
): Line {
  const { studentId, subject, level } = account;
  const isMeant = ({ charged, status }: CountedLesson) =>
    mode === "advance" || charged || isDelivered(status);
  const uncovered = new Set(uncoveredLessons(account));
  const upToNow = account.lessons.filter((lesson) => lesson.date < to && !lesson.isAsked && isMeant(lesson));
  const billed = upToNow.filter((lesson) => uncovered.has(lesson));
  const prepaid = upToNow.filter((lesson) => lesson.date >= from && !uncovered.has(lesson)).length;
  const amount = billed.reduce((sum, { price }) => sum + price, 0);
  return {
    studentId,
    subject,
    level,
    prepaid,
    amount,
    planned: prepaid + billed.length,
    billed: billed.length,
  };
}

function textOf(bill: { dueOn: CivilDate; balance: number; lines: readonly Line[] }): string {
  const lines = bill.lines.map(({ studentId, subject, level, ...line }) => {
    const { planned, prepaid, billed, amount } = line;
    return `${studentId.slice(0, 8)} ${subject} ${level} ${planned} = ${prepaid} + ${billed}: ${amount}`;
  });
  return `${bill.dueOn}, ${bill.balance} off; ${lines.toSorted().join("; ")}`;
}

/** Returns how bills that were issued since an instant differ from those that were expected. */
export async function issuedFaults(
  on: Executor,
  { from, mode }: Pick<IssuedMonth, "from" | "mode">,
  after: Date,
  expected: readonly BillText[],
): Promise<string[]> {
  const bills = await query<{ payerId: string; dueOn: CivilDate; balance: number; lines: Line[] }>(
    on,
    sql`SELECT b.payer_id AS "payerId", b.due_on AS "dueOn", b.balance,
               (SELECT json_agg(json_build_object('studentId', n.student_id, 'subject', n.subject, 'level', n.level,
                  'planned', n.planned, 'prepaid', n.prepaid, 'billed', n.billed, 'amount', n.amount))
                  FROM bill_lines n WHERE n.bill_id = b.id) AS lines
          FROM bills b WHERE b.month = ${from}::date AND b.mode = ${mode} AND b.issued_at >= ${after}::timestamptz
           AND b.issued_by_id IS NULL`,
  );
  const made = new Map(bills.map((bill) => [bill.payerId, textOf(bill)]));
  const wanted = new Map(expected.map(({ payerId, text }) => [payerId, text]));
  return [...new Set([...made.keys(), ...wanted.keys()])].flatMap((payerId) => {
    const [got = "no bill", want = "no bill"] = [made.get(payerId), wanted.get(payerId)];
    return got === want ? [] : [`${mode} ${from} of ${payerId}: ${got}, expected ${want}`];
  });
}

type BillFacts = {
  id: string;
  payerId: string;
  status: string;
  amount: number;
  balance: number;
  paid: number;
  credited: number;
  halves: boolean;
  lines: { id: string; planned: number; prepaid: number; billed: number; amount: number }[];
  lessons: { lineId: string; price: number; paymentId: string | null }[];
  payments: { id: string; money: number; lessons: number; isVoided: boolean }[];
};

/**
 * Adds up every bill: its lines, lessons, payments and what was paid have to agree to the złoty, and so have payers'
 * balances and all that came in (rules §32). Returns every difference.
 */
export async function billFaults(on: Executor): Promise<string[]> {
  const bills = await query<BillFacts>(
    on,
    sql`SELECT b.id, b.payer_id AS "payerId", b.status, b.amount, b.balance, b.paid, b.credited, b.halves,
               coalesce((SELECT json_agg(json_build_object('id', n.id, 'planned', n.planned, 'prepaid', n.prepaid,
                   'billed', n.billed, 'amount', n.amount)) FROM bill_lines n WHERE n.bill_id = b.id), '[]') AS lines,
               coalesce((SELECT json_agg(json_build_object('lineId', x.line_id, 'price', x.price,
                   'paymentId', x.payment_id) ORDER BY x.position) FROM bill_lessons x WHERE x.bill_id = b.id), '[]') AS lessons,
               coalesce((SELECT json_agg(json_build_object('id', p.id, 'money', p.money_amount, 'lessons', p.lesson_amount,
                   'isVoided', p.deleted_at IS NOT NULL)) FROM payments p WHERE p.bill_id = b.id), '[]') AS payments
          FROM bills b`,
  );
  return [...bills.flatMap(faultsOfBill), ...(await balanceFaults(on, bills))];
}

const sumOf = (prices: readonly { price: number }[]) => prices.reduce((sum, { price }) => sum + price, 0);

function faultsOfBill(bill: BillFacts): string[] {
  const { lines, lessons, payments, amount, balance, paid, credited } = bill;
  const faults: string[] = [];
  const check = (what: string, got: unknown, expected: unknown) => {
    if (got !== expected) faults.push(`bill ${bill.id}: ${what} ${got}, expected ${expected}`);
  };
  check("amount and what was taken off", amount + balance, sumOf(lessons));
  for (const line of lines) {
    const own = lessons.filter(({ lineId }) => lineId === line.id);
    check("a line's lessons", line.billed, own.length);
    check("a line's sum", line.amount, sumOf(own));
    check("a line's planned lessons", line.planned, line.prepaid + line.billed);
  }
  for (const payment of payments) {
    const own = lessons.filter(({ paymentId }) => paymentId === payment.id);
    check("lessons of a payment", own.length, payment.isVoided ? 0 : payment.lessons);
    check("money of a payment", sumOf(own), payment.isVoided ? 0 : payment.money);
  }
  const bought = lessons.filter(({ paymentId }) => paymentId !== null);
  const money = paid + balance - credited;
  const rest = money - sumOf(bought);
  if (rest < 0) faults.push(`bill ${bill.id}: bought for ${sumOf(bought)}, of ${money}`);
  if (bill.status === "withdrawn") {
    check("money that a withdrawn bill kept", rest, 0);
    return faults;
  }
  const first = lessons.slice(0, Math.ceil(lessons.length / 2));
  const isHalf = bill.halves && paid > 0 && money >= sumOf(first);
  check("status", bill.status, money >= sumOf(lessons) ? "paid" : isHalf ? "half" : "open");
  if (bill.status === "paid") check("lessons bought of a paid bill", bought.length, lessons.length);
  return faults;
}

/** What bills left over, less what later bills took off and what the balance bought, is what payers have. */
async function balanceFaults(on: Executor, bills: readonly BillFacts[]): Promise<string[]> {
  const kept = await query<{ payerId: string; balance: number }>(
    on,
    sql`SELECT payer_id AS "payerId", balance FROM billing_payers`,
  );
  const [{ spent } = { spent: 0 }] = await query<{ spent: number }>(
    on,
    sql`SELECT coalesce(sum(money_amount), 0)::int AS spent FROM payments
         WHERE created_by_id IS NULL AND bill_id IS NULL AND method = 'inne' AND deleted_at IS NULL`,
  );
  const left = bills.reduce((sum, { credited, balance }) => sum + credited - balance, 0) - spent;
  const has = kept.reduce((sum, { balance }) => sum + balance, 0);
  return has === left ? [] : [`payers' balances ${has}, expected ${left}`];
}
