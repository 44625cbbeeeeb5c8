import { commonTexts } from "@korki/contracts/texts/common";
import { isDatabaseAway } from "@korki/db";
import { ERROR_CODES, type ErrorCode, ServiceError } from "@korki/services";
import { type TRPC_ERROR_CODE_KEY, TRPCError } from "@trpc/server";
import type { Logger } from "pino";
import { ZodError } from "zod";

/** The error that a transport sends for a failed call (rules §1). */
export type ErrorResponse = {
  status: number;
  text: string;
  retryAfterSeconds?: number;
  /** What goes beside the text, with the names of the code. */
  details?: Readonly<Record<string, unknown>>;
};

/** The error for a fault of ours. */
export const INTERNAL_ERROR: ErrorResponse = { status: 500, text: commonTexts.somethingWentWrong };

/** The error while the database cannot be reached. */
const AWAY: ErrorResponse = { status: 503, text: commonTexts.temporarilyAway, retryAfterSeconds: 5 };

const STATUS: Record<ErrorCode, number> = {
  input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
};

const TRPC_CODE: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  input: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  gone: "PRECONDITION_FAILED",
  too_large: "PAYLOAD_TOO_LARGE",
  rate_limited: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
};

/** Returns the name of a response's status; undefined for a fault of ours. */
export function errorCodeOf({ status }: ErrorResponse): ErrorCode | undefined {
  return ERROR_CODES.find((code) => STATUS[code] === status);
}

/** What tRPC calls a failure, be it a use case's refusal or Express's. */
export function trpcCodeOf({ cause, code }: TRPCError): TRPC_ERROR_CODE_KEY {
  if (cause instanceof ServiceError) return TRPC_CODE[cause.code];
  if (isDatabaseAway(cause)) return "SERVICE_UNAVAILABLE";
  const fault = requestErrorOf(cause);
  if (!fault) return code;
  return fault.status === 413 ? "PAYLOAD_TOO_LARGE" : "PARSE_ERROR";
}

/**
 * Maps whatever was thrown to the caller's error. What is neither a refusal nor bad input is a fault of ours: it is
 * logged in full and shown as one general sentence.
 *
 * @param log names the request and, where somebody is signed in, the caller (`userId`)
 */
export function errorResponseOf(thrown: unknown, log: Logger): ErrorResponse {
  const refusal = refusalOf(thrown);
  // Who has not the right, and who asks too often, may be trying doors.
  if (refusal?.status === 403 || refusal?.status === 429)
    log.warn({ status: refusal.status }, "call refused");
  // So may whoever asks for what belongs to others, although some of it was only deleted.
  else if (isMissing(thrown) && "userId" in log.bindings()) log.info({ status: 404 }, "call refused");
  if (refusal) return refusal;
  const cause = causeOf(thrown);
  if (isDatabaseAway(cause)) {
    log.warn({ err: cause }, "the database is unavailable");
    return AWAY;
  }
  log.error({ err: cause }, "call failed");
  return INTERNAL_ERROR;
}

/** Whether a use case found nothing that the caller may see. */
function isMissing(thrown: unknown): boolean {
  const cause = causeOf(thrown);
  return cause instanceof ServiceError && cause.code === "not_found";
}

function causeOf(thrown: unknown): unknown {
  return thrown instanceof TRPCError && thrown.cause ? thrown.cause : thrown;
}

/** Returns the caller's error for a refusal or bad input; null for a fault of ours. */
export function refusalOf(thrown: unknown): ErrorResponse | null {
  const error = causeOf(thrown);
  if (error instanceof ServiceError) {
    return {
      status: STATUS[error.code],
      text: error.message,
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
      ...(error.details === undefined ? {} : { details: error.details }),
    };
  }
  // An answer that is not as its schema says is no fault of the caller's.
  const isOurs = thrown instanceof TRPCError && thrown.code === "INTERNAL_SERVER_ERROR";
  if (error instanceof ZodError && !isOurs) return { status: 400, text: firstIssue(error) };
  if (thrown instanceof TRPCError) {
    if (thrown.code === "NOT_FOUND") return { status: 404, text: commonTexts.notFound };
    if (thrown.code === "PAYLOAD_TOO_LARGE") return { status: 413, text: commonTexts.requestTooLarge };
    if (
      ["PARSE_ERROR", "BAD_REQUEST", "METHOD_NOT_SUPPORTED", "UNSUPPORTED_MEDIA_TYPE"].includes(thrown.code)
    ) {
      return { status: 400, text: commonTexts.requestUnreadable };
    }
  }
  return requestErrorOf(error);
}

/** Returns the first complaint, which a toast shows; forms show all of them at their fields themselves. */
export function firstIssue(error: ZodError): string {
  return error.issues[0]?.message ?? commonTexts.invalidInput;
}

/** Express marks its refusals (of a body, of an address that cannot be decoded) with a status. */
function requestErrorOf(error: unknown): ErrorResponse | null {
  const { status } = (error ?? {}) as { status?: unknown };
  if (!(error instanceof Error) || typeof status !== "number") return null;
  if (status === 413) return { status, text: commonTexts.requestTooLarge };
  return status >= 400 && status < 500 ? { status: 400, text: commonTexts.requestUnreadable } : null;
}
