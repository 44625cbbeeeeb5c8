import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { type CivilDate, civilDate, dateParts, MAX_YEAR, MIN_YEAR, today } from "@korki/domain";
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { now as productNow } from "../clock";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { DayPickerButton } from "../ui/day-picker-button";
import type { Filter } from "../ui/filters";
import { formatMonthName } from "../ui/formats";
import type { ListState } from "../ui/use-list-state";
import styles from "./lesson-filters.module.css";

const PARTS = ["day", "month", "year"] as const;
type Part = (typeof PARTS)[number];
/** What the address bar calls them. */
const PARAMETERS: Record<Part, string> = { day: "dzien", month: "miesiac", year: "rok" };
type PartialDate = Readonly<Partial<Record<Part, number>>>;

/** Inclusive bounds (rules §22). */
const BOUNDS: Record<Part, readonly [number, number]> = {
  day: [1, 31],
  month: [1, 12],
  year: [MIN_YEAR, MAX_YEAR],
};

/** Day, month, year, each switched on by its own checkbox and beginning at today's. One out of bounds is none. */
export const lessonDateFilter: Filter<PartialDate> = {
  parameters: Object.values(PARAMETERS),
  read(list) {
    const date = readDate(list);
    return Object.keys(date).length > 0 ? date : undefined;
  },
  field: (list) => <LessonDateFields list={list} />,
};

function readDate(list: ListState): PartialDate {
  const date: Partial<Record<Part, number>> = {};
  for (const part of PARTS) {
    const value = Number(list.filter(PARAMETERS[part]));
    const [least, most] = BOUNDS[part];
    if (Number.isInteger(value) && value >= least && value <= most) date[part] = value;
  }
  return date;
}

/** The day that all three parts name. */
function wholeDate({ day, month, year }: PartialDate): CivilDate | null {
  return day && month && year ? civilDate(year, month, day) : null;
}

function LessonDateFields({ list }: { list: ListState }) {
  const now = dateParts(today(productNow()));
  const chosen = readDate(list);
  const set = (part: Part, value: number | null) =>
    list.setFilters({ [PARAMETERS[part]]: value === null ? null : String(value) });
  const setDate = (date: PartialDate | null) =>
    list.setFilters(
      Object.fromEntries(PARTS.map((part) => [PARAMETERS[part], date ? String(date[part]) : null])),
    );
  const isToday = PARTS.every((part) => chosen[part] === now[part]);
  return (
    <fieldset className={styles.filters}>
      <legend className="read-out">{texts.filters}</legend>
      {PARTS.map((part) => (
        <div className={styles.filter} data-part={part} key={part}>
          <Checkbox
            label={texts[part]}
            checked={chosen[part] !== undefined}
            onChange={({ currentTarget }) => set(part, currentTarget.checked ? now[part] : null)}
          />
          <NativeSelect
            aria-label={texts[part]}
            size="sm"
            disabled={chosen[part] === undefined}
            value={String(chosen[part] ?? now[part])}
            data={choices(part)}
            onChange={({ currentTarget }) => set(part, Number(currentTarget.value))}
          />
        </div>
      ))}
      <Button
        variant={isToday ? "light" : "default"}
        size="sm"
        aria-pressed={isToday}
        onClick={() => setDate(isToday ? null : now)}
      >
        {texts.onlyToday}
      </Button>
      <DayPickerButton
        value={wholeDate(chosen)}
        min={`${MIN_YEAR}-01-01`}
        max={`${MAX_YEAR}-12-31`}
        onPick={(date) => setDate(dateParts(date))}
      />
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
