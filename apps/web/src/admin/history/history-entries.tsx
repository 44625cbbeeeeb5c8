import type { HistoryEntry } from "@korki/contracts/history";
import {
  historyActionTexts,
  historyEntityTexts,
  adminHistoryTexts as texts,
} from "@korki/contracts/texts/admin-history";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { fullName } from "@korki/domain";
import { formatDateTime } from "../../ui/formats";
import { changeText, saysSomething } from "./change-text";
import styles from "./history-entries.module.css";
import { HistorySubject } from "./history-subject";

/**
 * Who changed what and when, the newest first.
 *
 * @param withSubject names the thing, where the entries are of many
 */
export function HistoryEntries(props: { entries: readonly HistoryEntry[]; withSubject?: boolean }) {
  return (
    <ol className={styles.entries}>
      {props.entries.map((entry) => (
        <li className={styles.entry} key={entry.id}>
          <div className={styles.head}>
            <span className={styles.what}>
              {props.withSubject ? `${historyEntityTexts[entry.entity]}: ` : ""}
              {historyActionTexts[entry.action] ?? entry.action}
            </span>
            <time dateTime={entry.at} className={styles.when}>
              {formatDateTime(entry.at)}
            </time>
          </div>
          {props.withSubject ? <HistorySubject entry={entry} /> : null}
          {entry.changes.some(saysSomething) ? (
            <ul className={styles.changes}>
              {entry.changes.filter(saysSomething).map((change) => (
                <li key={change.field}>{changeText(change)}</li>
              ))}
            </ul>
          ) : null}
          <div className={styles.who}>
            {entry.actor
              ? `${fullName(entry.actor)} (${dashboardTexts.accountTypes[entry.actor.role]})`
              : texts.system}
          </div>
        </li>
      ))}
    </ol>
  );
}
