import type { ListedTeacher } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { formatMoney, formatNumber } from "../../ui/formats";
import { PageHeader } from "../../ui/page-header";
import { CreatePersonButton } from "../people/create-person-button";
import { PeopleList, usePeopleSearch } from "../people/people-list";

const COLUMNS: readonly Column<ListedTeacher>[] = [
  {
    key: "students",
    header: texts.studentsOf,
    align: "right",
    cell: ({ studentCount }) => formatNumber(studentCount),
  },
  {
    key: "receivable",
    header: texts.receivable,
    align: "right",
    cell: ({ receivable }) => formatMoney(receivable),
  },
];
const screenOf = (id: string) => paths.teacherTab(id, "info");

/** Every teacher, with what each is owed at a glance. */
export function TeacherList() {
  const search = usePeopleSearch(texts.searchTeachers);
  const query = trpc.adminPeople.teachers.useQuery(search.input, { placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title={texts.teachers} actions={<CreatePersonButton userType="Teacher" />} />
      <PeopleList
        label={texts.teachers}
        search={search}
        query={query}
        personTo={screenOf}
        columns={COLUMNS}
        count={texts.teacherCount}
        picture="people"
        noneYet={texts.noTeachersYet}
      />
    </>
  );
}
