import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import type { OverallEarnings as Figures } from "@korki/domain";
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
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
            <Figure name={texts.receivable} value={formatMoney(receivable)} strong />
          </dl>
        )}
      </Loaded>
    </section>
  );
}

/** A figure with its name, in a row of such. */
export function Figure({ name, value, strong }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className={styles.figure} data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}
