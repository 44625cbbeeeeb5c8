import { NOTIFICATION_STATUSES, type NotificationRow } from "@korki/contracts/notifications";
import { adminNotificationTexts as texts } from "@korki/contracts/texts/admin-company";
import { notificationChannelLabels, notificationStatusLabels } from "@korki/contracts/texts/notifications";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { FilteredList } from "../../ui/filtered-list";
import { choiceFilter, searchFilter, useFilters } from "../../ui/filters";
import { formatDateTime, formatNumber } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import styles from "./notification-list.module.css";

const FILTERS = {
  search: searchFilter(texts.search),
  status: choiceFilter("status", {
    label: texts.status,
    any: texts.anyStatus,
    values: NOTIFICATION_STATUSES,
    names: notificationStatusLabels,
  }),
};

/** The filter by kind; the server knows which kinds there are. */
function kindFilter(kinds: readonly { kind: string; label: string }[]) {
  return choiceFilter("rodzaj", {
    label: texts.kind,
    any: texts.anyKind,
    values: kinds.map(({ kind }) => kind),
    names: Object.fromEntries(kinds.map(({ kind, label }) => [kind, label])),
  });
}

/** The tab "Powiadomienia": what was sent, what failed and why; each opens with its text and can be sent again. */
export default function NotificationList() {
  const list = useListState();
  const kinds = trpc.notifications.kinds.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const filters = useMemo(() => ({ ...FILTERS, kind: kindFilter(kinds.data ?? []) }), [kinds.data]);
  const state = useFilters(list, filters);
  const query = trpc.notifications.list.useQuery(
    { ...state.values, page: list.page },
    { placeholderData: keepPreviousData, enabled: !kinds.isPending },
  );
  const resend = trpc.notifications.resend.useMutation({
    onSuccess: () => toastSuccess(texts.resent),
    onError: (error) => toastError(errorText(error)),
  });
  const pendingId = resend.isPending ? resend.variables.id : null;
  const [opened, setOpened] = useState<NotificationRow | null>(null);
  return (
    <>
      <FilteredList
        label={texts.title}
        filtersLabel={texts.filters}
        state={state}
        query={query}
        rowKey={({ id }) => id}
        columns={notificationColumns({ open: setOpened, resend: (id) => resend.mutate({ id }) }, pendingId)}
        onOpen={setOpened}
        count={texts.count}
        empty={{
          picture: "search",
          title: texts.none,
          nothingFound: texts.nothingFound,
        }}
      />
      <Sheet opened={opened !== null} onClose={() => setOpened(null)} title={opened?.label ?? ""} size="md">
        {opened ? <WhatWasSaid notification={opened} /> : null}
      </Sheet>
    </>
  );
}

/** The very text that was sent, and what the channel answered. */
function WhatWasSaid({ notification }: { notification: NotificationRow }) {
  const { id, recipientName, recipientEmail, channel, finishedAt } = notification;
  const query = trpc.notifications.said.useQuery({ id });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {[
          recipientName || recipientEmail,
          channel ? notificationChannelLabels[channel] : "",
          finishedAt ? formatDateTime(finishedAt) : "",
        ]
          .filter(Boolean)
          .join(", ")}
      </Text>
      <Loaded query={query} skeleton={<FormSkeleton fields={2} />}>
        {({ text, answer }) => (
          <>
            <Text className={styles.said}>{text ?? texts.noText}</Text>
            {answer ? <Text size="sm">{texts.answer(answer)}</Text> : null}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

type Acts = { open: (row: NotificationRow) => void; resend: (id: string) => void };

function notificationColumns(
  { open, resend }: Acts,
  pendingId: string | null,
): readonly Column<NotificationRow>[] {
  return [
    {
      key: "created",
      header: texts.created,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
    {
      key: "recipient",
      header: texts.recipient,
      onCard: "title",
      cell: ({ recipientName, recipientEmail }) => (
        <div>
          {recipientName || recipientEmail}
          {recipientName ? (
            <Text size="xs" c="dimmed">
              {recipientEmail}
            </Text>
          ) : null}
        </div>
      ),
    },
    { key: "kind", header: texts.kind, cell: ({ label }) => label },
    {
      key: "status",
      header: texts.status,
      cell: ({ status, channel, reason }) => (
        <div>
          <Text inherit fw={550} c={status === "failed" ? "var(--mantine-color-error)" : undefined}>
            {notificationStatusLabels[status]}
          </Text>
          {channel ? (
            <Text size="xs" c="dimmed">
              {notificationChannelLabels[channel]}
            </Text>
          ) : null}
          {reason ? (
            <Text size="xs" c="dimmed">
              {reason}
            </Text>
          ) : null}
        </div>
      ),
    },
    {
      key: "attempts",
      header: texts.attempts,
      align: "right",
      cell: ({ attempts }) => formatNumber(attempts),
    },
    {
      key: "resend",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (row) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="subtle"
            aria-label={texts.openOf(row.label, row.recipientName || row.recipientEmail)}
            onClick={() => open(row)}
          >
            {texts.open}
          </Button>
          {row.status === "failed" || row.status === "sent" ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconSend size={16} aria-hidden />}
              aria-label={texts.resendTo(row.label, row.recipientName || row.recipientEmail)}
              loading={pendingId === row.id}
              onClick={() => resend(row.id)}
            >
              {texts.resend}
            </Button>
          ) : null}
        </Group>
      ),
    },
  ];
}
