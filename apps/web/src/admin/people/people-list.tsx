import type { PeopleListInput } from "@korki/contracts/admin-people";
import type { CsvFile } from "@korki/contracts/exports";
import type { ViewedList } from "@korki/contracts/list-views";
import type { ListedRole } from "@korki/contracts/people-bulk";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { fullName } from "@korki/domain";
import { type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ColumnMenu, useChosenColumns } from "../../ui/column-menu";
import type { Column } from "../../ui/data-table";
import { ExportButton } from "../../ui/download-buttons";
import { FilteredList } from "../../ui/filtered-list";
import {
  type Filter,
  type FilterState,
  type Filters,
  flagFilter,
  searchFilter,
  useFilters,
} from "../../ui/filters";
import type { PagedQuery } from "../../ui/paged-table";
import type { PictureName } from "../../ui/picture";
import { useIsPhone } from "../../ui/use-is-phone";
import { useListState } from "../../ui/use-list-state";
import { useSelection } from "../../ui/use-selection";
import { PeopleBulk } from "../bulk/people-bulk";
import { type Listed, nameColumn } from "./people-columns";
import { ViewMenu } from "./view-menu";

const SORTS = ["name", "email", "createdAt"] as const;
const NO_MORE = {};

/** A list's filters, and what its search is called. */
export type PeopleSearch = { readonly state: FilterState<Filters>; readonly searchLabel: string };

/**
 * What a list of people asks the server for; its state lies in the address bar.
 *
 * @param more filters of this list alone; must keep its identity between renders
 */
export function usePeopleSearch(searchLabel: string, more: { tag?: Filter<string> } = NO_MORE) {
  const list = useListState({ defaultSort: "name" });
  const filters = useMemo(
    () => ({
      search: searchFilter(searchLabel, texts.searchHint),
      ...more,
      showDisabled: flagFilter("zablokowani", adminPeopleTexts.showDisabled),
    }),
    [searchLabel, more],
  );
  const state = useFilters(list, filters);
  const input: Omit<PeopleListInput, "pageSize"> = {
    search: "",
    showDisabled: false,
    ...state.values,
    sort: SORTS.find((sort) => sort === list.sort?.key) ?? "name",
    direction: list.sort?.descending ? "desc" : "asc",
    page: list.page,
  };
  return { state, searchLabel, input };
}

/**
 * People of one role, searched, ordered and paged by the server (`usePeopleSearch`): one line each on a desk, with the
 * columns that are chosen; on a phone cards.
 */
export function PeopleList<Row extends Listed>(props: {
  /** which list it is, to what the account and the device remember of it */
  name: ViewedList;
  label: string;
  search: PeopleSearch;
  query: PagedQuery<Row>;
  /** null: administrators */
  of: ListedRole | null;
  /** the address of a person's screen */
  personTo: (id: string) => string;
  /** what is shown beside the name */
  columns: readonly Column<Row>[];
  /** how many there are, in words */
  count: (total: number, shown: string) => string;
  picture: PictureName;
  /** at the end of the search's row, where the screen's header has no room for it */
  action?: ReactNode;
  /** makes a file of all of them, with the chosen columns */
  fetchFile?: (columns: readonly string[]) => Promise<CsvFile>;
  /** the next step, where nobody is there yet */
  noneYet: string;
}) {
  const { name, personTo, columns: own, search, fetchFile } = props;
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const all = useMemo(() => [nameColumn<Row>(personTo), ...own], [personTo, own]);
  const columns = useChosenColumns(name, all, search.state.list);
  const selection = useSelection();
  // Rows stay chosen while the pages are turned.
  const [known] = useState(() => new Map<string, string>());
  for (const person of props.query.data?.items ?? []) known.set(person.id, fullName(person));
  return (
    <>
      <FilteredList
        label={props.label}
        filtersLabel={search.searchLabel}
        state={search.state}
        action={props.action}
        query={props.query}
        rowKey={({ id }) => id}
        // A card says the same whatever columns a table has.
        columns={isPhone ? all : columns.shown}
        count={props.count}
        isDense
        tools={
          <>
            {fetchFile ? (
              <ExportButton size="xs" fetchFile={() => fetchFile(columns.shown.map(({ key }) => key))} />
            ) : null}
            {isPhone ? null : <ColumnMenu columns={columns} />}
            <ViewMenu list={name} columns={columns.named} />
          </>
        }
        empty={{
          picture: props.picture,
          title: texts.none,
          nothingFound: texts.nothingFound,
          noneYet: props.noneYet,
        }}
        onOpen={({ id }) => navigate(personTo(id))}
        selection={{ ...selection, nameOf: fullName }}
      />
      <PeopleBulk
        role={props.of}
        filter={search.state.values}
        total={props.query.data?.total ?? 0}
        known={known}
        selection={selection}
      />
    </>
  );
}
