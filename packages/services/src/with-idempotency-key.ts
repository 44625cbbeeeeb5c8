import { createHash } from "node:crypto";
import { commonTexts } from "@korki/contracts/texts/common";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { keepAnswer, listFormerChildren, type Tx, takeIdempotencyKey } from "@korki/db";
import { IDEMPOTENCY_KEY_HOURS, IDEMPOTENCY_KEY_MAX } from "@korki/domain";
import type { ActorCtx } from "./context";
import { conflict, invalidInput, notFound } from "./errors";

const KEPT_MS = IDEMPOTENCY_KEY_HOURS * 3_600_000;

/** Throws `input` for a request that is nested so deeply that it cannot be written as JSON again. */
function hashOf(request: object): string {
  try {
    return createHash("sha256").update(JSON.stringify(request)).digest("hex");
  } catch (error) {
    if (error instanceof RangeError) throw invalidInput(commonTexts.invalidInput);
    throw error;
  }
}

/**
 * Runs the work once per `Idempotency-Key`. A repetition returns the first call's result and changes nothing, even if
 * both arrive at the same moment. Throws `conflict` if the key belongs to another request, `input` if it is too long.
 * Key, work and result are in one transaction: failed work leaves the key free. The result is kept as JSON for a day, and answers
 * repetitions for an hour.
 * Throws `not_found` for a parent whose child it is about no more (rules §15).
 *
 * @param key null if the caller gave none: the work simply runs
 * @param request identifies equal requests: the operation and its input
 * @param cameToNothing whether the work of the first call failed after its transaction: it is done again then
 */
export async function withIdempotencyKey<Answer extends object>(
  tx: Tx,
  ctx: ActorCtx,
  key: string | null,
  request: { operation: string; input: object },
  work: () => Promise<Answer>,
  cameToNothing?: (answer: Answer) => Promise<boolean>,
): Promise<Answer> {
  if (key === null) return work();
  if (key.length > IDEMPOTENCY_KEY_MAX) throw invalidInput(paymentTexts.keyTooLong);
  const actorId = ctx.actor.id;
  const requestHash = hashOf(request);
  const now = ctx.now();
  const keptSince = new Date(now.getTime() - KEPT_MS);
  const kept = await takeIdempotencyKey(tx, { actorId, key, requestHash, now, keptSince });
  if (kept) {
    if (kept.requestHash !== requestHash) throw conflict(paymentTexts.keyUsedOtherwise);
    if (ctx.actor.role === "Parent") await refuseFormerChild(tx, actorId, [request.input, kept.response]);
    const first = kept.response as Answer;
    if (!(await cameToNothing?.(first))) return first;
  }
  const answer = await work();
  await keepAnswer(tx, { actorId, key }, answer);
  return answer;
}

/** Throws `not_found` where a request or its answer names a child for whom the parent acts no more. */
async function refuseFormerChild(tx: Tx, parentId: string, said: unknown): Promise<void> {
  const text = JSON.stringify(said);
  if ((await listFormerChildren(tx, parentId)).some((id) => text.includes(id))) throw notFound();
}
