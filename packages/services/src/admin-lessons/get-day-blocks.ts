import type { DayBlock, FreeBlocksInput } from "@korki/contracts/admin-lessons";
import { findAvailability, findBusyBlocks } from "@korki/db";
import { availableBlocks, BLOCKS, weekdayOf } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/** Returns the state of each block of a teacher's day, so that forms show an overlap in advance. Throws `not_found`. */
export async function getDayBlocks(ctx: ActorCtx, input: FreeBlocksInput): Promise<DayBlock[]> {
  const { teacherId, date, studentId = null, exceptLessonId = null, exceptTrialLessonId = null } = input;
  const [sections, busy] = await Promise.all([
    findAvailability(ctx.db, teacherId, ctx.actor),
    findBusyBlocks(ctx.db, { teacherId, date, studentId, exceptLessonId, exceptTrialLessonId }),
  ]);
  if (sections === null) throw notFound();
  const offered = availableBlocks(sections, weekdayOf(date));
  return BLOCKS.map(({ index }) => ({
    block: index,
    isAvailable: offered.includes(index),
    teacherBusy: busy.teacher.includes(index),
    studentBusy: busy.student.includes(index),
  }));
}
