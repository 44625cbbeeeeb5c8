import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import type { MonthlyEarnings } from "@korki/domain";
import { Text } from "@mantine/core";
import { formatMoney, formatNumber } from "../ui/formats";
import { FiguresTable, SUBJECT_COLUMN, type WordColumn } from "./figures-table";

/** A charged cancellation is a separate row. */
const WORDS: WordColumn<MonthlyEarnings["rows"][number]> = {
  ...SUBJECT_COLUMN,
  cell: (row) => (
    <>
      {SUBJECT_COLUMN.cell(row)}
      {row.charged ? <Text size="sm">{texts.chargedRow}</Text> : null}
    </>
  ),
};

/** A month's delivered lessons per subject, level and rate, and their sum. */
export function EarningsTable({ label, earnings }: { label: string; earnings: MonthlyEarnings }) {
  const { rows, total } = earnings;
  return (
    <FiguresTable
      label={label}
      rows={rows}
      rowKey={({ subject, level, valuePerLesson, charged }) =>
        `${subject} ${level} ${valuePerLesson} ${charged}`
      }
      words={[WORDS]}
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
