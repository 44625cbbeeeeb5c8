import type { Values } from "./form";

const KEY = "korki-trial-draft";

/** What was typed into the trial form in this tab and not sent; empty where the browser keeps nothing. */
export function draftOf(): Values {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

/** Keeps what was typed until the tab is closed; null forgets it. */
export function keepDraft(values: Values | null): void {
  try {
    if (values) sessionStorage.setItem(KEY, JSON.stringify(values));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing keeps no draft.
  }
}
