import { setTimeout as pause } from "node:timers/promises";
import type { SlotClosure } from "@korki/domain";
import { isDriverAdapterError } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { Prisma } from "./generated/client";

/** Names of the unique indexes whose violation means something to the product. */
export type UniqueIndex =
  | "occupied_slots_teacher_key"
  | "occupied_slots_student_key"
  | "users_email_key"
  | "users_telegram_chat_id_key"
  | "reschedule_proposals_one_open_key"
  | "telegram_codes_live_key"
  | "messages_sender_id_client_key_key"
  | "notifications_dedupe_key_key"
  | "idempotency_keys_pkey"
  | "guardianships_pair_key"
  | "guardianships_payer_key"
  | "approvals_guardian_key"
  | "passkeys_credential_id_key"
  | "push_subscriptions_endpoint_key"
  | "trial_lessons_wished_key"
  | "teacher_vetted";

/** Returns whether PostgreSQL refused a write because of this unique index, in either idiom. */
export function violates(error: unknown, index: UniqueIndex): boolean {
  const failure = failureOf(error);
  return failure?.sqlState === "23505" && failure.index === index;
}

/** Returns whether PostgreSQL refused to refund lessons that were used meanwhile. */
export function isRefundOfUsed(error: unknown): boolean {
  const found = failureOf(error);
  return found?.sqlState === "23514" && found.message.includes("only lessons that are still unused");
}

/** Returns what closes the slot that PostgreSQL refused because of a closure (rules §12), or null for other errors. */
export function closedSlotOf(error: unknown): SlotClosure | null {
  return failureOf(error)?.closedSlot ?? null;
}

/** Returns whether the same transaction may succeed if it runs again: after a deadlock or a serialization failure. */
export function isTransient(error: unknown): boolean {
  const state = failureOf(error)?.sqlState;
  return state === "40P01" || state === "40001";
}

/** Classes of codes: no connection, no resources, and the server being stopped, started or restarted. */
const AWAY_STATE = /^(08|53|57P0[1-5])/;
const AWAY_CODE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);
/** What pg says, without a code, of a connection that broke or could not be had. */
const AWAY_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/;
/** Prisma's codes: server unreachable, timed out, connection closed, none in the pool, a transaction ended with its own. */
const AWAY_PRISMA = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);

/** Returns whether a call failed because the database cannot be reached, so that it may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  const state = failureOf(error)?.sqlState;
  if (state !== undefined) return AWAY_STATE.test(state);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (AWAY_CODE.has(code) || AWAY_PRISMA.has(code) || AWAY_TEXT.test(error.message)) return true;
  if (isDriverAdapterError(error))
    return AWAY_STATE.test(error.cause.originalCode ?? "") || AWAY_TEXT.test(error.message);
  const causes =
    error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause];
  return causes.length > 0 && causes.every(isDatabaseAway);
}

/** A connection ended by the server, lost on the way, or refused while the server starts. */
const BROKEN = /^(57P0[1-3]|08006|ECONNREFUSED|ECONNRESET|EPIPE|P1001|P1017|P2028)$/;
const BROKEN_TEXT =
  /^(Connection terminated|Client has encountered a connection error|terminating connection)/;

/** Pauses before further attempts: together about as long as PostgreSQL takes to restart. */
const RESTART_PAUSES_MS = [0, 150, 300, 600, 1_200];

/** Runs work that may be repeated, and repeats it while PostgreSQL restarts, for about two seconds. */
export async function throughRestart<T>(
  work: () => Promise<T>,
  isBroken: (error: unknown) => boolean = isConnectionBroken,
): Promise<T> {
  for (const pauseMs of RESTART_PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isBroken(error)) throw error;
      await pause(pauseMs);
    }
  }
  return work();
}

/** Returns whether the connection of a call broke, so that another one may soon serve the same call. */
export function isConnectionBroken(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseAway(error)) return false;
  const { cause } = error;
  const codes = [
    failureOf(error)?.sqlState,
    "code" in error ? error.code : undefined,
    isDriverAdapterError(error) ? error.cause.originalCode : undefined,
  ];
  if (codes.some((code) => BROKEN.test(String(code))) || BROKEN_TEXT.test(error.message)) return true;
  return cause instanceof Error && isConnectionBroken(cause);
}

/** What PostgreSQL said: its five-character code, the violated index if one was, and what closes a refused slot. */
type Failure = {
  sqlState: string | undefined;
  message: string;
  index: string | undefined;
  closedSlot: SlotClosure | null;
};

function failureOf(error: unknown): Failure | null {
  if (error instanceof pg.DatabaseError) return failure(error.code, error.message, error.constraint);
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  const driverError = error.meta?.driverAdapterError;
  if (!isDriverAdapterError(driverError)) return null;
  const { cause } = driverError;
  const constraint = cause.kind === "UniqueConstraintViolation" ? cause.constraint : undefined;
  const index = constraint && "index" in constraint ? constraint.index : undefined;
  return failure(cause.originalCode, cause.originalMessage ?? "", index);
}

/** The triggers of the slots say in their message what the fields of an error have no place for. */
function failure(sqlState: string | undefined, message: string, index: string | undefined): Failure {
  const named = /unique constraint "(\w+)"/.exec(message)?.[1];
  const closed = sqlState === "23514" ? /closed slot: (\{.*\})/.exec(message)?.[1] : undefined;
  return {
    sqlState,
    message,
    index: index ?? named,
    closedSlot: closed === undefined ? null : (JSON.parse(closed) as SlotClosure),
  };
}
