import { KEYED_WRITES } from "@korki/contracts/repeatable-writes";
import { transact } from "@korki/db";
import { withIdempotencyKey } from "@korki/services/with-idempotency-key";
import { callTRPCProcedure, type TRPCProcedureType } from "@trpc/server";
import type { ApiCtx } from "./context";
import { runAgain } from "./run-again";
import { appRouter } from "./trpc/router";

/** A call of a procedure, over any transport. */
export type ProcedureCall = {
  path: string;
  type: TRPCProcedureType;
  getRawInput: () => Promise<unknown>;
  /** The request as the caller sent it. An `Idempotency-Key` belongs to exactly one. */
  request: object;
  batchIndex?: number;
};

const KEYED: ReadonlySet<string> = new Set(KEYED_WRITES);

/**
 * Calls a procedure. A read runs again while PostgreSQL restarts, and so does a write that came with an
 * `Idempotency-Key`: key, work and answer are one transaction. Any other write may have happened before its connection
 * broke, and runs once.
 */
export function callProcedure(ctx: ApiCtx, call: ProcedureCall) {
  const { path, type, getRawInput, request, batchIndex = 0 } = call;
  const run = (on: ApiCtx) =>
    callTRPCProcedure({
      router: appRouter,
      path,
      getRawInput,
      ctx: on,
      type,
      signal: undefined,
      batchIndex,
    });
  if (type === "query") return runAgain(() => run(ctx));
  const { actor, db, idempotencyKey: key } = ctx;
  if (type !== "mutation" || !actor || key === null || !KEYED.has(path)) return run(ctx);
  return runAgain(() =>
    transact(db, async (tx) => {
      const once = { operation: path, input: request };
      const { output } = await withIdempotencyKey(tx, { ...ctx, actor }, key, once, async () => ({
        output: await run({ ...ctx, db: { ...db, tx } }),
      }));
      return output;
    }),
  );
}
