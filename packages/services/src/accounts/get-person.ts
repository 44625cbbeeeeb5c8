import type { Person } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { findPerson, findRole, type LockedPerson } from "@korki/db";
import type { Role } from "@korki/domain";
import type { Ctx } from "../context";
import { conflict, notFound } from "../errors";
import { toProfile } from "./profile";

/** An account for an administrator. Throws `not_found`. */
export async function getPerson(ctx: Ctx, { id }: { id: string }): Promise<Person> {
  const person = await findPerson(ctx.db, id);
  if (!person) throw notFound();
  return { ...person, ...toProfile(person) };
}

/** Throws `not_found` unless the account has this role: to a teacher's screens a student does not exist. */
export async function requirePersonOfRole(ctx: Ctx, id: string, role: Role): Promise<void> {
  if ((await findRole(ctx.db, id)) !== role) throw notFound();
}

/**
 * Checks a locked person to whom something is to be added. Throws `not_found` for anybody of another role, and `conflict`
 * for an erased account, which can only be read (rules §3).
 */
export function requireChangeable(people: ReadonlyMap<string, LockedPerson>, id: string, role: Role): void {
  const person = people.get(id);
  if (person?.role !== role) throw notFound();
  if (person.isErased) throw conflict(adminPeopleTexts.erasedAccount);
}
