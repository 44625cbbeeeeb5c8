import type { OrderDifference, SuspectNotifications } from "@korki/contracts/orders";
import {
  suspectOutcomeTexts,
  suspectText,
  reconciliationTexts as texts,
} from "@korki/contracts/texts/orders";
import { fullName } from "@korki/domain";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconCheck, IconScale } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { OrderStatusBadge } from "../../orders/order-status";
import { paths } from "../../paths";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { civilDateOf, formatDateTime, formatMoney, formatShortDate } from "../../ui/formats";
import { ListSection } from "../../ui/list-section";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";

type Suspect = SuspectNotifications["items"][number];

/** The tab "Płatności online": suspect notifications, and where the books and the provider disagree (rules §20). */
export default function OnlinePayments() {
  return (
    <>
      <Suspects />
      <Differences />
    </>
  );
}

function Suspects() {
  const list = useListState({ name: "podejrzane" });
  const query = trpc.orders.suspects.useQuery();
  const review = trpc.orders.review.useMutation({
    onSuccess: () => toastSuccess(texts.reviewed),
    onError: (error) => toastError(errorText(error)),
  });
  const ids = query.data?.items.map(({ id }) => id) ?? [];
  const columns: readonly Column<Suspect>[] = [
    {
      key: "received",
      header: texts.receivedAt,
      cell: ({ receivedAt }) => <time dateTime={receivedAt}>{formatDateTime(receivedAt)}</time>,
    },
    {
      key: "problem",
      header: texts.problem,
      onCard: "title",
      cell: ({ outcome, repeats }) => suspectText(outcome, repeats),
    },
    { key: "order", header: texts.order, cell: ({ order }) => <OrderLink order={order} /> },
    {
      key: "review",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: ({ id, outcome }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCheck size={16} aria-hidden />}
          aria-label={texts.reviewOf(suspectOutcomeTexts[outcome])}
          onClick={() => review.mutate({ ids: [id] })}
        >
          {texts.review}
        </Button>
      ),
    },
  ];
  return (
    <ListSection title={texts.suspects}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" size="sm">
          {texts.suspectsText}
        </Text>
        {ids.length > 1 ? (
          <Button size="sm" variant="default" onClick={() => review.mutate({ ids })}>
            {texts.reviewAll}
          </Button>
        ) : null}
      </Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {({ items }) => (
          <DataTable
            label={texts.suspects}
            rows={items}
            rowKey={({ id }) => id}
            columns={columns}
            list={list}
            empty={<EmptyState picture="done" title={texts.none} text={texts.noSuspects} />}
          />
        )}
      </Loaded>
    </ListSection>
  );
}

function OrderLink({ order }: { order: Suspect["order"] }) {
  if (!order) return <Text inherit>{texts.noOrder}</Text>;
  return (
    <Anchor component={Link} to={paths.studentTab(order.student.id, "finanse")} inherit>
      {`${fullName(order.student)}, ${formatMoney(order.amount)}`}
    </Anchor>
  );
}

/** Asked for, because the provider is asked about each order. */
function Differences() {
  const list = useListState({ name: "roznice" });
  const query = trpc.orders.reconcile.useQuery(undefined, { enabled: false, retry: false });
  const recheck = trpc.orders.recheck.useMutation({
    async onSuccess({ status }) {
      if (status === "paid") toastSuccess(texts.booked);
      await query.refetch();
    },
    onError: (error) => toastError(errorText(error)),
  });
  const isAsked = query.isFetched || query.isFetching;
  return (
    <ListSection title={texts.differences}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" size="sm">
          {texts.differencesText}
        </Text>
        <Button
          size="sm"
          leftSection={<IconScale size={18} aria-hidden />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {isAsked ? texts.compareAgain : texts.compare}
        </Button>
      </Group>
      {isAsked ? (
        <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
          {(differences) =>
            differences.length === 0 ? (
              <Card>
                <EmptyState picture="money" title={texts.noDifferences} />
              </Card>
            ) : (
              <DataTable
                label={texts.differences}
                rows={differences}
                rowKey={({ orderId }) => orderId}
                columns={differenceColumns(({ orderId }) => recheck.mutate({ id: orderId }))}
                list={list}
                empty={null}
              />
            )
          }
        </Loaded>
      ) : null}
    </ListSection>
  );
}

function differenceColumns(book: (row: OrderDifference) => void): readonly Column<OrderDifference>[] {
  return [
    {
      key: "date",
      header: texts.date,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(civilDateOf(createdAt))}</time>,
    },
    {
      key: "student",
      header: texts.student,
      onCard: "title",
      cell: ({ student }) => (
        <Anchor component={Link} to={paths.studentTab(student.id, "finanse")} inherit>
          {fullName(student)}
        </Anchor>
      ),
    },
    { key: "amount", header: texts.amount, align: "right", cell: ({ amount }) => formatMoney(amount) },
    {
      key: "status",
      header: texts.status,
      onCard: "corner",
      cell: ({ status }) => <OrderStatusBadge status={status} />,
    },
    {
      key: "difference",
      header: texts.difference,
      cell: ({ difference }) => texts.differenceTexts[difference],
    },
    {
      key: "book",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (row) =>
        row.difference === "not-booked" ? (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.bookOf(fullName(row.student))}
            onClick={() => book(row)}
          >
            {texts.book}
          </Button>
        ) : null,
    },
  ];
}
