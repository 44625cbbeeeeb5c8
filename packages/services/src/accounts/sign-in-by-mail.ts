import { findCredentials } from "@korki/db";
import type { Ctx } from "../context";
import { beginSession, type SignedIn } from "./begin-session";
import { logSignIn } from "./log-sign-in";

/**
 * Signs in who has just set this password by a mailed link, in the browser that opened it. Returns null for
 * administrators, accounts with a second factor and disabled ones: a mailbox proves too little there, and the sign-in page
 * asks as always (rules §3). Also null where it fails: the password is set.
 */
export async function signInByMail(
  ctx: Ctx,
  { userId, email, passwordHash }: { userId: string; email: string; passwordHash: string },
): Promise<SignedIn | null> {
  try {
    const account = await findCredentials(ctx.db, email);
    if (!account || account.role === "Admin" || account.hasTotp || account.hasPasskey) return null;
    const begun = await beginSession(ctx, { userId, email, passwordHash, hasTotp: false, isTold: true });
    return begun && (await logSignIn(ctx, { method: "link", userId }, async () => begun));
  } catch (error) {
    ctx.log.warn({ error: error instanceof Error ? error.name : "unknown" }, "sign-in by mail failed");
    return null;
  }
}
