import type { LessonPackage, SavePackageInput } from "@korki/contracts/packages";
import { insertPackage, lockPackage, newId, transact, updatePackage } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { diff, recordHistory } from "../history";

/** Adds a package to the price list, or changes the one with the id. Throws `not_found` if it is not on offer. */
export async function savePackage(ctx: ActorCtx, { id, ...offer }: SavePackageInput): Promise<LessonPackage> {
  return transact(ctx.db, async (tx) => {
    if (id === undefined) {
      const added = { id: newId(), ...offer };
      await insertPackage(tx, { ...added, createdAt: ctx.now() });
      await recordHistory(tx, ctx, {
        entity: "package",
        entityId: added.id,
        action: "add",
        changes: diff(null, offer),
      });
      return added;
    }
    const before = await lockPackage(tx, id);
    if (!before) throw notFound();
    const { id: _, ...old } = before;
    const changes = diff(old, offer);
    if (Object.keys(changes).length > 0) {
      await updatePackage(tx, { id, ...offer });
      await recordHistory(tx, ctx, { entity: "package", entityId: id, action: "update", changes });
    }
    return { id, ...offer };
  });
}
