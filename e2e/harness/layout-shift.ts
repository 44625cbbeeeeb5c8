import type { Page } from "playwright-core";

/** Counts by how much a page's screens move of themselves while they load, from the next load on. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
      const { dataset } = document.documentElement;
      const moved = shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
      dataset.moved = String(Number(dataset.moved ?? 0) + moved);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Returns how much the screen has moved since it began to load; 0 is not at all. */
export async function layoutShift(page: Page): Promise<number> {
  // What is shown now is counted with the next frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
  return page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0));
}
