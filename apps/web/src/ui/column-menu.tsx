import { listTexts } from "@korki/contracts/texts/lists";
import { Button, Menu } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { IconColumns3 } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Column } from "./column";
import type { ListState } from "./use-list-state";

const PARAMETER = "kolumny";

/** The columns of a list that are shown, in the list's order; its title always is. */
export type ChosenColumns<Row> = {
  readonly all: readonly Column<Row>[];
  readonly shown: readonly Column<Row>[];
  /** the keys of the shown ones as the address names them */
  readonly named: string;
  readonly choose: (key: string, isShown: boolean) => void;
  readonly reset: () => void;
};

/**
 * Which columns are shown: those that the address names, else those that this device remembers, else all but the extra
 * ones.
 *
 * @param name of the list, under which the device remembers its columns
 */
export function useChosenColumns<Row>(
  name: string,
  all: readonly Column<Row>[],
  list: ListState,
): ChosenColumns<Row> {
  const named = list.filter(PARAMETER);
  const storage = `korki.${PARAMETER}.${name}`;
  const [remembered, setRemembered] = useState(() => localStorage.getItem(storage));
  // What was chosen last, until the address names it: a second press may come before that.
  const last = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address ends it
  useEffect(() => {
    last.current = undefined;
  }, [named]);
  return useMemo(() => {
    const chosen = named || remembered || usualOf(all);
    const shown = columnsOf(all, chosen);
    function keep(keys: string | null) {
      if (keys === null) localStorage.removeItem(storage);
      else localStorage.setItem(storage, keys);
      last.current = keys ?? usualOf(all);
      setRemembered(keys);
      list.setFilters({ [PARAMETER]: keys });
    }
    return {
      all,
      shown,
      named: keysOf(shown),
      choose(key, isWanted) {
        const before = columnsOf(all, last.current ?? chosen);
        keep(keysOf(all.filter((column) => (column.key === key ? isWanted : before.includes(column)))));
      },
      reset: () => keep(null),
    };
  }, [storage, all, list, named, remembered]);
}

function columnsOf<Row>(all: readonly Column<Row>[], keys: string): Column<Row>[] {
  const chosen = keys.split(",");
  return all.filter(({ key, onCard }) => onCard === "title" || chosen.includes(key));
}

function keysOf<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(({ key }) => key).join(",");
}

function usualOf<Row>(all: readonly Column<Row>[]): string {
  return keysOf(all.filter(({ isExtra }) => !isExtra));
}

/** Chooses the columns of a table. */
export function ColumnMenu<Row>({ columns }: { columns: ChosenColumns<Row> }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {listTexts.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.all
          .filter(({ onCard }) => onCard !== "title")
          .map((column) => (
            <Menu.CheckboxItem
              key={column.key}
              checked={columns.shown.includes(column)}
              onChange={(isShown) => columns.choose(column.key, isShown)}
            >
              {column.header}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={columns.reset}>{listTexts.usualColumns}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
