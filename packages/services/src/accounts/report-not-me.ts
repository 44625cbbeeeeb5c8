import { accountTexts } from "@korki/contracts/texts/account";
import {
  clearPassword,
  findLiveLink,
  findSecurityEvent,
  removeFactorsSince,
  revokeAccess,
  spendLink,
  transact,
} from "@korki/db";
import { isUndoable } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { invalidInput, notFound, type ServiceError } from "../errors";
import { recordHistory } from "../history";
import { readLinkToken } from "./link-token";
import { mailLink } from "./mail-link";
import { reauthenticate } from "./reauthenticate";
import { recordSecurityEvent } from "./security-events";

/**
 * Undoes what an alert reported, for the owner who did not do it: removes everything that gives access, the factors
 * that were added since, and the password, and mails a link that sets a new one. Throws `input` for a link that is
 * none, is spent or has expired.
 */
export async function reportNotMe(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const linkId = readLinkToken(ctx.settings.authSecret, token);
  if (!linkId) throw linkInvalid();
  await secureAccount(ctx, linkId);
}

/**
 * The same for an event in the settings' list. Asks for the password: a session alone, which may be stolen, must not
 * lock the owner out. Throws `unauthenticated`, and `not_found` for an event that is somebody else's or cannot be
 * undone any more.
 */
export async function reportOwnEvent(
  ctx: ActorCtx,
  { id, password }: { id: string; password: string },
): Promise<void> {
  await reauthenticate(ctx, password);
  const event = await findSecurityEvent(ctx.db, id);
  if (event?.userId !== ctx.actor.id || !isUndoable(event.kind)) throw notFound();
  await secureAccount(ctx, id);
}

/** @param linkId of the link, which is the event's */
async function secureAccount(ctx: Ctx, linkId: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const now = ctx.now();
    const link = await findLiveLink(tx, linkId, { kinds: ["not-me"], now, usable: "once" });
    if (!link || !(await spendLink(tx, linkId, now))) throw linkInvalid();
    const { userId } = link;
    await revokeAccess(tx, userId, now);
    await removeFactorsSince(tx, userId, link.createdAt);
    const passwordRemoved = await clearPassword(tx, userId);
    await recordSecurityEvent(tx, ctx, { userId, kind: "reported-as-foreign" });
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: userId,
      action: "report-not-me",
      changes: {},
    });
    await mailLink(tx, ctx, { userId, kind: "reset-password", passwordRemoved });
  });
}

function linkInvalid(): ServiceError {
  return invalidInput(accountTexts.linkInvalid);
}
