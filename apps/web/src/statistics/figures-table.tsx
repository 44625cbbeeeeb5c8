import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { SubjectLevel } from "@korki/domain";
import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./figures.module.css";

/** A column of words. */
export type WordColumn<Row> = { readonly header: string; readonly cell: (row: Row) => ReactNode };
/** A column of figures, and what stands under it in the row of sums. */
export type FigureColumn<Row> = WordColumn<Row> & { readonly sum?: ReactNode };

/** What most tables of figures begin with. */
export const SUBJECT_COLUMNS: readonly WordColumn<SubjectLevel>[] = [
  { header: texts.subject, cell: ({ subject }) => subjectTexts[subject] },
  { header: texts.level, cell: ({ level }) => levelTexts[level] },
];

/**
 * A table under a picture: words to the left, figures to the right. Short, so that it neither sorts nor pages; where it is
 * wider than the screen it scrolls sideways.
 *
 * @param sumLabel names the row of sums; there is none without it
 */
export function FiguresTable<Row>(props: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  words: readonly WordColumn<Row>[];
  figures: readonly FigureColumn<Row>[];
  sumLabel?: string;
}) {
  const { label, rows, rowKey, words, figures, sumLabel } = props;
  return (
    // The keyboard reaches what scrolls.
    <Box component="section" className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {words.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
            {figures.map(({ header }) => (
              <th key={header} scope="col" data-align="right">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {words.map(({ header, cell }) => (
                <td key={header}>{cell(row)}</td>
              ))}
              {figures.map(({ header, cell }) => (
                <td key={header} data-align="right">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sumLabel === undefined ? null : (
          <tfoot>
            <tr>
              <th scope="row" colSpan={words.length}>
                {sumLabel}
              </th>
              {figures.map(({ header, sum }) => (
                <td key={header} data-align="right">
                  {sum}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Box>
  );
}
