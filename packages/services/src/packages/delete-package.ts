import { lockPackage, deletePackage as takeOff, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";

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
