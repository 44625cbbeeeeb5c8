import type { PersonData, PersonDataInput } from "@korki/contracts/privacy";
import { readPersonalData, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";

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
  return { exportedAt: ctx.now().toISOString(), ...data };
}
