import type { LessonFilters } from "@korki/contracts/admin-lessons";
import { LESSON_STATUSES } from "@korki/domain";
import { useMemo } from "react";
import { type LessonFilterState, useLessonFilters } from "../../lessons/lesson-filters";
import { type ListState, useListState } from "../../ui/use-list-state";
import { chosenPerson } from "../people/person-filter";

export type LessonSearch = {
  readonly list: ListState;
  /** day, month, year */
  readonly date: LessonFilterState;
  readonly filters: LessonFilters;
  readonly teacherId: string | null;
  readonly isFiltered: boolean;
  readonly clear: () => void;
};

/** Which lessons the address bar asks for. */
export function useLessonSearch(): LessonSearch {
  const list = useListState({ defaultSort: "-date" });
  const date = useLessonFilters("");
  return useMemo(() => {
    const teacherId = chosenPerson(list, "teachers");
    const studentId = chosenPerson(list, "students");
    const status = LESSON_STATUSES.find((known) => known === list.filter("status"));
    const filters: LessonFilters = {
      ...(teacherId ? { teacherId } : {}),
      ...(studentId ? { studentId } : {}),
      ...(status ? { status } : {}),
      ...date.values,
    };
    return {
      list,
      date,
      filters,
      teacherId,
      isFiltered: Object.keys(filters).length > 0,
      clear: () =>
        list.setFilters({
          nauczyciel: null,
          uczen: null,
          status: null,
          dzien: null,
          miesiac: null,
          rok: null,
        }),
    };
  }, [list, date]);
}
