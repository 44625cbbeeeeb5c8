import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import type { MonthlyEarnings } from "@korki/domain";
import { formatMoney, formatNumber } from "../ui/formats";
import { FiguresTable, SUBJECT_COLUMN } from "./figures-table";

/** A month's delivered lessons per subject, level and rate, and their sum. */
export function EarningsTable({ label, earnings }: { label: string; earnings: MonthlyEarnings }) {
  const { rows, total } = earnings;
  return (
    <FiguresTable
      label={label}
      rows={rows}
      rowKey={({ subject, level, valuePerLesson }) => `${subject} ${level} ${valuePerLesson}`}
      words={[SUBJECT_COLUMN]}
      figures={[
        {
          header: texts.lessonAmount,
          cell: ({ lessonAmount }) => formatNumber(lessonAmount),
          sum: formatNumber(rows.reduce((sum, { lessonAmount }) => sum + lessonAmount, 0)),
        },
        { header: texts.rate, cell: ({ valuePerLesson }) => formatMoney(valuePerLesson) },
        {
          header: texts.earned,
          cell: ({ lessonAmount, valuePerLesson }) => formatMoney(lessonAmount * valuePerLesson),
          sum: formatMoney(total),
        },
      ]}
      sumLabel={texts.total}
    />
  );
}
