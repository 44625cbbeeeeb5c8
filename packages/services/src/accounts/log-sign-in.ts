import type { Ctx } from "../context";
import { ServiceError } from "../errors";

/** What is known of an attempt to sign in; the account once it was found. Never an address, a password or a code. */
export type SignInAttempt = {
  method: "password" | "password and code" | "passkey" | "link";
  userId?: string;
};

/** Runs an attempt to sign in and leaves a line in the log about how it ended, whichever way. */
export async function logSignIn<Result>(
  ctx: Ctx,
  attempt: SignInAttempt,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await run();
    ctx.log.info({ ...attempt, outcome: "signed in" }, "sign-in");
    return result;
  } catch (error) {
    const outcome = error instanceof ServiceError ? error.code : "failed";
    ctx.log.warn({ ...attempt, outcome }, "sign-in");
    throw error;
  }
}
