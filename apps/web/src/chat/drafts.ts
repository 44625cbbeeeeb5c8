import { currentSession } from "../session/session-store";

const PREFIX = "korki-draft.";

/**
 * What this person typed to a contact and did not send. It survives switching between contacts, a reload and a session
 * that ends without a logout, in this window; a logout deletes it.
 */
export function draftFor(contactId: string): string {
  return sessionStorage.getItem(keyOf(contactId)) ?? "";
}

export function keepDraft(contactId: string, text: string): void {
  if (text) sessionStorage.setItem(keyOf(contactId), text);
  else sessionStorage.removeItem(keyOf(contactId));
}

function keyOf(contactId: string): string {
  return `${PREFIX}${currentSession().id}.${contactId}`;
}

/** Takes all of them away: the person leaves. */
export function forgetDrafts(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, place) => sessionStorage.key(place) ?? "");
  for (const key of keys) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
