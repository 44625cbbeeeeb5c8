import { dayOfYear } from "@korki/contracts/texts/dates";
import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { moneyTexts } from "@korki/contracts/texts/money-card";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import type { Subject, SubjectLevel } from "@korki/domain";
import { useChosenChild } from "../family/family";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { formatNumber, formatShortSubject } from "../ui/formats";
import styles from "./balance-line.module.css";

/**
 * What is left of the paid lessons, at a glance above the lists; where more are planned than paid for, until when they are.
 * Nothing where nothing was paid or booked, and for all of a parent's children at once.
 */
export function BalanceLine() {
  const { role } = useProfile();
  const child = useChosenChild();
  const studentId = child?.id;
  const { data } = trpc.lessons.available.useQuery(
    { studentId },
    { enabled: role === "Student" || child !== null },
  );
  const isShort = data?.some(({ available }) => available < 0) ?? false;
  const money = trpc.money.mine.useQuery(
    { studentId },
    { enabled: isShort && (child === null || child.rights.pay) },
  );
  if (!data?.length) return null;
  // The level only where it tells two of a subject apart.
  const isSure = (subject: Subject) => data.filter((other) => other.subject === subject).length === 1;
  const paidUntil = ({ subject, level }: SubjectLevel) =>
    money.data?.subjects.find((each) => each.subject === subject && each.level === level)?.paidUntil;
  return (
    <ul className={styles.line} aria-label={texts.balance}>
      {data.map(({ available, ...pair }) => {
        const name = isSure(pair.subject) ? subjectTexts[pair.subject] : formatShortSubject(pair);
        const until = paidUntil(pair);
        return (
          <li key={`${pair.subject} ${pair.level}`}>
            {available >= 0 ? (
              <>
                {name}: <strong className="tabular">{formatNumber(available)}</strong>
              </>
            ) : until ? (
              moneyTexts.paidUntil(name, dayOfYear(until))
            ) : (
              moneyTexts.notPaid(name)
            )}
          </li>
        );
      })}
    </ul>
  );
}
