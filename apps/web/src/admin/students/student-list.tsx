import type { ListedStudent, StudentListInput } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { debtTexts } from "@korki/contracts/texts/debts";
import { keepPreviousData } from "@tanstack/react-query";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { flagFilter, searchFilter, useFilters } from "../../ui/filters";
import { formatMoney, formatNumber, formatShortSubject } from "../../ui/formats";
import { useListState } from "../../ui/use-list-state";
import { ExportButton } from "../export-button";
import { tagFilter } from "../office/tag-filter";
import { PeopleList } from "../people/people-list";
import { RemindButton } from "./remind-button";
import styles from "./student-list.module.css";

const COLUMNS: readonly Column<ListedStudent>[] = [
  {
    key: "teachers",
    header: texts.teachersOf,
    align: "right",
    onCard: "hidden",
    onlyWide: true,
    cell: ({ teacherCount }) => formatNumber(teacherCount),
  },
  {
    key: "balances",
    header: debtTexts.balance,
    cell: ({ balances }) =>
      balances.length === 0 ? (
        "–"
      ) : (
        <ul className={styles.balances}>
          {balances.map((balance) => (
            <li key={`${balance.subject} ${balance.level}`} data-owed={balance.available < 0 || undefined}>
              {formatShortSubject(balance)}:{" "}
              <span className="tabular">{formatNumber(balance.available)}</span>
            </li>
          ))}
        </ul>
      ),
  },
  {
    key: "owed",
    header: debtTexts.owes,
    sortable: true,
    align: "right",
    cell: ({ id, name, surname, owed }) =>
      owed === 0 ? (
        "–"
      ) : (
        <span className={styles.owed}>
          <span className="tabular unbroken">{formatMoney(owed)}</span>
          <RemindButton studentId={id} name={`${name} ${surname}`.trim()} />
        </span>
      ),
  },
];
const screenOf = (id: string) => paths.studentTab(id, "przeglad");
const SORTS = ["name", "email", "createdAt", "owed"] as const;
const FILTERS = {
  search: searchFilter(texts.searchStudents, texts.searchHint),
  owing: flagFilter("do-zaplaty", debtTexts.onlyOwing),
  tag: tagFilter(),
  showDisabled: flagFilter("zablokowani", adminPeopleTexts.showDisabled),
};

/** Every student, with the lessons left by subject and what is owed; sorted and narrowed by it. */
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
      label={texts.students}
      search={{ state, searchLabel: texts.searchStudents }}
      action={<ExportButton fetchFile={() => client.exports.students.query(input)} />}
      query={query}
      personTo={screenOf}
      columns={COLUMNS}
      count={texts.studentCount}
      picture="people"
      noneYet={texts.noStudentsYet}
    />
  );
}
