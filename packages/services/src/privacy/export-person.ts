import type { PersonData, PersonDataInput } from "@korki/contracts/privacy";
import { type PersonalData, readPersonalData, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";

/** Kinds of rows that the answer does not name, and would lose: there are none. */
type Unnamed = Record<Exclude<keyof PersonalData, keyof PersonData>, never>;

/**
 * A copy of everything kept about a person; that it was made is kept in the history. No password, token or key is
 * part of it. Throws `not_found`.
 */
export async function exportPerson(ctx: ActorCtx, { userId }: PersonDataInput): Promise<PersonData> {
  const data = await readPersonalData(ctx.db, userId);
  if (!data) throw notFound();
  await transact(ctx.db, (tx) =>
    recordHistory(tx, ctx, { entity: "account", entityId: userId, action: "export", changes: {} }),
  );
  const named: PersonalData & Unnamed = data;
  return { exportedAt: ctx.now().toISOString(), ...named };
}
