import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { UnstyledButton } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { trpc } from "../trpc";
import { toastSuccess } from "../ui/toasts";

/** An entry of the menu that reads the open lists again and says so. */
export function RefreshButton(props: {
  className: string | undefined;
  onRefresh?: (() => void) | undefined;
}) {
  const utils = trpc.useUtils();
  const [pending, setPending] = useState(false);

  async function refresh() {
    props.onRefresh?.();
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
    <UnstyledButton className={props.className ?? ""} disabled={pending} onClick={() => void refresh()}>
      <IconRefresh size={20} aria-hidden />
      {texts.refresh}
    </UnstyledButton>
  );
}
