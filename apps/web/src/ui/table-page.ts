import { lazy } from "@korki/domain";
import { useMemo } from "react";
import type { ListState } from "./use-list-state";

/** What a column orders by; null stands last. */
export type SortValue = string | number | null;

type Sortable<Row> = {
  readonly key: string;
  readonly sortValue?: (row: Row) => SortValue;
  readonly sortable?: true;
};

/** Whether a list can be ordered by this column, here or by the server. */
export function isSortable<Row>({ sortValue, sortable }: Sortable<Row>): boolean {
  return sortValue !== undefined || sortable === true;
}

const polish = lazy(() => new Intl.Collator("pl", { numeric: true, sensitivity: "base" }));

/** The rows of the page that the address bar names, in its order; a page past the end is the last one. */
export function useTablePage<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  { sort, page }: Pick<ListState, "sort" | "page">,
  pageSize: number,
): { rows: readonly Row[]; page: number; pages: number } {
  return useMemo(() => {
    const sortValue = columns.find(({ key }) => key === sort?.key)?.sortValue;
    const ordered = sortValue ? sortRows(rows, sortValue, sort?.descending ?? false) : rows;
    const pages = Math.max(1, Math.ceil(rows.length / pageSize));
    const shown = Math.min(page, pages);
    return { rows: ordered.slice((shown - 1) * pageSize, shown * pageSize), page: shown, pages };
  }, [rows, columns, sort, page, pageSize]);
}

/** A new array in the order of a value: Polish letters where they belong, numbers by size, nothing last. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => SortValue,
  descending: boolean,
): Row[] {
  const turn = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortValue(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return turn * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : polish().compare(String(a), String(b));
}
