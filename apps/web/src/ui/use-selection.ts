import { useCallback, useMemo, useState } from "react";
import { useIsPhone } from "./use-is-phone";

/** Which rows of a list are chosen, by their keys. */
export type Selection = {
  /** whether rows can be chosen now: always on a desk, on a phone after switching it on */
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
  /** every row of all pages is chosen, but those of `keys` */
  readonly isAll: boolean;
  /** the chosen rows; with `isAll` those that are not */
  readonly keys: ReadonlySet<string>;
  readonly has: (key: string) => boolean;
  readonly choose: (keys: readonly string[], chosen: boolean) => void;
  /** chooses every row of all pages */
  readonly chooseAll: () => void;
  readonly clear: () => void;
};

/** The same for rows of a kind, and how one of them is called. */
export type RowSelection<Row> = Selection & { readonly nameOf: (row: Row) => string };

export function useSelection(): Selection {
  const isPhone = useIsPhone();
  const [isTurnedOn, setIsTurnedOn] = useState(false);
  const [{ isAll, keys }, setChosen] = useState(NONE);
  const clear = useCallback(() => setChosen(NONE), []);
  const isOn = !isPhone || isTurnedOn;
  return useMemo(
    () => ({
      isOn,
      turn(on) {
        setIsTurnedOn(on);
        if (!on) setChosen(NONE);
      },
      isAll,
      keys,
      has: (key) => keys.has(key) !== isAll,
      choose: (changed, chosen) =>
        setChosen((before) => {
          const next = new Set(before.keys);
          for (const key of changed) chosen !== before.isAll ? next.add(key) : next.delete(key);
          return { ...before, keys: next };
        }),
      chooseAll: () => setChosen({ ...NONE, isAll: true }),
      clear,
    }),
    [isOn, isAll, keys, clear],
  );
}

const NONE: { readonly isAll: boolean; readonly keys: ReadonlySet<string> } = {
  isAll: false,
  keys: new Set(),
};
