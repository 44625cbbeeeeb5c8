import type { FreeDay, FreeDaysInput } from "@korki/contracts/availability";
import { availabilityTexts } from "@korki/contracts/texts/availability";
import { findLessonReach, loadFreeDayFacts } from "@korki/db";
import { bookingWindow, freeDays, proposalHorizon, studentActedFor, today, weekStart } from "@korki/domain";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { actFor } from "../families/act-for";

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
    ...{ ...bookingWindow(now, horizonDays), at: now },
  });
  if (!facts) throw new ServiceError("not_found", availabilityTexts.teacherNotFound);
  return freeDays({ hours: facts.hours, taken: new Set(facts.taken), now, horizonDays })
    .filter(({ date }) => date >= first)
    .map(({ date, blocks }) => ({ date, blocks: [...blocks] }));
}
