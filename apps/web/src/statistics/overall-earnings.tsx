import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import type { OverallEarnings as Figures } from "@korki/domain";
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import type { ReactNode } from "react";
import { formatMoney } from "../ui/formats";
import { Loaded } from "../ui/page-states";
import styles from "./figures.module.css";

/** What a teacher earned, was paid, and is still owed. */
export function OverallEarnings({ query }: { query: Parameters<typeof Loaded<Figures>>[0]["query"] }) {
  return (
    <section aria-label={texts.overall}>
      <Loaded query={query} skeleton={<Skeleton height="5.25rem" radius="lg" aria-hidden />}>
        {({ earned, paidOut, receivable }) => (
          <dl className={styles.figures}>
            <Figure name={texts.earnedOverall} value={formatMoney(earned)} />
            <Figure name={texts.paidOut} value={formatMoney(paidOut)} />
            <Figure
              name={texts.receivable}
              value={formatMoney(receivable)}
              note={receivable < 0 ? texts.overpaid : null}
              strong
              isOdd={receivable < 0}
            />
          </dl>
        )}
      </Loaded>
    </section>
  );
}

/** A figure with its name, in a row of such; one that is not as it should be `isOdd`. */
export function Figure(props: {
  name: string;
  value: ReactNode;
  note?: string | null;
  strong?: boolean;
  isOdd?: boolean;
}) {
  const { name, value, note, strong, isOdd } = props;
  return (
    <div className={styles.figure} data-strong={strong || undefined} data-odd={isOdd || undefined}>
      <dt>{name}</dt>
      <dd className="tabular">
        {value}
        {note ? <small className={styles.note}>{note}</small> : null}
      </dd>
    </div>
  );
}
