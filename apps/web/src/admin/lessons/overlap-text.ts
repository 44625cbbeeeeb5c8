import type { DayBlock } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";

/**
 * Returns the blocks at which a double lesson may begin, each as it and the next stand together. Of two closures the one
 * that is no mere absence elsewhere counts.
 */
export function doubleBlocks(blocks: readonly DayBlock[]): DayBlock[] {
  return blocks.flatMap((first) => {
    const next = blocks.find(({ block }) => block === first.block + 1);
    if (!next) return [];
    return {
      block: first.block,
      isAvailable: first.isAvailable && next.isAvailable,
      teacherBusy: first.teacherBusy || next.teacherBusy,
      studentBusy: first.studentBusy || next.studentBusy,
      held: first.held ?? next.held,
      closed: first.closed?.scope === "busy" ? (next.closed ?? first.closed) : (first.closed ?? next.closed),
    };
  });
}

/** Returns the question of a closed block that is not answered yet; null for an open one. */
export function closureText(
  blocks: readonly DayBlock[] | null,
  block: number | null,
  isOverridden: boolean,
): string | null {
  const closed = blocks?.find((known) => known.block === block)?.closed;
  if (!closed || isOverridden) return null;
  return closed.scope === "busy"
    ? adminLessonScreenTexts.overrideBusyRequired
    : adminLessonScreenTexts.overrideRequired(closed.label);
}

/** Returns what the server is told where somebody says that the lesson takes place all the same. */
export function overrideOf(
  blocks: readonly DayBlock[] | null,
  block: number | null,
): { overrideClosure: true } | { overrideBusy: true } {
  const closed = blocks?.find((known) => known.block === block)?.closed;
  return closed?.scope === "busy" ? { overrideBusy: true } : { overrideClosure: true };
}

/** Returns what overlaps with a block, in the server's text; null if nothing does or it is not known yet. */
export function overlapText(blocks: readonly DayBlock[] | null, block: number | null): string | null {
  const state = blocks?.find((known) => known.block === block);
  if (state?.teacherBusy) return adminLessonTexts.teacherBusy;
  return state?.studentBusy ? adminLessonTexts.studentBusy : null;
}
