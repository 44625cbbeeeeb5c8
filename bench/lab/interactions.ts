import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";

/** What a person does, and what has to be so before it begins. Without `before` it follows the action above it. */
export type Action = {
  name: string;
  before?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
};

/** How long an interaction took, in ms, and of what that consists. */
export type Interaction = { took: number; parts: string };

/** The interactions of one action. */
type Taken = {
  /** Those that took at least 16 ms; the browser tells of no others. */
  slow: Interaction[];
  /** How many there were in all. */
  count: number;
};

/** Of each time that an action was taken, its slowest interaction; sorted. */
export type ActionFigures = { name: string; slowest: Interaction[] };

/** From key to key, as somebody who types fast. */
export const KEY_MS = 120;
/** How long the pointer rests on a button before it goes down, and how long it is down. */
const AIM_MS = 100;
const HELD_MS = 80;

/**
 * Presses as a hand does: the pointer is there before it goes down, and goes up some time later. Playwright's own click
 * looks up within the event which element it meets, and lays out the page for it.
 */
export async function press(target: Locator): Promise<void> {
  const { mouse } = target.page();
  await target.hover();
  await pause(AIM_MS);
  await mouse.down();
  await pause(HELD_MS);
  await mouse.up();
}

const NOTHING: Interaction = { took: 0, parts: "" };
/**
 * After an action the page is left alone for so long: what is asked of it runs on its processor, and would delay the paint
 * that is measured. Entries arrive a moment after that paint.
 */
const REST_MS = 400;
/** A page in a call is never idle for long. */
const IDLE_MAX_MS = 1_000;

/**
 * Runs in the pages: keeps how long each interaction took from the key or click to the next paint, by the browser's own
 * Event Timing. A string, as it is the browser's code and not this program's.
 */
export const OBSERVE_INTERACTIONS = `
  globalThis.interactions = new Map();
  globalThis.interactionsBefore = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, name, startTime, processingStart, processingEnd, duration } of list.getEntries()) {
      if (!interactionId) continue;
      const known = interactions.get(interactionId);
      // Going up and the click that follows it are answered by one paint: all their handlers are part of it.
      const isOfPaint = known && Math.abs(known.start + known.took - startTime - duration) <= 8;
      const end = Math.max(processingEnd, isOfPaint ? known.end : 0);
      const longest = known?.took >= duration ? known : { start: startTime, began: processingStart, took: duration, name };
      if (!known || isOfPaint || longest !== known) interactions.set(interactionId, { ...longest, end });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
`;

/** Returns and forgets them, once the page rests. */
const TAKE_INTERACTIONS = `new Promise((resolve) => {
  requestIdleCallback(() => {
    const count = performance.interactionCount - interactionsBefore;
    const slow = [...interactions.values()].map(({ start, began, end, took, name }) => ({
      took,
      parts: [began - start, end - began, start + took - end].map(Math.round).join(" + ") + " " + name,
    }));
    resolve({ slow, count });
    interactionsBefore += count;
    interactions.clear();
  }, { timeout: ${IDLE_MAX_MS} });
})`;

/** Takes every action in each round. Returns the interactions of each action, by action and round. */
async function takeRounds(page: Page, actions: readonly Action[], rounds: number): Promise<Taken[][]> {
  const settled = () => page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  const take = () => page.evaluate<Taken>(TAKE_INTERACTIONS);
  const taken: Taken[][] = actions.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { before, act }] of actions.entries()) {
      await before?.(page);
      await settled();
      await pause(REST_MS);
      await take();
      await act(page);
      await pause(REST_MS);
      await settled();
      taken[at]?.push(await take());
    }
  }
  return taken;
}

/** Takes every action in each round. Returns the figures of each action, and INP of all rounds together. */
export async function takeActions(
  page: Page,
  actions: readonly Action[],
  rounds: number,
): Promise<{ figures: ActionFigures[]; inp: number }> {
  const taken = await takeRounds(page, actions, rounds);
  const figures = actions.map(({ name }, at) => ({
    name,
    slowest: (taken[at] ?? []).map(({ slow }) => slow.toSorted(byTime).at(-1) ?? NOTHING).toSorted(byTime),
  }));
  return { figures, inp: interactionToNextPaint(taken.flat()) };
}

/** Returns INP as the web's vitals count it: the slowest interaction, without one outlier for each 50. */
function interactionToNextPaint(taken: readonly Taken[]): number {
  const count = taken.reduce((sum, one) => sum + one.count, 0);
  const slow = taken.flatMap((one) => one.slow).toSorted(byTime);
  return slow.at(-1 - Math.floor(count / 50))?.took ?? 0;
}

/** Returns the median and the worst of the times, in ms. */
export function median(slowest: readonly Interaction[]): number {
  return slowest[Math.floor(slowest.length / 2)]?.took ?? 0;
}

/** The rows of a table: of what the worst consists is waiting, handlers and drawing. */
export function rowsOf(figures: readonly ActionFigures[]): string[][] {
  return [
    ["action", "median ms", "worst ms", "waited + handled + drawn"],
    ...figures.map(({ name, slowest }) => [
      name,
      String(median(slowest)),
      String(slowest.at(-1)?.took ?? 0),
      slowest.at(-1)?.parts ?? "",
    ]),
  ];
}

function byTime(one: Interaction, other: Interaction): number {
  return one.took - other.took;
}
