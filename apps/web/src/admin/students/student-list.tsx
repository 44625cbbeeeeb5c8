import {
  type ListedStudent,
  STUDENT_COLUMNS,
  STUDENT_GAPS,
  type StudentColumn,
  type StudentListInput,
} from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { debtTexts } from "@korki/contracts/texts/debts";
import { officeTexts } from "@korki/contracts/texts/office";
import { fullName, payerPhone } from "@korki/domain";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { RemindButton } from "../../payments/remind-button";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { choiceFilter, flagFilter, searchFilter, useFilters } from "../../ui/filters";
import { formatMoney } from "../../ui/formats";
import { useListState } from "../../ui/use-list-state";
import { tagFilter } from "../office/tag-filter";
import {
  CONTACT_COLUMNS,
  NextLesson,
  PeopleLinks,
  Phone,
  SubjectChips,
  TagChips,
} from "../people/people-columns";
import { PeopleList } from "../people/people-list";
import { personFilter } from "../people/person-filter";
import styles from "./student-list.module.css";

const COLUMNS: readonly (Column<ListedStudent> & { key: StudentColumn })[] = [
  { ...CONTACT_COLUMNS.email, isExtra: true },
  { ...CONTACT_COLUMNS.phone, isExtra: true },
  {
    key: "balances",
    header: texts.subjects,
    width: 12.5,
    cell: ({ balances }) => <SubjectChips of={balances} />,
  },
  {
    key: "nextLesson",
    header: texts.nextLesson,
    width: 8.75,
    cell: ({ nextLesson }) => <NextLesson lesson={nextLesson} />,
  },
  {
    key: "teachers",
    header: texts.teachersOf,
    onCard: "hidden",
    cell: ({ teachers }) => <PeopleLinks people={teachers} to={teacherScreen} />,
  },
  {
    key: "payer",
    header: texts.payer,
    width: 13,
    cell: (student) => (
      <span className={styles.payer}>
        {student.payer ? <PeopleLinks people={[student.payer]} to={paths.parent} /> : null}
        <Phone number={payerPhone(student)} />
      </span>
    ),
  },
  {
    key: "owed",
    header: debtTexts.owes,
    sortable: true,
    align: "right",
    width: 7,
    cell: (student) =>
      student.owed === 0 ? (
        "–"
      ) : (
        <span className={styles.owed}>
          <span className="tabular unbroken">{formatMoney(student.owed)}</span>
          <RemindButton studentId={student.id} name={fullName(student)} />
        </span>
      ),
  },
  {
    key: "tags",
    header: officeTexts.tags,
    width: 5.5,
    onCard: "hidden",
    cell: ({ tags }) => <TagChips tags={tags} />,
  },
  CONTACT_COLUMNS.createdAt,
];
const screenOf = (id: string) => paths.studentTab(id, "przeglad");
const teacherScreen = (id: string) => paths.teacherTab(id, "info");
const SORTS = ["name", "email", "createdAt", "owed"] as const;
const FILTERS = {
  search: searchFilter(texts.searchStudents, texts.searchHint),
  teacherId: personFilter("teachers", texts.eachTeacher),
  without: choiceFilter("brak", {
    label: texts.without,
    any: texts.withoutAny,
    values: STUDENT_GAPS,
    names: texts.gaps,
  }),
  tag: tagFilter(),
  owing: flagFilter("do-zaplaty", debtTexts.onlyOwing),
  showDisabled: flagFilter("zablokowani", adminPeopleTexts.showDisabled),
};

/** Every student, with what is asked for when a parent calls: lessons, teachers, payer, what is owed. */
export default function StudentList() {
  const list = useListState({ defaultSort: "name" });
  const state = useFilters(list, FILTERS);
  const input: Omit<StudentListInput, "pageSize"> = {
    search: "",
    showDisabled: false,
    owing: false,
    ...state.values,
    sort: SORTS.find((sort) => sort === list.sort?.key) ?? "name",
    direction: list.sort?.descending ? "desc" : "asc",
    page: list.page,
  };
  const { client } = trpc.useUtils();
  const query = trpc.adminPeople.students.useQuery(input, { placeholderData: keepPreviousData });
  return (
    <PeopleList
      name="students"
      of="Student"
      label={texts.students}
      search={{ state, searchLabel: texts.searchStudents }}
      fetchFile={(shown) => {
        const columns = STUDENT_COLUMNS.filter((key) => shown.includes(key));
        return client.exports.students.query({ ...input, columns });
      }}
      query={query}
      personTo={screenOf}
      columns={COLUMNS}
      count={texts.studentCount}
      picture="people"
      noneYet={texts.noStudentsYet}
    />
  );
}
