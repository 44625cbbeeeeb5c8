import { createHash } from "node:crypto";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { forgetIdempotencyKeys, type JsonAnswer, keepAnswer, type Tx, takeIdempotencyKey } from "@korki/db";
import { IDEMPOTENCY_KEY_DAYS, IDEMPOTENCY_KEY_MAX } from "@korki/domain";
import type { ActorCtx } from "./context";
import { conflict, invalidInput } from "./errors";

const KEPT_MS = IDEMPOTENCY_KEY_DAYS * 24 * 3_600_000;

/**
 * Does the work once per `Idempotency-Key`: a repetition answers as the first call did and changes nothing, also
 * when both come at the same moment. Throws `conflict` where the key belongs to another request, `input` where it is
 * too long. Key, work and answer stand in one transaction: work that failed leaves the key free.
 *
 * @param key null where the caller gave none: then the work is simply done
 * @param request what makes two requests the same: the operation and its input
 */
export async function withIdempotencyKey<Answer extends JsonAnswer>(
  tx: Tx,
  ctx: ActorCtx,
  key: string | null,
  request: { operation: string; input: object },
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === null) return work();
  if (key.length > IDEMPOTENCY_KEY_MAX) throw invalidInput(paymentTexts.keyTooLong);
  const actorId = ctx.actor.id;
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  await forgetIdempotencyKeys(tx, actorId, new Date(ctx.now().getTime() - KEPT_MS));
  const kept = await takeIdempotencyKey(tx, { actorId, key, requestHash, now: ctx.now() });
  if (kept) {
    if (kept.requestHash !== requestHash) throw conflict(paymentTexts.keyUsedOtherwise);
    return kept.response as Answer;
  }
  const answer = await work();
  await keepAnswer(tx, { actorId, key }, answer);
  return answer;
}
