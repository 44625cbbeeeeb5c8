import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { IconLock, IconMailQuestion, IconUserPlus } from "@tabler/icons-react";
import styles from "./person-badges.module.css";

/** What is out of the ordinary about an account; nothing where nothing is. `isShort`: on a desk the icons alone. */
export function PersonBadges(props: {
  isDisabled: boolean;
  isEmailConfirmed: boolean;
  isWantMoreStudents?: boolean;
  isShort?: boolean;
}) {
  const text = props.isShort ? styles.short : undefined;
  return (
    <>
      {props.isDisabled ? (
        <span className={styles.badge} data-tone="bad" title={texts.disabled}>
          <IconLock size={13} aria-hidden /> <span className={text}>{texts.disabled}</span>
        </span>
      ) : null}
      {props.isEmailConfirmed ? null : (
        <span className={styles.badge} data-tone="waiting" title={texts.unconfirmed}>
          <IconMailQuestion size={13} aria-hidden /> <span className={text}>{texts.unconfirmed}</span>
        </span>
      )}
      {props.isWantMoreStudents ? (
        <span className={styles.badge} data-tone="good" title={texts.wantsMore}>
          <IconUserPlus size={13} aria-hidden /> <span className={text}>{texts.wantsMore}</span>
        </span>
      ) : null}
    </>
  );
}
