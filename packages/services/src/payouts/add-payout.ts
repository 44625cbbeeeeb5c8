import type { AddPayoutInput, AdminPayout } from "@korki/contracts/payments";
import { findPayout, insertPayout, newId, shareHoldPeople, type Tx, transact } from "@korki/db";
import { answerOnce } from "../answer-once";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { difference, remember } from "../history";
import { notify } from "../outbox";

/**
 * An administrator notes down what a teacher was paid; the teacher hears of it.
 *
 * @param key the caller's `Idempotency-Key`: with the same one the same payout is noted once
 */
export async function addPayout(
  ctx: ActorCtx,
  input: Omit<AddPayoutInput, "idempotencyKey">,
  key: string | null,
): Promise<AdminPayout> {
  return transact(ctx.db, (tx) =>
    answerOnce(tx, ctx, key, { operation: "addPayout", input }, () => add(tx, ctx, input)),
  );
}

async function add(
  tx: Tx,
  ctx: ActorCtx,
  { teacherId, moneyAmount, description }: Omit<AddPayoutInput, "idempotencyKey">,
): Promise<AdminPayout> {
  const teacher = (await shareHoldPeople(tx, [teacherId])).get(teacherId);
  if (teacher?.role !== "Teacher") throw notFound();
  const id = newId();
  await insertPayout(tx, {
    id,
    teacherId,
    moneyAmount,
    description,
    createdAt: ctx.now(),
    createdById: ctx.actor.id,
  });
  await remember(tx, ctx, {
    entity: "payout",
    entityId: id,
    action: "add",
    changes: difference(null, { moneyAmount, description }),
    teacherId,
  });
  await notify(tx, ctx, {
    kind: "payout-noted",
    to: { userId: teacherId },
    facts: { payoutId: id, moneyAmount, description },
  });
  const payout = await findPayout(tx, id);
  if (!payout) throw notFound();
  return payout;
}
