import { accountTexts } from "@korki/contracts/texts/account";
import {
  clearPassword,
  findLiveLink,
  removeFactorsSince,
  revokeAccess,
  spendLink,
  transact,
} from "@korki/db";
import type { Ctx } from "../context";
import { invalidInput } from "../errors";
import { recordHistory } from "../history";
import { readLinkToken } from "./link-token";
import { mailLink } from "./mail-link";
import { recordSecurityEvent } from "./record-security-event";

/**
 * Undoes what an alert told of, for the owner who did not do it: removes everything that gives access, the factors
 * that were added since, and the password, and mails a link that sets a new one. Throws `input` for a link that is
 * none, is spent or has expired.
 */
export async function reportNotMe(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const linkId = readLinkToken(ctx.settings.authSecret, token);
  if (!linkId) throw invalidInput(accountTexts.linkInvalid);
  await transact(ctx.db, async (tx) => {
    const now = ctx.now();
    const link = await findLiveLink(tx, linkId, { kinds: ["not-me"], now, usable: "once" });
    if (!link || !(await spendLink(tx, linkId, now))) throw invalidInput(accountTexts.linkInvalid);
    const { userId } = link;
    await revokeAccess(tx, userId, now);
    await removeFactorsSince(tx, userId, link.createdAt);
    await clearPassword(tx, userId);
    await recordSecurityEvent(tx, ctx, { userId, kind: "reported-as-foreign" });
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: userId,
      action: "report-not-me",
      changes: {},
    });
    await mailLink(tx, ctx, { userId, kind: "reset-password" });
  });
}
