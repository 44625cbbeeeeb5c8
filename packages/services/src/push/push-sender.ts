import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { PushDevice } from "@korki/db";
import type { PushMessage, PushPayload } from "@korki/notifications";
import type { PushKeys, Settings } from "@korki/settings";
import webPush from "web-push";
import { isPushEndpoint } from "./endpoint";

/** What a push service answered. */
export type PushAnswer =
  /** It keeps the message for the device, or has handed it over. */
  | { kind: "taken" }
  /** The subscription is no longer one. */
  | { kind: "gone" }
  /** It does not accept the centre's keys. */
  | { kind: "keys-refused"; status: number }
  | { kind: "refused"; status: number }
  /** It can be tried again; after so many seconds, if the service said when. */
  | { kind: "again"; reason: string; pauseSeconds: number | null };

/** How a message is to be carried: what stands in the headers. */
type PushManner = Pick<PushMessage, "topic" | "urgency" | "ttlSeconds">;

export type PushSender = {
  /** Sends a payload to one device; what is too long is sent once more without its body. Never rejects. */
  send(device: PushDevice, payload: PushPayload, manner: PushManner): Promise<PushAnswer>;
};

/** Less than a third of a worker's lease. */
const TIMEOUT_MS = 15_000;
/** Pauses longer than this are looked into again sooner. */
const PAUSE_MAX_SECONDS = 3600;
/** A signed header serves all messages to one push service for so long; it is valid for twelve hours. */
const SIGNED_MS = 3_600_000;

/** Returns a sender with the centre's keys. It calls no address that is no push service's, whatever is stored. */
export function createPushSender(keys: PushKeys, settings: Pick<Settings, "demo">): PushSender {
  const signed = new Map<string, { header: string; until: number }>();

  function authorizationFor(endpoint: string): string {
    const { origin } = new URL(endpoint);
    const kept = signed.get(origin);
    if (kept && kept.until > Date.now()) return kept.header;
    const { subject, publicKey, privateKey } = keys;
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      "aes128gcm",
    );
    signed.set(origin, { header, until: Date.now() + SIGNED_MS });
    return header;
  }

  function post(device: PushDevice, payload: PushPayload, manner: PushManner): Promise<IncomingMessage> {
    const { endpoint, p256dh, auth } = device;
    const { topic, urgency, ttlSeconds } = manner;
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      { TTL: ttlSeconds, urgency, ...(topic === null ? {} : { topic }) },
    );
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { method, signal, headers: { ...headers, Authorization: authorizationFor(endpoint) } };
    // Follows no redirect. `fetch` takes three times as long for a message.
    const sent = endpoint.startsWith("https:")
      ? https.request(endpoint, options)
      : http.request(endpoint, options);
    return new Promise((resolve, reject) => {
      sent
        .on("response", (response) => resolve(response.on("error", reject).resume()))
        .on("error", reject)
        .end(body);
    });
  }

  return {
    async send(device, payload, manner) {
      if (!isPushEndpoint(device.endpoint, settings)) return { kind: "gone" };
      try {
        const response = await post(device, payload, manner);
        if (response.statusCode !== 413 || payload.body === "") return answerOf(response);
        return await this.send(device, { ...payload, body: "", actions: [] }, manner);
      } catch (error) {
        return { kind: "again", reason: networkFault(error), pauseSeconds: null };
      }
    },
  };
}

function answerOf({ statusCode: status = 0, headers }: IncomingMessage): PushAnswer {
  if (status >= 200 && status < 300) return { kind: "taken" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 401 || status === 403) return { kind: "keys-refused", status };
  if (status === 429) {
    return { kind: "again", reason: "429", pauseSeconds: pauseOf(headers["retry-after"]) };
  }
  return status >= 500
    ? { kind: "again", reason: String(status), pauseSeconds: null }
    : { kind: "refused", status };
}

/** Seconds of a Retry-After, which may be a date; null if it says none. */
function pauseOf(retryAfter: string | undefined): number | null {
  if (!retryAfter) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(1, Math.ceil(seconds)), PAUSE_MAX_SECONDS) : null;
}

/** Returns a short code: an error's message may contain the address, which is a secret of the device. */
function networkFault(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const fault = [code, name].find((each) => typeof each === "string" && /^[\w-]{1,40}$/.test(each));
  return String(fault ?? "unknown");
}
