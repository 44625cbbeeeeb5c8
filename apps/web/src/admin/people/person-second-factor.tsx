import type { Person } from "@korki/contracts/admin-people";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { fullName } from "@korki/domain";
import { Button, Group, Text } from "@mantine/core";
import { errorText } from "../../server/errors";
import { useProfile } from "../../session/session-store";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { toastError, toastSuccess } from "../../ui/toasts";

/** Whether a second factor guards the account, and a way to remove it for somebody who has lost it (rules §19). */
export function PersonSecondFactor({ person }: { person: Person }) {
  const { id } = useProfile();
  const reset = trpc.accountSecurity.resetSecondFactor.useMutation({
    onSuccess: () => toastSuccess(texts.factorReset),
    onError: (error) => toastError(errorText(error)),
  });

  async function askAndReset() {
    const sure = await confirm({
      title: texts.resetFactorQuestion(fullName(person)),
      text: texts.resetFactorText,
      confirmLabel: texts.resetFactor,
      cancelLabel: interfaceTexts.cancel,
      dangerous: true,
    });
    if (sure) reset.mutate({ userId: person.id });
  }

  return (
    <Card title={texts.personFactor}>
      <Text size="sm">{person.hasSecondFactor ? texts.personFactorOn : texts.personFactorOff}</Text>
      {person.hasSecondFactor && person.id !== id ? (
        <Group mt="md">
          <Button variant="light" color="red" loading={reset.isPending} onClick={() => void askAndReset()}>
            {texts.resetFactor}
          </Button>
        </Group>
      ) : null}
    </Card>
  );
}
