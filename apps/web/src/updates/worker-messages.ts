/** What a page says to a service worker. */
export type PageMessage = { readonly type: "whichVersion" | "takeOver" | "claim" };

/** What the worker answers to `whichVersion`. */
export type WorkerAnswer = { readonly version: string };

/** What the worker asks of a page: to show a screen that a notification leads to. */
export type WorkerRequest = { readonly type: "open"; readonly path: string };

/** A message as it comes to a device (`PushPayload` of the server; docs/notifications.md). */
export type PushMessage = {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly shown: string;
  readonly badge: number;
  readonly actions: readonly { readonly title: string; readonly url: string }[];
};
