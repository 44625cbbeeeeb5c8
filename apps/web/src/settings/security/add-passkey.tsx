import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { deviceName, PASSKEY_NAME_MAX } from "@korki/domain";
import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { statusOf } from "../../server/errors";
import { trpc } from "../../trpc";
import { FormError, FormShell } from "../../ui/form-shell";
import { CurrentPasswordInput } from "./current-password-input";
import { isAboutField, sayAtField } from "./say-at-field";

/** Makes a passkey with this device and keeps it under a name. Its code is fetched by the click. */
export function AddPasskey({ onDone }: { onDone: () => void }) {
  const start = trpc.accountSecurity.startPasskey.useMutation();
  const add = trpc.accountSecurity.addPasskey.useMutation();
  const [failure, setFailure] = useState<unknown>(null);
  const [isStopped, setIsStopped] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const form = useForm({
    name: "add-passkey",
    initialValues: { name: deviceName(navigator.userAgent) ?? "", password: "" },
    validate: {
      name: (name) => (name.trim() === "" ? accountSecurityTexts.passkeyName : null),
      password: (password) => (password === "" ? texts.passwordMissing : null),
    },
  });

  async function make({ name, password }: { name: string; password: string }) {
    setIsPending(true);
    setFailure(null);
    setIsStopped(false);
    try {
      const [{ startRegistration }, optionsJSON] = await Promise.all([
        import("@simplewebauthn/browser"),
        start.mutateAsync({ password }),
      ]);
      await add.mutateAsync({ name, response: await startRegistration({ optionsJSON }) });
      onDone();
    } catch (error) {
      setIsStopped(statusOf(error) === null);
      setFailure(isAboutField(error) ? null : error);
      sayAtField(form, error, { password: "password" });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <FormShell
      form={form}
      label={texts.passkeyAdd}
      onSubmit={(typed) => void make(typed)}
      call={{ isPending, error: isStopped ? null : failure }}
      warnOnLeave={false}
    >
      <Text c="dimmed">{texts.passkeyAddText}</Text>
      <TextInput
        label={texts.passkeyName}
        placeholder={texts.passkeyNameExample}
        maxLength={PASSKEY_NAME_MAX}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <CurrentPasswordInput {...form.getInputProps("password")} />
      {isStopped ? <FormError error={null} text={texts.passkeyStopped} /> : null}
    </FormShell>
  );
}
