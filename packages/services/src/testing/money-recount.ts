import { type Executor, findMoneySettings, loadBalance, query, sql } from "@korki/db";
import {
  addDays,
  type BillingMode,
  type CivilDate,
  groupBy,
  isDelivered,
  isPlanned,
  type LessonStatus,
  type SubjectLevel,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { getStudentStatement } from "../ledger/get-statement";
import { getStudentMoney } from "../money/get-money";

/** Lessons left of a payment. */
type Lot = SubjectLevel & { studentId: string; remaining: number; expiresOn: CivilDate | null };

export type CountedLesson = SubjectLevel & {
  id: string;
  studentId: string;
  date: CivilDate;
  block: number;
  status: LessonStatus;
  charged: boolean;
  isUndecided: boolean;
  /** A payer was asked for it and has not answered. */
  isAsked: boolean;
  price: number;
};

/**
 * What a student has of a subject and level: the lessons that count, as payments reach them, and what payments left over.
 */
export type Account = SubjectLevel & {
  studentId: string;
  available: number;
  lessons: readonly CountedLesson[];
  lots: readonly Lot[];
  /** Lessons that unpaid bills ask for. */
  billed: number;
};

/**
 * Recounts, lesson by lesson, what students owe, and adds up their statements. Returns every difference from what the
 * product says, in words (rules §39).
 */
export async function moneyFaults(asAdmin: ActorCtx, studentIds: readonly string[]): Promise<string[]> {
  const accounts = await loadAccounts(asAdmin.db, studentIds);
  const payers = await loadPayers(asAdmin.db);
  const open = await loadOpenBills(asAdmin.db);
  const faults: string[] = [];
  for (const studentId of studentIds) {
    const { mode = "perLesson" as const, payerId = studentId } =
      payers.find((each) => each.studentId === studentId) ?? {};
    const own = accounts.filter((account) => account.studentId === studentId);
    const due = await dueFaults(asAdmin, { studentId, mode, payerId, accounts: own, open });
    const found = [...due, ...(await statementFaults(asAdmin, studentId, own))];
    faults.push(...found.map((fault) => `${studentId}: ${fault}`));
  }
  return faults;
}

/** Reads the accounts of these students, row by row. */
export async function loadAccounts(on: Executor, studentIds: readonly string[]): Promise<Account[]> {
  const lessons = await query<CountedLesson>(
    on,
    sql`SELECT id, student_id AS "studentId", subject, level, date, block, status, charged, price,
               late_decision IS NOT NULL AS "isUndecided",
               EXISTS (SELECT FROM approvals a WHERE a.student_id = l.student_id AND a.status = 'open'
                          AND l.id = ANY (a.lesson_ids)) AS "isAsked"
          FROM lessons l WHERE student_id = ANY (${studentIds}::uuid[]) AND deleted_at IS NULL`,
  );
  const lots = await query<Lot>(
    on,
    sql`SELECT student_id AS "studentId", subject, level, remaining, expires_on AS "expiresOn" FROM ledger_lots
         WHERE student_id = ANY (${studentIds}::uuid[]) AND remaining > 0`,
  );
  const billed = await query<SubjectLevel & { studentId: string }>(
    on,
    sql`SELECT n.student_id AS "studentId", n.subject, n.level FROM bill_lessons x
          JOIN bill_lines n ON n.id = x.line_id JOIN bills b ON b.id = x.bill_id
         WHERE b.status IN ('open', 'half') AND x.payment_id IS NULL AND n.student_id = ANY (${studentIds}::uuid[])`,
  );
  const accounts = await query<SubjectLevel & { studentId: string; available: number }>(
    on,
    sql`SELECT student_id AS "studentId", subject, level, balance AS available FROM ledger_accounts
         WHERE student_id = ANY (${studentIds}::uuid[])`,
  );
  const lessonsOf = byAccount(lessons.filter(counts).toSorted(asReached));
  const lotsOf = byAccount(lots);
  const billedOf = byAccount(billed);
  return accounts.map((account) => ({
    ...account,
    lessons: lessonsOf(account),
    lots: lotsOf(account),
    billed: billedOf(account).length,
  }));
}

/** Who pays for each student, and how that person is charged. */
export type StudentPayer = {
  studentId: string;
  payerId: string;
  mode: BillingMode;
  /** Since when the mode and the days of issuing are as they are. */
  savedAt: Date;
  balance: number;
};

/** Reads who pays for whom, row by row. */
export async function loadPayers(on: Executor): Promise<StudentPayer[]> {
  const [centre] = await query<{ mode: BillingMode; savedAt: Date }>(
    on,
    sql`SELECT billing_mode AS mode, billing_saved_at AS "savedAt" FROM centre_settings`,
  );
  if (!centre) throw new Error("the row of the centre's settings is missing");
  const students = await query<{ id: string; hasLogin: boolean }>(
    on,
    sql`SELECT id, email IS NOT NULL AS "hasLogin" FROM users WHERE role = 'Student'`,
  );
  const guardians = await query<{ parentId: string; studentId: string; isPayer: boolean }>(
    on,
    sql`SELECT g.parent_id AS "parentId", g.student_id AS "studentId", g.is_payer AS "isPayer"
          FROM guardianships g JOIN users p ON p.id = g.parent_id
         WHERE (g.is_payer OR (g.can_pay AND NOT p.is_disabled)) AND g.ended_at IS NULL
           AND g.first_day <= warsaw_today() AND (g.last_day IS NULL OR g.last_day >= warsaw_today())
         ORDER BY g.id`,
  );
  const rows = await query<{
    payerId: string;
    mode: BillingMode | null;
    defaultMode: BillingMode;
    savedAt: Date;
    balance: number;
  }>(
    on,
    sql`SELECT payer_id AS "payerId", mode, default_mode AS "defaultMode", saved_at AS "savedAt", balance
          FROM billing_payers`,
  );
  const guardiansOf = groupBy(guardians, ({ studentId }) => studentId);
  const known = new Map(rows.map((row) => [row.payerId, row]));
  return students.map(({ id: studentId, hasLogin }) => {
    const own = guardiansOf.get(studentId) ?? [];
    // A child without a login cannot pay.
    const paying = own.find(({ isPayer }) => isPayer) ?? (hasLogin ? undefined : own[0]);
    const payerId = paying?.parentId ?? studentId;
    const row = known.get(payerId);
    const times = [centre.savedAt, row?.savedAt ?? centre.savedAt].toSorted(
      (a, b) => a.getTime() - b.getTime(),
    );
    return {
      studentId,
      payerId,
      mode: row?.mode ?? row?.defaultMode ?? centre.mode,
      savedAt: times[1] ?? centre.savedAt,
      balance: row?.balance ?? 0,
    };
  });
}

/** A lesson of an unpaid bill that nothing bought yet. */
type AskedLesson = { billId: string; payerId: string; studentId: string; price: number; money: number };

/** Reads what unpaid bills ask for, in the order in which money buys it; `money`: what came and bought nothing yet. */
async function loadOpenBills(on: Executor): Promise<AskedLesson[]> {
  return query<AskedLesson>(
    on,
    sql`SELECT b.id AS "billId", b.payer_id AS "payerId", n.student_id AS "studentId", x.price,
               b.paid + b.balance - b.credited - coalesce((SELECT sum(y.price) FROM bill_lessons y
                  WHERE y.bill_id = b.id AND y.payment_id IS NOT NULL), 0)::int AS money
          FROM bills b JOIN bill_lessons x ON x.bill_id = b.id JOIN bill_lines n ON n.id = x.line_id
         WHERE b.status IN ('open', 'half') AND x.payment_id IS NULL ORDER BY b.id, x.position`,
  );
}

function counts({ status, charged, isUndecided }: CountedLesson): boolean {
  return isDelivered(status) || isPlanned(status) || charged || isUndecided;
}

/** As payments reach them: what waits for a payer after all others. */
function asReached(a: CountedLesson, b: CountedLesson): number {
  return Number(a.isAsked) - Number(b.isAsked) || inOrder(a, b);
}

function inOrder(a: CountedLesson, b: CountedLesson): number {
  return a.date.localeCompare(b.date) || a.block - b.block || (a.id < b.id ? -1 : 1);
}

function byAccount<Row extends SubjectLevel & { studentId: string }>(rows: readonly Row[]) {
  const keyOf = ({ studentId, subject, level }: SubjectLevel & { studentId: string }) =>
    `${studentId} ${subject} ${level}`;
  const groups = groupBy(rows, keyOf);
  return (account: SubjectLevel & { studentId: string }): readonly Row[] => groups.get(keyOf(account)) ?? [];
}

/** The lessons that neither a payment reaches nor an unpaid bill asks for: the latest ones. */
export function uncoveredLessons(account: Account): readonly CountedLesson[] {
  const { lessons, billed } = account;
  return latest(lessons, Math.max(0, unpaidCount(account) - billed));
}

type Due = {
  studentId: string;
  mode: BillingMode;
  payerId: string;
  accounts: readonly Account[];
  open: readonly AskedLesson[];
};

/**
 * Payments reach the oldest lessons first; of the others those are due that took place or are near. Where bills are
 * issued, that is due which they ask for; a former payer's bill is that person's alone.
 */
async function dueFaults(
  asAdmin: ActorCtx,
  { studentId, mode, payerId, accounts, open }: Due,
): Promise<string[]> {
  const { db } = asAdmin;
  const [{ day } = { day: "" }] = await query<{ day: CivilDate }>(db, sql`SELECT warsaw_today() AS day`);
  const lastDay = addDays(day, (await findMoneySettings(db)).dueDays);
  const { due, plannedLater } = await getStudentMoney(asAdmin, { studentId });
  const expected = { due: billedSum(open, { studentId, payerId }), plannedLater: 0 };
  for (const { status, charged, date, isAsked, price } of accounts.flatMap(uncoveredLessons)) {
    const isNear = isPlanned(status) && date <= lastDay && !isAsked;
    const isDue = mode === "perLesson" && (charged || isDelivered(status) || isNear);
    expected[isDue ? "due" : "plannedLater"] += price;
  }
  return due === expected.due && plannedLater === expected.plannedLater
    ? []
    : [`due ${due} and later ${plannedLater}, expected ${expected.due} and ${expected.plannedLater}`];
}

/** What unpaid bills ask for a student's lessons; money that came already is taken off the next ones. */
function billedSum(open: readonly AskedLesson[], whose: { studentId: string; payerId: string }): number {
  const left = new Map(open.map(({ billId, money }) => [billId, money]));
  let sum = 0;
  for (const lesson of open) {
    const taken = Math.min(lesson.price, left.get(lesson.billId) ?? 0);
    left.set(lesson.billId, (left.get(lesson.billId) ?? 0) - taken);
    const isWanted = lesson.studentId === whose.studentId && lesson.payerId === whose.payerId;
    if (isWanted) sum += lesson.price - taken;
  }
  return sum;
}

/**
 * How many lessons neither a payment holds nor what is left of payments will reach: it is used lesson by lesson, the
 * oldest first, and what expires first before what stays.
 */
function unpaidCount({ lots, available, ...account }: Account): number {
  const lessons = account.lessons.toSorted(inOrder);
  const units = lots
    .flatMap(({ remaining, expiresOn }) => Array.from({ length: remaining }, () => expiresOn ?? "9999-12-31"))
    .toSorted();
  const owed = units.length - available;
  const waiting = latest(lessons, owed).map(({ date }) => date);
  let reached = 0;
  for (const lastDay of units) if ((waiting[reached] ?? "9999-12-31") <= lastDay) reached += 1;
  return Math.max(0, owed - reached);
}

const latest = <T>(oldestFirst: readonly T[], count: number): readonly T[] =>
  oldestFirst.slice(Math.max(0, oldestFirst.length - count));

/** What the sentence says of lessons, by how each word begins. */
const SAID: readonly (readonly [string, (lesson: CountedLesson) => boolean])[] = [
  ["odbyt", ({ status }) => status === "Zrealizowana"],
  ["nieobecno", ({ status }) => status === "Uczen nieobecny"],
  ["po terminie", ({ status }) => !isDelivered(status) && !isPlanned(status)],
  ["zaplanowan", ({ status }) => isPlanned(status)],
];

/**
 * The lines of a statement, the sentence on top and the balance are one number, and each number of lessons in the sentence
 * is that of the lessons.
 */
async function statementFaults(
  asAdmin: ActorCtx,
  studentId: string,
  accounts: readonly Account[],
): Promise<string[]> {
  const whole = { studentId, page: 1, pageSize: 1_000 };
  const [past, ahead] = await Promise.all(
    (["past", "ahead"] as const).map((part) => getStudentStatement(asAdmin, { ...whole, part })),
  );
  const lines = [...(past?.items ?? []), ...(ahead?.items ?? [])];
  const faults: string[] = [];
  for (const { subject, level, available } of await loadBalance(asAdmin.db, studentId)) {
    const sum = past?.sums.find((each) => each.subject === subject && each.level === level);
    const total = lines
      .filter((line) => line.subject === subject && line.level === level)
      .reduce((all, line) => all + line.lessons, 0);
    const said = addedUp(sum?.sentence ?? "");
    if (total !== available || said.sum !== available || said.result !== available) {
      faults.push(`${subject}: balance ${available}, lines ${total}, "${sum?.sentence}"`);
    }
    const account = accounts.find((each) => each.subject === subject && each.level === level);
    for (const [word, isOne] of SAID) {
      const count = account?.lessons.filter(isOne).length ?? 0;
      const told = Number(new RegExp(`− (\\d+) ${word}`).exec(sum?.sentence ?? "")?.[1] ?? 0);
      if (told !== count) faults.push(`${subject}: ${count} ${word}…, told "${sum?.sentence}"`);
    }
  }
  return faults;
}

/** Adds up a sentence as a reader would: `26 opłaconych − 10 odbytych = 16`. */
function addedUp(sentence: string): { sum: number; result: number } {
  const [terms = "", result = ""] = sentence.split(" = ");
  const counts = [...terms.matchAll(/(^|[+−] )(−?\d+)/g)].map(([, sign, count]) => {
    const value = Number(count?.replace("−", "-"));
    return sign?.startsWith("−") ? -value : value;
  });
  return { sum: counts.reduce((all, count) => all + count, 0), result: Number(result.replace("−", "-")) };
}
