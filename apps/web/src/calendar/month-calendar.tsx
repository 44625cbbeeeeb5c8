import type { LessonWeek } from "@korki/contracts/lessons";
import { calendarTexts as texts } from "@korki/contracts/texts/lesson-screens";
import {
  addDays,
  BLOCKS,
  type CivilDate,
  dateParts,
  isCancelled,
  monthBounds,
  monthOf,
  oneLinePerPair,
  WEEKDAYS,
  weekStart,
} from "@korki/domain";
import { useClosedDays } from "../closures/closed-days";
import { useStudentFilter } from "../family/family";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { formatDay, formatShortWeekday } from "../ui/formats";
import { Loaded, TableSkeleton } from "../ui/page-states";
import styles from "./month-calendar.module.css";
import "./subject-colours.css";

/** Stripes that a day has room for; the number beside them counts all. */
const STRIPES = 8;

/** The own lessons of a month: how full each day is, and which are closed. A day opens itself. */
export default function MonthCalendar(props: {
  day: CivilDate;
  now: CivilDate;
  onDay: (day: CivilDate) => void;
}) {
  const { from, to } = monthBounds(monthOf(props.day));
  const mondays: CivilDate[] = [];
  for (let monday = weekStart(from); monday < to; monday = addDays(monday, WEEKDAYS.length)) {
    mondays.push(monday);
  }
  const child = useStudentFilter();
  const weeks = trpc.useQueries((t) => mondays.map((monday) => t.lessons.week({ from: monday, ...child })));
  const failed = weeks.find(({ error }) => error !== null);
  const query = {
    data: weeks.every(({ data }) => data !== undefined)
      ? weeks.flatMap(({ data }) => (data === undefined ? [] : [data]))
      : undefined,
    error: failed?.error ?? null,
    isFetching: weeks.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(weeks.map(({ refetch }) => refetch())),
  };
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={6} />}>
      {(loaded) => <Month {...props} mondays={mondays} weeks={loaded} />}
    </Loaded>
  );
}

/** What takes place on a day, as much as its stripe says. */
type Stripe = { readonly id: string; readonly block: number; readonly look: object };

function Month(props: {
  day: CivilDate;
  now: CivilDate;
  onDay: (day: CivilDate) => void;
  mondays: readonly CivilDate[];
  weeks: readonly LessonWeek[];
}) {
  const { day, now, onDay, mondays, weeks } = props;
  const { id, role } = useProfile();
  const { month } = monthOf(day);
  const first = mondays[0] ?? day;
  const closed = useClosedDays(first, addDays(mondays.at(-1) ?? day, WEEKDAYS.length - 1));
  const stripes = stripesByDay(weeks);
  const week = WEEKDAYS.map((_, index) => addDays(first, index));
  return (
    <table className={styles.month} aria-label={texts.title}>
      <thead>
        <tr>
          {week.map((each) => (
            <th key={each} scope="col">
              {formatShortWeekday(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {mondays.map((monday) => (
          <tr key={monday}>
            {WEEKDAYS.map((_, index) => addDays(monday, index)).map((each) => {
              const found = stripes.get(each) ?? [];
              const isClosed = BLOCKS.every((block) =>
                closed.isClosed(role === "Teacher" ? id : null, each, block.index),
              );
              return (
                <td key={each}>
                  <button
                    type="button"
                    className={styles.monthDay}
                    aria-label={[formatDay(each), texts.lessonsOn(found.length), isClosed ? texts.dayOff : ""]
                      .filter(Boolean)
                      .join(", ")}
                    aria-current={each === now ? "date" : undefined}
                    data-other={monthOf(each).month !== month || undefined}
                    data-closed={isClosed || undefined}
                    onClick={() => onDay(each)}
                  >
                    <span className={styles.date}>{dateParts(each).day}</span>
                    <span className={styles.load}>
                      {found.slice(0, STRIPES).map((stripe) => (
                        <span key={stripe.id} className={styles.stripe} {...stripe.look} />
                      ))}
                    </span>
                    <span className={styles.count}>
                      {found.length > 0 ? texts.lessonsOn(found.length) : isClosed ? texts.dayOff : ""}
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

/** Returns what takes place, by day and in the order of the hours. */
function stripesByDay(weeks: readonly LessonWeek[]): ReadonlyMap<CivilDate, readonly Stripe[]> {
  const days = new Map<CivilDate, Stripe[]>();
  const add = (date: CivilDate, stripe: Stripe) =>
    days.set(
      date,
      [...(days.get(date) ?? []), stripe].toSorted((a, b) => a.block - b.block),
    );
  for (const { lessons, trials } of weeks) {
    for (const { id, date, block, subject, status } of oneLinePerPair(lessons)) {
      if (!isCancelled(status)) add(date, { id, block, look: { "data-subject": subject } });
    }
    for (const { id, date, block, status } of trials) {
      if (status !== "Odwolana") add(date, { id, block, look: { "data-status": "trial" } });
    }
  }
  return days;
}
