import { execute, sql } from "./sql";
import type { Tx } from "./transaction";

/** What was answered to the first request with a key. */
export type KeptAnswer = { requestHash: string; response: unknown };

/**
 * Claims a key for this transaction. Returns null if the key is new or older than `keptSince`, otherwise the first
 * request with it and its answer. Waits for another transaction that has just claimed the same key.
 */
export async function takeIdempotencyKey(
  tx: Tx,
  key: { actorId: string; key: string; requestHash: string; now: Date; keptSince: Date },
): Promise<KeptAnswer | null> {
  const { actorId, key: name, requestHash, now, keptSince } = key;
  const taken = await execute(
    tx,
    sql`
    INSERT INTO idempotency_keys AS kept (actor_id, key, request_hash, created_at)
    VALUES (${actorId}::uuid, ${name}, ${requestHash}, ${now})
    ON CONFLICT (actor_id, key) DO UPDATE
      SET request_hash = excluded.request_hash, created_at = excluded.created_at, response = NULL
      WHERE kept.created_at < ${keptSince}`,
  );
  if (taken === 1) return null;
  const kept = await tx.idempotencyKey.findUniqueOrThrow({ where: { actorId_key: { actorId, key: name } } });
  return { requestHash: kept.requestHash, response: kept.response };
}

/** Keeps the answer as JSON, in the transaction that made it. */
export async function keepAnswer(
  tx: Tx,
  { actorId, key }: { actorId: string; key: string },
  response: object,
): Promise<void> {
  await execute(
    tx,
    sql`
    UPDATE idempotency_keys SET response = ${JSON.stringify(response)}::jsonb
    WHERE actor_id = ${actorId}::uuid AND key = ${key}`,
  );
}
