import type {
  AvailabilityInput,
  AvailabilitySection,
  FreeDay,
  FreeDaysInput,
} from "@korki/contracts/availability";
import { availabilityTexts } from "@korki/contracts/texts/availability";
import {
  bySection,
  findAvailability,
  findLessonReach,
  loadFreeDayFacts,
  lockAvailability,
  replaceAvailability,
  transact,
} from "@korki/db";
import { bookingWindow, freeDays, proposalHorizon, studentActedFor, today, weekStart } from "@korki/domain";
import { actFor } from "../act-for";
import type { ActorCtx } from "../context";
import { notFound, ServiceError } from "../errors";
import { diff, recordHistory } from "../history";

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

/**
 * Replaces the teacher's weekly availability. Booked lessons stay as they are (rules §4). A concurrent booking sees
 * either the old week or the new one.
 */
export async function saveAvailability(
  ctx: ActorCtx,
  input: readonly AvailabilitySection[],
): Promise<AvailabilitySection[]> {
  const sections = [...input].sort(bySection);
  return transact(ctx.db, async (tx) => {
    const teacherId = ctx.actor.id;
    const before = await lockAvailability(tx, teacherId);
    const changes = diff({ sections: inWords(before) }, { sections: inWords(sections) });
    if (Object.keys(changes).length === 0) return sections;
    await replaceAvailability(tx, teacherId, sections);
    await recordHistory(tx, ctx, {
      entity: "availability",
      entityId: teacherId,
      action: "save",
      changes,
      teacherId,
    });
    return sections;
  });
}

/** e.g. `pon 0-3, wt 5-5` */
function inWords(sections: readonly AvailabilitySection[]): string {
  return sections.map(({ day, startBlock, endBlock }) => `${day} ${startBlock}-${endBlock}`).join(", ");
}

/**
 * Returns a teacher's days with free blocks from today to the horizon: the availability without blocks that the
 * teacher or the asking student has occupied (rules §4). Another time for a lesson is looked for from that lesson's week on,
 * as far as its series reaches (rules §40). Throws `not_found` if the actor may not see that teacher.
 */
export async function findFreeDays(
  ctx: ActorCtx,
  { teacherId, forLessonId, studentId }: FreeDaysInput,
): Promise<FreeDay[]> {
  const now = ctx.now();
  const child = studentActedFor((await actFor(ctx.db, ctx, studentId, "see")).actor);
  const reach = forLessonId === undefined ? null : await findLessonReach(ctx.db, forLessonId);
  const { bookingHorizonDays } = ctx.settings;
  const horizonDays = reach ? proposalHorizon(reach, now, bookingHorizonDays) : bookingHorizonDays;
  const first = reach ? weekStart(reach.date) : today(now);
  const facts = await loadFreeDayFacts(ctx.db, {
    teacherId,
    asker: child ? { id: child, role: "Student" } : ctx.actor,
    lessonId: forLessonId ?? null,
    ...bookingWindow(now, horizonDays),
    at: now,
  });
  if (!facts) throw new ServiceError("not_found", availabilityTexts.teacherNotFound);
  return freeDays({ hours: facts.hours, taken: new Set(facts.taken), now, horizonDays })
    .filter(({ date }) => date >= first)
    .map(({ date, blocks }) => ({ date, blocks: [...blocks] }));
}

/** A teacher's week, for an administrator to look at. Throws `not_found`. */
export async function getTeacherAvailability(
  ctx: ActorCtx,
  { teacherId }: { teacherId: string },
): Promise<{ sections: AvailabilitySection[] }> {
  const sections = await findAvailability(ctx.db, teacherId, ctx.actor);
  if (sections === null) throw notFound();
  return { sections };
}
