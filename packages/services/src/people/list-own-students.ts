import type { OwnStudent } from "@korki/contracts/people";
import { listStudentsOf } from "@korki/db";
import type { ActorCtx } from "../context";

/** The teacher's own students. */
export async function listOwnStudents(ctx: ActorCtx): Promise<OwnStudent[]> {
  return listStudentsOf(ctx.db, ctx.actor.id);
}
