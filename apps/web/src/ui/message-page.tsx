import { Stack, Text, Title } from "@mantine/core";
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
      <Stack className={styles.card} align="center" gap="sm">
        <div className={styles.icon} data-tone={props.tone}>
          {props.icon}
        </div>
        <Title order={1} ta="center">
          {props.title}
        </Title>
        {props.text ? (
          <Text c="dimmed" ta="center">
            {props.text}
          </Text>
        ) : null}
        {props.action ? <div className={styles.action}>{props.action}</div> : null}
      </Stack>
    </main>
  );
}
