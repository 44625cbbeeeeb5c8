import type { ReactNode } from "react";
import styles from "./list-section.module.css";

/** A list of a screen, under its heading. */
export function ListSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}
