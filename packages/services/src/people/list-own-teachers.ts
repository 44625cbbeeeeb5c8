import type { ChildRef } from "@korki/contracts/families";
import type { OwnTeacher } from "@korki/contracts/people";
import { listTeachersOf } from "@korki/db";
import { DEFAULT_PRICES } from "@korki/domain";
import type { ActorCtx } from "../context";
import { actFor, studentOf } from "../families/act-for";

/** Lists the student's own teachers, with whom lessons can be booked, and what a lesson of each subject costs. */
export async function listOwnTeachers(ctx: ActorCtx, { studentId }: ChildRef): Promise<OwnTeacher[]> {
  const teachers = await listTeachersOf(ctx.db, studentOf(await actFor(ctx.db, ctx, studentId, "see")));
  return teachers.map((teacher) => ({
    ...teacher,
    subjects: teacher.subjects.map((taught) => ({
      ...taught,
      price: taught.price ?? DEFAULT_PRICES[taught.level].price,
    })),
  }));
}
