import { deleteClosure as deleteRow, findClosure, lockClosures, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { absenceNotices } from "./closure-notices";

/**
 * Deletes a closure. Its slots are free again; nothing else is undone. A teacher is told of an absence that somebody
 * else removes. Throws `not_found` for another person's
 * closure.
 */
export async function deleteClosure(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await lockClosures(tx);
    const closure = await findClosure(tx, id);
    const isOwn = closure && (ctx.actor.role === "Admin" || closure.teacherId === ctx.actor.id);
    if (!isOwn || !(await deleteRow(tx, id))) throw notFound();
    const changes = { deleted: { from: false, to: true } };
    const { teacherId } = closure;
    await recordHistory(tx, ctx, { entity: "closure", entityId: id, action: "delete", changes, teacherId });
    await notify(tx, ctx, ...absenceNotices(ctx, "removed", closure));
  });
}
