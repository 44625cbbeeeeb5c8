import type { LessonPackage, SavePackageInput } from "@korki/contracts/packages";
import {
  insertPackage,
  lockPackage,
  newId,
  listPackages as readPackages,
  deletePackage as takeOff,
  transact,
  updatePackage,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { diff, recordHistory } from "../history";

/** Returns the packages on offer, by level and size. */
export function listPackages(ctx: ActorCtx): Promise<LessonPackage[]> {
  return readPackages(ctx.db);
}

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

/** Takes a package off the price list. Throws `not_found` if it is not on offer. */
export async function deletePackage(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const before = await lockPackage(tx, id);
    if (!before) throw notFound();
    await takeOff(tx, id, ctx.now());
    await recordHistory(tx, ctx, {
      entity: "package",
      entityId: id,
      action: "delete",
      changes: { name: { from: before.name, to: null } },
    });
  });
}
