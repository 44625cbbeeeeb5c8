import type { Profile } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import type { Role } from "@korki/domain";
import { useSyncExternalStore } from "react";
import { holdsUnsavedWork } from "../updates/unsaved-work";
import { accessToken, dropAccessToken } from "./access-token";
import { announceToTabs } from "./tabs";
import { forgetStrokes, lessonsWithStrokes } from "./unsaved-strokes";

/**
 * The client's session (rules §23).
 * - `checking`: the startup check has not answered yet;
 * - `unreachable`: there may be a session, but the server cannot be asked;
 * - `signedIn`, `signedOut`;
 * - `factorRequired`: signed in, but the account may do nothing before it has a second factor (rules §19);
 * - `expired`: the session ended while a form or a board holds unsaved work; the screen stays and asks to sign in over it.
 */
export type Session =
  | {
      readonly phase: "checking" | "unreachable" | "signedOut" | "factorRequired";
      readonly isLogged: false;
      readonly id: null;
      readonly token: null;
      readonly userType: null;
      readonly profile: null;
      /** Why a session ended without a logout, for the sign-in screen; null if there is nothing to say. */
      readonly notice: string | null;
    }
  | {
      readonly phase: "signedIn" | "expired";
      readonly isLogged: true;
      readonly id: string;
      readonly token: string | null;
      readonly userType: Role;
      readonly profile: Profile;
      readonly notice: null;
    };

type Phase = Session["phase"];
/** Called when the person logged out or the session ended otherwise. */
type EndListener = (wasLeft: boolean) => void;

let session: Session = withoutProfile("checking");
const listeners = new Set<() => void>();
const endListeners = new Set<EndListener>();

/** The session as it is now; re-renders when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Whose session it is. Only below the dashboard, where somebody is signed in; throws elsewhere. */
export function useProfile(): Profile {
  const { profile } = useSession();
  if (!profile) throw new Error("No one is signed in here");
  return profile;
}

export function currentSession(): Session {
  return session;
}

/** Somebody is signed in, and this is their profile. What others drew here and did not save goes. */
export function enterSession(profile: Profile): void {
  forgetStrokes(profile.id);
  set({
    phase: "signedIn",
    isLogged: true,
    id: profile.id,
    token: accessToken(),
    userType: profile.role,
    profile,
    notice: null,
  });
}

/** Takes over what a call has just changed of the profile: phones, the messenger's link, wanting more students ... */
export function patchProfile(changes: Partial<Profile>): void {
  if (session.profile) set({ ...session, profile: { ...session.profile, ...changes } });
}

/**
 * Forgets everything of the session in this tab, the token included. Of several calls that notice its end, the first has
 * the word.
 *
 * @param notice what the sign-in screen says about it; only to somebody who was signed in (rules §26)
 */
export function clearSession(notice: string | null = null): void {
  dropAccessToken();
  if (session.phase === "signedOut") return;
  const wasLogged = session.isLogged;
  set(withoutProfile("signedOut", wasLogged ? notice : null));
  if (wasLogged) for (const listener of endListeners) listener(notice === null);
}

/** The person leaves: every tab of this browser is signed out, and what was drawn and not saved goes. */
export function leaveSession(): void {
  clearSession();
  forgetStrokes(null);
  announceToTabs("signedOut");
}

/** The server ended the session. A half-filled form and a board stay, and signing in happens over them. */
export function sessionExpired(): void {
  if (session.isLogged && (holdsUnsavedWork() || lessonsWithStrokes(session.id).length > 0))
    set({ ...session, phase: "expired", token: null });
  else clearSession(commonTexts.sessionExpired);
}

/** The account was disabled. */
export function accountDisabled(): void {
  clearSession(commonTexts.accountDisabled);
}

/** The account has to set up a second factor before anything else. */
export function requireFactor(): void {
  const wasLogged = session.isLogged;
  set(withoutProfile("factorRequired"));
  if (wasLogged) for (const listener of endListeners) listener(false);
}

/** There may be a session, but the server cannot be asked about it now. */
export function markUnreachable(): void {
  if (!session.isLogged) set(withoutProfile("unreachable"));
}

/** Calls back after each change of the session. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back each time that a session ends in this tab: caches and connections of that person go away. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

function withoutProfile(
  phase: Exclude<Phase, "signedIn" | "expired">,
  notice: string | null = null,
): Session {
  return { phase, isLogged: false, id: null, token: null, userType: null, profile: null, notice };
}

function set(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}
