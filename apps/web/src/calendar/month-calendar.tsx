import type { LessonWeek } from "@korki/contracts/lessons";
import { addDays, type CivilDate, isCancelled, oneLinePerPair, WEEKDAYS } from "@korki/domain";
import { useClosedDays } from "../closures/closed-days";
import { useStudentFilter } from "../family/family";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Loaded, TableSkeleton } from "../ui/page-states";
import styles from "./month-calendar.module.css";
import { MonthGrid, mondaysOf } from "./month-grid";
import "./subject-colours.css";

/** Stripes that a day has room for; the number beside them counts all. */
const STRIPES = 8;

/** The own lessons of a month: how full each day is, and which are closed. A day opens itself. */
export default function MonthCalendar(props: {
  day: CivilDate;
  now: CivilDate;
  onDay: (day: CivilDate) => void;
}) {
  const mondays = mondaysOf(props.day);
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
  const { mondays, weeks, ...view } = props;
  const { id, role } = useProfile();
  const closed = useClosedDays(
    mondays[0] ?? view.day,
    addDays(mondays.at(-1) ?? view.day, WEEKDAYS.length - 1),
  );
  const stripes = stripesByDay(weeks);
  return (
    <MonthGrid
      {...view}
      closed={closed}
      teacherId={role === "Teacher" ? id : null}
      countOn={(day) => stripes.get(day)?.length ?? 0}
      load={(day) => (
        <span className={styles.load}>
          {stripes
            .get(day)
            ?.slice(0, STRIPES)
            .map((stripe) => (
              <span key={stripe.id} className={styles.stripe} {...stripe.look} />
            ))}
        </span>
      )}
    />
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
