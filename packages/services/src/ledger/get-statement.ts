import type {
  MyStatementInput,
  StatementLine,
  StatementPage,
  StudentStatementInput,
} from "@korki/contracts/statement";
import { statementSentence, statementText } from "@korki/contracts/texts/statement";
import { findInvoicing, listStatement, type StatementRow, sumStatement } from "@korki/db";
import { blockHours, bySubjectLevel, type CivilDate, isInvoiceable, today } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";

/** Returns a page of the student's statement, or of that of a parent's child, and what it adds up to (rules §39). */
export async function getMyStatement(ctx: ActorCtx, input: MyStatementInput): Promise<StatementPage> {
  return statementOf(ctx, studentOf(await actFor(ctx.db, ctx, input.studentId, "pay")), input);
}

/** Returns the same of any student. Throws `not_found` for anybody who is no student. */
export async function getStudentStatement(
  ctx: ActorCtx,
  { studentId, ...input }: StudentStatementInput,
): Promise<StatementPage> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return statementOf(ctx, studentId, input);
}

async function statementOf(
  { db, actor, now }: ActorCtx,
  studentId: string,
  input: Omit<MyStatementInput, "studentId">,
): Promise<StatementPage> {
  const { page, pageSize } = input;
  const day = today(now());
  const { items, total, others } = await listStatement(db, { ...input, studentId, today: day });
  const isInvoicing = (await findInvoicing(db)).mode !== "off";
  const sums = (await sumStatement(db, studentId)).toSorted(bySubjectLevel);
  return {
    page,
    pageSize,
    total,
    others,
    items: items.map((row) => ({
      ...toLine(row, day),
      mayInvoice:
        isInvoicing &&
        row.invoicePayerId === actor.id &&
        (row.amount ?? 0) > 0 &&
        isInvoiceable(row.day, day),
    })),
    sums: sums.map((row) => ({
      subject: row.subject,
      level: row.level,
      balance: row.balance,
      sentence: statementSentence(row),
    })),
  };
}

function toLine(row: StatementRow, day: CivilDate): Omit<StatementLine, "mayInvoice"> {
  const { id, kind, subject, level, lessons, amount, block, teacherName, description, paymentId } = row;
  const details = kind === "lesson" && block !== null ? `${blockHours(block)}, ${teacherName}` : description;
  return {
    id,
    day: row.day,
    subject,
    level,
    lessons,
    details,
    text: statementText({ ...row, today: day }),
    // A lesson's price is what it takes away.
    amount: kind === "lesson" && amount !== null ? -amount : amount,
    lessonId: kind === "lesson" ? id : null,
    paymentId: kind === "purchase" && !row.isVoided ? paymentId : null,
  };
}
