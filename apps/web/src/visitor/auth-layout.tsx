import { signInTexts } from "@korki/contracts/texts/sign-in";
import type { ReactNode } from "react";
import { Brand } from "../ui/brand";
import { ColourSchemeSwitch } from "../ui/colour-scheme-switch";
import styles from "./auth-layout.module.css";
import { SchedulePicture } from "./schedule-picture";

/** The frame of the pages before the dashboard: the form, and on a desk a picture of what waits behind it. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.formSide}>
        <header className={styles.header}>
          <Brand />
          <ColourSchemeSwitch />
          {/* A wide screen says so beside the picture. */}
          <p className={styles.tagline}>{signInTexts.welcomeTitle}</p>
        </header>
        <main className={styles.main}>{children}</main>
      </div>
      <aside className={styles.pictureSide} aria-label={signInTexts.welcomeTitle}>
        <SchedulePicture />
        <p className={styles.welcome}>{signInTexts.welcomeTitle}</p>
        <p className={styles.welcomeText}>{signInTexts.welcomeText}</p>
      </aside>
    </div>
  );
}
