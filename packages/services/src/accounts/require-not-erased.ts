import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { lockPeopleForShare, type Tx } from "@korki/db";
import { conflict } from "../errors";

/**
 * Holds these accounts as they are until the transaction ends. Throws `conflict` if one of them was erased: it gets nothing
 * new (rules §3).
 */
export async function requireNotErased(tx: Tx, ids: readonly string[]): Promise<void> {
  const people = await lockPeopleForShare(tx, ids);
  if ([...people.values()].some(({ isErased }) => isErased)) throw conflict(adminPeopleTexts.erasedAccount);
}
