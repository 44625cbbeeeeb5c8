import type { BillingDataInput } from "@korki/contracts/invoices";
import { findBillingData, saveBillingData as save, transact } from "@korki/db";
import type { BillingData } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Whom the caller's invoices name; null: not given yet. */
export function getBillingData({ db, actor }: ActorCtx): Promise<BillingData | null> {
  return findBillingData(db, actor.id);
}

/** Says whom the caller's invoices name. What was sent stays as it is (rules §36). */
export async function saveBillingData(ctx: ActorCtx, data: BillingDataInput): Promise<BillingData> {
  await transact(ctx.db, (tx) => save(tx, ctx.actor.id, data, ctx.now()));
  return data;
}
