import type { Unsent, UnsentStore } from "@korki/chat-client";
import { currentSession, onSessionEnd } from "../session/session-store";

const PREFIX = "korki-draft.";

/**
 * What this person typed to a contact and did not send. It survives switching between contacts, a reload and a session
 * that ends without a logout, in this window; a logout deletes it, and so does another person who signs in.
 */
export function draftFor(contactId: string): string {
  return sessionStorage.getItem(keyOf(contactId)) ?? "";
}

export function keepDraft(contactId: string, text: string): void {
  if (text) sessionStorage.setItem(keyOf(contactId), text);
  else sessionStorage.removeItem(keyOf(contactId));
}

/** Where the messages of a person stay that the server has not taken; as long as drafts do. */
export function unsentOf(userId: string): UnsentStore {
  const key = `${PREFIX}${userId}.unsent`;
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? "[]") as Unsent;
      } catch {
        return [];
      }
    },
    write(unsent) {
      // Nothing comes back after a logout.
      if (currentSession().id !== userId) return;
      try {
        if (unsent.length > 0) sessionStorage.setItem(key, JSON.stringify(unsent));
        else sessionStorage.removeItem(key);
      } catch {
        // A browser that stores nothing, or no more.
      }
    },
  };
}

function keyOf(contactId: string): string {
  return `${PREFIX}${currentSession().id}.${contactId}`;
}

/** Takes away what everybody else typed; null: what anybody did. */
export function forgetDrafts(exceptOf: string | null): void {
  const stays = (key: string) => exceptOf !== null && key.startsWith(`${PREFIX}${exceptOf}.`);
  for (const key of keys()) if (!stays(key)) sessionStorage.removeItem(key);
}

function keys(): string[] {
  try {
    const all = Array.from({ length: sessionStorage.length }, (_, place) => sessionStorage.key(place) ?? "");
    return all.filter((key) => key.startsWith(PREFIX));
  } catch {
    // A browser that stores nothing.
    return [];
  }
}

onSessionEnd((wasLeft) => {
  if (wasLeft) forgetDrafts(null);
});
