import type { CreatePersonInput } from "@korki/contracts/account";
import type { Person } from "@korki/contracts/admin-people";
import { createUser } from "../accounts/create-user";
import { getPerson } from "../accounts/get-person";
import type { ActorCtx } from "../context";

/** An administrator makes an account of any role; an e-mail invites the person to set the password. */
export async function createPerson(ctx: ActorCtx, input: CreatePersonInput): Promise<Person> {
  return getPerson(ctx, await createUser(ctx, input));
}
