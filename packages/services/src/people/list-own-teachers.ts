import type { OwnTeacher } from "@korki/contracts/people";
import { listTeachersOf } from "@korki/db";
import type { ActorCtx } from "../context";

/** The student's own teachers, whom lessons can be booked with. */
export async function listOwnTeachers(ctx: ActorCtx): Promise<OwnTeacher[]> {
  return listTeachersOf(ctx.db, ctx.actor.id);
}
