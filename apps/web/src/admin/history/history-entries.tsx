import type { HistoryEntry } from "@korki/contracts/history";
import {
  historyActionTexts,
  historyEntityTexts,
  adminHistoryTexts as texts,
} from "@korki/contracts/texts/admin-history";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { fullName } from "@korki/domain";
import { formatDateTime } from "../../ui/formats";
import { useIsPhone } from "../../ui/use-is-phone";
import { changeText, saysSomething } from "./change-text";
import styles from "./history-entries.module.css";
import { HistorySubject } from "./history-subject";

/**
 * Who changed what and when, the newest first. On a phone the entries of many things are rows that unfold.
 *
 * @param withSubject names the thing, where the entries are of many
 */
export function HistoryEntries(props: { entries: readonly HistoryEntry[]; withSubject?: boolean }) {
  const { entries, withSubject = false } = props;
  const folded = useIsPhone() && withSubject;
  return (
    <ol className={styles.entries}>
      {entries.map((entry) => (
        <li className={styles.entry} key={entry.id} data-folded={folded || undefined}>
          {folded ? (
            <details>
              <summary className={styles.row} data-shortened>
                <EntryHead entry={entry} withSubject />
                <span className={styles.gist}>{gistOf(entry)}</span>
              </summary>
              <EntryBody entry={entry} withSubject />
            </details>
          ) : (
            <>
              <EntryHead entry={entry} withSubject={withSubject} />
              <EntryBody entry={entry} withSubject={withSubject} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

type EntryProps = { entry: HistoryEntry; withSubject: boolean };

/** What happened, and when. */
function EntryHead({ entry, withSubject }: EntryProps) {
  return (
    <span className={styles.head}>
      <span className={styles.what}>
        {withSubject ? `${historyEntityTexts[entry.entity]}: ` : ""}
        {historyActionTexts[entry.action] ?? entry.action}
      </span>
      <time dateTime={entry.at} className={styles.when}>
        {formatDateTime(entry.at)}
      </time>
    </span>
  );
}

/** To whom or what, in which words, and by whom. */
function EntryBody({ entry, withSubject }: EntryProps) {
  const changes = entry.changes.filter(saysSomething);
  return (
    <>
      {withSubject ? <HistorySubject entry={entry} /> : null}
      {changes.length > 0 ? (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={change.field}>{changeText(change)}</li>
          ))}
        </ul>
      ) : null}
      <div className={styles.who}>{actorText(entry)}</div>
    </>
  );
}

/** A folded entry in one line: whom it is about and its first change, else by whom it was made. */
function gistOf(entry: HistoryEntry): string {
  const people = [entry.teacher, entry.student].flatMap((person) => (person ? [fullName(person)] : []));
  const change = entry.changes.find(saysSomething);
  return [...people, ...(change ? [changeText(change)] : [])].join(" · ") || actorText(entry);
}

function actorText({ actor }: HistoryEntry): string {
  return actor ? `${fullName(actor)} (${dashboardTexts.accountTypes[actor.role]})` : texts.system;
}
