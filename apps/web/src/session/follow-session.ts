import { onConnectionBack } from "../server/connection";
import { checkSession } from "./check-session";
import { clearSession, currentSession } from "./session-store";
import { onTabNews } from "./tabs";

const RETRY_MS = 5_000;

/** Starts the session check, and keeps the session right while the page is open. Called once, at startup. */
export function followSession(): void {
  void checkSession();
  onTabNews((news) => {
    if (news === "signedOut") clearSession();
    else void checkSession();
  });
  const retry = () => {
    if (currentSession().phase === "unreachable") void checkSession();
  };
  onConnectionBack(retry);
  setInterval(retry, RETRY_MS);
}
