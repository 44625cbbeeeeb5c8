import type { Prisma } from "./generated/client";
import { execute, sql } from "./sql";
import type { Tx } from "./transaction";

/** What an answer has to be, to be kept. */
export type JsonAnswer = Prisma.InputJsonObject;

/** What was answered to the first request with a key. */
export type KeptAnswer = { requestHash: string; response: unknown };

/**
 * Takes a key for this transaction; null where it is fresh, else what the first request with it was and was
 * answered. Waits for another transaction that has just taken the same key.
 */
export async function takeIdempotencyKey(
  tx: Tx,
  key: { actorId: string; key: string; requestHash: string; now: Date },
): Promise<KeptAnswer | null> {
  const { actorId, key: name, requestHash, now } = key;
  const inserted = await execute(
    tx,
    sql`
    INSERT INTO idempotency_keys (actor_id, key, request_hash, created_at)
    VALUES (${actorId}::uuid, ${name}, ${requestHash}, ${now}) ON CONFLICT DO NOTHING`,
  );
  if (inserted === 1) return null;
  const kept = await tx.idempotencyKey.findUniqueOrThrow({ where: { actorId_key: { actorId, key: name } } });
  return { requestHash: kept.requestHash, response: kept.response };
}

/** Keeps the answer, in the transaction that made it. */
export async function keepAnswer(
  tx: Tx,
  { actorId, key }: { actorId: string; key: string },
  response: Prisma.InputJsonValue,
): Promise<void> {
  await tx.idempotencyKey.update({ where: { actorId_key: { actorId, key } }, data: { response } });
}

/** Forgets a person's keys that are older than this. */
export async function forgetIdempotencyKeys(tx: Tx, actorId: string, before: Date): Promise<void> {
  await tx.idempotencyKey.deleteMany({ where: { actorId, createdAt: { lt: before } } });
}
