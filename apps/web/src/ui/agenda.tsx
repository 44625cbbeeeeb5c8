import { type CivilDate, dateParts, today } from "@korki/domain";
import type { ReactNode } from "react";
import styles from "./agenda.module.css";
import { formatDayMonth, formatDayWithWeekday, formatShortWeekday } from "./formats";
import { useNow } from "./use-now";
import type { Selection } from "./use-selection";

/** How a row becomes a line of an agenda. */
export type AgendaLine<Row> = {
  readonly date: (row: Row) => CivilDate;
  /** "16:45–17:45" */
  readonly hours: (row: Row) => ReactNode;
  /** subject and person */
  readonly text: (row: Row) => ReactNode;
  readonly status: (row: Row) => ReactNode;
  /** beside the text, e.g. the mark of a proposal */
  readonly mark?: (row: Row) => ReactNode;
  /** what a tap does, for screen readers */
  readonly action: (row: Row) => string;
  /** what can be done besides opening it */
  readonly below?: (row: Row) => ReactNode;
};

/** Rows of two lines beside their day; the whole row is the button that opens it. For lists with a date, on a phone. */
export function Agenda<Row>(props: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  line: AgendaLine<Row>;
  onOpen: (row: Row) => void;
  /** while rows are being chosen, a tap on one chooses it */
  selection?: Selection | undefined;
}) {
  const { label, rows, rowKey, line, onOpen, selection } = props;
  const thisYear = dateParts(today(useNow())).year;

  function pressed(row: Row) {
    if (!selection?.isOn) return { onClick: () => onOpen(row) };
    const isChosen = selection.has(rowKey(row));
    return { "aria-pressed": isChosen, onClick: () => selection.choose([rowKey(row)], !isChosen) };
  }

  return (
    <ul className={styles.agenda} aria-label={label}>
      {rows.map((row, at) => {
        const date = line.date(row);
        const isFirst = at === 0 || line.date(rows[at - 1] as Row) !== date;
        const isLast = at === rows.length - 1 || line.date(rows[at + 1] as Row) !== date;
        const { year } = dateParts(date);
        return (
          <li key={rowKey(row)} data-first={isFirst || undefined} data-last={isLast || undefined}>
            {isFirst ? (
              <h3 className={styles.day}>
                <time dateTime={date}>
                  <span className="read-out">
                    {formatDayWithWeekday(date)}
                    {year === thisYear ? "" : ` ${year}`}
                  </span>
                  <span className={styles.shortDay} aria-hidden>
                    <span>{formatShortWeekday(date)}</span>
                    <strong>{formatDayMonth(date)}</strong>
                    {year === thisYear ? null : <span>{year}</span>}
                  </span>
                </time>
              </h3>
            ) : null}
            <button type="button" className={styles.row} {...pressed(row)}>
              <span className="read-out">{line.action(row)}: </span>
              <span className={styles.top}>
                <strong className="tabular">{line.hours(row)}</strong>
                {line.status(row)}
              </span>
              <span className={styles.bottom}>
                <span className={styles.text}>{line.text(row)}</span>
                {line.mark?.(row)}
              </span>
            </button>
            {line.below ? <div className={styles.below}>{line.below(row)}</div> : null}
          </li>
        );
      })}
    </ul>
  );
}
