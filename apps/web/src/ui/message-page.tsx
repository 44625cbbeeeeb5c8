import type { ReactNode } from "react";
import { Brand } from "./brand";
import styles from "./message-page.module.css";
import { usePageTitle } from "./page-title";

/** A page that says one thing and leads on: confirmations, not found, no connection. */
export function MessagePage(props: {
  tone: "good" | "bad" | "calm";
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  usePageTitle(props.title);
  return (
    <main className={styles.page}>
      <Brand />
      <div className={styles.card}>
        <div className={styles.icon} data-tone={props.tone}>
          {props.icon}
        </div>
        <h1 className={styles.title}>{props.title}</h1>
        {props.text ? <div className={styles.text}>{props.text}</div> : null}
        {props.action ? <div className={styles.action}>{props.action}</div> : null}
      </div>
    </main>
  );
}
