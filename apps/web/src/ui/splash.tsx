import { interfaceTexts } from "@korki/contracts/texts/interface";
import styles from "./splash.module.css";

/** A moment of waiting on an empty page; the same picture that the page starts with. */
export function Splash() {
  return (
    <div className={styles.splash} role="status">
      <img src="/logo.svg" alt="" width={56} height={56} />
      <span className="read-out">{interfaceTexts.loading}</span>
    </div>
  );
}
