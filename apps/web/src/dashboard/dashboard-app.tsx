import { MantineProvider } from "@mantine/core";
import { lazy, StrictMode, Suspense, useEffect, useRef } from "react";
import { createBrowserRouter, RouterProvider, useLocation } from "react-router-dom";
import { paths } from "../paths";
import { leaveNote } from "../session/notes";
import { useSession } from "../session/session-store";
import { theme } from "../theme";
import { colourScheme, onColourScheme, setColourScheme } from "../ui/colour-scheme";
import { OfflineBanner } from "../ui/offline-banner";
import { RetryNotice } from "../ui/retry-notice";
import { ScreenBoundary } from "../ui/screen-boundary";
import { Splash } from "../ui/splash";
import { ToastArea } from "../ui/toasts";
import { Dashboard } from "./dashboard";
import { UnreachablePage } from "./unreachable-page";

const FactorSetupPage = lazy(() => import("../settings/security/factor-setup-page"));

const router = createBrowserRouter([{ path: `${paths.dashboard}/*`, element: <SignedInOnly /> }]);

let stopFollowing: () => void = () => undefined;
const colourSchemeManager = {
  get: colourScheme,
  set: setColourScheme,
  subscribe(onUpdate: Parameters<typeof onColourScheme>[0]) {
    stopFollowing = onColourScheme(onUpdate);
  },
  unsubscribe: () => stopFollowing(),
  clear: () => setColourScheme("auto"),
};

/** The application behind the sign-in: its look, its addresses, and what is shown over every screen. */
export function DashboardApp() {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        // In the stylesheet already (build/theme-tokens.ts), and used by no screen.
        withCssVariables={false}
        withGlobalClasses={false}
        colorSchemeManager={colourSchemeManager}
        defaultColorScheme="auto"
        deduplicateInlineStyles
      >
        <OfflineBanner />
        <ScreenBoundary>
          <RouterProvider router={router} />
        </ScreenBoundary>
        <RetryNotice />
        <ToastArea />
      </MantineProvider>
    </StrictMode>
  );
}

/** Shows the dashboard to somebody who is signed in; others go to the sign-in, and come back here after it. */
function SignedInOnly() {
  const { phase, isLogged, notice } = useSession();
  const { pathname, search } = useLocation();
  const wasLogged = useRef(false);
  useEffect(() => {
    if (isLogged) wasLogged.current = true;
    if (phase !== "signedOut") return;
    // Somebody who left on purpose wants nothing here; the next person begins at the first screen.
    const hasLeft = wasLogged.current && notice === null;
    leaveNote("wanted", hasLeft ? null : pathname + search);
    if (notice || hasLeft) leaveNote("notice", notice);
    location.replace(paths.auth);
  }, [phase, isLogged, notice, pathname, search]);
  if (isLogged) return <Dashboard />;
  if (phase === "factorRequired") {
    return (
      <Suspense fallback={<Splash />}>
        <FactorSetupPage />
      </Suspense>
    );
  }
  return phase === "unreachable" ? <UnreachablePage /> : <Splash />;
}
