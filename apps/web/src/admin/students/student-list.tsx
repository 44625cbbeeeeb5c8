import type { ListedStudent } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { IconSchool } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { formatNumber } from "../../ui/formats";
import { PageHeader } from "../../ui/page-header";
import { CreateChildButton } from "../families/create-child-form";
import { CreatePersonButton } from "../people/create-person-button";
import { PeopleList, usePeopleSearch } from "../people/people-list";

const COLUMNS: readonly Column<ListedStudent>[] = [
  {
    key: "teachers",
    header: texts.teachersOf,
    align: "right",
    cell: ({ teacherCount }) => formatNumber(teacherCount),
  },
  {
    key: "available",
    header: texts.available,
    align: "right",
    cell: ({ availableLessons }) => formatNumber(availableLessons),
  },
];
const screenOf = (id: string) => paths.studentTab(id, "info");

/** Every student, with the lessons left at a glance. */
export function StudentList() {
  const search = usePeopleSearch(texts.searchStudents);
  const query = trpc.adminPeople.students.useQuery(search.input, { placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title={texts.students}
        actions={
          <>
            <CreateChildButton />
            <CreatePersonButton userType="Student" />
          </>
        }
      />
      <PeopleList
        label={texts.students}
        search={search}
        query={query}
        personTo={screenOf}
        columns={COLUMNS}
        count={texts.studentCount}
        icon={<IconSchool size={28} aria-hidden />}
        noneYet={texts.noStudentsYet}
      />
    </>
  );
}
