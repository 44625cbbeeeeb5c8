/** Lessons are mostly from here on. */
const FIRST_AFTERNOON_BLOCK = 7;

/** Blocks that are seen at once, at least. */
const SEEN_BLOCKS = 6;

/** Scrolls a week to the blocks that hold most of its lessons, else to the afternoon: mornings are mostly empty. */
export function scrollToLessons(scroll: HTMLElement | null): void {
  if (!scroll) return;
  const rows = [...scroll.querySelectorAll<HTMLElement>("tbody tr")];
  const row = rows[busiestStart(rows.map((each) => each.querySelectorAll("[data-status]").length))];
  const header = scroll.querySelector("thead");
  scroll.scrollTop = row && header ? row.offsetTop - header.offsetHeight : 0;
}

/** Returns the block at which most lessons are seen; the earlier one of equals, and the afternoon for none. */
export function busiestStart(lessonsOf: readonly number[]): number {
  let start = FIRST_AFTERNOON_BLOCK;
  let most = 0;
  for (const [block, count] of lessonsOf.entries()) {
    if (count === 0) continue;
    const seen = lessonsOf.slice(block, block + SEEN_BLOCKS).reduce((sum, each) => sum + each, 0);
    if (seen > most) [start, most] = [block, seen];
  }
  return start;
}
