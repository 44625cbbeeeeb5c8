import { commonTexts } from "@korki/contracts/texts/common";
import { endSessions, replacePassword, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { recordHistory } from "../history";
import { hashPassword } from "./password";
import { assertStrongPassword } from "./password-strength";
import { reauthenticate } from "./reauthenticate";
import { recordSecurityEvent } from "./security-events";

/**
 * Changes the caller's password and ends every other session (rules §19). Throws `input` for a weak password,
 * `unauthenticated` for a wrong current one, `conflict` where it was changed meanwhile.
 */
export async function changePassword(
  ctx: ActorCtx,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const { id: userId, sessionId } = ctx.actor;
  const account = await reauthenticate(ctx, currentPassword);
  assertStrongPassword(password, account);
  const to = await hashPassword(ctx, password);
  await transact(ctx.db, async (tx) => {
    const isReplaced = await replacePassword(tx, userId, { from: account.passwordHash, to });
    if (!isReplaced) throw conflict(commonTexts.changedMeanwhile);
    await endSessions(tx, { userId, except: sessionId }, ctx.now());
    await recordSecurityEvent(tx, ctx, { userId, kind: "password-changed" });
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: userId,
      action: "change-password",
      changes: {},
    });
  });
}
