/** What the guard needs of a window. */
type Page = {
  readonly history: Pick<History, "go" | "replaceState" | "state">;
  readonly location: Pick<Location, "pathname" | "search">;
};

/** After so long without a step, none is on its way any more. */
const SETTLED_MS = 100;

/**
 * Asks before Back or Forward leaves unsaved work. The browser has moved already when the page hears of it: so the
 * router is kept from hearing, the place is restored by as many steps as the router's numbers of the entries say, and
 * where the person leaves after all, the same steps are taken again. Out of the product, the browser itself asks.
 *
 * @param guardPops calls back at each step before the router hears of it
 * @param holds whether there is anything to ask about
 * @param isAsked whether a question is open: what is pressed meanwhile leads back to it
 * @param ask resolves to whether the person leaves
 * @returns `moved`, to be called after each step of the router, and `stop`
 */
export function guardHistory(
  page: Page,
  calls: {
    guardPops: (guard: (event: Event) => void) => () => void;
    holds: () => boolean;
    isAsked: () => boolean;
    ask: () => Promise<boolean>;
  },
): { moved: () => void; stop: () => void } {
  let here = place();
  /** Called when the place is restored; null while nothing is on its way there. */
  let restored: (() => void) | null = null;
  let isLeaving = false;
  let settling: ReturnType<typeof setTimeout> | undefined;

  function place() {
    const { idx } = (page.history.state ?? {}) as { idx?: unknown };
    const { pathname, search } = page.location;
    return { number: typeof idx === "number" ? idx : null, address: pathname + search };
  }

  function stepsTo(now: typeof here): number {
    return now.number !== null && here.number !== null ? now.number - here.number : 0;
  }

  function popped(event: Event) {
    // A link to a place on the page makes an entry of its own: it gets its number before the router looks for one.
    if (place().number === null && here.number !== null) {
      page.history.replaceState({ idx: here.number + 1 }, "");
    }
    const now = place();
    const steps = stepsTo(now);
    if (restored) {
      event.stopImmediatePropagation();
      clearTimeout(settling);
      // Of two steps in quick succession the second came in between; the way back may still be on its way.
      if (steps !== 0) settling = setTimeout(goBack, SETTLED_MS);
      else goBack();
      return;
    }
    if (isLeaving || steps === 0 || now.address === here.address || !calls.holds()) {
      isLeaving = false;
      here = now;
      return;
    }
    event.stopImmediatePropagation();
    restored = calls.isAsked() ? () => undefined : () => void askFor(steps);
    goBack();
  }

  function goBack() {
    const steps = stepsTo(place());
    if (steps !== 0) return page.history.go(-steps);
    const goOn = restored;
    restored = null;
    goOn?.();
  }

  async function askFor(steps: number) {
    if (!(await calls.ask())) return;
    isLeaving = true;
    page.history.go(steps);
  }

  const unguard = calls.guardPops(popped);
  return {
    moved() {
      if (!restored) here = place();
    },
    stop() {
      clearTimeout(settling);
      unguard();
    },
  };
}
