import type { ChildRef } from "@korki/contracts/families";
import type { OwnTeacher } from "@korki/contracts/people";
import { listTeachersOf } from "@korki/db";
import type { ActorCtx } from "../context";
import { actFor, studentOf } from "../families/act-for";

/** Lists the student's own teachers, whom lessons can be booked with. */
export async function listOwnTeachers(ctx: ActorCtx, { studentId }: ChildRef): Promise<OwnTeacher[]> {
  return listTeachersOf(ctx.db, studentOf(await actFor(ctx.db, ctx, studentId, "see")));
}
