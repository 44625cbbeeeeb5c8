import { adminCalendarTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import styles from "./admin-calendar.module.css";

/** What the patterns of a calendar's empty blocks mean. */
export function Legend() {
  return (
    <ul className={styles.legend} aria-label={texts.legend}>
      <li data-state="outside">{texts.legendOutside}</li>
      <li data-state="closed">{texts.legendClosed}</li>
    </ul>
  );
}
