import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { SubjectLevel } from "@korki/domain";
import type { ReactNode } from "react";
import { ScrollRegion } from "../ui/scroll-region";
import { useIsPhone } from "../ui/use-is-phone";
import styles from "./figures.module.css";

/** A column of text. */
export type WordColumn<Row> = { readonly header: string; readonly cell: (row: Row) => ReactNode };
/** A column of figures, and its cell in the row of sums. */
export type FigureColumn<Row> = WordColumn<Row> & { readonly sum?: ReactNode };

/** What most tables of figures begin with: the level under its subject, so that a phone has room for the figures. */
export const SUBJECT_COLUMN: WordColumn<SubjectLevel> = {
  header: texts.subjectLevel,
  cell: ({ subject, level }) => (
    <>
      {subjectTexts[subject]}
      <span className={styles.under}>{levelTexts[level]}</span>
    </>
  ),
};

/**
 * A table under a picture: words to the left, figures to the right. Short, so that it neither sorts nor pages. On a
 * phone the words are stacked; a table that is still wider than the screen scrolls sideways.
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
  const { label, rows, rowKey, figures, sumLabel } = props;
  const isPhone = useIsPhone();
  const words = isPhone ? inOneColumn(props.words) : props.words;
  return (
    <ScrollRegion label={label} className={styles.scroll}>
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
    </ScrollRegion>
  );
}

function inOneColumn<Row>([first, ...rest]: readonly WordColumn<Row>[]): readonly WordColumn<Row>[] {
  if (!first) return [];
  return [
    {
      header: first.header,
      cell: (row) => (
        <>
          {first.cell(row)}
          {rest.map(({ header, cell }) => (
            <span key={header} className={styles.under}>
              {cell(row)}
            </span>
          ))}
        </>
      ),
    },
  ];
}
