import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { trpc } from "../trpc";
import { toastSuccess } from "../ui/toasts";

/** Reads the open lists again and says so. */
export function RefreshButton() {
  const utils = trpc.useUtils();
  const [pending, setPending] = useState(false);

  async function refresh() {
    setPending(true);
    try {
      await utils.lessons.invalidate(undefined, undefined, { throwOnError: true });
      toastSuccess(lessonTexts.refreshed);
    } catch {
      // The lists themselves say what went wrong.
    } finally {
      setPending(false);
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={pending}
      onClick={() => void refresh()}
    >
      {texts.refresh}
    </Button>
  );
}
