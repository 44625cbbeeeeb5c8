import { NOTIFICATION_STATUSES, type NotificationRow } from "@korki/contracts/notifications";
import { adminNotificationTexts as texts } from "@korki/contracts/texts/admin-company";
import { notificationChannelLabels, notificationStatusLabels } from "@korki/contracts/texts/notifications";
import { Button, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { FilteredList } from "../../ui/filtered-list";
import { choiceFilter, searchFilter, useFilters } from "../../ui/filters";
import { formatDateTime, formatNumber } from "../../ui/formats";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";

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

/** The tab "Powiadomienia": what was sent, what failed and why; a failed one can be sent again. */
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
  return (
    <FilteredList
      label={texts.title}
      filtersLabel={texts.filters}
      state={state}
      query={query}
      rowKey={({ id }) => id}
      columns={notificationColumns((id) => resend.mutate({ id }), pendingId)}
      count={texts.count}
      empty={{
        picture: "search",
        title: texts.none,
        nothingFound: texts.nothingFound,
      }}
    />
  );
}

function notificationColumns(
  resend: (id: string) => void,
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
      cell: ({ id, status, label, recipientName, recipientEmail }) =>
        status === "failed" ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            aria-label={texts.resendTo(label, recipientName || recipientEmail)}
            loading={pendingId === id}
            onClick={() => resend(id)}
          >
            {texts.resend}
          </Button>
        ) : null,
    },
  ];
}
