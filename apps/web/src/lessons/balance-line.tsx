import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import type { Subject } from "@korki/domain";
import { trpc } from "../trpc";
import { formatNumber, formatShortSubject } from "../ui/formats";
import styles from "./balance-line.module.css";

/** What is left of the paid lessons, at a glance above the lists; nothing where nothing was paid or booked. */
export function BalanceLine() {
  const { data } = trpc.lessons.available.useQuery();
  if (!data?.length) return null;
  // The level only where it tells two of a subject apart.
  const isSure = (subject: Subject) => data.filter((other) => other.subject === subject).length === 1;
  return (
    <ul className={styles.line} aria-label={texts.balance}>
      {data.map(({ available, ...pair }) => (
        <li key={`${pair.subject} ${pair.level}`} data-owed={available < 0 || undefined}>
          {isSure(pair.subject) ? subjectTexts[pair.subject] : formatShortSubject(pair)}:{" "}
          <strong className="tabular">{formatNumber(available)}</strong>
          {available < 0 ? ` (${texts.owed})` : ""}
        </li>
      ))}
    </ul>
  );
}
