import type { BillingSettings, PayerMode } from "@korki/contracts/bills";
import {
  findBilling,
  findPayerMode,
  lockBillingSettings,
  lockPeopleForShare,
  transact,
  updateBilling,
  updatePayerMode,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { diff, recordHistory } from "../history";

/** Returns how the centre charges by the month (rules §32). */
export async function getBilling({ db }: ActorCtx): Promise<BillingSettings> {
  const { savedAt: _, ...settings } = await findBilling(db);
  return settings;
}

/**
 * Sets it. A new default is for who becomes a payer from now on; a day that has passed this month does nothing by itself.
 */
export async function saveBilling(ctx: ActorCtx, settings: BillingSettings): Promise<BillingSettings> {
  return transact(ctx.db, async (tx) => {
    const before = await lockBillingSettings(tx);
    const changes = diff(before, settings);
    if (Object.keys(changes).length === 0) return settings;
    await updateBilling(tx, before, settings, ctx.now());
    await recordHistory(tx, ctx, { entity: "centre", entityId: "settings", action: "save", changes });
    return settings;
  });
}

/** Returns the mode that was set for a payer; null: the default. Throws `not_found` for who can be no payer. */
export async function getPayerMode(ctx: ActorCtx, { payerId }: { payerId: string }): Promise<PayerMode> {
  return transact(ctx.db, async (tx) => {
    await requirePayer(tx, payerId);
    return { payerId, mode: await findPayerMode(tx, payerId) };
  });
}

/** Sets how a student or parent is charged. */
export async function setPayerMode(ctx: ActorCtx, { payerId, mode }: PayerMode): Promise<PayerMode> {
  return transact(ctx.db, async (tx) => {
    await requirePayer(tx, payerId);
    const changes = diff({ mode: await findPayerMode(tx, payerId) }, { mode });
    await updatePayerMode(tx, payerId, mode, ctx.now());
    if (Object.keys(changes).length > 0)
      await recordHistory(tx, ctx, { entity: "account", entityId: payerId, action: "setBilling", changes });
    return { payerId, mode };
  });
}

async function requirePayer(tx: Parameters<typeof lockPeopleForShare>[0], payerId: string): Promise<void> {
  const person = (await lockPeopleForShare(tx, [payerId])).get(payerId);
  if (person?.role !== "Student" && person?.role !== "Parent") throw notFound();
}
