import { settingsTexts } from "@korki/contracts/texts/settings";
import { TELEGRAM_CODE_DIGITS, validTelegramCode } from "@korki/domain";
import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect } from "react";
import { useCentreInfo } from "../server/centre-info";
import { patchProfile, useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { ConnectTelegramLink } from "../ui/connect-telegram-link";
import { FormError, FormShell } from "../ui/form-shell";
import { toastSuccess } from "../ui/toasts";
import styles from "./telegram-box.module.css";

/** Connects the messenger's bot; once connected it says so. */
export function NotificationsBox() {
  const { isTelegramConnected } = useProfile();
  usePresentConnection();
  if (isTelegramConnected) {
    return (
      <Card title={settingsTexts.notifications}>
        <TelegramConnected />
      </Card>
    );
  }
  return (
    <Card title={settingsTexts.notifications} text={settingsTexts.notificationsText}>
      <ConnectTelegramLink />
      <ConnectTelegramSteps />
      <ConnectTelegramForm />
    </Card>
  );
}

/** Takes over what the bot has connected or let go meanwhile: its change is signalled, and the profile read again. */
function usePresentConnection(): void {
  const { data, isFetchedAfterMount } = trpc.account.profile.useQuery({ withPeople: false });
  useEffect(() => {
    if (!data || !isFetchedAfterMount) return;
    const { isTelegramConnected, telegramChatId } = data;
    patchProfile({ isTelegramConnected, telegramChatId });
  }, [data, isFetchedAfterMount]);
}

const { steps } = settingsTexts;

/** How to get a code from the bot. */
function ConnectTelegramSteps() {
  const info = useCentreInfo();
  const bot = info?.telegramBotUsername;
  return (
    <ol className={styles.steps}>
      <li>
        <span className={styles.step}>{steps.install}</span>
      </li>
      <li>
        <span className={styles.step}>
          {bot ? (
            <>
              {steps.findBot}{" "}
              <a href={`https://t.me/${bot}`} target="_blank" rel="noreferrer">
                @{bot}
              </a>
            </>
          ) : (
            steps.findBotNoName
          )}
          {info?.hasSandbox ? (
            <>
              {" · "}
              <a href="/dev/telegram" target="_blank" rel="noreferrer">
                {settingsTexts.sandboxBot}
              </a>
            </>
          ) : null}
        </span>
      </li>
      <li>
        <span className={styles.step}>
          {steps.command} <code className={styles.command}>{settingsTexts.registrationCommand}</code>
        </span>
      </li>
      <li>
        <span className={styles.step}>{steps.receive}</span>
      </li>
      <li>
        <span className={styles.step}>{steps.enter}</span>
      </li>
    </ol>
  );
}

/** Takes the bot's code; spaces in it do no harm. */
function ConnectTelegramForm() {
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
      call={connect}
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

/** Says that the messenger is connected, and takes it off again. */
function TelegramConnected() {
  const disconnect = trpc.account.disconnectTelegram.useMutation({
    onSuccess(profile) {
      patchProfile(profile);
      toastSuccess(settingsTexts.disconnected);
    },
  });

  async function ask() {
    const sure = await confirm({
      title: settingsTexts.disconnectTitle,
      text: settingsTexts.disconnectText,
      confirmLabel: settingsTexts.disconnect,
      dangerous: true,
    });
    if (sure) disconnect.mutate();
  }

  return (
    <>
      <div className={styles.connected}>
        <IconCircleCheck size={28} aria-hidden />
        <div>
          <Text fw={650}>{settingsTexts.connected}</Text>
          <Text size="sm">{settingsTexts.connectedText}</Text>
        </div>
        <Button
          variant="subtle"
          size="sm"
          ml="auto"
          loading={disconnect.isPending}
          onClick={() => void ask()}
        >
          {settingsTexts.disconnect}
        </Button>
      </div>
      {disconnect.error ? <FormError error={disconnect.error} /> : null}
    </>
  );
}
