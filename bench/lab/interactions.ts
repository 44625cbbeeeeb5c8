import type { Page } from "playwright-core";

/** What a person does, and what has to be so before it begins. Without `before` it follows the action above it. */
export type Action = {
  name: string;
  before?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
};

/** How long an interaction took, in ms, and of what that consists. */
export type Interaction = { took: number; parts: string };

/** Of each time that an action was taken, its slowest interaction; sorted. */
export type ActionFigures = { name: string; slowest: Interaction[] };

const NOTHING: Interaction = { took: 0, parts: "" };
/** Entries arrive a moment after the paint that they measured. */
const REST_MS = 250;
/** A page in a call is never idle for long. */
const IDLE_MAX_MS = 1_000;

/**
 * Runs in the pages: keeps how long each interaction took from the key or click to the next paint, by the browser's own
 * Event Timing. A string, as it is the browser's code and not this program's.
 */
export const OBSERVE_INTERACTIONS = `
  globalThis.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, name, startTime, processingStart, processingEnd, duration } of list.getEntries()) {
      if (!interactionId || duration <= (interactions.get(interactionId)?.took ?? 0)) continue;
      const parts = [processingStart - startTime, processingEnd - processingStart, startTime + duration - processingEnd];
      interactions.set(interactionId, { took: duration, parts: parts.map(Math.round).join(" + ") + " " + name });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
`;

/** Returns and forgets them, once the page rests. */
const TAKE_INTERACTIONS = `new Promise((resolve) => {
  requestIdleCallback(() => setTimeout(() => {
    resolve([...interactions.values()]);
    interactions.clear();
  }, ${REST_MS}), { timeout: ${IDLE_MAX_MS} });
})`;

/** Takes every action in each round. Returns every interaction of an action that took at least 16 ms, by action and round. */
async function takeRounds(
  page: Page,
  actions: readonly Action[],
  rounds: number,
): Promise<Interaction[][][]> {
  const settled = () => page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  const taken: Interaction[][][] = actions.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { before, act }] of actions.entries()) {
      await before?.(page);
      await settled();
      await page.evaluate(TAKE_INTERACTIONS);
      await act(page);
      await settled();
      taken[at]?.push(await page.evaluate<Interaction[]>(TAKE_INTERACTIONS));
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
    slowest: (taken[at] ?? [])
      .map((interactions) => interactions.toSorted(byTime).at(-1) ?? NOTHING)
      .toSorted(byTime),
  }));
  return { figures, inp: interactionToNextPaint(taken.flat(2)) };
}

/** Returns INP as the web's vitals count it: the slowest interaction, without one outlier for each 50. */
function interactionToNextPaint(interactions: readonly Interaction[]): number {
  return interactions.toSorted(byTime).at(-1 - Math.floor(interactions.length / 50))?.took ?? 0;
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
