import type { Guardianship } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Anchor, Badge, Button, Group, Text } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import { Link } from "react-router-dom";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { formatDate } from "../../ui/formats";
import { toastError, toastSuccess } from "../../ui/toasts";

/**
 * One guardianship: with whom, since when, with which rights; it can be changed and ended.
 *
 * @param name the other person's, with the address of their screen
 */
export function GuardianshipCard(props: {
  guardianship: Guardianship;
  name: string;
  to: string;
  onEdit: () => void;
}) {
  const { guardianship, name, onEdit } = props;
  const { id, rights, payer, from, to, hasEnded } = guardianship;
  const end = trpc.families.endGuardianship.useMutation({
    onSuccess: () => toastSuccess(texts.ended),
    onError: (error) => toastError(errorText(error)),
  });

  async function askAndEnd() {
    const sure = await confirm({
      title: texts.endQuestion(`${guardianship.parentName} – ${guardianship.studentName}`),
      text: texts.endText,
      confirmLabel: texts.end,
      dangerous: true,
    });
    if (sure) end.mutate({ id });
  }

  const days = hasEnded
    ? texts.endedOn(to ? formatDate(to) : "")
    : [texts.since(formatDate(from)), to && texts.until(formatDate(to))].filter(Boolean).join(", ");
  return (
    <Card>
      <Group justify="space-between">
        <div>
          <Anchor component={Link} to={props.to} inherit fw={550}>
            {name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {days}
          </Text>
          <Group gap="xs" mt="xs">
            {[texts.sees, rights.book && texts.books, rights.pay && texts.pays, payer && texts.payer]
              .filter((text) => text !== false)
              .map((text) => (
                <Badge key={text} variant="light" tt="none">
                  {text}
                </Badge>
              ))}
          </Group>
        </div>
        {hasEnded ? null : (
          <Group gap="xs">
            <Button variant="default" size="xs" aria-label={texts.editNamed(name)} onClick={onEdit}>
              {texts.edit}
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              aria-label={texts.endNamed(name)}
              loading={end.isPending}
              onClick={() => void askAndEnd()}
            >
              {texts.end}
            </Button>
          </Group>
        )}
      </Group>
    </Card>
  );
}
