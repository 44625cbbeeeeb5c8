import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { Agenda, type AgendaLine } from "./agenda";
import { Card } from "./card";
import type { Column } from "./column";
import { DataCards } from "./data-cards";
import styles from "./data-table.module.css";
import { opensOnClick } from "./opens-on-click";
import { Pages } from "./pages";
import { ScrollRegion } from "./scroll-region";
import { SelectAllBox, SelectBox } from "./select-box";
import { isSortable, useTablePage } from "./table-page";
import { useIsPhone } from "./use-is-phone";
import type { ListState } from "./use-list-state";
import type { RowSelection } from "./use-selection";

export type { Column };

/** A dense table of many columns scrolls rather than making them narrower than so many rem on average. */
const LEAST_WIDTH = 8;

/** The rows are one page of a longer list that the server orders and counts. */
export type ServerPages = { readonly total: number; readonly pageSize: number };

/**
 * A list as a table with a sticky header, at most as high as the page; on a phone each row is a card, or a line of an
 * agenda. Sort and page live in the address bar (`useListState`), filters are the caller's: rows come in filtered.
 */
export function DataTable<Row>(props: {
  /** accessible name */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  list: ListState;
  /** shown instead of the table where there are no rows, e.g. `<EmptyState title="Brak" />` */
  empty: ReactNode;
  /** rows on one page; long lists are paged so that they stay quick */
  pageSize?: number;
  /** where the server orders and pages */
  paging?: ServerPages;
  /** a click anywhere in a row opens it; keys do by the button in the row */
  onOpen?: (row: Row) => void;
  /** on a phone the rows are an agenda; needs `onOpen` */
  agenda?: AgendaLine<Row>;
  /** on a phone the order is chosen elsewhere, e.g. beside the filters */
  isOrderedAbove?: boolean;
  /** newer rows are on their way: these stay, and step back */
  busy?: boolean;
  /** at most 40vh high, as the lesson tables of students and teachers are */
  isShort?: boolean;
  /** on a desk each row is one line: what does not fit is cut */
  isDense?: boolean;
  /** rows can be chosen */
  selection?: RowSelection<Row>;
}) {
  const { label, rowKey, columns, list, empty, paging, selection } = props;
  const isPhone = useIsPhone();
  const local = useTablePage(props.rows, columns, list, props.pageSize ?? 50);
  const { rows, page, pages } = paging
    ? { rows: props.rows, page: list.page, pages: Math.ceil(paging.total / paging.pageSize) }
    : local;

  const waiting = { "aria-busy": props.busy, "data-busy": props.busy || undefined };

  if (props.rows.length === 0) {
    return (
      <div {...waiting}>
        <Card>{empty}</Card>
      </div>
    );
  }
  return (
    <div className={styles.list} {...waiting}>
      {isPhone && props.agenda && props.onOpen ? (
        <Agenda
          label={label}
          rows={rows}
          rowKey={rowKey}
          line={props.agenda}
          onOpen={props.onOpen}
          selection={selection}
        />
      ) : isPhone ? (
        <DataCards
          label={label}
          rows={rows}
          rowKey={rowKey}
          columns={columns}
          list={props.isOrderedAbove ? null : list}
          selection={selection}
          {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        />
      ) : (
        <ScrollRegion
          label={label}
          className={styles.scroll}
          data-short={props.isShort || undefined}
          data-dense={props.isDense || undefined}
        >
          <table
            className={styles.table}
            style={props.isDense ? { minWidth: `${columns.length * LEAST_WIDTH}rem` } : undefined}
          >
            <thead>
              <tr>
                {selection?.isOn ? (
                  <th scope="col" className={styles.select}>
                    <SelectAllBox selection={selection} keys={rows.map(rowKey)} />
                  </th>
                ) : null}
                {columns.map((column) => (
                  <th
                    key={column.key}
                    scope="col"
                    data-align={column.align}
                    data-only-wide={column.onlyWide || undefined}
                    style={props.isDense && column.width ? { width: `${column.width}rem` } : undefined}
                    aria-sort={
                      list.sort?.key === column.key
                        ? list.sort.descending
                          ? "descending"
                          : "ascending"
                        : undefined
                    }
                  >
                    <ColumnHeader column={column} list={list} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr
                  key={rowKey(row)}
                  data-chosen={selection?.has(rowKey(row)) || undefined}
                  {...opensOnClick(row, props.onOpen)}
                >
                  {selection?.isOn ? (
                    <td className={styles.select}>
                      <SelectBox
                        selection={selection}
                        rowKey={rowKey(row)}
                        name={selection.nameOf(row)}
                        isFirst={at === 0}
                      />
                    </td>
                  ) : null}
                  <Cells row={row} columns={columns} isDense={props.isDense ?? false} />
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <Pages page={page} pages={pages} onChange={list.goToPage} label={label} />
    </div>
  );
}

/** The cells of a row. They re-render when the row or the columns change, not when rows are chosen. */
const Cells = memo(function Cells<Row>({ row, columns, isDense }: CellsProps<Row>) {
  return columns.map((column) => (
    <td
      key={column.key}
      data-align={column.align}
      data-only-wide={column.onlyWide || undefined}
      data-shortened={isDense || undefined}
    >
      {column.cell(row)}
    </td>
  ));
}) as <Row>(props: CellsProps<Row>) => ReactNode;

type CellsProps<Row> = { row: Row; columns: readonly Column<Row>[]; isDense: boolean };

function ColumnHeader<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  if (column.headerHidden) return <span className="read-out">{column.header}</span>;
  if (!isSortable(column)) return column.header;
  return (
    <SortButton
      label={column.header}
      direction={list.sort?.key === column.key ? (list.sort.descending ? "descending" : "ascending") : null}
      onClick={() => list.sortBy(column.key)}
    />
  );
}

/** A column's header that orders the rows by it; the header cell's `aria-sort` states the order. */
function SortButton(props: {
  label: string;
  direction: "ascending" | "descending" | null;
  onClick: () => void;
}) {
  const Icon =
    props.direction === null
      ? IconArrowsSort
      : props.direction === "descending"
        ? IconArrowDown
        : IconArrowUp;
  return (
    <UnstyledButton className={styles.sort} data-active={props.direction !== null} onClick={props.onClick}>
      {props.label}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}
