import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Button } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { checkSession } from "../server/session-calls";
import { MessagePage } from "../ui/message-page";

/** Shown while the server cannot be reached. The application continues when it is back. */
export function UnreachablePage() {
  return (
    <MessagePage
      tone="calm"
      icon={<IconCloudOff size={30} aria-hidden />}
      title={interfaceTexts.unreachableTitle}
      text={interfaceTexts.unreachableText}
      action={
        <Button
          fullWidth
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void checkSession()}
        >
          {commonTexts.tryAgain}
        </Button>
      }
    />
  );
}
