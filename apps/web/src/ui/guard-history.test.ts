import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guardHistory } from "./guard-history";

/** A browser's history, whose steps take effect later, as in a browser. */
class Browser extends EventTarget {
  entries: { state: unknown; pathname: string; search: string }[] = [];
  at = -1;
  pending: number[] = [];
  readonly location: { pathname: string; search: string };
  readonly history: Pick<History, "state" | "go" | "replaceState">;

  constructor() {
    super();
    const entry = () => this.entries[this.at] ?? { state: null, pathname: "", search: "" };
    this.location = {
      get pathname() {
        return entry().pathname;
      },
      get search() {
        return entry().search;
      },
    };
    this.history = {
      get state() {
        return entry().state;
      },
      go: (steps = 0) => this.pending.push(steps),
      replaceState: (state) => {
        entry().state = state;
      },
    };
  }

  push(address: string, state: unknown = { idx: this.at + 1 }): void {
    const [pathname = "", search = ""] = address.split("?");
    this.at += 1;
    this.entries.splice(this.at, Number.POSITIVE_INFINITY, { state, pathname, search });
  }

  /** Lets the steps take effect that were asked for. */
  async settle(): Promise<void> {
    for (let steps = this.pending.shift(); steps !== undefined; steps = this.pending.shift()) {
      this.at += steps;
      this.dispatchEvent(new Event("popstate"));
      if (this.pending.length === 0) await vi.runAllTimersAsync();
    }
  }
}

let browser: Browser;
let isDirty: boolean;
let answer: (leaves: boolean) => void;
let isAsked: boolean;
const router = vi.fn();
const ask = vi.fn(() => {
  isAsked = true;
  return new Promise<boolean>((resolve) => {
    answer = (leaves) => {
      isAsked = false;
      resolve(leaves);
    };
  });
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  browser = new Browser();
  isDirty = true;
  isAsked = false;
  for (const address of ["/a", "/b", "/c", "/d"]) browser.push(address);
  const guard = guardHistory(browser, {
    guardPops(listener) {
      browser.addEventListener("popstate", listener);
      return () => browser.removeEventListener("popstate", listener);
    },
    holds: () => isDirty,
    isAsked: () => isAsked,
    ask,
  });
  browser.addEventListener("popstate", () => router(browser.location.pathname));
  browser.push("/form");
  guard.moved();
});
afterEach(() => vi.useRealTimers());

async function go(...steps: number[]): Promise<void> {
  browser.pending.push(...steps);
  await browser.settle();
}

describe("Back from unsaved work", () => {
  it("leads on at once where there is none", async () => {
    isDirty = false;
    await go(-1);
    expect(ask).not.toHaveBeenCalled();
    expect(router.mock.calls).toEqual([["/d"]]);
  });

  it.each([-1, -3])("by %i steps asks once, and stays", async (steps) => {
    await go(steps);
    expect(ask).toHaveBeenCalledTimes(1);
    answer(false);
    await go();
    expect(browser.location.pathname).toBe("/form");
    expect(router).not.toHaveBeenCalled();

    await go(steps);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it.each([
    [-1, "/d"],
    [-3, "/b"],
  ])("by %i steps goes where the person wanted", async (steps, address) => {
    await go(steps);
    answer(true);
    await vi.runAllTimersAsync();
    await go();
    expect(router.mock.calls).toEqual([[address]]);
    expect(browser.location.pathname).toBe(address);

    // And from there on forwards, with nothing to ask.
    isDirty = false;
    await go(1);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(router).toHaveBeenCalledTimes(2);
  });

  it("asks before Forward, too", async () => {
    isDirty = false;
    await go(-2);
    isDirty = true;
    await go(2);
    answer(false);
    await go();
    expect(browser.location.pathname).toBe("/c");
    expect(router.mock.calls).toEqual([["/c"]]);
  });

  it("asks once for two steps in quick succession, and while the question is open", async () => {
    await go(-1, -1);
    await go(-1);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(browser.location.pathname).toBe("/form");
    expect(router).not.toHaveBeenCalled();
  });

  it("leaves alone what stays on the screen, and gives an entry of the browser's own its number", async () => {
    browser.push("/form", null);
    browser.dispatchEvent(new Event("popstate"));
    expect(browser.history.state).toEqual({ idx: 5 });
    await go(-1);
    expect(ask).not.toHaveBeenCalled();
    expect(router).toHaveBeenCalledTimes(2);
    await go(-1);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
