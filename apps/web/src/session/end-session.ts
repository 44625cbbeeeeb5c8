import { commonTexts } from "@korki/contracts/texts/common";
import { holdsUnsavedWork } from "../updates/unsaved-work";
import { clearSession, currentSession, expireSession } from "./session-store";
import { announceToTabs } from "./tabs";

/** The person leaves: every tab of this browser is signed out. */
export function leaveSession(): void {
  clearSession();
  announceToTabs("signedOut");
}

/** The server ended the session. A half-filled form is left standing, and signing in happens over it. */
export function sessionExpired(): void {
  if (currentSession().isLogged && holdsUnsavedWork()) expireSession();
  else clearSession(commonTexts.sessionExpired);
}

/** The account was disabled: nothing can be done here any more. */
export function accountDisabled(): void {
  clearSession(commonTexts.accountDisabled);
}
