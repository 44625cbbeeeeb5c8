import type { AvailableLessons } from "@korki/contracts/lessons";
import { studentOverviewTexts as texts } from "@korki/contracts/texts/student-overview";
import { Anchor } from "@mantine/core";
import { formatNumber, formatPhone, formatShortSubject } from "../ui/formats";
import styles from "./contact-facts.module.css";

/** A number that calls when it is tapped. */
export function PhoneLink({ phone }: { phone: string }) {
  if (phone === "") return texts.none;
  return (
    <Anchor href={`tel:${phone}`} inherit className="tabular unbroken">
      {formatPhone(phone)}
    </Anchor>
  );
}

/** An address that opens a mail when it is tapped. */
export function EmailLink({ email }: { email: string }) {
  if (email === "") return texts.none;
  return (
    <Anchor href={`mailto:${email}`} inherit>
      {email}
    </Anchor>
  );
}

/** Lessons left per subject; below zero some are not paid for yet. */
export function BalanceList({ balance }: { balance: readonly AvailableLessons[] }) {
  if (balance.length === 0) return texts.noBalance;
  return (
    <ul className={styles.balance}>
      {balance.map((each) => (
        <li key={`${each.subject} ${each.level}`}>
          {formatShortSubject(each)}: <strong className="tabular">{formatNumber(each.available)}</strong>
        </li>
      ))}
    </ul>
  );
}
