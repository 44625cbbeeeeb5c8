import type { Page, Paging } from "@korki/contracts/paging";
import type { AddPayoutInput, AdminPayout, Payout, TeacherPayoutsInput } from "@korki/contracts/payments";
import {
  findPayout,
  holdUnsentPayout,
  insertPayout,
  listPayouts,
  lockPeopleForShare,
  voidPayout as markVoided,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import { civilDateOf, today } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notify } from "../outbox";
import { withIdempotencyKey } from "../with-idempotency-key";

/** A teacher's own payouts, the newest first; voided ones are not shown. */
export async function listMyPayouts(ctx: ActorCtx, input: Paging): Promise<Page<Payout>> {
  const { items, total } = await listPayouts(ctx.db, { ...input, ownerId: ctx.actor.id, showVoided: false });
  return { items: items.map(withoutTraces), total, page: input.page, pageSize: input.pageSize };
}

/** A teacher's payouts for an administrator. Throws `not_found` for anybody who is no teacher. */
export async function listTeacherPayouts(
  ctx: ActorCtx,
  { teacherId, ...input }: TeacherPayoutsInput,
): Promise<Page<AdminPayout>> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return {
    ...(await listPayouts(ctx.db, { ...input, ownerId: teacherId })),
    page: input.page,
    pageSize: input.pageSize,
  };
}

/** Who noted it down is the administrators' matter. */
function withoutTraces({ createdBy: _, voided: __, ...payout }: AdminPayout): Payout {
  return payout;
}

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

/**
 * Voids a payout: it no longer counts, and stays listed with who voided it and when. Notifies the teacher if the payout's
 * own message was sent; one that was not is dropped. Throws `not_found` if there is none or it is voided already.
 */
export async function voidPayout(ctx: ActorCtx, { id }: { id: string }): Promise<AdminPayout> {
  return transact(ctx.db, async (tx) => {
    if (!(await markVoided(tx, id, ctx.actor.id, ctx.now()))) throw notFound();
    const payout = await findPayout(tx, id);
    if (!payout) throw notFound();
    const { teacherId, moneyAmount, description, createdAt } = payout;
    await recordHistory(tx, ctx, {
      entity: "payout",
      entityId: id,
      action: "void",
      changes: { voided: { from: false, to: true } },
      teacherId,
    });
    if (await holdUnsentPayout(tx, { teacherId, payoutId: id })) return payout;
    await notify(tx, ctx, {
      kind: "payout-voided",
      to: { userId: teacherId },
      facts: { payoutId: id, moneyAmount, description, paidOn: civilDateOf(new Date(createdAt)) },
    });
    return payout;
  });
}
