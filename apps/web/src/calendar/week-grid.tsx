import { BLOCKS, type CivilDate } from "@korki/domain";
import { Fragment, type ReactNode, type Ref } from "react";
import { type ClosedDays, ClosedNotes } from "../closures/closed-days";
import { formatDayMonth, formatShortWeekday } from "../ui/formats";
import { ScrollRegion } from "../ui/scroll-region";
import styles from "./week-calendar.module.css";

/** A week as a table: days across, blocks down. */
export function WeekGrid(props: {
  /** accessible name */
  label: string;
  days: readonly CivilDate[];
  now: CivilDate;
  /** what scrolls */
  ref?: Ref<HTMLElement>;
  /** the head of a day's column; left out: the day's name as it is */
  dayHead?: (day: CivilDate, name: ReactNode) => ReactNode;
  closed: ClosedDays;
  /** the `<td>` of a day and a block */
  cell: (day: CivilDate, block: number) => ReactNode;
}) {
  const { days, now } = props;
  return (
    <ScrollRegion label={props.label} className={styles.scroll} ref={props.ref}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <td />
            {days.map((day) => {
              const name = (
                <>
                  <span className={styles.weekday}>{formatShortWeekday(day)}</span> {formatDayMonth(day)}
                </>
              );
              return (
                <th key={day} scope="col" aria-current={day === now ? "date" : undefined}>
                  {props.dayHead ? props.dayHead(day, name) : name}
                  <ClosedNotes closures={props.closed.on(day)} />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {BLOCKS.map(({ index, start }) => (
            <tr key={index}>
              <th scope="row" className={styles.hour}>
                {start}
              </th>
              {days.map((day) => (
                <Fragment key={day}>{props.cell(day, index)}</Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
