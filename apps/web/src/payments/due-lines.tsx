import { dayOfYear } from "@korki/contracts/texts/dates";
import { moneyTexts as texts } from "@korki/contracts/texts/money-card";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { usePlaced } from "../orders/use-placed";
import { useChildren, useChosenChild } from "../parents/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { FormError } from "../ui/form-shell";
import { formatMoney } from "../ui/formats";

/** On the first screen: what is due for oneself or for each child shown, and one tap that pays it (rules §39). */
export function DueLines() {
  const { role } = useProfile();
  const children = useChildren() ?? [];
  const chosen = useChosenChild();
  if (role === "Student") return <DueLine studentId={undefined} name={null} />;
  return (chosen ? [chosen] : children)
    .filter(({ rights }) => rights.pay)
    .map(({ id, name }) => <DueLine key={id} studentId={id} name={name} />);
}

function DueLine({ studentId, name }: { studentId: string | undefined; name: string | null }) {
  const { data } = trpc.money.mine.useQuery({ studentId });
  const offer = trpc.orders.offer.useQuery({ studentId });
  const place = trpc.orders.place.useMutation({ onSuccess: usePlaced() });
  if (!data?.dueBy || data.due === 0) return null;
  const { due, dueBy, billedTo } = data;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Anchor component={Link} to={studentId ? `${paths.payments}?uczen=${studentId}` : paths.payments}>
          <Text component="span">{texts.title(name)}: </Text>
          <strong className="tabular">{texts.due(formatMoney(due), dayOfYear(dueBy))}</strong>
        </Anchor>
        {billedTo !== null ? (
          <Text size="sm">{texts.billedTo(billedTo)}</Text>
        ) : offer.data?.available ? (
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
