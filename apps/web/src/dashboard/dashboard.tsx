import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { onSessionEnd, useProfile } from "../session/session-store";
import { queryClient, trpc, trpcClient } from "../trpc";
import { ConfirmProvider } from "../ui/confirm";
import { DashboardShell } from "./dashboard-shell";
import { forgetUnreadCount } from "./unread-count";

// What one person has read is not there for the next.
onSessionEnd(() => {
  queryClient.clear();
  forgetUnreadCount();
});

/** Everything below /dashboard; fetched once somebody is signed in. */
export default function Dashboard() {
  const { id } = useProfile();
  useEffect(() => () => void queryClient.cancelQueries(), []);

  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <DashboardShell key={id} />
        </ConfirmProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
