import { transact } from "@korki/db";
import { WRONG_CODES_TO_TELL } from "@korki/domain";
import type { Ctx } from "../context";
import type { LimitName } from "../rate-limits";
import { isTotpCode } from "./factor-secrets";
import { deviceOf, knownDevice } from "./known-device";
import { isPassword, passwordQueue } from "./password";
import { recordSecurityEvent } from "./security-events";

type Counter = readonly [limit: LimitName, key: string];

/**
 * What a failed attempt at an account counts against (rules §3): the account at this address, and the address
 * across all accounts. A device that has signed in to the account before has a separate counter instead, so that
 * its neighbours cannot lock it out.
 */
async function countersOf(ctx: Ctx, email: string): Promise<readonly Counter[]> {
  const device = knownDevice(await deviceOf(ctx, email));
  if (device !== null) return [["loginDevice", `${email}|${device}`]];
  return [
    ["login", `${email}|${ctx.address}`],
    ["loginAddress", ctx.address],
  ];
}

/**
 * Runs one attempt at an account and returns whether it was right. Each attempt is counted before it is made and
 * given back when it was right, so that many at once, in one process or several, are no way around the limit.
 * Throws `rate_limited`.
 */
export async function countAttempt(
  ctx: Ctx,
  email: string,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const counters = await countersOf(ctx, email);
  await Promise.all(counters.map(([limit, key]) => ctx.limits.check(limit, key)));
  for (const [limit, key] of counters) await ctx.limits.consume(limit, key);
  if (!(await attempt())) return false;
  for (const [limit, key] of counters) await ctx.limits.refund(limit, key);
  return true;
}

/**
 * Finds an account, compares a password with its hash and checks what else is needed, as one counted attempt. Returns
 * null where it failed. All of it waits for the turn of the caller's address, so that what a flood asks is refused
 * before it costs anything.
 *
 * @param andThen looked at only after the right password
 */
export async function attemptPassword<Account extends { passwordHash: string | null }>(
  ctx: Ctx,
  { email, password }: { email: string; password: string },
  find: () => Promise<Account | null>,
  andThen: (account: Account & { passwordHash: string }) => Promise<boolean> = async () => true,
): Promise<(Account & { passwordHash: string }) | null> {
  const work = async () => {
    let verified: (Account & { passwordHash: string }) | null = null;
    const isRight = await countAttempt(ctx, email, async () => {
      const account = await find();
      const passwordHash = account?.passwordHash ?? null;
      const isSame = await isPassword(password, passwordHash);
      if (!isSame || !account || passwordHash === null) return false;
      const found = { ...account, passwordHash };
      verified = found;
      return andThen(found);
    });
    return isRight ? verified : null;
  };
  return passwordQueue.run(ctx.address, work, ctx.settings.rateLimitScale);
}

/**
 * Runs one try of a code after the right password. Wrong codes of an authenticator count per account over all
 * addresses, so that many networks are no way around; a recovery code cannot be guessed and a known device has its own
 * counter. The owner is told at the third that somebody knows the password. Throws `rate_limited` once the account's
 * tries are used up.
 */
export async function countCode(
  ctx: Ctx,
  { userId, email, code }: { userId: string; email: string; code: string },
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const device = knownDevice(await deviceOf(ctx, email));
  if (device !== null || !isTotpCode(code)) return attempt();
  await ctx.limits.check("secondFactor", userId);
  const taken = await ctx.limits.consume("secondFactor", userId);
  if (await attempt()) {
    await ctx.limits.refund("secondFactor", userId);
    return true;
  }
  if (taken === WRONG_CODES_TO_TELL) {
    await transact(ctx.db, (tx) => recordSecurityEvent(tx, ctx, { userId, kind: "wrong-codes" }));
  }
  return false;
}

/** Clears an account's failures after its owner has proven to be the owner. */
export async function forgetAttempts(ctx: Ctx, email: string): Promise<void> {
  // The address's own count stays: an attacker has an account, too.
  const own = (await countersOf(ctx, email)).filter(([limit]) => limit !== "loginAddress");
  await Promise.all(own.map(([limit, key]) => ctx.limits.reset(limit, key)));
}
