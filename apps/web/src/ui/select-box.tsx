import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import {
  type KeyboardEvent,
  type MouseEvent,
  startTransition,
  useEffect,
  useOptimistic,
  useRef,
} from "react";
import styles from "./select-box.module.css";
import type { Selection } from "./use-selection";

const BOXES = "input[data-row-key]";

/**
 * Chooses a row. Shift with a click or an arrow chooses all rows up to the next one; arrows alone go from row to row,
 * and Escape gives all of them up. Tab reaches one box of the list only.
 */
export function SelectBox(props: {
  selection: Selection;
  rowKey: string;
  /** what the row is about */
  name: string;
  /** Tab reaches this box */
  isFirst: boolean;
}) {
  const { selection, rowKey, name, isFirst } = props;

  function click(event: MouseEvent<HTMLInputElement>) {
    const list = boxesAround(event.currentTarget);
    const last = list.findIndex((box) => box.dataset.last !== undefined);
    const here = list.indexOf(event.currentTarget);
    const rows =
      event.shiftKey && last >= 0 ? list.slice(Math.min(last, here), Math.max(last, here) + 1) : [];
    selection.choose([...rows.map(keyOf), rowKey], event.currentTarget.checked);
    for (const box of list) delete box.dataset.last;
    event.currentTarget.dataset.last = "";
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && (selection.isAll || selection.keys.size > 0)) return selection.clear();
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const list = boxesAround(event.currentTarget);
    const next = list[list.indexOf(event.currentTarget) + step];
    if (!next) return;
    if (event.shiftKey) selection.choose([rowKey, keyOf(next)], true);
    for (const box of list) box.tabIndex = box === next ? 0 : -1;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }

  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        data-row-key={rowKey}
        tabIndex={isFirst ? 0 : -1}
        aria-label={texts.selectRow(name)}
        checked={selection.has(rowKey)}
        onChange={() => undefined}
        onClick={click}
        onKeyDown={press}
      />
    </label>
  );
}

/** Chooses all rows of the page, or none. The box shows it at once; the rows follow. */
export function SelectAllBox({ selection, keys }: { selection: Selection; keys: readonly string[] }) {
  const box = useRef<HTMLInputElement>(null);
  const [chosen, showChosen] = useOptimistic(keys.filter((key) => selection.has(key)).length);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < keys.length;
  });

  function chooseAll(all: boolean) {
    startTransition(() => {
      showChosen(all ? keys.length : 0);
      selection.choose(keys, all);
    });
  }

  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label={texts.selectAll}
        checked={chosen > 0 && chosen === keys.length}
        onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
      />
    </label>
  );
}

function boxesAround(box: HTMLInputElement): HTMLInputElement[] {
  return [...(box.closest("table, ul")?.querySelectorAll<HTMLInputElement>(BOXES) ?? [])];
}

function keyOf(box: HTMLInputElement): string {
  return box.dataset.rowKey ?? "";
}
