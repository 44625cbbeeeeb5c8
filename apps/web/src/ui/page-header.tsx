import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageTitle } from "./page-title";

/** A screen's heading with its main actions; names the tab, too. */
export function PageHeader({ title, actions }: { title: string; actions?: ReactNode }) {
  usePageTitle(title);
  return (
    <Group component="header" justify="space-between" gap="sm" mih="2.625rem">
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </Group>
  );
}
