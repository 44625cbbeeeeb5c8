/** Chance that comes out the same for the same seed, so that what was found can be had again. */
export type Chance = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** True in this share (0–1) of the cases. */
  happens(share: number): boolean;
  pick<T>(from: readonly T[]): T;
};

/** Mulberry32: 32 bits of state are plenty for choosing among inputs. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (share) => next() < share,
    pick<T>(from: readonly T[]) {
      if (from.length === 0) throw new Error("there is nothing to pick from");
      return from[Math.floor(next() * from.length)] as T;
    },
  };
}
