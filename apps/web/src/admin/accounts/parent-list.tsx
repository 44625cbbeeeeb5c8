import { type ListedParent, PARENT_COLUMNS, type ParentColumn } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { debtTexts } from "@korki/contracts/texts/debts";
import { officeTexts } from "@korki/contracts/texts/office";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { formatMoney } from "../../ui/formats";
import { tagFilter } from "../office/tag-filter";
import { CONTACT_COLUMNS, PeopleLinks, TagChips } from "../people/people-columns";
import { PeopleList, usePeopleSearch } from "../people/people-list";

const childScreen = (id: string) => paths.studentTab(id, "przeglad");
const COLUMNS: readonly (Column<ListedParent> & { key: ParentColumn })[] = [
  CONTACT_COLUMNS.email,
  CONTACT_COLUMNS.phone,
  {
    key: "children",
    header: texts.children,
    cell: ({ children }) => <PeopleLinks people={children} to={childScreen} />,
  },
  {
    key: "owed",
    header: debtTexts.owes,
    align: "right",
    width: 7,
    cell: ({ owed }) => (owed === 0 ? "–" : <span className="tabular unbroken">{formatMoney(owed)}</span>),
  },
  {
    key: "tags",
    header: officeTexts.tags,
    onCard: "hidden",
    cell: ({ tags }) => <TagChips tags={tags} />,
  },
  CONTACT_COLUMNS.createdAt,
];
const FILTERS = { tag: tagFilter() };

/** The tab "Rodzice": each with the children and what is to be paid for them. */
export default function ParentList() {
  const search = usePeopleSearch(texts.searchParents, FILTERS);
  const { client } = trpc.useUtils();
  const query = trpc.adminPeople.parents.useQuery(search.input, { placeholderData: keepPreviousData });
  return (
    <PeopleList
      name="parents"
      of="Parent"
      label={texts.parents}
      search={search}
      fetchFile={(shown) => {
        const columns = PARENT_COLUMNS.filter((key) => shown.includes(key));
        return client.exports.parents.query({ ...search.input, columns });
      }}
      query={query}
      personTo={paths.parent}
      columns={COLUMNS}
      count={texts.parentCount}
      picture="people"
      noneYet={texts.noParentsYet}
    />
  );
}
