import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Anchor, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Code.layer.css";
import { useForm } from "@mantine/form";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { encode } from "uqr";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { CodeInput } from "./code-input";
import { PasswordProof } from "./password-prompt";
import { RecoveryCodes } from "./recovery-codes";
import { isAboutField, sayAtField } from "./say-at-field";

type Started = { secret: string; uri: string };

/** Sets up an authenticator app: the password, the app's first code, and then the recovery codes, shown once. */
export function TotpSetup({ onDone }: { onDone: () => void }) {
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const start = trpc.accountSecurity.startTotp.useMutation();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (started) return <ConfirmApp {...started} onConfirmed={setCodes} />;
  return (
    <PasswordProof
      title={texts.totpSetup}
      text={texts.totpPasswordText}
      submitLabel={texts.next}
      act={async ({ password }) => setStarted(await start.mutateAsync({ password }))}
      onDone={() => undefined}
    />
  );
}

/** Shows the key, to scan or to type, and takes the app's first code. */
function ConfirmApp({ secret, uri, onConfirmed }: Started & { onConfirmed: (codes: string[]) => void }) {
  const form = useForm({
    name: "totp-setup",
    initialValues: { code: "" },
    validate: { code: (code) => (code.trim() === "" ? texts.codeMissing : null) },
  });
  const confirm = trpc.accountSecurity.confirmTotp.useMutation({
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: (error) => sayAtField(form, error, { code: "code" }),
  });
  return (
    <FormShell
      form={form}
      label={texts.totpSetup}
      onSubmit={(typed) => confirm.mutate(typed)}
      call={{ isPending: confirm.isPending, error: isAboutField(confirm.error) ? null : confirm.error }}
      submitLabel={texts.totpConfirm}
      warnOnLeave={false}
    >
      <Stack gap="xs" align="center">
        <Text c="dimmed" size="sm">
          {texts.totpScan}
        </Text>
        <QrCode text={uri} label={texts.totpQr} />
        <Anchor href={uri} size="sm">
          {texts.totpOpen}
        </Anchor>
        <Text c="dimmed" size="sm">
          {texts.totpManual}
        </Text>
        <Group gap="xs" justify="center">
          <Code fz="md" aria-label={texts.totpKey}>
            {secret.replace(/(.{4})(?=.)/g, "$1 ")}
          </Code>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconCopy size={16} aria-hidden />}
                onClick={copy}
              >
                {copied ? texts.copied : texts.copyKey}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
      <CodeInput
        label={texts.totpFirstCode}
        inputMode="numeric"
        maxLength={12}
        data-autofocus
        {...form.getInputProps("code")}
      />
    </FormShell>
  );
}

/** The light border that scanners need around a code, in modules. */
const QUIET = 4;

/** A QR code of a text; dark on light in both schemes, as scanners expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
