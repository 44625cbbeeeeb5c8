import { type ListedTeacher, TEACHER_COLUMNS, type TeacherColumn } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { formatMoney, formatNumber } from "../../ui/formats";
import { PageHeader } from "../../ui/page-header";
import { CreatePersonButton } from "../people/create-person-button";
import { CONTACT_COLUMNS, NextLesson, SubjectChips } from "../people/people-columns";
import { PeopleList, usePeopleSearch } from "../people/people-list";
import styles from "../people/people-page.module.css";

const COLUMNS: readonly (Column<ListedTeacher> & { key: TeacherColumn })[] = [
  CONTACT_COLUMNS.email,
  CONTACT_COLUMNS.phone,
  {
    key: "subjects",
    header: texts.subjects,
    cell: ({ subjects }) => <SubjectChips of={subjects} />,
  },
  {
    key: "nextLesson",
    header: texts.nextLesson,
    width: 8.75,
    cell: ({ nextLesson }) => <NextLesson lesson={nextLesson} />,
  },
  {
    key: "students",
    header: texts.studentsOf,
    align: "right",
    width: 6,
    cell: ({ studentCount }) => formatNumber(studentCount),
  },
  {
    key: "receivable",
    header: texts.receivable,
    align: "right",
    width: 7,
    cell: ({ receivable }) => <span className="tabular">{formatMoney(receivable)}</span>,
  },
  CONTACT_COLUMNS.createdAt,
];
const screenOf = (id: string) => paths.teacherTab(id, "info");

/** Every teacher, with what each is owed at a glance. */
export function TeacherList() {
  const search = usePeopleSearch(texts.searchTeachers);
  const { client } = trpc.useUtils();
  const query = trpc.adminPeople.teachers.useQuery(search.input, { placeholderData: keepPreviousData });
  return (
    <div className={styles.page}>
      <PageHeader title={texts.teachers} actions={<CreatePersonButton userType="Teacher" />} />
      <PeopleList
        name="teachers"
        of="Teacher"
        label={texts.teachers}
        search={search}
        fetchFile={(shown) => {
          const columns = TEACHER_COLUMNS.filter((key) => shown.includes(key));
          return client.exports.teachers.query({ ...search.input, columns });
        }}
        query={query}
        personTo={screenOf}
        columns={COLUMNS}
        count={texts.teacherCount}
        picture="people"
        noneYet={texts.noTeachersYet}
      />
    </div>
  );
}
