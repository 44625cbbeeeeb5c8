import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { type CivilDate, civilDate, dateParts, MAX_YEAR, MIN_YEAR } from "@korki/domain";
import { Text, TextInput } from "@mantine/core";
import { useId } from "react";
import { DayPickerButton } from "../../ui/day-picker-button";
import { formatDayWithWeekday } from "../../ui/formats";
import styles from "./date-fields.module.css";

/** A date as typed into three boxes. */
export type TypedDate = { readonly day: string; readonly month: string; readonly year: string };
export type DateFault = { readonly part: keyof TypedDate; readonly text: string };

/** Inclusive bounds and their hints (rules §22). */
const BOUNDS: Record<keyof TypedDate, readonly [number, number]> = {
  day: [1, 31],
  month: [1, 12],
  year: [MIN_YEAR, MAX_YEAR],
};
const PARTS = ["day", "month", "year"] as const;

/** The boxes' content for a date. */
export function typedDate(date: CivilDate): TypedDate {
  const { day, month, year } = dateParts(date);
  return { day: String(day), month: String(month), year: String(year) };
}

/** The date that was typed; null while it is none of the years in which lessons are planned. */
export function readDate(typed: TypedDate): CivilDate | null {
  return dateFault(typed) ? null : civilDate(Number(typed.year), Number(typed.month), Number(typed.day));
}

/** What is wrong with a typed date and in which box; null where it is a date. */
export function dateFault(typed: TypedDate): DateFault | null {
  for (const part of PARTS) {
    const [least, most] = BOUNDS[part];
    const value = /^\d{1,4}$/.test(typed[part].trim()) ? Number(typed[part]) : Number.NaN;
    if (!(value >= least && value <= most)) return { part, text: adminLessonTexts.invalidDay };
  }
  const exists = civilDate(Number(typed.year), Number(typed.month), Number(typed.day)) !== null;
  return exists ? null : { part: "day", text: adminLessonTexts.invalidDay };
}

/** Day, month and year in boxes of their own, with the weekday under them as soon as they are a date. */
export function DateFields(props: {
  value: TypedDate;
  onChange: (typed: TypedDate) => void;
  onLeave?: () => void;
  fault: DateFault | null;
}) {
  const { value, onChange, fault } = props;
  const id = useId();
  const date = readDate(value);
  return (
    <fieldset className={styles.date} aria-describedby={`${id}-said`}>
      <legend className="read-out">{texts.date}</legend>
      <div className={styles.boxes}>
        {PARTS.map((part) => (
          <TextInput
            key={part}
            label={texts[part]}
            inputMode="numeric"
            autoComplete="off"
            maxLength={part === "year" ? 4 : 2}
            placeholder={BOUNDS[part].join("–")}
            value={value[part]}
            aria-invalid={fault?.part === part ? true : undefined}
            error={fault?.part === part}
            onChange={({ currentTarget }) => onChange({ ...value, [part]: currentTarget.value })}
            onBlur={props.onLeave}
          />
        ))}
        <DayPickerButton
          value={date}
          min={`${MIN_YEAR}-01-01`}
          max={`${MAX_YEAR}-12-31`}
          onPick={(picked) => onChange(typedDate(picked))}
        />
      </div>
      <Text
        id={`${id}-said`}
        size="sm"
        mt="0.375rem"
        mih="1.3rem"
        c={fault ? "var(--mantine-color-error)" : "dimmed"}
        role={fault ? "alert" : undefined}
      >
        {fault ? fault.text : date ? formatDayWithWeekday(date) : ""}
      </Text>
    </fieldset>
  );
}
