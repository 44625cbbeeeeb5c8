import { randomBytes } from "node:crypto";
import type { CalendarAddress } from "@korki/contracts/lessons";
import { findCalendarKey, forgetCalendarKey, keepCalendarKey, transact } from "@korki/db";
import { recordSecurityEvent } from "../accounts/security-events";
import type { ActorCtx } from "../context";

/** Random bytes in an address, so that it cannot be guessed. */
const KEY_BYTES = 32;

/** The private address of the actor's calendar, if there is one. */
export async function showCalendarAddress(ctx: ActorCtx): Promise<CalendarAddress> {
  return addressOf(ctx, await findCalendarKey(ctx.db, ctx.actor.id));
}

/** Makes the address; where there is one, it stays. */
export async function createCalendarAddress(ctx: ActorCtx): Promise<CalendarAddress> {
  const fresh = randomBytes(KEY_BYTES).toString("base64url");
  const { id: userId } = ctx.actor;
  const key = await transact(ctx.db, async (tx) => {
    const kept = await keepCalendarKey(tx, userId, fresh);
    if (kept === fresh) await recordSecurityEvent(tx, ctx, { userId, kind: "calendar-address-created" });
    return kept;
  });
  return addressOf(ctx, key);
}

/** The previous address stops working. */
export async function revokeCalendarAddress(ctx: ActorCtx): Promise<CalendarAddress> {
  await transact(ctx.db, (tx) => forgetCalendarKey(tx, ctx.actor.id));
  return addressOf(ctx, null);
}

function addressOf({ settings }: ActorCtx, key: string | null): CalendarAddress {
  return { address: key === null ? null : `${settings.publicUrl}/api/calendar/${key}.ics` };
}
