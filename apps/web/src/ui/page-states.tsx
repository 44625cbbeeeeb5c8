import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { IconCloudOff, IconEyeOff, IconRefresh } from "@tabler/icons-react";
import type { CSSProperties, ReactNode } from "react";
import { errorText, statusOf } from "../server/errors";
import styles from "./page-states.module.css";
import { Picture, type PictureName } from "./picture";

/** What a screen shows instead of an empty list: the specified sentence, and the next step where there is one. */
export function EmptyState(props: {
  title: string;
  text?: ReactNode;
  picture?: PictureName;
  action?: ReactNode;
}) {
  return (
    <Stack className={styles.state} gap="xs" align="center">
      {props.picture ? <Picture name={props.picture} /> : null}
      <Text fw={550}>{props.title}</Text>
      {props.text ? (
        <Text c="dimmed" size="sm" maw="26rem">
          {props.text}
        </Text>
      ) : null}
      {props.action ? <div className={styles.action}>{props.action}</div> : null}
    </Stack>
  );
}

/** What happened, and „Spróbuj ponownie”. Something missing or no longer permitted does not look like an error. */
export function ErrorState(props: {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
  title?: string;
}) {
  const isGone = statusOf(props.error) === 404;
  const Icon = isGone ? IconEyeOff : IconCloudOff;
  return (
    <Stack className={styles.state} gap="xs" align="center" role="alert">
      <div className={styles.icon}>
        <Icon size={28} aria-hidden />
      </div>
      <Text fw={550}>{props.title ?? (isGone ? interfaceTexts.gone : interfaceTexts.loadFailed)}</Text>
      <Text c="dimmed" size="sm" maw="26rem">
        {isGone ? interfaceTexts.goneText : errorText(props.error)}
      </Text>
      <Button
        className={styles.action}
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={props.retrying ?? false}
        onClick={props.onRetry}
      >
        {commonTexts.tryAgain}
      </Button>
    </Stack>
  );
}

/** The parts of a query that `Loaded` reads. */
export type LoadedQuery<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

/**
 * A query's three states in one place: `skeleton` in the final layout while it loads, the error with a retry, else the
 * children with the data. Data that is there stays on the screen when a later refresh fails, unless it is refused.
 */
export function Loaded<Data>(props: {
  query: LoadedQuery<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error) return <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  return (
    <div aria-busy="true">
      <span className="read-out" role="status">
        {interfaceTexts.loading}
      </span>
      {props.skeleton}
    </div>
  );
}

/**
 * Stands for a table of so many rows; on a phone for their cards.
 *
 * @param cardHeight of a row on a phone
 */
export function TableSkeleton(props: { rows?: number; cardHeight?: string }) {
  const { rows = 5, cardHeight } = props;
  return (
    <div
      className={styles.table}
      style={{ "--card-height": cardHeight } as CSSProperties}
      aria-busy="true"
      aria-hidden
    >
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div className={styles.row} key={key}>
          <Skeleton height="0.875rem" width="5rem" />
          <Skeleton height="0.875rem" width="40%" />
          <Skeleton height="0.875rem" width="20%" />
          <Skeleton height="1.25rem" width="6rem" radius="sm" />
        </div>
      ))}
    </div>
  );
}

/** Stands for a form of so many fields. */
export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <Stack gap="md" aria-busy="true" aria-hidden>
      {Array.from({ length: fields }, (_, field) => `field-${field}`).map((key) => (
        <Stack gap="0.375rem" key={key}>
          <Skeleton height="0.875rem" width="6rem" />
          <Skeleton height="2.625rem" />
        </Stack>
      ))}
    </Stack>
  );
}

/** Stands for a whole screen whose code is on its way: heading and a card. */
export function ScreenSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Title order={1} className="read-out">
        {interfaceTexts.loading}
      </Title>
      <Skeleton height="1.75rem" width="12rem" aria-hidden />
      <TableSkeleton rows={6} />
    </Stack>
  );
}
