import { type CsvValue, csvText } from "@korki/contracts/csv";
import type { CsvFile } from "@korki/contracts/exports";
import { exportTexts } from "@korki/contracts/texts/exports";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { CompanyFigures, YearMonth } from "@korki/domain";
import { fullName } from "@korki/domain";
import type { ActorCtx } from "../context";
import { getCompanyMonth } from "../statistics/company-statistics";

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
    fileName: `firma-${input.year}-${String(input.month).padStart(2, "0")}.csv`,
    content: csvText(exportTexts.companyColumns, [...rows, [exportTexts.sum, "", "", ...figures(month)]]),
  };
}

function figures(of: CompanyFigures): number[] {
  const { completedLessons, cancelledLessons, chargedLessons, teacherEarnings, companyEarnings } = of;
  return [completedLessons, cancelledLessons, chargedLessons, teacherEarnings, companyEarnings];
}
