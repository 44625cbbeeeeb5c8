import type { ListedTeacher } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { IconChalkboard } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { civilDateOf, formatMoney, formatNumber, formatPhone, formatShortDate } from "../../ui/formats";
import { PageHeader } from "../../ui/page-header";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { useListState } from "../../ui/use-list-state";
import { CreatePersonButton } from "../people/create-person-button";
import { peopleQuery } from "../people/people-query";
import { PeopleSearch } from "../people/people-search";
import { PersonCell } from "../people/person-cell";

const COLUMNS: readonly Column<ListedTeacher>[] = [
  {
    key: "name",
    header: texts.name,
    sortable: true,
    onCard: "title",
    cell: (teacher) => <PersonCell person={teacher} to={paths.teacherTab(teacher.id, "info")} />,
  },
  { key: "email", header: texts.email, sortable: true, cell: ({ email }) => email },
  {
    key: "phone",
    header: texts.phone,
    cell: ({ phone }) => <span className="tabular">{formatPhone(phone)}</span>,
  },
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
  {
    key: "createdAt",
    header: texts.created,
    sortable: true,
    onCard: "hidden",
    align: "right",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(civilDateOf(createdAt))}</time>,
  },
];

/** Every teacher, searched, ordered and paged by the server; what each is owed at a glance. */
export function TeacherList() {
  const list = useListState({ defaultSort: "name" });
  const query = trpc.adminPeople.teachers.useQuery(peopleQuery(list), { placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title={texts.teachers} actions={<CreatePersonButton userType="Teacher" />} />
      <PeopleSearch label={texts.searchTeachers} list={list} />
      <PagedTable
        label={texts.teachers}
        query={query}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        list={list}
        count={(total) => texts.teacherCount(total, formatNumber(total))}
        empty={
          <EmptyState
            icon={<IconChalkboard size={28} aria-hidden />}
            title={texts.none}
            text={list.filter("szukaj") ? texts.nothingFound : texts.noTeachersYet}
          />
        }
      />
    </>
  );
}
