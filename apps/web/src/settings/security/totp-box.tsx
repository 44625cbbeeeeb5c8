import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import { useState } from "react";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { toastSuccess } from "../../ui/toasts";
import { PasswordPrompt } from "./password-prompt";
import { TotpSetup } from "./totp-setup";

/** The authenticator app: set up, set up again, turned off. */
export function TotpBox() {
  const utils = trpc.useUtils();
  const query = trpc.accountSecurity.state.useQuery();
  const remove = trpc.accountSecurity.deleteTotp.useMutation();
  const [open, setOpen] = useState<"setup" | "removal" | null>(null);

  function done(text: string) {
    setOpen(null);
    toastSuccess(text);
    void utils.accountSecurity.invalidate();
  }

  return (
    <Card title={texts.totp} text={texts.totpText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {({ hasTotp, recoveryCodesLeft }) =>
          hasTotp ? (
            <Stack gap="md">
              <Group gap="xs">
                <Badge>{texts.totpOn}</Badge>
                <Text size="sm" c="dimmed">
                  {texts.recoveryLeft(recoveryCodesLeft)}
                </Text>
              </Group>
              <Group gap="xs">
                <Button variant="default" onClick={() => setOpen("setup")}>
                  {texts.totpAgain}
                </Button>
                <Button variant="light" color="red" onClick={() => setOpen("removal")}>
                  {texts.totpRemove}
                </Button>
              </Group>
            </Stack>
          ) : (
            <Group>
              <Button onClick={() => setOpen("setup")}>{texts.totpSetup}</Button>
            </Group>
          )
        }
      </Loaded>
      <Sheet opened={open === "setup"} onClose={() => setOpen(null)} title={texts.totpSetup}>
        <TotpSetup onDone={() => done(texts.totpEnabled)} />
      </Sheet>
      <PasswordPrompt
        opened={open === "removal"}
        onClose={() => setOpen(null)}
        title={texts.totpRemoveTitle}
        text={texts.totpRemoveText}
        submitLabel={texts.totpRemove}
        dangerous
        needsCode
        act={(proof) => remove.mutateAsync(proof)}
        onDone={() => done(texts.totpRemoved)}
      />
    </Card>
  );
}
