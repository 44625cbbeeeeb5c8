import { type Order, refundOrderInput } from "@korki/contracts/orders";
import type { AdminPayment } from "@korki/contracts/payments";
import { orderScreenTexts as texts } from "@korki/contracts/texts/orders";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import {
  LEVELS,
  type Level,
  MAX_ORDER_LESSONS,
  SUBJECTS,
  type Subject,
  type SubjectLevel,
} from "@korki/domain";
import { Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { OrderDetails } from "../../orders/order-details";
import { columnsOf } from "../../orders/orders-section";
import { looseAmount } from "../../orders/top-up-start";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { DataTable } from "../../ui/data-table";
import { FormShell } from "../../ui/form-shell";
import { formatMoney } from "../../ui/formats";
import { ListSection } from "../../ui/list-section";
import { EmptyState, FormSkeleton } from "../../ui/page-states";
import { ruleOf } from "../../ui/rule-of";
import { Sheet } from "../../ui/sheet";
import { saved } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import type { PaymentMemory } from "../money/payment-start";
import { usePaymentMemory } from "../money/use-payment-memory";
import { wholeNumber } from "../money/whole-number";

/** How many lessons a link begins with where nothing is due. */
const LESSONS_AT_FIRST = 4;

/**
 * A student's online orders for the administrator: send a payment link, look at an order, pay it back. Nothing is shown
 * for a centre without a payment provider.
 */
export function StudentOrders(props: {
  studentId: string;
  lately: AdminPayment | null;
  /** nobody is left to send a link to */
  isErased: boolean;
}) {
  const { studentId, lately } = props;
  const list = useListState({ name: "zamowienia" });
  const query = trpc.orders.list.useQuery({ studentId }, { retry: false });
  const [sending, setSending] = useState(false);
  const [open, setOpen] = useState<Order | null>(null);
  if (!query.data) return null;
  return (
    <ListSection title={texts.title}>
      {props.isErased ? null : (
        <Group>
          <Button size="sm" leftSection={<IconSend size={18} aria-hidden />} onClick={() => setSending(true)}>
            {texts.sendLink}
          </Button>
        </Group>
      )}
      <DataTable
        label={texts.orders}
        rows={query.data.items}
        rowKey={({ id }) => id}
        columns={columnsOf(setOpen)}
        list={list}
        empty={<EmptyState picture="money" title={texts.none} text={texts.noneText} />}
      />
      <Sheet opened={sending} onClose={() => setSending(false)} title={texts.sendLink} size="sm">
        <SendLinkForm studentId={studentId} lately={lately} onSent={() => setSending(false)} />
      </Sheet>
      <Sheet opened={open !== null} onClose={() => setOpen(null)} title={texts.order} size="sm">
        {open ? (
          <>
            <OrderDetails id={open.id} />
            {open.status === "paid" ? (
              <RefundForm id={open.id} onRefunded={() => setOpen((now) => (now === open ? null : now))} />
            ) : null}
          </>
        ) : null}
      </Sheet>
    </ListSection>
  );
}

type LinkProps = { studentId: string; onSent: () => void };

/** A link begins with what is due. */
function SendLinkForm({ lately, ...props }: LinkProps & { lately: AdminPayment | null }) {
  const memory = usePaymentMemory(props.studentId, lately);
  return memory ? <LinkForm {...props} memory={memory} /> : <FormSkeleton fields={3} />;
}

function LinkForm({ memory, ...props }: LinkProps & { memory: PaymentMemory }) {
  const { subject, level, lessonAmount } = memory.start;
  const form = useForm({
    initialValues: { subject, level, lessons: String(memory.isDue ? lessonAmount : LESSONS_AT_FIRST) },
  });
  const offer = trpc.orders.offer.useQuery({ studentId: props.studentId });
  const count = wholeNumber(form.values.lessons);

  function choose(pair: Partial<SubjectLevel>) {
    const wanted = { ...form.values, ...pair };
    const due = memory.due.find((each) => each.subject === wanted.subject && each.level === wanted.level);
    form.setValues({ ...pair, ...(due && { lessons: String(due.lessonAmount) }) });
  }

  const send = trpc.orders.sendLink.useMutation({ onSuccess: saved(form, texts.linkSent, props.onSent) });
  return (
    <FormShell
      form={form}
      label={texts.sendLink}
      call={send}
      errorTitle={texts.sendLink}
      onSubmit={({ lessons, ...pair }) =>
        send.mutate({ studentId: props.studentId, items: [{ ...pair, lessons: Number(lessons) }] })
      }
    >
      <NativeSelect
        label={texts.subject}
        data={SUBJECTS.map((each) => ({ value: each, label: subjectTexts[each] }))}
        {...form.getInputProps("subject")}
        onChange={({ currentTarget }) => choose({ subject: currentTarget.value as Subject })}
      />
      <NativeSelect
        label={texts.level}
        data={LEVELS.map((each) => ({ value: each, label: levelTexts[each] }))}
        {...form.getInputProps("level")}
        onChange={({ currentTarget }) => choose({ level: currentTarget.value as Level })}
      />
      <TextInput label={texts.lessons} inputMode="numeric" {...form.getInputProps("lessons")} />
      {offer.data && count > 0 && count <= MAX_ORDER_LESSONS ? (
        <Text size="sm" fw={550} role="status">
          {texts.linkAmount(formatMoney(looseAmount(offer.data, form.values, count)))}
        </Text>
      ) : null}
    </FormShell>
  );
}

function RefundForm({ id, onRefunded }: { id: string; onRefunded: () => void }) {
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: ruleOf(refundOrderInput.shape.reason) },
  });
  const preview = trpc.orders.previewRefund.useQuery({ id }, { retry: false, staleTime: 0 });
  const refund = trpc.orders.refund.useMutation({ onSuccess: saved(form, texts.refunded, onRefunded) });
  async function askAndRefund(reason: string) {
    if (!preview.data) return;
    const { amount, lessons, toBalance = 0 } = preview.data;
    const isSure = await confirm({
      title: texts.refundQuestion(formatMoney(amount)),
      text: [
        texts.refundConsequence(lessons),
        ...(toBalance > 0 ? [texts.refundToBalance(formatMoney(toBalance))] : []),
      ].join(" "),
      confirmLabel: texts.refund,
      dangerous: true,
    });
    if (isSure) refund.mutate({ id, reason });
  }
  return (
    <FormShell
      form={form}
      label={texts.refund}
      call={{ isPending: refund.isPending || preview.isLoading, error: refund.error ?? preview.error }}
      errorTitle={texts.refund}
      onSubmit={({ reason }) => void askAndRefund(reason)}
    >
      <p>{texts.refundText}</p>
      {preview.data ? (
        <Text size="sm" fw={550} role="status">
          {texts.refundSum(preview.data.lessons, formatMoney(preview.data.amount))}
        </Text>
      ) : null}
      {preview.data?.toBalance ? (
        <Text size="sm">{texts.refundToBalance(formatMoney(preview.data.toBalance))}</Text>
      ) : null}
      <TextInput label={texts.refundReason} {...form.getInputProps("reason")} />
    </FormShell>
  );
}
