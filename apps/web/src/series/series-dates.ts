import type { Series } from "@korki/contracts/series";
import { type CivilDate, hasStarted, isPlanned, oneLinePerPair, today, weekdayOf } from "@korki/domain";

type Dated = Pick<Series, "lessons">;

/** Returns the planned lessons of a series, both hours of a double one as one line. */
export function plannedLines({ lessons }: Dated) {
  return oneLinePerPair(lessons.filter(({ status }) => isPlanned(status)));
}

/** Returns how many planned lessons are at another weekday or hour than their series. */
export function lessonsElsewhere(series: Dated & Pick<Series, "weekday" | "block" | "blocks">): number {
  return plannedLines(series)
    .filter(({ date, block, blocks = 1 }) => {
      // Where one hour of a double lesson was cancelled, the other may be the second one.
      const isAtHome = block === series.block || (blocks < series.blocks && block === series.block + 1);
      return weekdayOf(date) !== series.weekday || !isAtHome;
    })
    .reduce((sum, { blocks = 1 }) => sum + blocks, 0);
}

/** Returns the days from which an action on a series can apply, and how many lessons, both hours of double ones, it affects. */
export function datesAhead({ lessons }: Dated, now: Date) {
  const ahead = lessons.filter(
    ({ date, block, status }) => isPlanned(status) && !hasStarted(date, block, now),
  );
  const dates = [...new Set(ahead.map(({ date }) => date))];
  return {
    dates,
    first: dates[0] ?? today(now),
    countFrom: (from: CivilDate) => ahead.filter(({ date }) => date >= from).length,
  };
}
