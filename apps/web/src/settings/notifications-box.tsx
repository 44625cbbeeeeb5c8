import { settingsTexts } from "@korki/contracts/texts/settings";
import { useEffect } from "react";
import { patchProfile, useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { ConnectTelegramLink } from "../ui/connect-telegram-link";
import { ConnectTelegramForm } from "./connect-telegram-form";
import { ConnectTelegramSteps } from "./connect-telegram-steps";
import { TelegramConnected } from "./telegram-connected";

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
