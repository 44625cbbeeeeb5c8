import type { AvailabilityInput, AvailabilitySection } from "@korki/contracts/availability";
import { availabilityTexts } from "@korki/contracts/texts/availability";
import { findAvailability } from "@korki/db";
import { studentActedFor } from "@korki/domain";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { actFor } from "../families/act-for";

/** A teacher's week, for the teacher, the assigned students and their parents, and admins; `not_found` for all others. */
export async function getAvailability(
  ctx: ActorCtx,
  { teacherId, studentId }: AvailabilityInput,
): Promise<AvailabilitySection[]> {
  const child = studentActedFor((await actFor(ctx.db, ctx, studentId, "see")).actor);
  const asker = child ? { id: child, role: "Student" } : ctx.actor;
  const sections = await findAvailability(ctx.db, teacherId, asker);
  if (!sections) throw new ServiceError("not_found", availabilityTexts.teacherNotFound);
  return sections;
}
