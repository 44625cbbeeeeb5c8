import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { IconLock, IconMailQuestion, IconUserPlus } from "@tabler/icons-react";
import styles from "./person-badges.module.css";

/** What is out of the ordinary about an account; nothing where nothing is. */
export function PersonBadges(props: {
  isDisabled: boolean;
  isEmailConfirmed: boolean;
  isWantMoreStudents?: boolean;
}) {
  return (
    <>
      {props.isDisabled ? (
        <span className={styles.badge} data-tone="bad">
          <IconLock size={13} aria-hidden /> {texts.disabled}
        </span>
      ) : null}
      {props.isEmailConfirmed ? null : (
        <span className={styles.badge} data-tone="waiting">
          <IconMailQuestion size={13} aria-hidden /> {texts.unconfirmed}
        </span>
      )}
      {props.isWantMoreStudents ? (
        <span className={styles.badge} data-tone="good">
          <IconUserPlus size={13} aria-hidden /> {texts.wantsMore}
        </span>
      ) : null}
    </>
  );
}
