import { settingsTexts } from "@korki/contracts/texts/settings";
import { TELEGRAM_CODE_DIGITS, validTelegramCode } from "@korki/domain";
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { patchProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { toastSuccess } from "../ui/toasts";
import styles from "./notifications-box.module.css";

/** Takes the bot's code; spaces in it do no harm. */
export function ConnectTelegramForm() {
  const form = useForm({
    initialValues: { code: "" },
    validate: {
      code: (code) => (validTelegramCode(withoutSpaces(code)) ? null : settingsTexts.codeIncomplete),
    },
  });
  const connect = trpc.account.connectTelegram.useMutation({
    onSuccess(profile) {
      patchProfile(profile);
      toastSuccess(settingsTexts.accountConnected);
    },
  });

  return (
    <FormShell
      form={form}
      label={settingsTexts.notifications}
      onSubmit={({ code }) => connect.mutate({ code: withoutSpaces(code) })}
      pending={connect.isPending}
      error={connect.error}
      submitLabel={settingsTexts.confirmCode}
      warnOnLeave={false}
    >
      <TextInput
        className={styles.code}
        label={settingsTexts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={settingsTexts.codeExample}
        maxLength={TELEGRAM_CODE_DIGITS * 2}
        {...form.getInputProps("code")}
      />
    </FormShell>
  );
}

function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, "");
}
