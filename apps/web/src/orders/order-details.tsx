import type { Order } from "@korki/contracts/orders";
import { orderScreenTexts as texts } from "@korki/contracts/texts/orders";
import { Button, Stack, Text } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { confirm } from "../ui/confirm";
import { PdfButton } from "../ui/download-buttons";
import { Facts } from "../ui/facts";
import { FormError } from "../ui/form-shell";
import { civilDateOf, formatMoney, formatShortDate, formatShortSubject } from "../ui/formats";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { toastSuccess } from "../ui/toasts";
import { useAddressChange } from "../ui/use-address-change";
import { orderAgain } from "./order-again";
import { OrderStatusBadge } from "./order-status";
import { usePlaceOrder } from "./use-place-order";

/** How often an open order is asked about while somebody waits for it. */
const LOOK_MS = 3_000;

/** One order: what it is for, how it stands and what that means, where to pay, its confirmation. */
export function OrderDetails({ id }: { id: string }) {
  const query = trpc.orders.get.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.status === "open" ? LOOK_MS : false) },
  );
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={3} />}>
      {(order) => <OrderFacts order={order} />}
    </Loaded>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const { id, status, amount, studentNames, payUrl, isReported, createdAt, receiptNumber, refund } = order;
  const utils = trpc.useUtils();
  const isOffice = useProfile().role === "Admin";
  const [params] = useSearchParams();
  // Who pays comes back from the provider with this in the address; elsewhere nobody may have tried yet.
  const isUnfinished = status === "open" && (isOffice || params.has("powrot"));
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    void utils.orders.list.invalidate();
    void utils.payments.invalidate();
    void utils.ledger.invalidate();
    void utils.bills.invalidate();
    void utils.money.invalidate();
    void utils.lessons.available.invalidate();
  }, [status, utils]);
  return (
    <Stack gap="md">
      <div>
        <OrderStatusBadge status={status} />
      </div>
      <Text role="status">
        {status === "open" && isReported
          ? texts.reported
          : texts.explained[isUnfinished ? "unfinished" : status]}
      </Text>
      <Facts
        facts={[
          [texts.student, studentNames],
          [texts.what, orderedText(order)],
          [texts.amount, formatMoney(amount)],
          [texts.date, formatShortDate(civilDateOf(createdAt))],
          ...(receiptNumber ? [[texts.receipt, receiptNumber] as const] : []),
          ...(refund ? [[texts.refundOf, formatMoney(refund.amount)] as const] : []),
        ]}
      />
      {payUrl && !isReported ? (
        <Button component="a" href={payUrl} leftSection={<IconCreditCard size={18} aria-hidden />}>
          {isUnfinished ? texts.tryAgain : texts.pay(formatMoney(amount))}
        </Button>
      ) : null}
      {status === "failed" || status === "expired" ? <OrderAgain order={order} /> : null}
      {status === "open" || status === "waiting" ? <CancelOrder id={id} /> : null}
      {receiptNumber ? (
        <PdfButton label={texts.download} fetchFile={() => utils.orders.receipt.fetch({ id })} />
      ) : null}
    </Stack>
  );
}

/** Begins a payment that failed, or an order that is over, again; a bill's at the bill, where its sums are chosen. */
function OrderAgain({ order }: { order: Order }) {
  const { billId } = order;
  const { role } = useProfile();
  const changeAddress = useAddressChange();
  const place = usePlaceOrder();
  if (role === "Admin") return null;
  return (
    <>
      {place.error ? <FormError error={place.error} /> : null}
      <Button
        leftSection={<IconCreditCard size={18} aria-hidden />}
        loading={place.isPending}
        onClick={() =>
          billId === null
            ? place.mutate(orderAgain(order))
            : changeAddress({ zamowienie: null, powrot: null, rachunek: billId })
        }
      >
        {texts.tryAgain}
      </Button>
    </>
  );
}

function CancelOrder({ id }: { id: string }) {
  const cancel = trpc.orders.cancel.useMutation({ onSuccess: () => toastSuccess(texts.cancelled) });
  async function ask() {
    const isSure = await confirm({
      title: texts.cancelQuestion,
      text: texts.cancelText,
      confirmLabel: texts.cancel,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (isSure) cancel.mutate({ id });
  }
  return (
    <>
      {cancel.error ? <FormError error={cancel.error} /> : null}
      <Button variant="default" loading={cancel.isPending} onClick={() => void ask()}>
        {texts.cancel}
      </Button>
    </>
  );
}

/** What an order was for, in a line. */
export function orderedText({ items }: Pick<Order, "items">): string {
  return items
    .map(({ lessons, packageName, ...pair }) => {
      return [packageName, formatShortSubject(pair), texts.lessonCount(lessons)].filter(Boolean).join(", ");
    })
    .join("; ");
}
