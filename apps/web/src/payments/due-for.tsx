import type { StudentMoney } from "@korki/contracts/money";
import { moneyTexts as texts } from "@korki/contracts/texts/money-card";
import { Text, type TextProps } from "@mantine/core";
import { formatMoney, formatShortSubject } from "../ui/formats";

/** A line for each subject and level of which lessons are due: how many, and what they cost. */
export function DueFor({ subjects, ...props }: Pick<StudentMoney, "subjects"> & TextProps) {
  return subjects
    .filter(({ dueLessons }) => dueLessons > 0)
    .map((row) => (
      <Text key={`${row.subject} ${row.level}`} {...props}>
        {texts.dueFor(formatShortSubject(row), row.dueLessons, formatMoney(row.due))}
      </Text>
    ));
}
