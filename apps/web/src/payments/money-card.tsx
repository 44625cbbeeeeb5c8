import { PAGE_SIZE } from "@korki/contracts/paging";
import { moneyTexts as texts } from "@korki/contracts/texts/money-card";
import { Button, Stack, Text, Title } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { usePlaceOrder } from "../orders/use-place-order";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { FormError } from "../ui/form-shell";
import { formatMoney } from "../ui/formats";
import { DueFor } from "./due-for";
import { dueText, paidText } from "./due-text";
import { isOneBill } from "./one-bill";

/**
 * "Do zapłaty": what is due now, for what and until when, and one button that pays exactly that. What is planned later
 * is told apart (rules §39).
 *
 * @param studentId the child a parent pays for; left out: the caller
 */
export function MoneyCard({ studentId, name }: { studentId?: string; name?: string }) {
  const { data } = trpc.money.mine.useQuery({ studentId });
  const offer = trpc.orders.offer.useQuery({ studentId });
  const bills = trpc.bills.mine.useQuery({ page: 1, pageSize: PAGE_SIZE });
  const place = usePlaceOrder();
  if (!data || data.subjects.length === 0) return null;
  const { due, dueBy, plannedLater, subjects, billedTo, isBilled } = data;
  const hasButton = billedTo === null && bills.data && !isOneBill(bills.data.items, [data]);
  return (
    <Card title={texts.title(name ?? null)}>
      <Stack gap="sm">
        {due > 0 && dueBy ? (
          <>
            <Title order={3} className="tabular">
              {dueText(due, dueBy)}
            </Title>
            <DueFor subjects={subjects} />
            {place.error ? <FormError error={place.error} /> : null}
            {billedTo === null ? null : <Text>{texts.billedTo(billedTo)}</Text>}
            {offer.data?.available && hasButton ? (
              <div>
                <Button
                  leftSection={<IconCreditCard size={18} aria-hidden />}
                  loading={place.isPending}
                  onClick={() => place.mutate({ studentId, due: true })}
                >
                  {texts.pay(formatMoney(due))}
                </Button>
              </div>
            ) : null}
          </>
        ) : (
          <Text>{texts.nothingDue}</Text>
        )}
        <Stack gap={4}>
          {subjects.map((row) => (
            <Text key={`${row.subject} ${row.level}`} size="sm" c="dimmed">
              {paidText(row)}
            </Text>
          ))}
          {plannedLater > 0 ? (
            <Text size="sm" c="dimmed">
              {(isBilled ? texts.onLaterBills : texts.later)(formatMoney(plannedLater))}
            </Text>
          ) : null}
        </Stack>
      </Stack>
    </Card>
  );
}
