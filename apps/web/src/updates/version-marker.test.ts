import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepVersionMarker, keptKey } from "./version-marker";

/** A browser's storage and caches, as far as the marker touches them. */
function browser(stored: Record<string, string>, cacheNames: string[]) {
  const storage = Object.assign(Object.create(storageMethods), stored) as Storage;
  const names = new Set(cacheNames);
  const reload = vi.fn();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("caches", {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  });
  vi.stubGlobal("location", { reload });
  return { storage, names, reload };
}

const storageMethods = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value;
  },
  clear(this: Record<string, string>) {
    for (const key of Object.keys(this)) delete this[key];
  },
};

describe("the version marker", () => {
  beforeEach(() => vi.unstubAllGlobals());
  afterEach(() => vi.unstubAllGlobals());

  it("only stores the version on the first visit", async () => {
    const { storage, reload } = browser({}, []);
    expect(await keepVersionMarker("0.0.4")).toBe(false);
    expect(storage.getItem("appVersion")).toBe("0.0.4");
    expect(reload).not.toHaveBeenCalled();
  });

  it("clears what an older version left, keeps a person's choices, and reloads once", async () => {
    const scheme = keptKey("colour-scheme");
    const { storage, names, reload } = browser({ appVersion: "0.0.3", junk: "1", [scheme]: "dark" }, [
      "korki-precache-v2-0.0.3",
      "korki-screens-0.0.3",
      "korki-precache-v2-0.0.4",
      "korki-precache-v2-10.0.4",
    ]);
    expect(await keepVersionMarker("0.0.4")).toBe(true);
    expect({ ...storage }).toEqual({ appVersion: "0.0.4", [scheme]: "dark" });
    expect([...names]).toEqual(["korki-precache-v2-0.0.4"]);
    expect(reload).toHaveBeenCalledTimes(1);

    expect(await keepVersionMarker("0.0.4")).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("changes nothing when a rolling deployment answers with the older version again", async () => {
    const { storage, names, reload } = browser({ appVersion: "0.0.5", mine: "1" }, ["korki-screens-0.0.5"]);
    for (const version of ["0.0.4", "0.0.5", "0.0.4"]) expect(await keepVersionMarker(version)).toBe(false);
    expect({ ...storage }).toEqual({ appVersion: "0.0.5", mine: "1" });
    expect(names.size).toBe(1);
    expect(reload).not.toHaveBeenCalled();
  });
});
