import { lockAccountOf, transact, voidLinks } from "@korki/db";
import type { Ctx } from "../context";
import { mailLink } from "./mail-link";
import { withMinimumDuration } from "./steady-time";

/**
 * Sends a link that sets a new password; it voids the older ones. Answers the same, after the same time, whether
 * the address has an account or not (decisions §3). Throws `rate_limited` after too many requests from one place.
 */
export async function requestRecovery(ctx: Ctx, { email }: { email: string }): Promise<void> {
  await ctx.limits.consume("recovery", ctx.address);
  await withMinimumDuration(() =>
    transact(ctx.db, async (tx) => {
      const account = await lockAccountOf(tx, email);
      if (!account || account.isDisabled) return;
      await voidLinks(tx, account.id, ["reset-password"], ctx.now());
      await mailLink(tx, ctx, { userId: account.id, kind: "reset-password" });
    }),
  );
}
