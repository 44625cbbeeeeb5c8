import type { ListedStudent } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { IconSchool } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { civilDateOf, formatNumber, formatPhone, formatShortDate } from "../../ui/formats";
import { PageHeader } from "../../ui/page-header";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { useListState } from "../../ui/use-list-state";
import { CreatePersonButton } from "../people/create-person-button";
import { peopleQuery } from "../people/people-query";
import { PeopleSearch } from "../people/people-search";
import { PersonCell } from "../people/person-cell";

const COLUMNS: readonly Column<ListedStudent>[] = [
  {
    key: "name",
    header: texts.name,
    sortable: true,
    onCard: "title",
    cell: (student) => <PersonCell person={student} to={paths.studentTab(student.id, "info")} />,
  },
  { key: "email", header: texts.email, sortable: true, cell: ({ email }) => email },
  {
    key: "phone",
    header: texts.phone,
    cell: ({ phone, phoneParent }) => <span className="tabular">{formatPhone(phone || phoneParent)}</span>,
  },
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
  {
    key: "createdAt",
    header: texts.created,
    sortable: true,
    onCard: "hidden",
    align: "right",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(civilDateOf(createdAt))}</time>,
  },
];

/** Every student, searched, ordered and paged by the server; the lessons left at a glance. */
export function StudentList() {
  const list = useListState({ defaultSort: "name" });
  const query = trpc.adminPeople.students.useQuery(peopleQuery(list), { placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title={texts.students} actions={<CreatePersonButton userType="Student" />} />
      <PeopleSearch label={texts.searchStudents} list={list} />
      <PagedTable
        label={texts.students}
        query={query}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        list={list}
        count={(total) => texts.studentCount(total, formatNumber(total))}
        empty={
          <EmptyState
            icon={<IconSchool size={28} aria-hidden />}
            title={texts.none}
            text={list.filter("szukaj") ? texts.nothingFound : texts.noStudentsYet}
          />
        }
      />
    </>
  );
}
