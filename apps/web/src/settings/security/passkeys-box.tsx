import type { PasskeyRow } from "@korki/contracts/account-security";
import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { formatDateTime } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { toastSuccess } from "../../ui/toasts";
import { AddPasskey } from "./add-passkey";
import { PasswordPrompt } from "./password-prompt";

/** The account's passkeys: listed, added with a name, removed. */
export function PasskeysBox() {
  const utils = trpc.useUtils();
  const query = trpc.accountSecurity.passkeys.useQuery();
  const remove = trpc.accountSecurity.deletePasskey.useMutation();
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<PasskeyRow | null>(null);

  function done(text: string) {
    setIsAdding(false);
    setRemoved(null);
    toastSuccess(text);
    void utils.accountSecurity.invalidate();
  }

  return (
    <Card title={texts.passkeys} text={texts.passkeysText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {(passkeys) => (
          <Stack gap="md">
            {passkeys.map((passkey) => (
              <Group key={passkey.id} justify="space-between" wrap="nowrap">
                <div>
                  <Text fw={550}>{passkey.name}</Text>
                  <Text size="sm" c="dimmed">
                    {passkey.lastUsedAt
                      ? texts.lastUsed(formatDateTime(passkey.lastUsedAt))
                      : texts.addedAt(formatDateTime(passkey.createdAt))}
                  </Text>
                </div>
                <Button
                  variant="light"
                  color="red"
                  size="compact-md"
                  aria-label={texts.passkeyRemoveOf(passkey.name)}
                  onClick={() => setRemoved(passkey)}
                >
                  {texts.remove}
                </Button>
              </Group>
            ))}
            <Group>
              <Button
                variant={passkeys.length === 0 ? "filled" : "default"}
                onClick={() => setIsAdding(true)}
              >
                {texts.passkeyAdd}
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
      <Sheet opened={isAdding} onClose={() => setIsAdding(false)} title={texts.passkeyAdd} size="sm">
        <AddPasskey onDone={() => done(texts.passkeyAdded)} />
      </Sheet>
      <PasswordPrompt
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={texts.passkeyRemoveTitle}
        text={removed ? texts.passkeyRemoveText(removed.name) : null}
        submitLabel={texts.remove}
        dangerous
        act={({ password }) => remove.mutateAsync({ id: removed?.id ?? "", password })}
        onDone={() => done(texts.passkeyRemoved)}
      />
    </Card>
  );
}
