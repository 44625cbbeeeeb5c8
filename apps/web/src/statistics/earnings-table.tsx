import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { MonthlyEarnings } from "@korki/domain";
import { Box } from "@mantine/core";
import { formatMoney, formatNumber } from "../ui/formats";
import styles from "./figures.module.css";

/** A month's delivered lessons per subject, level and rate, and their sum. */
export function EarningsTable({ label, earnings }: { label: string; earnings: MonthlyEarnings }) {
  const { rows, total } = earnings;
  return (
    // The keyboard reaches what scrolls.
    <Box component="section" className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.subject}</th>
            <th scope="col">{texts.level}</th>
            <th scope="col" data-align="right">
              {texts.lessonAmount}
            </th>
            <th scope="col" data-align="right">
              {texts.rate}
            </th>
            <th scope="col" data-align="right">
              {texts.earned}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ subject, level, lessonAmount, valuePerLesson }) => (
            <tr key={`${subject} ${level} ${valuePerLesson}`}>
              <td>{subjectTexts[subject]}</td>
              <td>{levelTexts[level]}</td>
              <td data-align="right">{formatNumber(lessonAmount)}</td>
              <td data-align="right">{formatMoney(valuePerLesson)}</td>
              <td data-align="right">{formatMoney(lessonAmount * valuePerLesson)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {texts.total}
            </th>
            <td data-align="right">
              {formatNumber(rows.reduce((sum, { lessonAmount }) => sum + lessonAmount, 0))}
            </td>
            <td />
            <td data-align="right">{formatMoney(total)}</td>
          </tr>
        </tfoot>
      </table>
    </Box>
  );
}
