import { insertLink, type LinkKind, type Registration, type Tx } from "@korki/db";
import { CONFIRMATION_LINK_HOURS, INVITATION_LINK_HOURS, RECOVERY_LINK_HOURS } from "@korki/domain";
import type { Ctx } from "../context";
import { notify } from "../outbox";

type MailedLinkKind = Exclude<LinkKind, "not-me" | "login" | "telegram">;

const MAILS = {
  "confirm-email": { kind: "account-confirm-email", hours: CONFIRMATION_LINK_HOURS },
  "reset-password": { kind: "account-recovery", hours: RECOVERY_LINK_HOURS },
  invitation: { kind: "account-invitation", hours: INVITATION_LINK_HOURS },
} as const satisfies Record<MailedLinkKind, { kind: string; hours: number }>;

/**
 * Makes a link and notes down the e-mail that brings it to its owner. Returns the link's id.
 *
 * @param passwordRemoved of `reset-password`: the mail says that the account's password was removed
 */
export async function mailLink(
  tx: Tx,
  ctx: Ctx,
  {
    passwordRemoved = false,
    ...link
  }: { userId: string; kind: MailedLinkKind; registration?: Registration; passwordRemoved?: boolean },
): Promise<string> {
  const now = ctx.now();
  const { kind, hours } = MAILS[link.kind];
  const linkId = await insertLink(tx, {
    ...link,
    now,
    expiresAt: new Date(now.getTime() + hours * 3_600_000),
  });
  const facts = { linkId, ...(passwordRemoved ? { passwordRemoved } : {}) };
  await notify(tx, ctx, { kind, to: { userId: link.userId }, facts });
  return linkId;
}
