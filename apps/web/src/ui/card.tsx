import type { ReactNode } from "react";
import styles from "./card.module.css";

type Props = {
  title?: string;
  /** What tells it apart from others with the same title. */
  label?: string;
  text?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A surface for one topic, with a heading if it has a title. */
export function Card({ title, label = title, text, actions, children }: Props) {
  return (
    <section className={styles.card} aria-label={label}>
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
