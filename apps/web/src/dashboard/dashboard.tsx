import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { forgetUnreadCount } from "../chat/unread-count";
import { takeNote } from "../session/notes";
import { onSessionEnd, useProfile } from "../session/session-store";
import { queryClient, trpc, trpcClient } from "../trpc";
import { ConfirmProvider } from "../ui/confirm";
import { toastSuccess } from "../ui/toasts";
import { DashboardShell } from "./dashboard-shell";

// What one person has read is not there for the next.
onSessionEnd(() => {
  queryClient.clear();
  forgetUnreadCount();
});

/** Everything below /dashboard, for somebody who is signed in. */
export function Dashboard() {
  const { id } = useProfile();
  useEffect(() => {
    const toast = takeNote("toast");
    if (toast) toastSuccess(toast);
    return () => void queryClient.cancelQueries();
  }, []);

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
