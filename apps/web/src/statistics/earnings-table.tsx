import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import type { MonthlyEarnings, SubjectLevel } from "@korki/domain";
import { Text } from "@mantine/core";
import { formatMoney, formatNumber, formatSubject } from "../ui/formats";
import { FiguresTable, SUBJECT_COLUMN, type WordColumn } from "./figures-table";
import { CountLink } from "./lesson-count";

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

/** A month's delivered lessons per subject, level and rate, and their sum; each number leads to the lessons. */
export function EarningsTable(props: {
  label: string;
  earnings: MonthlyEarnings;
  /** where the delivered lessons of a subject and level are listed */
  lessonsAt: (of: SubjectLevel) => string;
}) {
  const { label, lessonsAt } = props;
  const { rows, total } = props.earnings;
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
          cell: ({ subject, level, lessonAmount, charged }) =>
            charged ? (
              formatNumber(lessonAmount)
            ) : (
              <CountLink
                to={lessonsAt({ subject, level })}
                count={lessonAmount}
                name={formatSubject({ subject, level })}
              />
            ),
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
