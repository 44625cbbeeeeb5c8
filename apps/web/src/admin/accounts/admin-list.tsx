import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { CreatePersonButton } from "../people/create-person-button";
import { CONTACT_COLUMNS } from "../people/people-columns";
import { PeopleList, usePeopleSearch } from "../people/people-list";

const COLUMNS = [CONTACT_COLUMNS.email, CONTACT_COLUMNS.phone, CONTACT_COLUMNS.createdAt];

/** The tab "Administratorzy": accounts on which no lessons and no money hang. */
export default function AdminList() {
  const search = usePeopleSearch(texts.searchAdmins);
  const query = trpc.adminPeople.admins.useQuery(search.input, { placeholderData: keepPreviousData });
  return (
    <PeopleList
      name="admins"
      of={null}
      label={texts.admins}
      search={search}
      query={query}
      personTo={paths.admin}
      columns={COLUMNS}
      count={texts.adminCount}
      picture="people"
      action={<CreatePersonButton userType="Admin" />}
      noneYet={texts.noAdminsYet}
    />
  );
}
