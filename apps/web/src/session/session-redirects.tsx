import type { ReactElement } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { destinationAfterLogin, paths } from "../paths";
import { Splash } from "../ui/splash";
import { UnreachablePage } from "../ui/unreachable-page";
import { useSession } from "./session-store";

/** Where the person wanted to go before signing in, carried in the history entry. */
type WantedState = { wanted?: unknown } | null;

/** The home address has no page of its own. */
export function HomeRedirect() {
  const { phase, isLogged } = useSession();
  if (phase === "checking") return <Splash />;
  if (phase === "unreachable") return <UnreachablePage />;
  return <Navigate to={isLogged ? paths.dashboard : paths.auth} replace />;
}

/** A page for somebody who is signed in; others go to the sign-in, and come back here after it. */
export function SignedInOnly({ page }: { page: ReactElement }) {
  const { phase, isLogged } = useSession();
  const { pathname, search } = useLocation();
  if (isLogged) return page;
  if (phase === "checking") return <Splash />;
  if (phase === "unreachable") return <UnreachablePage />;
  return <Navigate to={paths.auth} replace state={{ wanted: pathname + search }} />;
}

/** The sign-in: who is signed in already goes on to the dashboard. */
export function SignedOutOnly({ page }: { page: ReactElement }) {
  const { phase, isLogged } = useSession();
  const state = useLocation().state as WantedState;
  if (isLogged) return <Navigate to={destinationAfterLogin(state?.wanted)} replace />;
  if (phase === "checking") return <Splash />;
  if (phase === "unreachable") return <UnreachablePage />;
  return page;
}
