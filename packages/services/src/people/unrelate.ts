import type { RelationInput } from "@korki/contracts/admin-people";
import { deleteRelation, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";

/**
 * An administrator removes a student from a teacher. Planned lessons stay; new ones cannot be booked (rules §4).
 * Throws `not_found` if they are not related.
 */
export async function unrelate(ctx: ActorCtx, { teacherId, studentId }: RelationInput): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await deleteRelation(tx, { teacherId, studentId }))) throw notFound();
    await recordHistory(tx, ctx, {
      entity: "relation",
      entityId: `${teacherId}/${studentId}`,
      action: "unrelate",
      changes: { related: { from: true, to: false } },
      teacherId,
      studentId,
    });
  });
}
