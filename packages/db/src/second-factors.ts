import { type Database, type Executor, rowsOf } from "./client";
import { execute, sql } from "./sql";
import type { Tx } from "./transaction";

/** An account's authenticator; secrets as they are kept, encrypted. */
export type TotpFactor = {
  /** Null until the first one is confirmed. */
  secret: string | null;
  pendingSecret: string | null;
  pendingAt: Date | null;
};

export async function findTotpFactor(on: Executor, userId: string): Promise<TotpFactor | null> {
  return rowsOf(on).totpFactor.findUnique({
    where: { userId },
    select: { secret: true, pendingSecret: true, pendingAt: true },
  });
}

/** Keeps a secret beside the one in force until a code of it is entered. */
export async function savePendingTotp(
  db: Database,
  userId: string,
  secret: string,
  now: Date,
): Promise<void> {
  const pending = { pendingSecret: secret, pendingAt: now };
  await db.prisma.totpFactor.upsert({ where: { userId }, create: { userId, ...pending }, update: pending });
}

/** Puts the pending secret in force; `step` counts as used. Returns false where another one is pending by now. */
export async function confirmTotp(
  tx: Tx,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: Date },
): Promise<boolean> {
  const { count } = await tx.totpFactor.updateMany({
    where: { userId, pendingSecret: secret },
    data: { secret, confirmedAt: now, lastStep: step, pendingSecret: null, pendingAt: null },
  });
  return count === 1;
}

/**
 * Takes the code of a step. Returns false where that step's or a later code was taken already, or the secret is no
 * longer in force: of any number of callers with one code one gets true.
 */
export async function takeTotpStep(
  on: Executor,
  { userId, secret, step }: { userId: string; secret: string; step: number },
): Promise<boolean> {
  const taken = await execute(
    on,
    sql`UPDATE totp_factors SET last_step = ${step}::int
         WHERE user_id = ${userId}::uuid AND secret = ${secret} AND coalesce(last_step, 0) < ${step}::int`,
  );
  return taken === 1;
}

/** Removes the authenticator and its recovery codes. Returns whether there was one in force. */
export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const { count } = await tx.totpFactor.deleteMany({ where: { userId, secret: { not: null } } });
  return count > 0;
}

/** Puts new recovery codes in place of the older ones. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) });
}

/** Uses a recovery code up. Returns false where there is none such, or it was used. */
export async function spendRecoveryCode(
  on: Executor,
  userId: string,
  codeHash: string,
  now: Date,
): Promise<boolean> {
  const { count } = await rowsOf(on).recoveryCode.updateMany({
    where: { userId, codeHash, usedAt: null },
    data: { usedAt: now },
  });
  return count === 1;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  return db.prisma.recoveryCode.count({ where: { userId, usedAt: null } });
}

/** Removes the second factor and the passkeys that were added at that moment or later. */
export async function removeFactorsSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.passkey.deleteMany({ where: { userId, createdAt: { gte: since } } });
  const { count } = await tx.totpFactor.deleteMany({
    where: { userId, OR: [{ confirmedAt: null }, { confirmedAt: { gte: since } }] },
  });
  if (count > 0) await tx.recoveryCode.deleteMany({ where: { userId } });
}
