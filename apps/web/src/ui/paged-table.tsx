import type { Page } from "@korki/contracts/paging";
import { bulkTexts } from "@korki/contracts/texts/bulk";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { AgendaLine } from "./agenda";
import { type Column, DataTable } from "./data-table";
import { Loaded, TableSkeleton } from "./page-states";
import styles from "./paged-table.module.css";
import { useIsPhone } from "./use-is-phone";
import type { ListState } from "./use-list-state";
import { usePages } from "./use-pages";
import type { RowSelection, Selection } from "./use-selection";

/** The parts of a query that a paged table reads. */
export type PagedQuery<Row> = {
  readonly data: Page<Row> | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
};

/**
 * A list that the server searches, orders and pages, with its loading, empty and error states. Rows of the page before
 * stay while the next one loads (`placeholderData: keepPreviousData` in the query). A page past the end turns back to
 * the last one.
 */
export function PagedTable<Row>(props: {
  label: string;
  query: PagedQuery<Row>;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  list: ListState;
  empty: ReactNode;
  /** a click anywhere in a row opens it */
  onOpen?: (row: Row) => void;
  /** on a phone the rows are an agenda */
  agenda?: AgendaLine<Row>;
  /** on a phone the order is chosen elsewhere */
  isOrderedAbove?: boolean;
  /** how long the whole list is, in words; said when it changes */
  count?: (total: number) => string;
  selection?: RowSelection<Row> | undefined;
  /** one-line rows on a desk */
  isDense?: boolean;
  /** beside the number of rows; there while the rows load, too */
  tools?: ReactNode;
}) {
  const { query, list } = props;
  usePages(query, list);
  return (
    <Loaded
      query={query}
      skeleton={<ListSkeleton isCounted={props.count !== undefined} tools={props.tools} />}
    >
      {({ items, total, pageSize }) => (
        <div className={styles.table}>
          {props.count ? (
            <div className={styles.head}>
              <p className={styles.count} role="status">
                {props.count(total)}
              </p>
              {props.selection && total > 0 ? <SelectSwitch selection={props.selection} /> : null}
              {props.tools ? <div className={styles.tools}>{props.tools}</div> : null}
            </div>
          ) : null}
          <DataTable
            label={props.label}
            rows={items}
            rowKey={props.rowKey}
            columns={props.columns}
            list={list}
            empty={props.empty}
            paging={{ total, pageSize }}
            isOrderedAbove={props.isOrderedAbove ?? false}
            {...(props.selection ? { selection: props.selection } : {})}
            {...(props.onOpen ? { onOpen: props.onOpen } : {})}
            {...(props.agenda ? { agenda: props.agenda } : {})}
            busy={query.isPlaceholderData}
            isDense={props.isDense ?? false}
          />
        </div>
      )}
    </Loaded>
  );
}

/** On a phone rows are chosen after saying so: a tap opens them otherwise. */
function SelectSwitch({ selection }: { selection: Selection }) {
  const isPhone = useIsPhone();
  if (!isPhone) return null;
  return (
    <Button variant="default" size="sm" h={44} onClick={() => selection.turn(!selection.isOn)}>
      {selection.isOn ? bulkTexts.endSelecting : bulkTexts.select}
    </Button>
  );
}

/** Keeps the place of the line that says how long the list is. */
function ListSkeleton({ isCounted, tools }: { isCounted: boolean; tools: ReactNode }) {
  return (
    <div className={styles.table}>
      {isCounted ? (
        <div className={styles.head}>
          <p className={styles.count} aria-hidden>
            &nbsp;
          </p>
          {tools ? <div className={styles.tools}>{tools}</div> : null}
        </div>
      ) : null}
      <TableSkeleton rows={8} />
    </div>
  );
}
