import type { ReactNode } from "react";
import styles from "./card.module.css";

/** A surface for one topic, with a heading if it has a title. */
export function Card(props: { title?: string; text?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const { title, text, actions, children } = props;
  return (
    <section className={styles.card} aria-label={title}>
      {title || text ? (
        <header className={styles.header}>
          <div>
            {title ? <h2 className={styles.title}>{title}</h2> : null}
            {text ? <p className={styles.text}>{text}</p> : null}
          </div>
          {actions}
        </header>
      ) : null}
      {children}
    </section>
  );
}
