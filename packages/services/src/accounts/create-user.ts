import type { CreateUserInput } from "@korki/contracts/account";
import { accountTexts } from "@korki/contracts/texts/account";
import { insertAccount, newId, transact } from "@korki/db";
import type { Ctx } from "../context";
import { conflict, forbidden } from "../errors";
import { recordHistory } from "../history";
import { mailLink } from "./mail-link";
import { hashPassword } from "./password";

/**
 * Makes an account of any role, for an admin or for the system itself. With a password it works at once; without
 * one the person is invited by e-mail to set it, which confirms the address. Throws `conflict` where the address
 * has an account.
 */
export async function createUser(ctx: Ctx, input: CreateUserInput): Promise<{ id: string }> {
  if (ctx.actor && ctx.actor.role !== "Admin") throw forbidden();
  const { role, email, name, surname, phone, phoneParent, password } = input;
  const passwordHash = password === undefined ? null : await hashPassword(ctx, password);
  const id = newId();
  await transact(ctx.db, async (tx) => {
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
  });
  return { id };
}
