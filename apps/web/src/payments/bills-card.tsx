import type { Bill } from "@korki/contracts/bills";
import { PAGE_SIZE } from "@korki/contracts/paging";
import { billDay, billTitle, prepaidText, billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { usePlaceOrder } from "../orders/use-place-order";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { Facts } from "../ui/facts";
import { FormError } from "../ui/form-shell";
import { formatMoney, formatShortSubject } from "../ui/formats";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { Sheet } from "../ui/sheet";
import { useAddressChange } from "../ui/use-address-change";
import { BillDownload } from "./bill-download";
import { dueText } from "./due-text";
import { isUnpaid } from "./one-bill";

/**
 * What is left over from the caller's bills; those that wait for money, each with a button that pays exactly it; the others
 * behind a link (rules §32).
 */
export function BillsCard() {
  const { data } = trpc.bills.mine.useQuery({ page: 1, pageSize: PAGE_SIZE });
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const openId = params.get("rachunek");
  const bills = data?.items ?? [];
  const past = bills.filter((bill) => !isUnpaid(bill));
  const overpaid = data?.overpaid;
  return (
    <>
      {overpaid ? (
        <Card title={texts.overpaid(formatMoney(overpaid.amount))}>
          <Text>{texts.overpaidTexts[overpaid.isBilled ? "billed" : "unbilled"]}</Text>
        </Card>
      ) : null}
      {bills.filter(isUnpaid).map((bill) => (
        <Card key={bill.id} title={billTitle(bill.month)}>
          <BillPayment bill={bill} />
        </Card>
      ))}
      {past.length > 0 ? (
        <Card title={texts.past}>
          <Group gap="xs">
            {past.map((bill) => (
              <Button
                key={bill.id}
                size="xs"
                variant="default"
                aria-label={texts.detailsOf(billTitle(bill.month))}
                onClick={() => changeAddress({ rachunek: bill.id })}
              >
                {billTitle(bill.month)}
              </Button>
            ))}
          </Group>
        </Card>
      ) : null}
      <Sheet
        opened={openId !== null}
        onClose={() => changeAddress({ rachunek: null })}
        title={texts.bill}
        size="sm"
      >
        {openId === null ? null : <BillDetails id={openId} />}
      </Sheet>
    </>
  );
}

/** One bill: what it is for, how it stands, and where to pay it. */
function BillDetails({ id }: { id: string }) {
  const query = trpc.bills.get.useQuery({ id });
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={3} />}>
      {(bill) => (
        <Stack gap="md">
          <Title order={3}>{billTitle(bill.month)}</Title>
          <BillPayment bill={bill} />
          <Facts
            facts={[
              [texts.status, texts.statuses[bill.status]],
              [texts.amount, formatMoney(bill.amount)],
              ...(bill.balance > 0 ? [[texts.balance, formatMoney(bill.balance)] as const] : []),
              ...(bill.paid > 0 ? [[texts.paid, formatMoney(bill.paid)] as const] : []),
              [texts.due, billDay(bill.payBy)],
              ...(bill.reason ? [[texts.reason, bill.reason] as const] : []),
            ]}
          />
          <BillDownload id={id} />
        </Stack>
      )}
    </Loaded>
  );
}

function BillPayment({ bill }: { bill: Bill }) {
  const { id: billId, amount, paid, halves, halfAmount, status, payBy, month, paysOnline } = bill;
  const place = usePlaceOrder();
  const left = amount - paid;
  const half = halfAmount - paid;
  return (
    <Stack gap="sm">
      {isUnpaid(bill) ? (
        <Title order={3} className="tabular">
          {dueText(left, payBy, billDay)}
        </Title>
      ) : null}
      <Stack gap={4}>
        {bill.lines.map((line) => (
          <Text key={`${line.studentId} ${line.subject} ${line.level}`} size="sm">
            {texts.line(line.studentName, formatShortSubject(line), line.billed, formatMoney(line.amount))}
            {prepaidText(line) ? (
              <Text component="span" c="dimmed" inherit>{` · ${prepaidText(line)}`}</Text>
            ) : null}
          </Text>
        ))}
      </Stack>
      {place.error ? <FormError error={place.error} /> : null}
      {isUnpaid(bill) ? (
        <>
          {paysOnline ? (
            <Group gap="xs">
              <Button
                leftSection={<IconCreditCard size={18} aria-hidden />}
                loading={place.isPending}
                onClick={() => place.mutate({ billId })}
              >
                {texts.pay(formatMoney(left))}
              </Button>
              {halves && status === "open" && half > 0 && half < left ? (
                <Button
                  variant="default"
                  loading={place.isPending}
                  onClick={() => place.mutate({ billId, half: true })}
                >
                  {texts.payHalf(formatMoney(half))}
                </Button>
              ) : null}
            </Group>
          ) : null}
          <Text size="sm" c="dimmed">
            {texts.transfer(billTitle(month))}
          </Text>
        </>
      ) : null}
    </Stack>
  );
}
