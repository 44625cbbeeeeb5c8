import type { Database } from "./client";
import { execute, sql } from "./sql";
import type { Tx } from "./transaction";

/** A WebAuthn credential; binary values in base64url. */
export type Passkey = {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

type Row = Omit<Passkey, "counter" | "transports"> & { counter: bigint; transports: string };

function fromRow({ counter, transports, ...row }: Row): Passkey {
  return { ...row, counter: Number(counter), transports: transports === "" ? [] : transports.split(",") };
}

export async function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  const rows = await db.prisma.passkey.findMany({ where: { userId }, orderBy: { id: "asc" } });
  return rows.map(fromRow);
}

export async function findPasskey(
  db: Database,
  credentialId: string,
): Promise<(Passkey & { email: string; isDisabled: boolean; isConfirmed: boolean }) | null> {
  const row = await db.prisma.passkey.findUnique({ where: { credentialId }, include: { user: true } });
  if (!row) return null;
  const { user, ...passkey } = row;
  const { email, isDisabled, emailConfirmedAt } = user;
  if (email === null) return null;
  return { ...fromRow(passkey), email, isDisabled, isConfirmed: emailConfirmedAt !== null };
}

export async function insertPasskey(tx: Tx, { transports, ...passkey }: Passkey): Promise<void> {
  await tx.passkey.create({ data: { ...passkey, transports: transports.join(",") } });
}

/** Returns false where the person has no such passkey. */
export async function deletePasskey(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
  return count === 1;
}

/** Removes every passkey of an account. Returns whether there was one. */
export async function deletePasskeys(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx.passkey.deleteMany({ where: { userId } });
  return count > 0;
}

export async function noteUseOfPasskey(tx: Tx, id: string, counter: number, now: Date): Promise<void> {
  await tx.passkey.update({ where: { id }, data: { counter, lastUsedAt: now }, select: { id: true } });
}

/** Takes a challenge. Returns false where it was answered before: no answer is taken twice. */
export async function spendChallenge(tx: Tx, challenge: string, expiresAt: Date): Promise<boolean> {
  const taken = await execute(
    tx,
    sql`INSERT INTO spent_challenges (challenge, expires_at)
        VALUES (${challenge}, ${expiresAt}::timestamptz) ON CONFLICT DO NOTHING`,
  );
  return taken === 1;
}
