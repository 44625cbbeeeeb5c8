import { accountTexts } from "@korki/contracts/texts/account";
import {
  confirmAccount,
  findLiveLink,
  forgetRegistrations,
  hasRelations,
  type LiveLink,
  spendLink,
  type Tx,
  transact,
} from "@korki/db";
import type { Ctx } from "../context";
import { invalidInput } from "../errors";
import { recordHistory } from "../history";
import { readLinkToken } from "./link-token";

/**
 * Opens the link of a registration's e-mail. It may be opened again in its 24 hours, since mail scanners open
 * links too, and then still succeeds (decisions §3). Throws `input` for a link that is none or has expired.
 */
export async function confirmEmail(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const linkId = readLinkToken(ctx.settings.authSecret, token);
  if (!linkId) throw invalidInput(accountTexts.linkInvalid);
  await transact(ctx.db, async (tx) => {
    const now = ctx.now();
    const link = await findLiveLink(tx, linkId, { kinds: ["confirm-email"], now, usable: "again" });
    if (!link) throw invalidInput(accountTexts.linkInvalid);
    if (link.user.isConfirmed) return;

    if (!(await confirmAccount(tx, link.userId, await registered(tx, link), now))) return;
    await spendLink(tx, linkId, now);
    await forgetRegistrations(tx, link.userId);
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: link.userId,
      action: "confirm-email",
      changes: { isConfirmed: { from: false, to: true } },
    });
  });
}

/** What the registration behind the link typed; the role only while nobody has been assigned to the account. */
async function registered(tx: Tx, { registration, user, userId }: LiveLink) {
  if (!registration || registration.role === user.role) return registration;
  return (await hasRelations(tx, userId)) ? { ...registration, role: user.role } : registration;
}
