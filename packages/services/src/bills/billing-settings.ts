import type { BillingSettings, PayerBilling, PayerMode, ReturnBalanceInput } from "@korki/contracts/bills";
import { billTexts } from "@korki/contracts/texts/bills";
import {
  findBilling,
  findOverpayment,
  findPayerMode,
  lockBalance,
  lockBilling,
  lockBillingSettings,
  lockPeopleForShare,
  moveBalances,
  transact,
  updateBilling,
  updatePayerMode,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
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

/**
 * Returns the mode that was set for a payer (null: the default) and what is left over from the payer's bills. Throws
 * `not_found` for who can be no payer.
 */
export async function getPayerMode(ctx: ActorCtx, { payerId }: { payerId: string }): Promise<PayerBilling> {
  return transact(ctx.db, async (tx) => {
    await requirePayer(tx, payerId);
    return { payerId, mode: await findPayerMode(tx, payerId), overpaid: await findOverpayment(tx, payerId) };
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

/**
 * An administrator notes that a payer got back what was left over from bills. Throws `conflict` if another sum is left over
 * than was shown.
 */
export async function returnBalance(ctx: ActorCtx, { payerId, amount }: ReturnBalanceInput): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await requirePayer(tx, payerId);
    // Bills that are being issued have read the balance.
    await lockBilling(tx);
    if ((await lockBalance(tx, payerId)) !== amount) throw conflict(billTexts.balanceChanged);
    await moveBalances(tx, [{ payerId, amount: -amount }]);
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: payerId,
      action: "returnBalance",
      changes: { moneyAmount: { from: amount, to: 0 } },
    });
  });
}

async function requirePayer(tx: Parameters<typeof lockPeopleForShare>[0], payerId: string): Promise<void> {
  const person = (await lockPeopleForShare(tx, [payerId])).get(payerId);
  if (person?.role !== "Student" && person?.role !== "Parent") throw notFound();
}
