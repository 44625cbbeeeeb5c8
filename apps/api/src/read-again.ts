import { isConnectionBroken, throughRestart } from "@korki/db";
import { TRPCError } from "@trpc/server";

/**
 * Runs a read, and runs it again where its connection to the database broke: PostgreSQL restarts, or a connection that
 * lay idle was lost unnoticed. Never for writes, which may have happened before the connection broke.
 */
export function readAgain<T>(read: () => Promise<T>): Promise<T> {
  return throughRestart(read, (error) =>
    isConnectionBroken(error instanceof TRPCError ? error.cause : error),
  );
}
