import { commonTexts } from "@korki/contracts/texts/common";

/** Why a use case refused. Each transport maps these once to its own codes (rules §1). */
export const ERROR_CODES = [
  "input",
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict",
  "gone",
  "too_large",
  "rate_limited",
  "unavailable",
] as const;
const UNAVAILABLE_SECONDS = 5;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A refusal for a person to read: the message is Polish and contains no other person's data. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** For `rate_limited`: after how many seconds it is worth trying again. */
    readonly retryAfterSeconds?: number,
    /** What the caller gets beside the text, e.g. a fresh preview. */
    readonly details?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/** It does not exist, or it is not yours. Both look the same, so that ids cannot be probed. */
export function notFound(): ServiceError {
  return new ServiceError("not_found", commonTexts.notFound);
}

export function forbidden(message: string = commonTexts.forbidden): ServiceError {
  return new ServiceError("forbidden", message);
}

/** Throws `forbidden` with the documents, if some have to be accepted first. */
export function requireConsents(missing: readonly string[] = []): void {
  if (missing.length === 0) return;
  throw new ServiceError("forbidden", commonTexts.consentsMissing, undefined, { consents: missing });
}

export function conflict(message: string): ServiceError {
  return new ServiceError("conflict", message);
}

export function invalidInput(message: string): ServiceError {
  return new ServiceError("input", message);
}

/** A service that the product depends on is away; the call may be repeated after a moment. */
export function unavailable(message: string): ServiceError {
  return new ServiceError("unavailable", message, UNAVAILABLE_SECONDS);
}
