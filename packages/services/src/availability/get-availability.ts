import type { AvailabilitySection } from "@korki/contracts/availability";
import { availabilityTexts } from "@korki/contracts/texts/availability";
import { findAvailability } from "@korki/db";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";

/** A teacher's week, for the teacher, the assigned students and admins; `not_found` for all others. */
export async function getAvailability(
  ctx: ActorCtx,
  { teacherId }: { teacherId: string },
): Promise<AvailabilitySection[]> {
  const sections = await findAvailability(ctx.db, teacherId, ctx.actor);
  if (!sections) throw new ServiceError("not_found", availabilityTexts.teacherNotFound);
  return sections;
}
