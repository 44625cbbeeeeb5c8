import { settingsTexts } from "@korki/contracts/texts/settings";
import { useProfile } from "../session/session-store";
import { Card } from "../ui/card";
import { ConnectTelegramForm } from "./connect-telegram-form";
import { ConnectTelegramSteps } from "./connect-telegram-steps";
import { TelegramConnected } from "./telegram-connected";

/** Connects the messenger's bot; once connected it says so. */
export function NotificationsBox() {
  const { isTelegramConnected } = useProfile();
  if (isTelegramConnected) {
    return (
      <Card title={settingsTexts.notifications}>
        <TelegramConnected />
      </Card>
    );
  }
  return (
    <Card title={settingsTexts.notifications} text={settingsTexts.notificationsText}>
      <ConnectTelegramSteps />
      <ConnectTelegramForm />
    </Card>
  );
}
