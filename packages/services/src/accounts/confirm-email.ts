import { accountTexts } from "@korki/contracts/texts/account";
import {
  confirmAccount,
  findLiveLink,
  findLoginRequest,
  forgetRegistrations,
  isAccountInUse,
  type LiveLink,
  lockAccount,
  spendLink,
  type Tx,
  transact,
} from "@korki/db";
import { recordRegistrationConsents } from "../consents/documents";
import type { Ctx } from "../context";
import { invalidInput } from "../errors";
import { diff, recordHistory } from "../history";
import type { SignedIn } from "./begin-session";
import { readLinkToken } from "./link-token";
import { forgetAttempts } from "./login-attempts";
import { signInByMail } from "./sign-in-by-mail";

/**
 * Confirms the address of a registration by the link of its e-mail, and records the consents given with it (rules
 * §16). It may be done again in the link's 24 hours, and then still succeeds. The first time it signs in the browser
 * that registered (rules §3); else returns null. Throws `input` for a link that is none or has expired.
 *
 * @param request the cookie of the browser that registered
 */
export async function confirmEmail(
  ctx: Ctx,
  { token, request }: { token: string; request?: string | undefined },
): Promise<SignedIn | null> {
  const linkId = readLinkToken(ctx.settings.authSecret, token);
  if (!linkId) throw invalidInput(accountTexts.linkInvalid);
  const confirmed = await transact(ctx.db, async (tx) => {
    const now = ctx.now();
    const link = await findLiveLink(tx, linkId, { kinds: ["confirm-email"], now, usable: "again" });
    if (!link) throw invalidInput(accountTexts.linkInvalid);
    const { data, changes } = await registered(tx, link);
    if (!(await confirmAccount(tx, link.userId, data, now))) return null;
    const consents = link.registration?.consents;
    if (consents) await recordRegistrationConsents(tx, link.userId, consents);
    await spendLink(tx, linkId, now);
    await forgetRegistrations(tx, link.userId);
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: link.userId,
      action: "confirm-email",
      changes: { ...changes, isConfirmed: { from: false, to: true } },
    });
    return link;
  });
  if (confirmed) await forgetAttempts(ctx, confirmed.user.email);
  const passwordHash = confirmed?.registration?.passwordHash;
  if (!confirmed || !passwordHash || !(await isOfRegistration(ctx, linkId, request))) return null;
  return signInByMail(ctx, { userId: confirmed.userId, email: confirmed.user.email, passwordHash });
}

/** Whether the browser with this cookie made the registration whose link this is. */
export async function isOfRegistration(
  ctx: Ctx,
  linkId: string,
  request: string | undefined,
): Promise<boolean> {
  const id = request === undefined ? null : readLinkToken(ctx.settings.authSecret, request);
  return id !== null && (await findLoginRequest(ctx.db, id, ctx.now()))?.linkId === linkId;
}

/**
 * What the account becomes by the registration behind the link. Role, name and phone stay where they have been used
 * or corrected since: then only the password is taken.
 */
async function registered(tx: Tx, { registration, userId }: LiveLink) {
  if (!registration) return { data: {}, changes: {} };
  const { passwordHash, consents: _, ...typed } = registration;
  const isUsed = await isAccountInUse(tx, userId);
  const before = await lockAccount(tx, userId);
  if (!before || isUsed || before.version > 0) return { data: { passwordHash }, changes: {} };
  return { data: { ...typed, passwordHash }, changes: diff(before, typed) };
}
