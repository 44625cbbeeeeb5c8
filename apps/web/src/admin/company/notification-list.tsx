import {
  NOTIFICATION_KINDS,
  NOTIFICATION_STATUSES,
  type NotificationRow,
} from "@korki/contracts/notifications";
import { adminNotificationTexts as texts } from "@korki/contracts/texts/admin-company";
import {
  notificationChannelLabels,
  notificationKindLabels,
  notificationStatusLabels,
} from "@korki/contracts/texts/notifications";
import { Button, NativeSelect, Text } from "@mantine/core";
import { IconBell, IconSend } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { formatDateTime, formatNumber } from "../../ui/formats";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { SearchField } from "../../ui/search-field";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import styles from "../filters.module.css";

const STATUSES = [
  { value: "", label: texts.anyStatus },
  ...NOTIFICATION_STATUSES.map((status) => ({ value: status, label: notificationStatusLabels[status] })),
];
const KINDS = [
  { value: "", label: texts.anyKind },
  ...NOTIFICATION_KINDS.map((kind) => ({ value: kind, label: notificationKindLabels[kind] })),
];

/** The tab "Powiadomienia": what was sent, what failed and why; a failed one can be sent again. */
export default function NotificationList() {
  const list = useListState();
  const status = NOTIFICATION_STATUSES.find((known) => known === list.filter("status"));
  const kind = NOTIFICATION_KINDS.find((known) => known === list.filter("rodzaj"));
  const search = list.filter("szukaj");
  const query = trpc.notifications.list.useQuery(
    { search, page: list.page, ...(status ? { status } : {}), ...(kind ? { kind } : {}) },
    { placeholderData: keepPreviousData },
  );
  const resend = trpc.notifications.resend.useMutation({
    onSuccess: () => toastSuccess(texts.resent),
    onError: (error) => toastError(errorText(error)),
  });
  const pendingId = resend.isPending ? resend.variables.id : null;
  return (
    <>
      <search className={styles.filters} aria-label={texts.filters}>
        <SearchField label={texts.search} value={search} onSearch={(szukaj) => list.setFilters({ szukaj })} />
        <NativeSelect
          size="sm"
          aria-label={texts.status}
          data={STATUSES}
          value={status ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ status: currentTarget.value })}
        />
        <NativeSelect
          size="sm"
          aria-label={texts.kind}
          data={KINDS}
          value={kind ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ rodzaj: currentTarget.value })}
        />
      </search>
      <PagedTable
        label={texts.title}
        query={query}
        rowKey={({ id }) => id}
        columns={notificationColumns((id) => resend.mutate({ id }), pendingId)}
        list={list}
        count={(total) => texts.count(total, formatNumber(total))}
        empty={
          <EmptyState
            icon={<IconBell size={28} aria-hidden />}
            title={texts.none}
            text={search || status || kind ? texts.nothingFound : null}
          />
        }
      />
    </>
  );
}

function kindLabel(kind: string): string {
  const known: Readonly<Record<string, string>> = notificationKindLabels;
  return known[kind] ?? kind;
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
    { key: "kind", header: texts.kind, cell: ({ kind }) => kindLabel(kind) },
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
      cell: ({ id, status, kind, recipientName, recipientEmail }) =>
        status === "failed" ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            aria-label={texts.resendTo(kindLabel(kind), recipientName || recipientEmail)}
            loading={pendingId === id}
            onClick={() => resend(id)}
          >
            {texts.resend}
          </Button>
        ) : null,
    },
  ];
}
