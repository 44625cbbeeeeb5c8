import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import type { YearMonth } from "@korki/domain";
import { Group, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { formatMonthName } from "../ui/formats";

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: formatMonthName(index + 1),
}));

/** A month and a year to choose; `children` are shown beside them. */
export function MonthPicker(props: {
  value: YearMonth;
  years: readonly number[];
  onChange: (change: Readonly<Partial<YearMonth>>) => void;
  children?: ReactNode;
}) {
  const { value, years, onChange } = props;
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={texts.month}
        size="sm"
        data={MONTHS}
        value={String(value.month)}
        onChange={({ currentTarget }) => onChange({ month: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={texts.year}
        size="sm"
        data={years.map(String)}
        value={String(value.year)}
        onChange={({ currentTarget }) => onChange({ year: Number(currentTarget.value) })}
      />
      {props.children}
    </Group>
  );
}
