import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { dateParts, MAX_YEAR, MIN_YEAR, today } from "@korki/domain";
import { Checkbox, NativeSelect } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useMemo } from "react";
import { formatMonthName } from "../ui/formats";
import { useListState } from "../ui/use-list-state";
import styles from "./lesson-filters.module.css";

const PARTS = ["day", "month", "year"] as const;
type Part = (typeof PARTS)[number];
/** What the address bar calls them. */
const PARAMS: Record<Part, string> = { day: "dzien", month: "miesiac", year: "rok" };

/** Inclusive bounds (specification, section 5, "Filters"). */
const BOUNDS: Record<Part, readonly [number, number]> = {
  day: [1, 31],
  month: [1, 12],
  year: [MIN_YEAR, MAX_YEAR],
};

export type LessonFilterState = {
  readonly values: Readonly<Partial<Record<Part, number>>>;
  readonly set: (part: Part, value: number | null) => void;
};

/** The filters that the address bar holds; one that is out of bounds is none. */
export function useLessonFilters(name = "plan"): LessonFilterState {
  const list = useListState({ name });
  return useMemo(() => {
    const values: Partial<Record<Part, number>> = {};
    for (const part of PARTS) {
      const value = Number(list.filter(PARAMS[part]));
      const [least, most] = BOUNDS[part];
      if (Number.isInteger(value) && value >= least && value <= most) values[part] = value;
    }
    return {
      values,
      set: (part, value) => list.setFilters({ [PARAMS[part]]: value === null ? null : String(value) }),
    };
  }, [list]);
}

/** Day, month, year, each switched on by its own checkbox and beginning at today's. */
export function LessonFilters({ values, set }: LessonFilterState) {
  const now = dateParts(today(new Date()));
  return (
    <fieldset className={styles.filters}>
      <legend className="read-out">{texts.filters}</legend>
      {PARTS.map((part) => (
        <div className={styles.filter} data-part={part} key={part}>
          <Checkbox
            label={texts[part]}
            checked={values[part] !== undefined}
            onChange={({ currentTarget }) => set(part, currentTarget.checked ? now[part] : null)}
          />
          <NativeSelect
            aria-label={texts[part]}
            size="sm"
            disabled={values[part] === undefined}
            value={String(values[part] ?? now[part])}
            data={choices(part)}
            onChange={({ currentTarget }) => set(part, Number(currentTarget.value))}
          />
        </div>
      ))}
    </fieldset>
  );
}

function choices(part: Part): { value: string; label: string }[] {
  const [least, most] = BOUNDS[part];
  return Array.from({ length: most - least + 1 }, (_, index) => {
    const value = least + index;
    return { value: String(value), label: part === "month" ? formatMonthName(value) : String(value) };
  });
}
