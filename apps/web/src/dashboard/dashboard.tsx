import { lazy, Suspense, useEffect, useRef } from "react";
import { forgetUnreadCount } from "../chat/unread-count";
import { WithChildren } from "../family/family";
import { takeNote } from "../session/notes";
import { onSessionEnd, useProfile } from "../session/session-store";
import { queryClient } from "../trpc";
import { ServerData } from "../ui/server-data";
import { Splash } from "../ui/splash";
import { toastSuccess } from "../ui/toasts";
import { DashboardShell } from "./dashboard-shell";

const ConsentStep = lazy(() => import("../consents/consent-step"));
const ConsentCover = lazy(() => import("../consents/consent-cover"));

// What one person has read is not there for the next.
onSessionEnd(() => {
  queryClient.clear();
  forgetUnreadCount();
});

/** Everything below /dashboard, for somebody who is signed in. */
export function Dashboard() {
  const { id, missingConsents = [] } = useProfile();
  const isAsked = missingConsents.length > 0;
  // A person who signed in again over unsaved work is asked in a dialog over it.
  const wasIn = useRef(false);
  useEffect(() => {
    if (!isAsked) wasIn.current = true;
  }, [isAsked]);
  useEffect(() => {
    const toast = takeNote("toast");
    if (toast) toastSuccess(toast);
    return () => void queryClient.cancelQueries();
  }, []);

  return (
    <ServerData>
      <Suspense fallback={<Splash />}>
        {isAsked && !wasIn.current ? (
          <ConsentStep />
        ) : (
          <WithChildren key={id}>
            <DashboardShell />
          </WithChildren>
        )}
      </Suspense>
      <Suspense>{isAsked && wasIn.current ? <ConsentCover /> : null}</Suspense>
    </ServerData>
  );
}
