import { useQueryClient } from "@tanstack/react-query";
import { invalidateTopic } from "../invalidation";
import { trpc } from "../trpc";

/**
 * Keeps the open screens current: reads again what another person changed. Whenever the subscription starts, also
 * after a lost connection, everything is read again: signals are not kept for those who are away.
 */
export function useLiveChanges({ enabled }: { enabled: boolean }): void {
  const client = useQueryClient();
  trpc.live.changes.useSubscription(undefined, {
    enabled,
    onStarted: () => invalidateTopic(client, "all"),
    onData: ({ topic }) => invalidateTopic(client, topic),
  });
}
