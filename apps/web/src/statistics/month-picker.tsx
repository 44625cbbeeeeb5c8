import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { dateParts, MIN_YEAR, today, type YearMonth } from "@korki/domain";
import { Button, Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { formatMonthName } from "../ui/formats";

/** "5 years from 2024" (specification, section 9). */
const YEARS = Array.from({ length: 5 }, (_, index) => MIN_YEAR + index);
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The month that it is now in Warsaw. */
export function thisMonth(now: Date): YearMonth {
  const { year, month } = dateParts(today(now));
  return { year, month };
}

/** Month and year, taken over by the button. */
export function MonthPicker(props: {
  value: YearMonth;
  submitLabel: string;
  onPick: (month: YearMonth) => void;
  years?: readonly number[];
}) {
  const [chosen, setChosen] = useState(props.value);
  const years = props.years ?? YEARS;
  return (
    <Group
      component="form"
      gap="sm"
      align="flex-end"
      mb="md"
      onSubmit={(event) => {
        event.preventDefault();
        props.onPick(chosen);
      }}
    >
      <NativeSelect
        label={texts.month}
        value={String(chosen.month)}
        data={MONTHS.map((month) => ({ value: String(month), label: formatMonthName(month) }))}
        onChange={({ currentTarget }) => setChosen({ ...chosen, month: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={texts.year}
        value={String(chosen.year)}
        data={years.map(String)}
        onChange={({ currentTarget }) => setChosen({ ...chosen, year: Number(currentTarget.value) })}
      />
      <Button type="submit">{props.submitLabel}</Button>
    </Group>
  );
}
