import { toDbDate } from "./civil-date";
import type { Executor } from "./client";
import type { Prisma } from "./generated/client";
import { execute, query, sql } from "./sql";
import type { Tx } from "./transaction";
import { noteOpenBlocks } from "./watches";

type Dated<Row extends { date?: unknown }, Day> = Omit<Row, "date"> & { date: Day };

/** Rows of a demo, by table; a table's rows refer only to rows of the tables before it. */
export type DemoRows = {
  users: Prisma.UserCreateManyInput[];
  teacherSubjects: Prisma.TeacherSubjectCreateManyInput[];
  availability: Prisma.AvailabilitySectionCreateManyInput[];
  relations: Prisma.TeachingRelationCreateManyInput[];
  guardianships: Prisma.GuardianshipCreateManyInput[];
  lessons: Dated<Prisma.LessonCreateManyInput, string>[];
  payments: Prisma.PaymentCreateManyInput[];
  payouts: Prisma.PayoutCreateManyInput[];
  trialLessons: Dated<Prisma.TrialLessonCreateManyInput, string | null>[];
  conversations: Prisma.ConversationCreateManyInput[];
  messages: Prisma.MessageCreateManyInput[];
  history: Prisma.HistoryEntryCreateManyInput[];
  visits: Prisma.LessonVisitCreateManyInput[];
  packages: Prisma.PackageCreateManyInput[];
  billingPayers: Prisma.BillingPayerCreateManyInput[];
  bills: Prisma.BillCreateManyInput[];
  billLines: Prisma.BillLineCreateManyInput[];
  billLessons: Prisma.BillLessonCreateManyInput[];
  orders: Prisma.OrderCreateManyInput[];
  orderItems: Prisma.OrderItemCreateManyInput[];
  approvals: Prisma.ApprovalCreateManyInput[];
  days: Dated<Prisma.DayHoursCreateManyInput & { startBlock: number; endBlock: number }, string>[];
  watches: (Omit<Prisma.WatchCreateManyInput, "until" | "createdAt"> & { until: string; createdAt: Date })[];
  bankStatement: Prisma.BankStatementCreateManyInput;
  bankLines: (Prisma.BankLineCreateManyInput & { id: string })[];
};

/**
 * Locks the accounts against writes until the transaction ends and returns whether there are none. Of two processes
 * that start at once, one finds the database empty.
 */
export async function lockEmptyDatabase(tx: Tx): Promise<boolean> {
  await execute(tx, sql`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`);
  return (await tx.user.count()) === 0;
}

/** Inserts a demo into an empty database. */
export async function insertDemo(tx: Tx, rows: DemoRows): Promise<void> {
  await tx.user.createMany({ data: rows.users });
  await tx.teacherSubject.createMany({ data: rows.teacherSubjects });
  await tx.availabilitySection.createMany({ data: rows.availability });
  await tx.teachingRelation.createMany({ data: rows.relations });
  await tx.guardianship.createMany({ data: rows.guardianships });
  await insertMovements(tx, rows);
  await tx.payout.createMany({ data: rows.payouts });
  await tx.trialLesson.createMany({
    data: rows.trialLessons.map((trial) => ({ ...trial, date: trial.date && toDbDate(trial.date) })),
  });
  await tx.conversation.createMany({ data: rows.conversations });
  await tx.message.createMany({ data: rows.messages });
  await tx.historyEntry.createMany({ data: rows.history });
  await tx.lessonVisit.createMany({ data: rows.visits });
  await tx.package.createMany({ data: rows.packages });
  await tx.billingPayer.createMany({ data: rows.billingPayers });
  await tx.bill.createMany({ data: rows.bills });
  await tx.billLine.createMany({ data: rows.billLines });
  await tx.billLesson.createMany({ data: rows.billLessons });
  await tx.order.createMany({ data: rows.orders });
  await tx.orderItem.createMany({ data: rows.orderItems });
  await tx.approval.createMany({ data: rows.approvals });
  for (const { startBlock, endBlock, date, ...day } of rows.days) {
    const sections = { create: { startBlock, endBlock } };
    await tx.dayHours.create({ data: { ...day, date: toDbDate(date), sections } });
  }
  await tx.watch.createMany({ data: rows.watches.map((row) => ({ ...row, until: toDbDate(row.until) })) });
  for (const { teacherId, createdAt } of rows.watches)
    await noteOpenBlocks(tx, teacherId, new Date(createdAt.getTime() - 1));
  const { id: statementId } = rows.bankStatement;
  await tx.bankStatement.create({ data: rows.bankStatement });
  await tx.bankLine.createMany({ data: rows.bankLines });
  await tx.bankStatementLine.createMany({
    data: rows.bankLines.map(({ id: lineId }, position) => ({ statementId, position, lineId })),
  });
}

/**
 * Inserts lessons and payments in the order in which they were made. The ledger sorts the entries of one statement by
 * subject, so that no statement has two movements of the same student.
 */
async function insertMovements(
  tx: Tx,
  { lessons, payments }: Pick<DemoRows, "lessons" | "payments">,
): Promise<void> {
  const events = [
    ...lessons.map((lesson) => ({ at: Number(lesson.createdAt), lesson })),
    ...payments.map((payment) => ({ at: Number(payment.createdAt), payment })),
  ].sort((a, b) => a.at - b.at);
  while (events.length > 0) {
    const isLesson = "lesson" in (events[0] ?? {});
    const students = new Set<string>();
    const end = events.findIndex((event) => {
      const { studentId } = "lesson" in event ? event.lesson : event.payment;
      return "lesson" in event !== isLesson || students.size === students.add(studentId).size;
    });
    const run = events.splice(0, end === -1 ? events.length : end);
    const booked = run.flatMap((event) => ("lesson" in event ? [event.lesson] : []));
    const paid = run.flatMap((event) => ("payment" in event ? [event.payment] : []));
    await tx.lesson.createMany({
      data: booked.map((lesson) => ({ ...lesson, date: toDbDate(lesson.date) })),
    });
    await tx.payment.createMany({ data: paid });
  }
}

/** Returns which of a demo's accounts can sign in here. */
export async function findDemoAccounts(on: Executor, emails: readonly string[]): Promise<string[]> {
  const rows = await query<{ email: string }>(
    on,
    sql`SELECT email FROM users WHERE email = ANY (${emails}::text[]) AND NOT is_disabled ORDER BY email`,
  );
  return rows.map(({ email }) => email);
}
