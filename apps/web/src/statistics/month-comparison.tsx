import type { Activity } from "@korki/contracts/statistics";
import { activityTexts as texts } from "@korki/contracts/texts/activity";
import { STATUSES_OF } from "@korki/domain";
import type { ReactNode } from "react";
import { formatMoney, formatMonth, formatNumber } from "../ui/formats";

import styles from "./figures.module.css";
import { type ActivityOwner, countOf, LessonCount, MoneyMoved } from "./lesson-count";

type Month = Activity[number];

/** The last month's figures, each beside the month before and the same month a year before. */
export function MonthComparison({ months, owner }: { months: Activity; owner: ActivityOwner }) {
  const [now, before, yearBefore] = [months.at(-1), months.at(-2), months.at(-13)];
  if (!now || !before || !yearBefore) return null;
  const than = [before, yearBefore].filter(
    ({ lessons, paidIn, paidOut }) => lessons.length > 0 || paidIn !== 0 || paidOut !== 0,
  );
  const lessons = (group: "delivered" | "cancelled") => (month: Month) =>
    countOf(month, "status", STATUSES_OF[group]);
  const link = (group: "delivered" | "cancelled") => (
    <LessonCount month={now} owner={owner} group={group} name={texts[group]} />
  );
  return (
    <section aria-label={texts.comparison(formatMonth(now))}>
      <dl className={styles.figures}>
        <Compared
          name={texts.delivered}
          value={link("delivered")}
          of={lessons("delivered")}
          now={now}
          than={than}
        />
        <Compared
          name={texts.cancelled}
          value={link("cancelled")}
          of={lessons("cancelled")}
          now={now}
          than={than}
        />
        {owner.teacherId ? null : (
          <Compared
            name={texts.paidIn}
            value={<MoneyMoved month={now} owner={owner} flow="in" />}
            of={({ paidIn }) => paidIn}
            show={formatMoney}
            now={now}
            than={than}
          />
        )}
        {owner.studentId ? null : (
          <Compared
            name={texts.paidOut}
            value={<MoneyMoved month={now} owner={owner} flow="out" />}
            of={({ paidOut }) => paidOut}
            show={formatMoney}
            now={now}
            than={than}
          />
        )}
      </dl>
    </section>
  );
}

function Compared(props: {
  name: string;
  /** what is shown instead of the number, e.g. a link */
  value?: ReactNode;
  of: (month: Month) => number;
  show?: (value: number) => string;
  now: Month;
  than: readonly Month[];
}) {
  const { name, of, show = formatNumber, now, than } = props;
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className="tabular">
        {props.value ?? show(of(now))}
        {than.map((month) => {
          const change = of(now) - of(month);
          const sign = change > 0 ? "+" : "";
          return (
            <small className={styles.note} key={`${month.year}-${month.month}`}>
              {texts.before(formatMonth(month), show(of(month)), `${sign}${show(change)}`)}
            </small>
          );
        })}
      </dd>
    </div>
  );
}
