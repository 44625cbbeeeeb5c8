import type { CreateUserInput } from "@korki/contracts/account";
import { accountTexts } from "@korki/contracts/texts/account";
import { insertAccount, newId, type Tx, transact } from "@korki/db";
import type { Ctx } from "../context";
import { conflict, forbidden } from "../errors";
import { recordHistory } from "../history";
import { mailLink } from "./mail-link";
import { hashPassword } from "./password";
import { assertStrongPassword } from "./password-strength";

/**
 * Makes an account of any role, for an admin or for the system itself. With a password it works at once; without
 * one the person is invited by e-mail to set it, which confirms the address. Throws `conflict` where the address
 * has an account.
 */
export async function createUser(ctx: Ctx, input: CreateUserInput): Promise<{ id: string }> {
  if (ctx.actor && ctx.actor.role !== "Admin") throw forbidden();
  const { password, ...person } = input;
  if (password !== undefined) assertStrongPassword(password, person);
  const passwordHash = password === undefined ? null : await hashPassword(ctx, password);
  return transact(ctx.db, (tx) => addAccount(tx, ctx, { ...person, passwordHash }));
}

/** The same within a transaction that does more. */
export async function addAccount(
  tx: Tx,
  ctx: Ctx,
  { role, email, name, surname, phone, phoneParent, passwordHash }: NewAccount,
): Promise<{ id: string }> {
  const id = newId();
  const createdAt = ctx.now();
  const isNew = await insertAccount(tx, {
    id,
    role,
    email,
    name,
    surname,
    phone,
    phoneParent: role === "Student" ? phoneParent : "",
    passwordHash,
    emailConfirmedAt: passwordHash ? createdAt : null,
    createdAt,
  });
  if (!isNew) throw conflict(accountTexts.accountExists);
  await recordHistory(tx, ctx, {
    entity: "account",
    entityId: id,
    action: "create",
    changes: { role: { from: null, to: role } },
  });
  if (!passwordHash) await mailLink(tx, ctx, { userId: id, kind: "invitation" });
  return { id };
}

type NewAccount = Omit<CreateUserInput, "password"> & { passwordHash: string | null };
