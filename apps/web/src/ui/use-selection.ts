import { useMemo, useState } from "react";
import { useIsPhone } from "./use-is-phone";

/** Which rows of a list are chosen, by their keys. */
export type Selection = {
  /** whether rows can be chosen now: always on a desk, on a phone after switching it on */
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
  readonly keys: ReadonlySet<string>;
  readonly choose: (keys: readonly string[], chosen: boolean) => void;
  readonly clear: () => void;
};

/** The same for rows of a kind, and how one of them is called. */
export type RowSelection<Row> = Selection & { readonly nameOf: (row: Row) => string };

export function useSelection(): Selection {
  const isPhone = useIsPhone();
  const [isTurnedOn, setIsTurnedOn] = useState(false);
  const [keys, setKeys] = useState<ReadonlySet<string>>(NONE);
  const isOn = !isPhone || isTurnedOn;
  return useMemo(
    () => ({
      isOn,
      turn(on) {
        setIsTurnedOn(on);
        if (!on) setKeys(NONE);
      },
      keys,
      choose: (changed, chosen) =>
        setKeys((before) => {
          const next = new Set(before);
          for (const key of changed) chosen ? next.add(key) : next.delete(key);
          return next;
        }),
      clear: () => setKeys(NONE),
    }),
    [isOn, keys],
  );
}

const NONE: ReadonlySet<string> = new Set();
