import { pushScreenTexts as texts } from "@korki/contracts/texts/push";
import { Button, Group, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { ConnectTelegramButton } from "../ui/connect-telegram-link";
import { hasDevice, pushAbility } from "./device";
import { IphoneSteps } from "./iphone-steps";
import { answerOffer, isOfferDue } from "./offer-state";
import styles from "./push.module.css";
import { useEnablePush } from "./use-enable-push";

/**
 * Offers notifications once, on this device or by Telegram, after the first booking, with what will come; never at the
 * first visit (rules §33).
 */
export default function PushOffer() {
  const { id } = useProfile();
  const [isOpen, setOpen] = useState(() => isOfferDue() && !hasDevice(id));
  return isOpen ? <Offer onAnswer={() => setOpen(false)} /> : null;
}

function Offer({ onAnswer }: { onAnswer: () => void }) {
  const { isTelegramConnected } = useProfile();
  const { key, devices } = trpc.push.get.useQuery().data ?? { key: null, devices: [] };
  const { enable, isAsking, fault } = useEnablePush(key);
  const ability = pushAbility();
  if (key === null || devices.length > 0 || ability === "none" || ability === "refused") return null;

  function answer() {
    answerOffer();
    onAnswer();
  }

  return (
    <section className={styles.offer} aria-label={texts.offerTitle}>
      <Title order={2} size="h4">
        {texts.offerTitle}
      </Title>
      <Text>{texts.offerText}</Text>
      {ability === "home-screen-first" ? <IphoneSteps /> : null}
      <Group gap="xs">
        {ability === "able" ? (
          <Button loading={isAsking} onClick={() => void enable().then((done) => done && answer())}>
            {texts.enable}
          </Button>
        ) : null}
        {isTelegramConnected ? null : <ConnectTelegramButton variant="default" />}
        <Button variant="subtle" onClick={answer}>
          {texts.offerLater}
        </Button>
      </Group>
      {fault ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      ) : null}
    </section>
  );
}
