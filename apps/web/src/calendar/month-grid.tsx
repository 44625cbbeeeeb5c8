import { calendarTexts as texts } from "@korki/contracts/texts/lesson-screens";
import {
  addDays,
  BLOCKS,
  type CivilDate,
  dateParts,
  monthBounds,
  monthOf,
  WEEKDAYS,
  weekStart,
} from "@korki/domain";
import type { ReactNode } from "react";
import type { ClosedDays } from "../closures/closed-days";
import { formatDay, formatShortWeekday } from "../ui/formats";
import styles from "./month-calendar.module.css";

/** Returns the Mondays of the weeks that a day's month is part of. */
export function mondaysOf(day: CivilDate): CivilDate[] {
  const { from, to } = monthBounds(monthOf(day));
  const mondays: CivilDate[] = [];
  for (let monday = weekStart(from); monday < to; monday = addDays(monday, WEEKDAYS.length)) {
    mondays.push(monday);
  }
  return mondays;
}

/** The whole weeks of a month, with each day's load and the closed days. A press on a day calls `onDay`. */
export function MonthGrid(props: {
  day: CivilDate;
  now: CivilDate;
  closed: ClosedDays;
  /** whose absences close a day, beside the centre's; null: nobody's */
  teacherId: string | null;
  countOn: (day: CivilDate) => number;
  /** draws how full a day is */
  load: (day: CivilDate) => ReactNode;
  onDay: (day: CivilDate) => void;
}) {
  const { day, now, closed, teacherId, countOn, load, onDay } = props;
  const { month } = monthOf(day);
  const mondays = mondaysOf(day);
  const weekFrom = (monday: CivilDate) => WEEKDAYS.map((_, index) => addDays(monday, index));
  return (
    <table className={styles.month} aria-label={texts.title}>
      <thead>
        <tr>
          {weekFrom(mondays[0] ?? day).map((each) => (
            <th key={each} scope="col">
              {formatShortWeekday(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {mondays.map((monday) => (
          <tr key={monday}>
            {weekFrom(monday).map((each) => {
              const count = countOn(each);
              const isClosed = BLOCKS.every((block) => closed.isClosed(teacherId, each, block.index));
              return (
                <td key={each}>
                  <button
                    type="button"
                    className={styles.monthDay}
                    aria-label={[formatDay(each), texts.lessonsOn(count), isClosed ? texts.dayOff : ""]
                      .filter(Boolean)
                      .join(", ")}
                    aria-current={each === now ? "date" : undefined}
                    data-other={monthOf(each).month !== month || undefined}
                    data-closed={isClosed || undefined}
                    onClick={() => onDay(each)}
                  >
                    <span className={styles.date}>{dateParts(each).day}</span>
                    {load(each)}
                    <span className={styles.count}>
                      {count > 0 ? texts.lessonsOn(count) : isClosed ? texts.dayOff : ""}
                    </span>
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
