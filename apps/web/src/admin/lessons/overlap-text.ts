import type { DayBlock } from "@korki/contracts/admin-lessons";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";

/** What stands in the way at a block, in the server's own words; null where nothing does, or it is not known yet. */
export function overlapText(blocks: readonly DayBlock[] | null, block: number | null): string | null {
  const state = blocks?.find((known) => known.block === block);
  if (state?.teacherBusy) return adminLessonTexts.teacherBusy;
  return state?.studentBusy ? adminLessonTexts.studentBusy : null;
}
