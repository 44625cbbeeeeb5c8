import { isConnectionBroken, throughRestart } from "@korki/db";
import { TRPCError } from "@trpc/server";

/**
 * Runs work that may run twice, and runs it again where its connection to the database broke: PostgreSQL restarts, or a
 * connection that lay idle was lost unnoticed. For reads and for writes with an idempotency key. Any other write may
 * have happened before the connection broke.
 */
export function runAgain<T>(work: () => Promise<T>): Promise<T> {
  return throughRestart(work, (error) =>
    isConnectionBroken(error instanceof TRPCError ? error.cause : error),
  );
}
