import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { TRPCClientError } from "@trpc/client";

/** HTTP status of a failed call; null where no answer came at all (no connection, server away). */
export function statusOf(error: unknown): number | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { httpStatus } = (error.data ?? {}) as { httpStatus?: unknown };
  return typeof httpStatus === "number" ? httpStatus : null;
}

/** No answer, or a proxy's error that the server is down: worth a retry, says nothing about the session. */
export function isUnreachable(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || (status >= 502 && status <= 504);
}

/** The session is over: not where a password or a code that was asked for once more was wrong. */
export function isUnauthenticated(error: unknown): boolean {
  return statusOf(error) === 401 && !hasDetail(error, "sessionStands");
}

/** Whether the server says this of a failed call, beside its sentence. */
export function hasDetail(error: unknown, name: string): boolean {
  return detailOf(error, name) === true;
}

/** What the server sends beside a failed call's sentence, under this name; undefined where it sends none. */
export function detailOf(error: unknown, name: string): unknown {
  if (!(error instanceof TRPCClientError)) return undefined;
  const { details } = (error.data ?? {}) as { details?: Record<string, unknown> };
  return details?.[name];
}

/** Whether the server refuses because the account is disabled. */
export function isAccountDisabled(error: unknown): boolean {
  return statusOf(error) === 403 && errorText(error) === commonTexts.accountDisabled;
}

/** What a person reads of a failed call: the server's own Polish sentence, or that the server cannot be reached. */
export function errorText(error: unknown): string {
  if (error instanceof TRPCClientError && statusOf(error) !== null) return error.message;
  if (error instanceof TRPCClientError) return interfaceTexts.noConnection;
  return commonTexts.somethingWentWrong;
}
