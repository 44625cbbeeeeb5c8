import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { lessonStatusNames } from "@korki/contracts/texts/statuses";
import { LESSON_STATUSES } from "@korki/domain";
import { Button, NativeSelect } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { LessonFilters } from "../../lessons/lesson-filters";
import { PersonFilter } from "../people/person-filter";
import styles from "./lesson-search-fields.module.css";
import type { LessonSearch } from "./use-lesson-search";

const STATUSES = [
  { value: "", label: texts.anyStatus },
  ...LESSON_STATUSES.map((status) => ({ value: status, label: lessonStatusNames[status] })),
];

/** Filters of "Lekcje": teacher, student, status, and day, month, year by their checkboxes. */
export function LessonSearchFields({ search, peopleOnly }: { search: LessonSearch; peopleOnly: boolean }) {
  return (
    <search className={styles.filters} aria-label={texts.filters}>
      <div className={styles.people} data-single={peopleOnly || undefined}>
        <PersonFilter list={search.list} of="teachers" />
        {peopleOnly ? null : (
          <>
            <PersonFilter list={search.list} of="students" />
            <NativeSelect
              size="sm"
              label={texts.status}
              data={STATUSES}
              value={search.filters.status ?? ""}
              onChange={({ currentTarget }) => search.list.setFilters({ status: currentTarget.value })}
            />
          </>
        )}
      </div>
      {peopleOnly ? null : (
        <div className={styles.dates}>
          <LessonFilters {...search.date} />
          {search.isFiltered ? (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconFilterOff size={16} aria-hidden />}
              onClick={search.clear}
            >
              {texts.clearFilters}
            </Button>
          ) : null}
        </div>
      )}
    </search>
  );
}
