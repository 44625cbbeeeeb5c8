import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import type { Level, Subject } from "@korki/domain";
import { Text } from "@mantine/core";
import { trpc } from "../trpc";
import { formatMoney } from "../ui/formats";
import { PriceWarning } from "./price-warning";

const NO_PAIR = { subject: "Matematyka", level: "liceumP" } as const;

/**
 * What a lesson costs and what is left, before it is added, and what the student has to pay; a price below the rate warns.
 * Nothing before a student is chosen.
 */
export function LessonQuote(props: {
  teacherId: string | null;
  studentId: string | null;
  subject: Subject | "";
  level: Level | "";
}) {
  const { teacherId, studentId, subject, level } = props;
  const pair = subject && level ? { subject, level } : null;
  const quote = trpc.adminLessons.quote.useQuery(
    { teacherId: teacherId ?? "", studentId: studentId ?? "", ...(pair ?? NO_PAIR) },
    { enabled: teacherId !== null && studentId !== null && pair !== null },
  );
  const money = trpc.money.ofStudent.useQuery(
    { studentId: studentId ?? "" },
    { enabled: studentId !== null },
  );
  const due = money.data?.due ?? 0;
  const known = pair && quote.data;
  if (!known && due === 0) return null;
  return (
    <div role="status">
      {known ? (
        <Text size="sm">
          {`${texts.quote(formatMoney(known.price), formatMoney(known.rate))} ${texts.lessonsLeft(known.available)}`}
        </Text>
      ) : null}
      {due > 0 ? (
        <Text size="sm" fw={550}>
          {texts.studentDue(formatMoney(due))}
        </Text>
      ) : null}
      {known && known.price < known.rate ? <PriceWarning /> : null}
    </div>
  );
}
