import { pushScreenTexts as texts } from "@korki/contracts/texts/push";
import { useState } from "react";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { toastSuccess } from "../ui/toasts";
import { subscribeDevice } from "./device";

/** Switches notifications on in this browser; `fault` says why they are not. */
export function useEnablePush(key: string | null) {
  const { id } = useProfile();
  const utils = trpc.useUtils();
  const subscribe = trpc.push.subscribe.useMutation();
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function enable(): Promise<boolean> {
    if (key === null) return false;
    setAsking(true);
    setFault(null);
    try {
      const subscription = await subscribeDevice(key, id);
      if (!subscription) {
        setFault(texts.notGranted);
        return false;
      }
      await subscribe.mutateAsync(subscription);
      await utils.push.get.invalidate();
      toastSuccess(texts.enabled);
      return true;
    } catch {
      setFault(texts.failed);
      return false;
    } finally {
      setAsking(false);
    }
  }

  return { enable, isAsking, fault };
}
