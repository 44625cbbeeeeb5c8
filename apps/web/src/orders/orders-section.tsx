import type { Order, OrderOffer } from "@korki/contracts/orders";
import { PAGE_SIZE } from "@korki/contracts/paging";
import { orderTexts, orderScreenTexts as texts } from "@korki/contracts/texts/orders";
import { isLevel, isSubject, type SubjectLevel } from "@korki/domain";
import { Button, Group, Text } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { trpc } from "../trpc";
import { type Column, DataTable } from "../ui/data-table";
import { civilDateOf, formatMoney, formatShortDate } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { Sheet } from "../ui/sheet";
import { useAddressChange } from "../ui/use-address-change";
import { useListState } from "../ui/use-list-state";
import { OrderDetails, orderedText } from "./order-details";
import { OrderStatusBadge } from "./order-status";
import { TopUpForm } from "./top-up-form";
import { WaitingOrder } from "./waiting-order";

/**
 * Paying online: „Doładuj lekcje” and the caller's orders. Nothing is shown for a centre without a payment provider.
 *
 * @param studentId the child a parent pays for, with its name; left out: the caller
 */
export function OrdersSection({ studentId, name }: { studentId?: string; name?: string }) {
  const offer = trpc.orders.offer.useQuery({ studentId });
  return offer.data?.available ? (
    <Orders
      studentId={studentId}
      name={name}
      waiting={offer.data.waiting}
      hasTeacher={offer.data.taught !== null}
    />
  ) : null;
}

function Orders(props: {
  studentId: string | undefined;
  name: string | undefined;
  waiting: OrderOffer["waiting"];
  /** without a teacher nothing can be bought */
  hasTeacher: boolean;
}) {
  const { studentId, name, waiting } = props;
  const payments = trpc.payments.mine.useQuery({ page: 1, pageSize: PAGE_SIZE, studentId });
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const list = useListState({ name: "zamowienia" });
  const query = trpc.orders.list.useQuery({ studentId });
  const asked = subjectLevelOf(params);
  const open = (order: Order) => changeAddress({ zamowienie: order.id, powrot: null });
  return (
    <ListSection title={texts.title}>
      {waiting.map((order) => (
        <WaitingOrder key={order.id} order={order} />
      ))}
      {props.hasTeacher ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconCreditCard size={18} aria-hidden />}
            onClick={() => changeAddress({ doladuj: "1" })}
          >
            {texts.topUp}
          </Button>
        </Group>
      ) : (
        <Text>{orderTexts.noTeacher}.</Text>
      )}
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {({ items }) => (
          <DataTable
            label={texts.orders}
            rows={items}
            rowKey={({ id }) => id}
            columns={columnsOf(open, { mayPay: true })}
            list={list}
            empty={<EmptyState picture="money" title={texts.none} text={texts.noneText} />}
          />
        )}
      </Loaded>
      <Sheet
        opened={params.has("doladuj") && props.hasTeacher}
        onClose={() => changeAddress({ doladuj: null, przedmiot: null, poziom: null })}
        title={name === undefined ? texts.topUp : texts.topUpFor(name)}
        size="sm"
      >
        {asked || !payments.isPending ? (
          <TopUpForm studentId={studentId} asked={asked} lately={payments.data?.items[0] ?? null} />
        ) : null}
      </Sheet>
    </ListSection>
  );
}

/** The caller's order that the address names, as links of messages and the provider's way back do, for whomever it is. */
export function OrderSheet() {
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const openId = params.get("zamowienie");
  return (
    <Sheet
      opened={openId !== null}
      onClose={() => changeAddress({ zamowienie: null, powrot: null })}
      title={texts.order}
      size="sm"
    >
      {openId === null ? null : <OrderDetails id={openId} />}
    </Sheet>
  );
}

/** The subject and level that a message's link names; null where it names none. */
function subjectLevelOf(params: URLSearchParams): SubjectLevel | null {
  const [subject, level] = [params.get("przedmiot"), params.get("poziom")];
  return isSubject(subject) && isLevel(level) ? { subject, level } : null;
}

/** @param mayPay whether the orders are the person's own */
export function columnsOf(open: (order: Order) => void, { mayPay = false } = {}): readonly Column<Order>[] {
  return [
    {
      key: "date",
      header: texts.date,
      onCard: "title",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(civilDateOf(createdAt))}</time>,
    },
    { key: "what", header: texts.what, cell: orderedText },
    { key: "amount", header: texts.amount, align: "right", cell: ({ amount }) => formatMoney(amount) },
    {
      key: "status",
      header: texts.status,
      onCard: "corner",
      cell: ({ status }) => <OrderStatusBadge status={status} />,
    },
    {
      key: "open",
      header: texts.details,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell(order) {
        const isToPay = mayPay && order.status === "open" && !order.isReported;
        const day = formatShortDate(civilDateOf(order.createdAt));
        return (
          <Button
            variant={isToPay ? "filled" : "default"}
            size="xs"
            aria-label={isToPay ? texts.payOrCancelOrder(day) : texts.openOrder(day)}
            onClick={() => open(order)}
          >
            {isToPay ? texts.payOrCancel : texts.details}
          </Button>
        );
      },
    },
  ];
}
