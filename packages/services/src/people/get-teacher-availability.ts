import { findAvailability } from "@korki/db";
import type { AvailabilitySection } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/** A teacher's week, for an administrator to look at. Throws `not_found`. */
export async function getTeacherAvailability(
  ctx: ActorCtx,
  { teacherId }: { teacherId: string },
): Promise<{ sections: AvailabilitySection[] }> {
  const sections = await findAvailability(ctx.db, teacherId, ctx.actor);
  if (sections === null) throw notFound();
  return { sections };
}
