import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { CreatePersonButton } from "../people/create-person-button";
import { CONTACT_COLUMNS } from "../people/people-columns";
import { PeopleList, usePeopleSearch } from "../people/people-list";

const COLUMNS = [CONTACT_COLUMNS.email, CONTACT_COLUMNS.phone, CONTACT_COLUMNS.createdAt];
const LISTS = {
  Parent: {
    name: "rodzice",
    label: texts.parents,
    searchLabel: texts.searchParents,
    count: texts.parentCount,
    picture: "people",
    noneYet: texts.noParentsYet,
    personTo: paths.parent,
  },
  Admin: {
    name: "administratorzy",
    label: texts.admins,
    searchLabel: texts.searchAdmins,
    count: texts.adminCount,
    picture: "people",
    noneYet: texts.noAdminsYet,
    personTo: paths.admin,
  },
} as const;

/** The tabs "Rodzice" and "Administratorzy": accounts on which no lessons and no money hang. */
export default function AccountList({ userType }: { userType: "Parent" | "Admin" }) {
  const { searchLabel, ...list } = LISTS[userType];
  const search = usePeopleSearch(searchLabel);
  const accounts = userType === "Parent" ? trpc.adminPeople.parents : trpc.adminPeople.admins;
  const query = accounts.useQuery(search.input, { placeholderData: keepPreviousData });
  return (
    <PeopleList
      key={userType}
      {...list}
      search={search}
      query={query}
      columns={COLUMNS}
      action={userType === "Admin" ? <CreatePersonButton userType="Admin" /> : null}
    />
  );
}
