import { lockAccountOf, transact } from "@korki/db";
import type { Ctx } from "../context";
import { mailLink } from "./mail-link";
import { withMinimumDuration } from "./steady-time";

/**
 * Sends a link that sets a new password. The links that were sent before stay valid, so that a stranger's request
 * takes nothing from the owner. Returns after the same time whether the address has an account or not (rules §3).
 * Throws `rate_limited` after too many requests from one place or for one address.
 */
export async function requestRecovery(ctx: Ctx, { email }: { email: string }): Promise<void> {
  await ctx.limits.consume("recovery", ctx.address);
  await ctx.limits.consume("recoveryEmail", email);
  await withMinimumDuration(() =>
    transact(ctx.db, async (tx) => {
      const account = await lockAccountOf(tx, email);
      if (!account || account.isDisabled) return;
      await mailLink(tx, ctx, { userId: account.id, kind: "reset-password" });
    }),
  );
}
