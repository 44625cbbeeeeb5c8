import { csvText } from "@korki/contracts/csv";
import type { CsvFile, PdfFile } from "@korki/contracts/exports";
import type { PayoutStatement, TeacherStatementInput } from "@korki/contracts/payments";
import { dayOfYear } from "@korki/contracts/texts/dates";
import { exportTexts } from "@korki/contracts/texts/exports";
import { payoutRunTexts } from "@korki/contracts/texts/payout-run";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import {
  type Executor,
  findSettlementSince,
  groupTeacherLessons,
  listDue,
  listStatementLessons,
} from "@korki/db";
import { renderPayoutStatement } from "@korki/documents";
import {
  fullName,
  isDelivered,
  type MonthlyEarnings,
  monthBounds,
  monthlyEarnings,
  monthName,
  type YearMonth,
} from "@korki/domain";
import { getPerson, requirePersonOfRole } from "../accounts/get-person";
import { keptDocument } from "../centre/kept-documents";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/**
 * A teacher's month: lessons, rates, sum, what was paid out for it, and what is left to pay. Throws `not_found` for
 * anybody who is no teacher.
 */
export async function getPayoutStatement(
  ctx: ActorCtx,
  { teacherId, ...month }: TeacherStatementInput,
): Promise<PayoutStatement> {
  if (ctx.actor.role === "Teacher" && ctx.actor.id !== teacherId) throw notFound();
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  const isSettled = (await findSettlementSince(ctx.db)) !== null;
  const [person, earned, [state]] = await Promise.all([
    getPerson(ctx, { id: teacherId }),
    isSettled ? statementOf(ctx.db, teacherId, month) : lessonsOf(ctx, teacherId, month),
    listDue(ctx.db, monthBounds(month), teacherId, isSettled),
  ]);
  if (!state) throw notFound();
  const { rows, corrections, total } = earned;
  const { payouts, other } = state;
  const due = Math.max(0, state.due);
  return {
    teacherName: fullName(person),
    ...month,
    rows: [...rows],
    corrections,
    total,
    payouts,
    other,
    due,
  };
}

type Earned = MonthlyEarnings & Pick<PayoutStatement, "corrections">;

async function lessonsOf({ db }: ActorCtx, teacherId: string, month: YearMonth): Promise<Earned> {
  const lessons = await groupTeacherLessons(db, teacherId, monthBounds(month));
  return { ...monthlyEarnings(lessons), corrections: [] };
}

/** Where months are settled, what the month's lines say: an accepted month never changes (rules §37). */
async function statementOf(on: Executor, teacherId: string, month: YearMonth): Promise<Earned> {
  const lines = await listStatementLessons(on, monthBounds(month).from, teacherId);
  const { rows, total } = monthlyEarnings(
    lines
      .filter(({ kind }) => kind === "lesson")
      .map(({ amount, ...lesson }) => ({ ...lesson, rate: amount, charged: !isDelivered(lesson.status) })),
  );
  const corrections = lines
    .filter(({ kind }) => kind === "correction")
    .map(({ kind: _, status: __, ...correction }) => correction);
  return { rows, corrections, total: corrections.reduce((sum, { amount }) => sum + amount, total) };
}

/** The same as a file for spreadsheets. */
export async function exportPayoutStatement(ctx: ActorCtx, input: TeacherStatementInput): Promise<CsvFile> {
  const { rows, corrections, total, payouts, other, due, month, year } = await getPayoutStatement(ctx, input);
  return {
    fileName: `${nameOf({ year, month })}.csv`,
    content: csvText(exportTexts.statementColumns, [
      ...rows.map(({ subject, level, lessonAmount, valuePerLesson, charged }) => [
        charged ? `${subjectTexts[subject]} ${payoutRunTexts.charged}` : subjectTexts[subject],
        levelTexts[level],
        lessonAmount,
        valuePerLesson,
        lessonAmount * valuePerLesson,
      ]),
      ...corrections.map(({ date, subject, level, amount }) => [
        `${subjectTexts[subject]} ${payoutRunTexts.correction(dayOfYear(date))}`,
        levelTexts[level],
        null,
        null,
        amount,
      ]),
      [exportTexts.sum, "", rows.reduce((sum, { lessonAmount }) => sum + lessonAmount, 0), null, total],
      ...payouts.map(({ description, moneyAmount }) => [description, "", null, null, -moneyAmount]),
      ...(other === 0 ? [] : [[payoutRunTexts.otherMonths, "", null, null, other]]),
      [payoutRunTexts.left, "", null, null, due],
    ]),
  };
}

/** The same as a PDF. */
export async function renderStatement(ctx: ActorCtx, input: TeacherStatementInput): Promise<PdfFile> {
  const statement = await getPayoutStatement(ctx, input);
  const pdf = await keptDocument(ctx, "payout-statement", statement, (letterhead) =>
    renderPayoutStatement(statement, letterhead),
  );
  return { fileName: `${nameOf(input)}.pdf`, base64: pdf.toString("base64") };
}

function nameOf(month: YearMonth): string {
  return `rozliczenie-${monthName(month)}`;
}
