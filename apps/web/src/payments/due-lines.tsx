import { PAGE_SIZE } from "@korki/contracts/paging";
import { moneyTexts as texts } from "@korki/contracts/texts/money-card";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { useChildren, useChosenChild } from "../family/family";
import { usePlaceOrder } from "../orders/use-place-order";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { FormError } from "../ui/form-shell";
import { formatMoney } from "../ui/formats";
import { DueFor } from "./due-for";
import { dueText } from "./due-text";
import { FormerBills } from "./former-bills";
import { type Due, isOneBill } from "./one-bill";

/**
 * On the first screen: what is due for oneself or for each child shown, and one tap that pays it; what is due for several
 * children is paid at once (rules §39).
 */
export function DueLines() {
  const { role } = useProfile();
  const children = useChildren() ?? [];
  const chosen = useChosenChild();
  const dues = useDues();
  const paysTogether = chosen === null && dues.length > 1;
  if (role === "Student") return <DueLine studentId={undefined} name={null} />;
  const lines = (chosen ? [chosen] : children)
    .filter(({ rights }) => rights.pay)
    .map(({ id, name }) => (
      <DueLine
        key={id}
        studentId={id}
        name={name}
        isPaidTogether={paysTogether && dues.some((each) => each.id === id)}
      />
    ));
  return (
    <>
      {lines}
      {chosen === null ? <PayTogether /> : null}
      <FormerBills />
    </>
  );
}

/** What is due for each child, of what the parent may pay. */
function useDues(): readonly (Due & { id: string })[] {
  const children = (useChildren() ?? []).filter(({ rights }) => rights.pay);
  const money = trpc.useQueries((t) => children.map(({ id: studentId }) => t.money.mine({ studentId })));
  return children.flatMap(({ id }, at) => {
    const { due = 0, billedTo = null, billId = null } = money[at]?.data ?? {};
    return due > 0 && billedTo === null ? { id, due, billId } : [];
  });
}

/**
 * A button that pays what is due for all of a parent's children. Nothing is shown unless something is due for two.
 *
 * @param besideBills a bill that asks for exactly that has a button of its own
 */
export function PayTogether({ besideBills = false }: { besideBills?: boolean }) {
  const dues = useDues();
  const bills = trpc.bills.mine.useQuery({ page: 1, pageSize: PAGE_SIZE }, { enabled: besideBills });
  const [first] = dues;
  const offer = trpc.orders.offer.useQuery({ studentId: first?.id }, { enabled: dues.length > 1 });
  const place = usePlaceOrder();
  const sum = dues.reduce((all, { due }) => all + due, 0);
  if (dues.length < 2 || !offer.data?.available) return null;
  if (besideBills && (!bills.data || isOneBill(bills.data.items, dues))) return null;
  return (
    <div>
      {place.error ? <FormError error={place.error} /> : null}
      <Button size="xs" loading={place.isPending} onClick={() => place.mutate({ due: true })}>
        {texts.payTogether(formatMoney(sum))}
      </Button>
    </div>
  );
}

function DueLine(props: { studentId: string | undefined; name: string | null; isPaidTogether?: boolean }) {
  const { studentId, name, isPaidTogether = false } = props;
  const { data } = trpc.money.mine.useQuery({ studentId });
  const offer = trpc.orders.offer.useQuery({ studentId });
  const place = usePlaceOrder();
  if (!data?.dueBy || data.due === 0) return null;
  const { due, dueBy, billedTo } = data;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <div>
          <Anchor component={Link} to={studentId ? `${paths.payments}?uczen=${studentId}` : paths.payments}>
            <Text component="span">{texts.title(name)}: </Text>
            <strong className="tabular">{dueText(due, dueBy)}</strong>
          </Anchor>
          <DueFor subjects={data.subjects} size="sm" c="dimmed" />
        </div>
        {billedTo !== null ? <Text size="sm">{texts.billedTo(billedTo)}</Text> : null}
        {offer.data?.available && billedTo === null && !isPaidTogether ? (
          <Button
            size="xs"
            loading={place.isPending}
            aria-label={name === null ? texts.pay(formatMoney(due)) : texts.payFor(formatMoney(due), name)}
            onClick={() => place.mutate({ studentId, due: true })}
          >
            {texts.pay(formatMoney(due))}
          </Button>
        ) : null}
      </Group>
      {place.error ? <FormError error={place.error} /> : null}
    </>
  );
}
