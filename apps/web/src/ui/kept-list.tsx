import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { FormError } from "./form-shell";
import styles from "./kept-list.module.css";

/** A list of what a person has added, such as devices or calendars. Renders nothing while it is empty. */
export function KeptList({ label, children }: { label: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={label}>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

type Act = {
  label: string;
  /** accessible name: the label and what it is done to */
  name: string;
  call: { isPending: boolean; error: unknown };
  run: () => void;
};

/** A row: what it is, what can be done with it, and its removal. */
export function KeptRow(props: {
  icon: ReactNode;
  name: string;
  /** what is said of it below its name */
  children: ReactNode;
  act: Act;
  removal: Act;
}) {
  const { icon, name, children, act, removal } = props;
  const error = act.call.error ?? removal.call.error;
  return (
    <li className={styles.row}>
      {icon}
      <div>
        <Text fw={550}>{name}</Text>
        {children}
      </div>
      <Group gap="xs">
        <ActButton {...act} variant="default" />
        <ActButton {...removal} variant="subtle" />
      </Group>
      {error ? <FormError error={error} /> : null}
    </li>
  );
}

function ActButton({ label, name, call, run, variant }: Act & { variant: "default" | "subtle" }) {
  return (
    <Button variant={variant} size="sm" aria-label={name} loading={call.isPending} onClick={run}>
      {label}
    </Button>
  );
}
