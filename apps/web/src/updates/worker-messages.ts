/** What a page says to a service worker. */
export type PageMessage = { readonly type: "whichVersion" | "takeOver" | "claim" };

/** What the worker answers to `whichVersion`. */
export type WorkerAnswer = { readonly version: string };
