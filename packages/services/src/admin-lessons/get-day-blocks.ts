import type { DayBlock, FreeBlocksInput } from "@korki/contracts/admin-lessons";
import { PAGE_SIZE_MAX } from "@korki/contracts/paging";
import { findBusyBlocks, findHours, listBusyOutside, listClosures } from "@korki/db";
import { BLOCKS, closes, offeredBlocks } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/** Returns the state of each block of a teacher's day, so that forms show an overlap in advance. Throws `not_found`. */
export async function getDayBlocks(ctx: ActorCtx, input: FreeBlocksInput): Promise<DayBlock[]> {
  const { teacherId, date, studentId = null, exceptLessonId = null, exceptTrialLessonId = null } = input;
  const { pair = "one" } = input;
  const [found, busy, { closures }, busyOutside] = await Promise.all([
    findHours(ctx.db, teacherId, ctx.actor, { first: date, last: date }),
    findBusyBlocks(ctx.db, { teacherId, date, studentId, exceptLessonId, exceptTrialLessonId, pair }),
    listClosures(ctx.db, {
      ...{ viewer: { id: teacherId, role: "Teacher" }, from: date, to: date },
      ...{ limit: PAGE_SIZE_MAX, offset: 0 },
    }),
    listBusyOutside(ctx.db, { teacherId, first: date, last: date }),
  ]);
  if (found === null) throw notFound();
  const offered = offeredBlocks(found.hours, date);
  return BLOCKS.map(({ index: block }) => {
    const closure = closures.find((each) => closes(each, { teacherId, date, block }));
    const held = busy.held.find((each) => each.block === block);
    return {
      block,
      isAvailable: offered.includes(block),
      teacherBusy: busy.teacher.includes(block),
      studentBusy: busy.student.includes(block),
      held: held ? { name: held.name, until: held.until } : null,
      closed: closure
        ? { scope: closure.teacherId ? "teacher" : "centre", label: closure.label }
        : busyOutside.some((each) => each.block === block)
          ? { scope: "busy", label: "" }
          : null,
    };
  });
}
