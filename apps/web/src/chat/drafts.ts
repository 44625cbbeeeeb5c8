/** What was typed and not sent, by contact: it survives switching between them while the window is open. */
const drafts = new Map<string, string>();

export function draftFor(contactId: string): string {
  return drafts.get(contactId) ?? "";
}

export function keepDraft(contactId: string, text: string): void {
  if (text) drafts.set(contactId, text);
  else drafts.delete(contactId);
}
