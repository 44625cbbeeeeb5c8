import { isConnectionBroken } from "@korki/db";
import { TRPCError } from "@trpc/server";

/**
 * Runs a read, and runs it once more where its connection to the database broke: PostgreSQL restarts, or a
 * connection that lay idle was lost unnoticed. Never for writes, which may have happened before the connection broke.
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionBroken(error instanceof TRPCError ? error.cause : error)) throw error;
    return read();
  }
}
