import { type CsvValue, csvText } from "@korki/contracts/csv";
import { type CsvFile, EXPORT_ROWS_MAX } from "@korki/contracts/exports";
import { exportTexts } from "@korki/contracts/texts/exports";
import { paymentMethodTexts } from "@korki/contracts/texts/ledger";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { listPaymentsForExport, listPayoutsForExport, type MoneyPeriod } from "@korki/db";
import {
  addDays,
  type CivilDate,
  type CompanyFigures,
  civilDateOf,
  fullName,
  instantOf,
  monthName,
  today,
  type YearMonth,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";
import { getCompanyMonth } from "../statistics/company-statistics";

type Days = { from?: CivilDate | undefined; to?: CivilDate | undefined };

/**
 * Payments that count and refunds, the newest first, of one student or of all: a month's add up to what its screen says.
 * Throws `input` where they are too many.
 */
export async function exportPayments(
  ctx: ActorCtx,
  asked: Days & { studentId?: string | undefined },
): Promise<CsvFile> {
  const payments = limited(await listPaymentsForExport(ctx.db, { ...asked, limit: EXPORT_ROWS_MAX + 1 }));
  return {
    fileName: `wplaty-${today(ctx.now())}.csv`,
    content: csvText(
      exportTexts.paymentColumns,
      payments.map((payment) => [
        payment.date,
        fullName(payment.owner),
        payment.moneyAmount,
        payment.lessonAmount,
        payment.subject ? subjectTexts[payment.subject] : exportTexts.refund,
        payment.level ? levelTexts[payment.level] : "",
        payment.description,
        payment.method ? paymentMethodTexts[payment.method] : "",
        payment.payer ?? fullName(payment.owner),
      ]),
    ),
  };
}

/** Payouts that count, the newest first, of one teacher or of all. Throws `input` where they are too many. */
export async function exportPayouts(
  ctx: ActorCtx,
  { teacherId, ...days }: Days & { teacherId?: string | undefined },
): Promise<CsvFile> {
  const payouts = limited(await listPayoutsForExport(ctx.db, { ownerId: teacherId, ...periodOf(days) }));
  return {
    fileName: `wyplaty-${today(ctx.now())}.csv`,
    content: csvText(
      exportTexts.payoutColumns,
      payouts.map((payout) => [
        civilDateOf(new Date(payout.createdAt)),
        fullName(payout.owner),
        payout.moneyAmount,
        payout.description,
        payout.month,
      ]),
    ),
  };
}

/** Days in Warsaw, both included, as instants. */
function periodOf({ from, to }: Days): Omit<MoneyPeriod, "ownerId"> {
  return {
    from: from === undefined ? undefined : instantOf(from, 0),
    to: to === undefined ? undefined : instantOf(addDays(to, 1), 0),
    limit: EXPORT_ROWS_MAX + 1,
  };
}

function limited<Row>(rows: Row[]): Row[] {
  if (rows.length > EXPORT_ROWS_MAX) throw invalidInput(exportTexts.tooManyRows);
  return rows;
}

/** The company's month: a row per teacher, subject and level, a sum per teacher, and the summary. */
export async function exportCompanyMonth(ctx: ActorCtx, input: YearMonth): Promise<CsvFile> {
  const month = await getCompanyMonth(ctx, input);
  const rows: CsvValue[][] = month.teachers.flatMap((teacher) => [
    ...teacher.subjects.flatMap(({ subject, levels }) =>
      levels.map((row): CsvValue[] => [
        fullName(teacher),
        subjectTexts[subject],
        levelTexts[row.level],
        ...figures(row),
      ]),
    ),
    [fullName(teacher), exportTexts.sum, "", ...figures(teacher)],
  ]);
  return {
    fileName: `firma-${monthName(input)}.csv`,
    content: csvText(exportTexts.companyColumns, [...rows, [exportTexts.sum, "", "", ...figures(month)]]),
  };
}

function figures(of: CompanyFigures): number[] {
  const { completedLessons, cancelledLessons, chargedLessons, teacherEarnings, companyEarnings } = of;
  return [completedLessons, cancelledLessons, chargedLessons, teacherEarnings, companyEarnings];
}
