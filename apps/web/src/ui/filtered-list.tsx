import { listTexts } from "@korki/contracts/texts/lists";
import { Button } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import type { AgendaLine } from "./agenda";
import type { Column } from "./data-table";
import { FilterBar, type FilterState, type Filters } from "./filters";
import { formatNumber } from "./formats";
import { EmptyState } from "./page-states";
import { type PagedQuery, PagedTable } from "./paged-table";
import type { PictureName } from "./picture";
import type { RowSelection } from "./use-selection";

/** What a list says where it has no rows. */
export type EmptyTexts = {
  readonly picture: PictureName;
  /** „Brak” */
  readonly title: string;
  /** no row matches the filters */
  readonly nothingFound: string;
  /** there is no row at all: the next step in words, and its button */
  readonly noneYet?: string;
  readonly action?: ReactNode;
};

/**
 * A list that the server searches, filters, orders and pages. Where filters leave nothing, it says so. A
 * screen needs: its filters as values (`useFilters`), a query with `state.values` and `list.page`, its
 * columns and its texts.
 */
export function FilteredList<Row, Of extends Filters>(props: {
  label: string;
  /** accessible name of the filters */
  filtersLabel: string;
  state: FilterState<Of>;
  /** at the end of the filters' row, where the screen's header has no room for it */
  action?: ReactNode;
  query: PagedQuery<Row>;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** how many there are, in words */
  count: (total: number, shown: string) => string;
  empty: EmptyTexts;
  /** a click anywhere in a row opens it */
  onOpen?: (row: Row) => void;
  /** on a phone the rows are an agenda */
  agenda?: AgendaLine<Row>;
  /** rows can be chosen */
  selection?: RowSelection<Row>;
  /** one-line rows and filters without visible labels, so that many rows fit on a desk's screen */
  isDense?: boolean;
  /** beside the number of rows */
  tools?: ReactNode;
}) {
  const { state, count, filtersLabel, columns, action, isDense = false } = props;
  // The fields re-render when they change, not when rows are chosen.
  const filterBar = useMemo(
    () => (
      <FilterBar
        label={filtersLabel}
        state={state}
        order={{ columns, list: state.list }}
        action={action}
        isDense={isDense}
      />
    ),
    [filtersLabel, state, columns, action, isDense],
  );
  return (
    <>
      {filterBar}
      <PagedTable
        label={props.label}
        query={props.query}
        rowKey={props.rowKey}
        columns={columns}
        list={state.list}
        isOrderedAbove
        isDense={isDense}
        tools={props.tools}
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        {...(props.agenda ? { agenda: props.agenda } : {})}
        selection={props.selection}
        count={(total) => count(total, formatNumber(total))}
        empty={<NoRows {...props.empty} isFiltered={state.isActive} onShowAll={state.clear} />}
      />
    </>
  );
}

/** Says why a list is empty, and what can be done about it. */
export function NoRows({ onShowAll, ...props }: EmptyTexts & { isFiltered: boolean; onShowAll: () => void }) {
  const { picture, title, isFiltered } = props;
  return isFiltered ? (
    <EmptyState
      picture="search"
      title={title}
      text={props.nothingFound}
      action={
        <Button variant="default" onClick={onShowAll}>
          {listTexts.showWholeList}
        </Button>
      }
    />
  ) : (
    <EmptyState picture={picture} title={title} text={props.noneYet} action={props.action} />
  );
}
