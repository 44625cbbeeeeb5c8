import type { ListedAccount } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { type ComponentProps, type ReactNode, useMemo } from "react";
import type { Column } from "../../ui/data-table";
import { civilDateOf, formatNumber, formatPhone, formatShortDate } from "../../ui/formats";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import type { ListState } from "../../ui/use-list-state";
import { PeopleSearch } from "./people-search";
import { PersonCell } from "./person-cell";

/** A person in any of the lists; a student has a second phone. */
type Listed = ListedAccount & { phoneParent?: string };

/**
 * People of one role, searched, ordered and paged by the server (`peopleQuery`): who, how to reach them, since when,
 * and between those what the list is looked at for.
 */
export function PeopleList<Row extends Listed>(props: {
  label: string;
  searchLabel: string;
  list: ListState;
  query: ComponentProps<typeof PagedTable<Row>>["query"];
  /** the address of a person's screen */
  personTo: (id: string) => string;
  /** columns of this list alone */
  columns?: readonly Column<Row>[];
  /** how many there are, in words */
  count: (total: number, shown: string) => string;
  icon: ReactNode;
  /** at the end of the search's row, where the screen's header has no room for it */
  action?: ReactNode;
  /** the next step, where nobody is there yet */
  noneYet: string;
}) {
  const { list, personTo, columns: own } = props;
  const columns = useMemo(() => peopleColumns(personTo, own), [personTo, own]);
  return (
    <>
      <PeopleSearch label={props.searchLabel} list={list} action={props.action} />
      <PagedTable
        label={props.label}
        query={props.query}
        rowKey={({ id }) => id}
        columns={columns}
        list={list}
        count={(total) => props.count(total, formatNumber(total))}
        empty={
          <EmptyState
            icon={props.icon}
            title={texts.none}
            text={list.filter("szukaj") ? texts.nothingFound : props.noneYet}
          />
        }
      />
    </>
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
    { key: "email", header: texts.email, sortable: true, cell: ({ email }) => email },
    {
      key: "phone",
      header: texts.phone,
      cell: ({ phone, phoneParent = "" }) => (
        <span className="tabular">{formatPhone(phone || phoneParent) || texts.noPhone}</span>
      ),
    },
    ...own,
    {
      key: "createdAt",
      header: texts.created,
      sortable: true,
      onCard: "hidden",
      align: "right",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(civilDateOf(createdAt))}</time>,
    },
  ];
}
