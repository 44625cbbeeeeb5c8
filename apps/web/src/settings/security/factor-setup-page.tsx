import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Button, Stack } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { checkSession, logout } from "../../server/session-calls";
import { MessagePage } from "../../ui/message-page";
import { ServerData } from "../../ui/server-data";
import { TextButton } from "../../ui/text-button";
import { AddPasskey } from "./add-passkey";
import { TotpSetup } from "./totp-setup";

/** Where a second factor is required and missing: sets one up, and leads on (rules §19). */
export default function FactorSetupPage() {
  const [way, setWay] = useState<"totp" | "passkey" | null>(null);
  return (
    <ServerData>
      <MessagePage
        tone="calm"
        icon={<IconShieldLock size={30} aria-hidden />}
        title={texts.factorRequired}
        text={texts.factorRequiredText}
        action={
          <Stack gap="md">
            {way === "totp" ? (
              <TotpSetup onDone={() => void checkSession()} />
            ) : way === "passkey" ? (
              <AddPasskey onDone={() => void checkSession()} />
            ) : (
              <Ways onWay={setWay} />
            )}
            {way ? (
              <TextButton ta="center" onClick={() => setWay(null)}>
                {texts.otherFactor}
              </TextButton>
            ) : null}
            <TextButton ta="center" onClick={() => void logout()}>
              {dashboardTexts.logout}
            </TextButton>
          </Stack>
        }
      />
    </ServerData>
  );
}

function Ways({ onWay }: { onWay: (way: "totp" | "passkey") => void }): ReactNode {
  return (
    <>
      <Button fullWidth onClick={() => onWay("totp")}>
        {texts.totp}
      </Button>
      <Button fullWidth variant="default" onClick={() => onWay("passkey")}>
        {texts.passkey}
      </Button>
    </>
  );
}
