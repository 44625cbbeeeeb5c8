import type { Activity } from "@korki/contracts/statistics";
import { activityTexts as texts } from "@korki/contracts/texts/activity";
import {
  type CompanyFigures,
  LESSON_STATUSES,
  STATUSES_OF,
  type StatusGroup,
  type YearMonth,
} from "@korki/domain";
import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { formatMoney, formatMonth, formatNumber } from "../ui/formats";

type Month = Activity[number];

/** Whose months: everybody's, one student's or one teacher's. */
export type ActivityOwner = { readonly studentId?: string; readonly teacherId?: string };

/** What lessons are divided by. */
export type Split = "status" | "subject";

/** How many lessons of a group a month had; leads to them. */
export function LessonCount(props: {
  month: Month;
  owner: ActivityOwner;
  group: StatusGroup | null;
  name: string;
}) {
  const { month, owner, group, name } = props;
  const count = countOf(month, "status", group ? STATUSES_OF[group] : LESSON_STATUSES);
  return (
    <LessonsLink
      to={filtersOf(month, owner, { status: group })}
      count={count}
      name={`${name}, ${formatMonth(month)}`}
    />
  );
}

/** Filters of the list of lessons, as its address bar has them. */
type LessonFilters = Parameters<typeof paths.lessonsWhere>[0];

/**
 * A number of lessons that leads to them.
 *
 * @param name what is counted, where the place does not say it
 */
export function LessonsLink({ to, ...shown }: { to: LessonFilters; count: number; name?: string }) {
  return <CountLink to={paths.lessonsWhere(to)} {...shown} />;
}

/** The same, where the list is at another address. */
export function CountLink({ to, count, name }: { to: string; count: number; name?: string }) {
  return count === 0 ? formatNumber(0) : <FigureLink to={to} figure={formatNumber(count)} name={name} />;
}

/**
 * What lessons earned; leads to the delivered ones. Where cancelled ones were charged, too, no list has just those
 * lessons, and there is no link.
 */
export function EarnedLink(props: {
  to: LessonFilters;
  amount: number;
  of: Pick<CompanyFigures, "completedLessons" | "chargedLessons">;
  name: string;
}) {
  const { to, amount, of, name } = props;
  if (of.completedLessons === 0 || of.chargedLessons > 0) return formatMoney(amount);
  return (
    <FigureLink
      to={paths.lessonsWhere({ ...to, status: "delivered" })}
      figure={formatMoney(amount)}
      name={name}
    />
  );
}

function FigureLink({ to, figure, name }: { to: string; figure: string; name: string | undefined }) {
  return (
    <Anchor component={Link} to={to} inherit underline="always" aria-label={texts.showLessons(figure, name)}>
      {figure}
    </Anchor>
  );
}

/** How much came in or went out in a month; leads to what that consists of. */
export function MoneyMoved(props: { month: Month; owner: ActivityOwner; flow: "in" | "out" }) {
  const { month, owner, flow } = props;
  const amount = flow === "in" ? month.paidIn : month.paidOut;
  const name = flow === "in" ? texts.paidIn : texts.paidOut;
  if (amount === 0) return formatMoney(0);
  return (
    <Anchor
      component={Link}
      to={paths.movements(flow, month, owner)}
      inherit
      underline="always"
      aria-label={texts.showMoney(formatMoney(amount), `${name}, ${formatMonth(month)}`)}
    >
      {formatMoney(amount)}
    </Anchor>
  );
}

export function countOf({ lessons }: Month, by: Split, keys: readonly string[]): number {
  return lessons.filter((each) => keys.includes(each[by])).reduce((sum, { count }) => sum + count, 0);
}

export function filtersOf(
  { year, month }: YearMonth,
  { studentId, teacherId }: ActivityOwner,
  filters: Readonly<Record<string, string | null>>,
): LessonFilters {
  return {
    rok: year,
    miesiac: month,
    uczen: studentId,
    nauczyciel: teacherId,
    ...filters,
  };
}
