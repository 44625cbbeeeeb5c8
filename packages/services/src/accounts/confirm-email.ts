import { accountTexts } from "@korki/contracts/texts/account";
import {
  confirmAccount,
  findLiveLink,
  forgetRegistrations,
  holdAccount,
  isAccountInUse,
  type LiveLink,
  spendLink,
  type Tx,
  transact,
} from "@korki/db";
import type { Ctx } from "../context";
import { invalidInput } from "../errors";
import { diff, recordHistory } from "../history";
import { readLinkToken } from "./link-token";

/**
 * Confirms the address of a registration by the link of its e-mail. It may be done again in the link's 24 hours, and
 * then still succeeds (rules §3). Throws `input` for a link that is none or has expired.
 */
export async function confirmEmail(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const linkId = readLinkToken(ctx.settings.authSecret, token);
  if (!linkId) throw invalidInput(accountTexts.linkInvalid);
  await transact(ctx.db, async (tx) => {
    const now = ctx.now();
    const link = await findLiveLink(tx, linkId, { kinds: ["confirm-email"], now, usable: "again" });
    if (!link) throw invalidInput(accountTexts.linkInvalid);
    const { data, changes } = await registered(tx, link);
    if (!(await confirmAccount(tx, link.userId, data, now))) return;
    await spendLink(tx, linkId, now);
    await forgetRegistrations(tx, link.userId);
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: link.userId,
      action: "confirm-email",
      changes: { ...changes, isConfirmed: { from: false, to: true } },
    });
  });
}

/**
 * What the account becomes by the registration behind the link. Role, name and phone stay where they have been used
 * or corrected since: then only the password is taken.
 */
async function registered(tx: Tx, { registration, userId }: LiveLink) {
  if (!registration) return { data: {}, changes: {} };
  const { passwordHash, ...typed } = registration;
  const isUsed = await isAccountInUse(tx, userId);
  const before = await holdAccount(tx, userId);
  if (!before || isUsed || before.version > 0) return { data: { passwordHash }, changes: {} };
  return { data: registration, changes: diff(before, typed) };
}
