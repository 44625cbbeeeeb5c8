import { hash, verify } from "@node-rs/argon2";
import { inTurn } from "./in-turn";

/** argon2id (the library's default) with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Stands in for the hash of an account that is not there, so that asking takes as long as for one that is. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$K61i/yx0m79N5JkR6VVIxw$vRYDIYfisOz8eIfYTOB2ZKYNbJu1fwXL5C8EgAUYp7A";

/** The hash to keep of a password; waits for its turn. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * Whether a password is the one behind a hash; as slow, and false, where there is none. Does not wait for its
 * turn: call it within `inTurn`.
 *
 * @param kept the account's hash, or null where there is no such account or no password yet
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const fits = await verify(kept ?? NOBODYS_HASH, password);
  return fits && kept !== null;
}
