import { settingsTexts } from "@korki/contracts/texts/settings";
import { Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useProfile } from "../session/session-store";
import { Card } from "../ui/card";
import { ConnectTelegramForm } from "./connect-telegram-form";
import { ConnectTelegramSteps } from "./connect-telegram-steps";
import styles from "./notifications-box.module.css";

/** Connects the messenger's bot; once connected it says so. */
export function NotificationsBox() {
  const { isTelegramConnected } = useProfile();
  return (
    <Card
      title={settingsTexts.notifications}
      text={isTelegramConnected ? null : settingsTexts.notificationsText}
    >
      {isTelegramConnected ? (
        <div className={styles.connected}>
          <IconCircleCheck size={28} aria-hidden />
          <div>
            <Text fw={620}>{settingsTexts.connected}</Text>
            <Text size="sm" c="dimmed">
              {settingsTexts.connectedText}{" "}
              <code className={styles.command}>{settingsTexts.disconnectCommand}</code>.
            </Text>
          </div>
        </div>
      ) : (
        <>
          <ConnectTelegramSteps />
          <ConnectTelegramForm />
        </>
      )}
    </Card>
  );
}
