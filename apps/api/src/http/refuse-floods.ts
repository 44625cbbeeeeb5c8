import { passwordQueue } from "@korki/services/accounts/password";
import type { Settings } from "@korki/settings";
import type { RequestHandler } from "express";
import { networkOf } from "./network";

/** Calls that anybody may make and that hash a password, over either door. */
const HASHING = /^\/(?:api\/user\/(?:login|create)\/?$|trpc\/[^/]*account\.(?:login|register)\b)/i;
/** Refusals that are written before everybody else's requests are looked at again. */
const AT_ONCE = 5;

/**
 * Refuses a login or registration before its body is read while too much password work of its network waits. Refusals
 * are written a few at a time, after other responses, so that a thousand at once delay no other network.
 */
export function refuseFloods({ rateLimitScale }: Settings): RequestHandler {
  const refusals: (() => void)[] = [];
  const writeSome = () => {
    for (const refuse of refusals.splice(0, AT_ONCE)) refuse();
    if (refusals.length > 0) setImmediate(writeSome);
  };
  return (req, _res, next) => {
    const refusal = HASHING.test(req.path)
      ? passwordQueue.refusalOf(networkOf(req.ip ?? "unknown"), rateLimitScale)
      : null;
    if (!refusal) return next();
    if (refusals.push(() => next(refusal)) === 1) setImmediate(writeSome);
  };
}
