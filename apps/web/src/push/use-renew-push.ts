import { statusOf } from "../server/errors";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { forgetDevice, renewDevice } from "./device";

/** Renews this browser's subscription with the server, or ends it here too where the person removed the device. */
export function useRenewPush(): (key: string) => Promise<void> {
  const { id } = useProfile();
  const { mutateAsync: subscribe } = trpc.push.subscribe.useMutation();
  return async (key) => {
    const subscription = await renewDevice(key, id);
    if (!subscription) return;
    await subscribe({ ...subscription, isRenewal: true }).catch((error: unknown) =>
      statusOf(error) === 404 ? forgetDevice() : undefined,
    );
  };
}
