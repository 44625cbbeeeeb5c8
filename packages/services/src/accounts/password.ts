import { hash, verify } from "@node-rs/argon2";
import { FairQueue } from "../fair-queue";
import { wideNetworkOf } from "../rate-limits";

/** argon2id (the library's default) with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Stands in for the hash of an account that is not there, so that asking takes as long as for one that is. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$K61i/yx0m79N5JkR6VVIxw$vRYDIYfisOz8eIfYTOB2ZKYNbJu1fwXL5C8EgAUYp7A";

/**
 * All password work of this process, by the caller's address: a hash takes a whole core and 19 MiB, and sixteen at
 * once raise everybody's response times threefold. A school behind one address signs in at the same minute: as many
 * may wait as nginx lets through at once.
 */
export const passwordQueue = new FairQueue({
  waitingPerKey: 100,
  // Whoever has a /48 gets one turn with it, not one for each of its networks.
  waitingPerGroup: 200,
  groupOf: (address) => wideNetworkOf(address) ?? address,
  waiting: 3_000,
});

/**
 * Returns the hash to keep of a password. Waits for the turn of the caller's address. Throws `rate_limited` when too
 * much of that address waits already.
 */
export function hashPassword(
  { address, settings }: { address: string; settings: { rateLimitScale: number } },
  password: string,
): Promise<string> {
  return passwordQueue.run(address, () => hash(password, COST), settings.rateLimitScale);
}

/**
 * Returns whether a password is the one behind a hash. It is as slow, and false, where there is none. It does not
 * wait for its turn: call it within `passwordQueue`.
 *
 * @param kept the account's hash, or null where there is no such account or no password yet
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const fits = await verify(kept ?? NOBODYS_HASH, password);
  return fits && kept !== null;
}
