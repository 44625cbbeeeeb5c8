import type { OwnTeacher } from "@korki/contracts/people";
import { listTeachersOf } from "@korki/db";
import { DEFAULT_PRICES } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Lists the student's own teachers, with whom lessons can be booked, and what a lesson of each subject costs. */
export async function listOwnTeachers(ctx: ActorCtx): Promise<OwnTeacher[]> {
  const teachers = await listTeachersOf(ctx.db, ctx.actor.id);
  return teachers.map((teacher) => ({
    ...teacher,
    subjects: teacher.subjects.map((taught) => ({
      ...taught,
      price: taught.price ?? DEFAULT_PRICES[taught.level].price,
    })),
  }));
}
