import type { AccountLink } from "@korki/contracts/account-security";
import { accountTexts } from "@korki/contracts/texts/account";
import { findLiveLink, findSecurityEvent, LINK_KINDS, type LiveLink } from "@korki/db";
import type { Ctx } from "../context";
import { invalidInput } from "../errors";
import { isOfRegistration } from "./confirm-email";
import { readLinkToken } from "./link-token";

/**
 * Returns what a link in an e-mail is for, so that its page can say so; nothing changes. Throws `input` for a link
 * that is none, has expired, or is spent and works only once.
 *
 * @param request the cookie of a browser that registered
 */
export async function getAccountLink(
  ctx: Ctx,
  { token, request }: { token: string; request?: string | undefined },
): Promise<AccountLink> {
  const linkId = readLinkToken(ctx.settings.authSecret, token);
  const link =
    linkId && (await findLiveLink(ctx.db, linkId, { kinds: LINK_KINDS, now: ctx.now(), usable: "again" }));
  if (!link || (link.isUsed && link.kind !== "confirm-email")) throw invalidInput(accountTexts.linkInvalid);
  return describe(ctx, link, request);
}

async function describe(
  ctx: Ctx,
  { id, kind, registration, user }: LiveLink<(typeof LINK_KINDS)[number]>,
  request: string | undefined,
): Promise<AccountLink> {
  const { email, isConfirmed } = user;
  switch (kind) {
    case "confirm-email": {
      const { name, surname, role } = registration ?? user;
      const isOwn = await isOfRegistration(ctx, id, request);
      return { kind, name, surname, role, email, isConfirmed, isOwn };
    }
    case "not-me": {
      const event = await findSecurityEvent(ctx.db, id);
      if (!event) throw invalidInput(accountTexts.linkInvalid);
      return { kind, event: event.kind, at: event.at.toISOString(), device: event.device };
    }
    case "login":
      return { kind, email };
    default:
      return { kind, email };
  }
}
