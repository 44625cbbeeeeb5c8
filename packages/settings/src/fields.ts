import { isIP } from "node:net";
import { z } from "zod";

/** What a reader returns instead of a value. The text continues a sentence that begins with the setting's name. */
export class Refusal {
  constructor(readonly text: string) {}
}

export type Reader<T> = (raw: string) => T | Refusal;

/** A setting as zod reads it from the environment; unset and empty mean the same: undefined. */
export function setting<T>(read: Reader<T>) {
  return z
    .string()
    .optional()
    .transform((value, context): T | undefined => {
      const raw = value?.trim();
      if (!raw) return undefined;
      const result = read(raw);
      if (!(result instanceof Refusal)) return result;
      context.addIssue({ code: "custom", message: result.text });
      return z.NEVER;
    });
}

const shown = (raw: string) => JSON.stringify(raw.length > 60 ? `${raw.slice(0, 60)}…` : raw);

/** A whole number within both bounds. */
export function wholeNumber(min: number, max: number): Reader<number> {
  return (raw) => {
    const value = Number(raw);
    return /^\d+$/.test(raw) && value >= min && value <= max
      ? value
      : new Refusal(`must be a whole number from ${min} to ${max}, but is ${shown(raw)}.`);
  };
}

/** A number above zero; fractions are allowed. */
export const positiveNumber: Reader<number> = (raw) => {
  const value = Number(raw);
  return /^\d+(\.\d+)?$/.test(raw) && value > 0
    ? value
    : new Refusal(`must be a number greater than 0, but is ${shown(raw)}.`);
};

const FLAGS: Readonly<Record<string, boolean>> = {
  "1": true,
  true: true,
  yes: true,
  on: true,
  "0": false,
  false: false,
  no: false,
  off: false,
};

export const flag: Reader<boolean> = (raw) =>
  FLAGS[raw.toLowerCase()] ?? new Refusal(`must be 1 or 0 (or true or false), but is ${shown(raw)}.`);

/** An instant with its offset. */
export const instant: Reader<Date> = (raw) => {
  const text = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(raw) ? raw : "";
  const day = new Date(`${text.slice(0, 10)}T00:00Z`);
  const value = new Date(text);
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  return exists && !Number.isNaN(value.getTime())
    ? value
    : new Refusal(`must be an instant such as 2026-11-25T09:00:00Z, but is ${shown(raw)}.`);
};

/** One of the given words. */
export function oneOf<const Words extends readonly string[]>(words: Words): Reader<Words[number]> {
  return (raw) =>
    words.find((word) => word === raw) ??
    new Refusal(`must be one of ${words.join(", ")}, but is ${shown(raw)}.`);
}

/** An IP address to listen on, or a host name. */
export const host: Reader<string> = (raw) =>
  isIP(raw) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(raw)
    ? raw
    : new Refusal(`must be an address to listen on, such as 127.0.0.1 or 0.0.0.0, but is ${shown(raw)}.`);

/** A web address; without a slash at its end. */
export const webAddress: Reader<string> = (raw) =>
  parseUrl(raw, ["http:", "https:"])
    ? raw.replace(/\/+$/, "")
    : new Refusal(`must be a web address that begins with http:// or https://, but is ${shown(raw)}.`);

/** The same, in which `{domain}` may stand for the name of an account. */
export const accountAddress: Reader<string> = (raw) => {
  const read = webAddress(raw.replace("{domain}", "domain"));
  return read instanceof Refusal ? webAddress(raw) : raw.replace(/\/+$/, "");
};

/** Scheme, host and port, without a path: what browsers send as `Origin`. */
export const origin: Reader<string> = (raw) => {
  const url = parseUrl(raw, ["http:", "https:"]);
  return url && url.pathname === "/" && !url.search && !url.hash && !url.username
    ? url.origin
    : new Refusal(
        `must be the address that people type, without a path, such as https://korki.example, but is ${shown(raw)}.`,
      );
};

/** An address that may hold a password: a fault never repeats it. */
export function secretUrl(schemes: readonly string[], example: string): Reader<string> {
  return (raw) =>
    isEncoded(
      parseUrl(
        raw,
        schemes.map((scheme) => `${scheme}:`),
      ),
    )
      ? raw
      : new Refusal(
          `is not an address of the form ${example}. Special characters in its password must be percent-encoded.`,
        );
}

/**
 * A mail server's address, as nodemailer reads it. Beyond this machine smtp: asks for STARTTLS and never goes on without
 * it, unless the address itself says `ignoreTLS=true`.
 */
export const mailServer: Reader<string> = (raw) => {
  const address = secretUrl(["smtp", "smtps"], "smtp://user:password@host:587")(raw);
  if (address instanceof Refusal) return address;
  const url = new URL(address);
  const isPlain = url.searchParams.get("ignoreTLS") === "true" || isLoopback(url.hostname);
  if (url.protocol === "smtps:" || isPlain) return address;
  url.searchParams.set("requireTLS", "true");
  return url.href;
};

/** Whether a host's name or address always means this machine. */
export function isLoopback(host: string): boolean {
  return (
    /^(.+\.)?localhost$/i.test(host) || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
  );
}

/** Whether an address can be taken apart: each % in it begins an encoded character. */
function isEncoded(url: URL | null): boolean {
  try {
    return url !== null && decodeURIComponent(url.username + url.password + url.host + url.pathname) !== "";
  } catch {
    return false;
  }
}

function parseUrl(raw: string, protocols: readonly string[]): URL | null {
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  return url.hostname && protocols.includes(url.protocol) ? url : null;
}

/** A secret of enough characters; a fault never repeats it. */
export function secret(minLength: number, advice: string): Reader<string> {
  return (raw) =>
    raw.length >= minLength ? raw : new Refusal(`is too short: it needs ${minLength} characters. ${advice}`);
}

/** Text in a given form; `expected` continues "must be". A secret one is not repeated in a fault. */
export function matching(
  pattern: RegExp,
  expected: string,
  kind: "open" | "secret" = "open",
): Reader<string> {
  return (raw) =>
    pattern.test(raw)
      ? raw
      : new Refusal(`must be ${expected}${kind === "open" ? `, but is ${shown(raw)}` : ""}.`);
}

/** Addresses of a relay, separated by commas, as WebRTC writes them: `turn:host:3478`, `turns:host:5349`. */
export const turnUrls: Reader<readonly string[]> = (raw) => {
  const urls = raw.split(",").map((url) => url.trim());
  return urls.every((url) => /^turns?:[\w.[\]:-]+(\?transport=(udp|tcp))?$/.test(url))
    ? urls
    : new Refusal(`must be turn: or turns: addresses, separated by commas, but is ${shown(raw)}.`);
};
