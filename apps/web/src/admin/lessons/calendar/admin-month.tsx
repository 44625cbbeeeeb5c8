import type { CalendarInput } from "@korki/contracts/admin-lessons";
import { keepPreviousData } from "@tanstack/react-query";
import styles from "../../../calendar/month-calendar.module.css";
import { MonthGrid } from "../../../calendar/month-grid";
import type { ClosedDays } from "../../../closures/closed-days";
import { trpc } from "../../../trpc";
import { Loaded, TableSkeleton } from "../../../ui/page-states";
import type { CalendarView } from "./calendar-view";

/** A month of one teacher or of all: how full each day is beside the fullest. A day opens its lanes. */
export function AdminMonth(props: { view: CalendarView; shown: CalendarInput; closed: ClosedDays }) {
  const { view, shown, closed } = props;
  const query = trpc.adminLessons.dayLoads.useQuery(shown, { placeholderData: keepPreviousData });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={6} />}>
      {(loads) => {
        const counts = new Map(loads.map(({ date, count }) => [date, count]));
        const most = Math.max(...counts.values());
        const countOn = (day: string) => counts.get(day) ?? 0;
        return (
          <MonthGrid
            day={view.day}
            now={view.now}
            closed={closed}
            teacherId={shown.teacherId ?? null}
            countOn={countOn}
            load={(day) => (
              <span className={styles.load}>
                {countOn(day) > 0 ? (
                  <span className={styles.bar} style={{ width: `${(100 * countOn(day)) / most}%` }} />
                ) : null}
              </span>
            )}
            onDay={(day) => view.show("day", day)}
          />
        );
      }}
    </Loaded>
  );
}
