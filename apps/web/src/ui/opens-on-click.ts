import type { MouseEvent } from "react";

const CONTROLS = "a, button, input, select, textarea, label";

/** Makes a click on a row open it, unless it hits a control in the row or ends a text selection. */
export function opensOnClick<Row>(row: Row, open: ((row: Row) => void) | undefined) {
  if (!open) return {};
  return {
    "data-opens": true,
    onClick({ target }: MouseEvent) {
      if (target instanceof Element && target.closest(CONTROLS)) return;
      if (getSelection()?.toString()) return;
      open(row);
    },
  };
}
