import type { Profile } from "@korki/contracts/account";
import { transact, unlinkAccount } from "@korki/db";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { linkChange } from "./connect-telegram";
import { getProfile } from "./get-profile";

/** Unlinks the caller's chat; notifications go by e-mail from then on. Nothing to unlink is no error. */
export async function disconnectTelegram(ctx: ActorCtx): Promise<Profile> {
  const { id } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    if (!(await unlinkAccount(tx, id))) return;
    await recordHistory(tx, ctx, linkChange(id, "disconnect-telegram", false));
  });
  return getProfile(ctx);
}
