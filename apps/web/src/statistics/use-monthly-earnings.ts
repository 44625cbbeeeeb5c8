import { addMonths, MIN_YEAR, type YearMonth } from "@korki/domain";
import { trpc } from "../trpc";

/** Months that the chart shows. */
const MONTHS = 12;

/**
 * A teacher's months up to the chosen one, the oldest first; the chosen one is the last.
 *
 * @param teacherId null: one's own
 */
export function useMonthlyEarnings(chosen: YearMonth, teacherId: string | null) {
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(chosen, index - MONTHS + 1)).filter(
    ({ year }) => year >= MIN_YEAR,
  );
  const mine = trpc.useQueries((ask) =>
    teacherId ? [] : months.map((month) => ask.statistics.myMonth(month)),
  );
  const theirs = trpc.useQueries((ask) =>
    teacherId ? months.map((month) => ask.statistics.teacherMonth({ teacherId, ...month })) : [],
  );
  return (teacherId ? theirs : mine).map((query, index) => ({ month: months[index] ?? chosen, query }));
}
