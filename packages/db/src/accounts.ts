import type { Role } from "@korki/domain";
import type { Prisma } from "./generated/client";
import type { RegisteredAccount } from "./links";
import type { Tx } from "./transaction";

export type NewAccount = {
  id: string;
  role: Role;
  email: string;
  name: string;
  surname: string;
  phone: string;
  phoneParent?: string;
  /** Null for an invited person, who has yet to set it. */
  passwordHash: string | null;
  emailConfirmedAt?: Date | null;
  createdAt: Date;
};

/** Inserts an account. Returns false where the address has one already; the unique index decides a race. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const { count } = await tx.user.createMany({ data: account, skipDuplicates: true });
  return count === 1;
}

/** The fields of an account that a form changes. */
export type AccountChanges = Pick<
  Prisma.UserUpdateInput,
  "name" | "surname" | "email" | "phone" | "phoneParent" | "isDisabled" | "isWantMoreStudents"
>;

/** Writes the changes and counts the version up. The caller has locked the account. */
export async function updateAccount(tx: Tx, id: string, changes: AccountChanges): Promise<void> {
  await tx.user.update({
    where: { id },
    data: { ...changes, version: { increment: 1 } },
    select: { id: true },
  });
}

/** Disables these accounts, or enables them. */
export async function setDisabled(tx: Tx, ids: readonly string[], isDisabled: boolean): Promise<void> {
  await tx.user.updateMany({
    where: { id: { in: [...ids] } },
    data: { isDisabled, version: { increment: 1 } },
  });
}

/**
 * Confirms an account's address, writes what is taken over from the registration, and counts the version up. Returns
 * false where it was confirmed already.
 */
export async function confirmAccount(
  tx: Tx,
  id: string,
  registration: Partial<RegisteredAccount>,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id, emailConfirmedAt: null },
    data: { ...registration, emailConfirmedAt: now, version: { increment: 1 } },
  });
  return count === 1;
}

/** Sets a password and, where `confirmedAt` is given, confirms the address. Returns the account's address. */
export async function setPassword(
  tx: Tx,
  id: string,
  { passwordHash, confirmedAt }: { passwordHash: string; confirmedAt: Date | null },
): Promise<string> {
  const { email } = await tx.user.update({
    where: { id },
    data: { passwordHash, ...(confirmedAt ? { emailConfirmedAt: confirmedAt } : {}) },
    select: { email: true },
  });
  // Only an account with a login gets here.
  return email ?? "";
}

/** Removes the password; a link from an e-mail sets a new one. Returns whether there was one. */
export async function clearPassword(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id, passwordHash: { not: null } },
    data: { passwordHash: null },
  });
  return count === 1;
}

/** Sets the password of an account whose address is not confirmed; a confirmed account keeps its own. */
export async function setUnconfirmedPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.user.updateMany({ where: { id, emailConfirmedAt: null }, data: { passwordHash } });
}
