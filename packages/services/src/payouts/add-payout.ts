import type { AddPayoutInput, AdminPayout } from "@korki/contracts/payments";
import { findPayout, insertPayout, lockPeopleForShare, newId, type Tx, transact } from "@korki/db";
import { today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notify } from "../outbox";
import { withIdempotencyKey } from "../with-idempotency-key";

type NewPayoutInput = Omit<AddPayoutInput, "idempotencyKey">;

/**
 * An administrator records a payout to a teacher; the teacher is notified. It pays for the month that it names, else
 * for the present one. What somebody has earned can still be paid out after the account was erased.
 *
 * @param key the caller's `Idempotency-Key`: the same key records the same payout once
 */
export async function addPayout(
  ctx: ActorCtx,
  input: NewPayoutInput,
  key: string | null,
): Promise<AdminPayout> {
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, key, { operation: "addPayout", input }, () => add(tx, ctx, input)),
  );
}

async function add(
  tx: Tx,
  ctx: ActorCtx,
  { teacherId, moneyAmount, description, month = today(ctx.now()).slice(0, 7) }: NewPayoutInput,
): Promise<AdminPayout> {
  const teacher = (await lockPeopleForShare(tx, [teacherId])).get(teacherId);
  if (teacher?.role !== "Teacher") throw notFound();
  const id = newId();
  await insertPayout(tx, {
    id,
    teacherId,
    moneyAmount,
    description,
    month,
    createdAt: ctx.now(),
    createdById: ctx.actor.id,
  });
  await recordHistory(tx, ctx, {
    entity: "payout",
    entityId: id,
    action: "add",
    changes: diff(null, { moneyAmount, description, month }),
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
