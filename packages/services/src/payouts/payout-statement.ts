import { csvText } from "@korki/contracts/csv";
import type { CsvFile, PdfFile } from "@korki/contracts/exports";
import type { PayoutStatement, TeacherStatementInput } from "@korki/contracts/payments";
import { exportTexts } from "@korki/contracts/texts/exports";
import { payoutRunTexts } from "@korki/contracts/texts/payout-run";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { findSettlementSince, groupTeacherLessons, listDue } from "@korki/db";
import { renderPayoutStatement } from "@korki/documents";
import { fullName, monthBounds, monthlyEarnings, monthName, type YearMonth } from "@korki/domain";
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
  const [person, lessons, [state]] = await Promise.all([
    getPerson(ctx, { id: teacherId }),
    groupTeacherLessons(ctx.db, teacherId, monthBounds(month)),
    listDue(ctx.db, monthBounds(month), teacherId, isSettled),
  ]);
  if (!state) throw notFound();
  const { rows, total } = monthlyEarnings(lessons);
  const { payouts } = state;
  // Lessons that changed after their month was accepted stand with the other months, too.
  const other = state.other + state.earned - total;
  const due = Math.max(0, state.due);
  return { teacherName: fullName(person), ...month, rows: [...rows], total, payouts, other, due };
}

/** The same as a file for spreadsheets. */
export async function exportPayoutStatement(ctx: ActorCtx, input: TeacherStatementInput): Promise<CsvFile> {
  const { rows, total, payouts, other, due, month, year } = await getPayoutStatement(ctx, input);
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
      [exportTexts.sum, "", null, null, total],
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
