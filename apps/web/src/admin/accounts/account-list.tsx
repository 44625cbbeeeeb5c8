import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { IconShieldLock, IconUsersGroup } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { useListState } from "../../ui/use-list-state";
import { CreatePersonButton } from "../people/create-person-button";
import { PeopleList } from "../people/people-list";
import { peopleQuery } from "../people/people-query";

const LISTS = {
  Parent: {
    label: texts.parents,
    searchLabel: texts.searchParents,
    count: texts.parentCount,
    icon: <IconUsersGroup size={28} aria-hidden />,
    noneYet: texts.noParentsYet,
    personTo: paths.parent,
  },
  Admin: {
    label: texts.admins,
    searchLabel: texts.searchAdmins,
    count: texts.adminCount,
    icon: <IconShieldLock size={28} aria-hidden />,
    noneYet: texts.noAdminsYet,
    personTo: paths.admin,
  },
} as const;

/** The tabs "Rodzice" and "Administratorzy": accounts on which no lessons and no money hang. */
export default function AccountList({ userType }: { userType: "Parent" | "Admin" }) {
  const list = useListState({ defaultSort: "name" });
  const accounts = userType === "Parent" ? trpc.adminPeople.parents : trpc.adminPeople.admins;
  const query = accounts.useQuery(peopleQuery(list), { placeholderData: keepPreviousData });
  return (
    <PeopleList
      key={userType}
      {...LISTS[userType]}
      list={list}
      query={query}
      action={<CreatePersonButton userType={userType} />}
    />
  );
}
