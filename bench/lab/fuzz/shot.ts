import { Agent, request as httpRequest } from "node:http";
import { isErrorResponse, leaks } from "@korki/api/testing/error-responses";

/** One request of a storm, as it goes over the wire. */
export type Shot = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
};

/** What came of it; status 0: no answer. */
export type Hit = { status: number; text: string; type: string };

export const AT_ONCE = 16;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const TIMEOUT_MS = 20_000;

/** Sends a shot; what an address or header cannot hold is percent-encoded or left out. */
export function shoot(origin: string, { method, path, headers, body }: Shot): Promise<Hit> {
  return new Promise((resolve) => {
    const sendable = Object.fromEntries(
      Object.entries(headers)
        .map(([name, value]) => [name, value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "")])
        .filter(([name, value]) => value !== "" || name !== "content-type"),
    );
    const request = httpRequest(
      origin,
      {
        method,
        agent,
        path: path.replaceAll(/[^\x21-\x7e]/g, "%20"),
        headers: {
          ...sendable,
          ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        },
        timeout: TIMEOUT_MS,
      },
      (response) => {
        const parts: Buffer[] = [];
        const end = () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            type: response.headers["content-type"] ?? "",
          });
        response.on("data", (part: Buffer) => parts.push(part));
        // An answer that is broken off counts as far as it came.
        response.on("end", end).on("error", end);
      },
    );
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", (error) => resolve({ status: 0, text: error.message, type: "" }));
    request.end(body);
  });
}

/**
 * What is wrong with an answer; null: nothing.
 *
 * @param secrets texts that no answer may ever hold
 */
export function faultOf({ method, path }: Shot, hit: Hit, secrets: readonly string[]): string | null {
  const { status, text, type } = hit;
  if (status === 0) return "no answer";
  if (status >= 500) return "5xx";
  if (secrets.some((secret) => text.includes(secret))) return "tells a secret";
  if (status < 400 || method === "HEAD") return null;
  if (leaks(text)) return "tells how it is built";
  const isCall = /^\/(api|trpc)(\/|\?|$)/.test(path);
  // Node answers by itself, without a body, what it cannot read as HTTP.
  if (!isCall || ([417, 431].includes(status) && text === "")) return null;
  // tRPC has GET and POST alone.
  if (status === 405 && text === "" && path.startsWith("/trpc")) return null;
  if (!type.startsWith("application/json")) return "an error that is no JSON";
  return isErrorResponse(text) ? null : "an error of another shape";
}
