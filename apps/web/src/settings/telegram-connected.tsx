import { settingsTexts } from "@korki/contracts/texts/settings";
import { Button, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { patchProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { confirm } from "../ui/confirm";
import { FormError } from "../ui/form-shell";
import { toastSuccess } from "../ui/toasts";
import styles from "./notifications-box.module.css";

/** Says that the messenger is connected, and takes it off again. */
export function TelegramConnected() {
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
