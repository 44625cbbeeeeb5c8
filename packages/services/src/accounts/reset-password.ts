import { accountTexts } from "@korki/contracts/texts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  findLiveLink,
  forgetRegistrations,
  type LinkKind,
  lockAccountOf,
  revokeAccess,
  setPassword,
  spendLink,
  transact,
  voidLinks,
} from "@korki/db";
import type { Ctx } from "../context";
import { forbidden, invalidInput } from "../errors";
import { recordHistory } from "../history";
import type { SignedIn } from "./begin-session";
import { readLinkToken } from "./link-token";
import { forgetAttempts } from "./login-attempts";
import { mailLink } from "./mail-link";
import { hashPassword } from "./password";
import { assertStrongPassword } from "./password-strength";
import { recordSecurityEvent } from "./security-events";
import { signInByMail } from "./sign-in-by-mail";
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

const KINDS: readonly LinkKind[] = ["reset-password", "invitation"];

/**
 * Sets a new password by a link from an e-mail, of a recovery or of an invitation; the link is spent by the
 * change alone. Since it came by mail, the address counts as confirmed from then on. Ends every session of the
 * account, and removes its messenger link and calendar address (rules §3). Returns the session that `signIn` asks for,
 * if the account may have one by mail alone. Throws `input` for a link that is none, is spent or has expired.
 */
export async function resetPassword(
  ctx: Ctx,
  { password, confirmId, signIn }: { password: string; confirmId: string; signIn?: boolean | undefined },
): Promise<SignedIn | null> {
  const linkId = readLinkToken(ctx.settings.authSecret, confirmId);
  if (!linkId) throw invalidInput(accountTexts.linkInvalid);
  const usable = { kinds: KINDS, usable: "once" } as const;
  // Asked before the hash is made, so that a worthless link does not cost one.
  const link = await findLiveLink(ctx.db, linkId, { ...usable, now: ctx.now() });
  if (!link) throw invalidInput(accountTexts.linkInvalid);
  if (link.user.isDisabled) throw forbidden(commonTexts.accountDisabled);

  assertStrongPassword(password, link.user);
  const passwordHash = await hashPassword(ctx, password);
  const email = await transact(ctx.db, async (tx) => {
    const now = ctx.now();
    const { userId } = link;
    if (!(await spendLink(tx, linkId, now))) throw invalidInput(accountTexts.linkInvalid);
    await voidLinks(tx, userId, KINDS, now);
    const address = await setPassword(tx, userId, {
      passwordHash,
      confirmedAt: link.user.isConfirmed ? null : now,
    });
    if (!link.user.isConfirmed) await forgetRegistrations(tx, userId);
    await revokeAccess(tx, userId, now);
    if (link.kind === "reset-password") {
      await recordSecurityEvent(tx, ctx, { userId, kind: "password-recovered" });
    }
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: userId,
      action: link.kind === "invitation" ? "accept-invitation" : "reset-password",
      changes: {},
    });
    return address;
  });
  await forgetAttempts(ctx, email);
  return signIn ? signInByMail(ctx, { userId: link.userId, email, passwordHash }) : null;
}
