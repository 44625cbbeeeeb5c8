import type { ListedAccount, PeopleListInput } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { fullName } from "@korki/domain";
import { type ReactNode, useMemo } from "react";
import type { Column } from "../../ui/data-table";
import { FilteredList } from "../../ui/filtered-list";
import { type FilterState, type Filters, flagFilter, searchFilter, useFilters } from "../../ui/filters";
import { civilDateOf, formatPhone, formatShortDate } from "../../ui/formats";
import type { PagedQuery } from "../../ui/paged-table";
import type { PictureName } from "../../ui/picture";
import { useListState } from "../../ui/use-list-state";
import { useSelection } from "../../ui/use-selection";
import { PeopleBulk } from "../bulk/people-bulk";
import styles from "./people-list.module.css";
import { PersonCell } from "./person-cell";

/** A person in any of the lists; a student has a second phone. */
type Listed = ListedAccount & { phoneParent?: string };

const SORTS = ["name", "email", "createdAt"] as const;

/** A list's filters, and what its search is called. */
export type PeopleSearch = { readonly state: FilterState<Filters>; readonly searchLabel: string };

/** What a list of people asks the server for; its state lies in the address bar. */
export function usePeopleSearch(searchLabel: string) {
  const list = useListState({ defaultSort: "name" });
  const filters = useMemo(
    () => ({
      search: searchFilter(searchLabel, texts.searchHint),
      showDisabled: flagFilter("zablokowani", adminPeopleTexts.showDisabled),
    }),
    [searchLabel],
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
 * People of one role, searched, ordered and paged by the server (`usePeopleSearch`): who, how to reach them, since
 * when, and between those what the list is looked at for.
 */
export function PeopleList<Row extends Listed>(props: {
  label: string;
  search: PeopleSearch;
  query: PagedQuery<Row>;
  /** the address of a person's screen */
  personTo: (id: string) => string;
  /** columns of this list alone */
  columns?: readonly Column<Row>[];
  /** how many there are, in words */
  count: (total: number, shown: string) => string;
  picture: PictureName;
  /** at the end of the search's row, where the screen's header has no room for it */
  action?: ReactNode;
  /** the next step, where nobody is there yet */
  noneYet: string;
}) {
  const { personTo, columns: own, search } = props;
  const columns = useMemo(() => peopleColumns(personTo, own), [personTo, own]);
  const selection = useSelection();
  const chosen = (props.query.data?.items ?? [])
    .filter(({ id }) => selection.keys.has(id))
    .map((person) => ({ id: person.id, name: fullName(person) }));
  return (
    <>
      <FilteredList
        label={props.label}
        filtersLabel={search.searchLabel}
        state={search.state}
        action={props.action}
        query={props.query}
        rowKey={({ id }) => id}
        columns={columns}
        count={props.count}
        empty={{
          picture: props.picture,
          title: texts.none,
          nothingFound: texts.nothingFound,
          noneYet: props.noneYet,
        }}
        selection={{ ...selection, nameOf: fullName }}
      />
      <PeopleBulk chosen={chosen} selection={selection} />
    </>
  );
}

/** An e-mail address, which breaks at its @ before anywhere else. */
function Address({ email }: { email: string | null }) {
  const [mailbox, ...host] = (email ?? "").split("@");
  return (
    <span className={styles.address}>
      {mailbox}
      {host.length > 0 ? (
        <>
          @<wbr />
          {host.join("@")}
        </>
      ) : null}
    </span>
  );
}

function peopleColumns<Row extends Listed>(
  personTo: (id: string) => string,
  own: readonly Column<Row>[] = [],
): readonly Column<Row>[] {
  return [
    {
      key: "name",
      header: texts.name,
      sortable: true,
      onCard: "title",
      cell: (person) => <PersonCell person={person} to={personTo(person.id)} />,
    },
    { key: "email", header: texts.email, sortable: true, cell: ({ email }) => <Address email={email} /> },
    {
      key: "phone",
      header: texts.phone,
      cell: ({ phone, phoneParent = "" }) => (
        <span className="tabular unbroken">{formatPhone(phone || phoneParent) || texts.noPhone}</span>
      ),
    },
    ...own,
    {
      key: "createdAt",
      header: texts.created,
      sortable: true,
      onCard: "hidden",
      align: "right",
      onlyWide: own.length > 1,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="unbroken">
          {formatShortDate(civilDateOf(createdAt))}
        </time>
      ),
    },
  ];
}
