import { teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { Stack } from "@mantine/core";
import { useState } from "react";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { formatMoney } from "../ui/formats";
import { FormSkeleton, Loaded, TableSkeleton } from "../ui/page-states";
import { MonthPicker, thisMonth } from "./month-picker";
import { TeacherMonth } from "./teacher-month";
import styles from "./teacher-statistics.module.css";

/** A teacher's figures by month and in all; `teacherId` null: one's own (specification, section 2). */
export function TeacherStatistics({ teacherId }: { teacherId: string | null }) {
  const [month, setMonth] = useState(() => thisMonth(new Date()));
  const isOwn = teacherId === null;
  const keep = { placeholderData: <T,>(before: T) => before };
  const own = trpc.statistics.myMonth.useQuery(month, { enabled: isOwn, ...keep });
  const other = trpc.statistics.teacherMonth.useQuery(
    { ...month, teacherId: teacherId ?? "" },
    { enabled: !isOwn, ...keep },
  );
  return (
    <Stack gap="lg">
      <OverallEarnings teacherId={teacherId} />
      <Card title={texts.monthly}>
        <MonthPicker value={month} submitLabel={texts.generate} onPick={setMonth} />
        <Loaded query={isOwn ? own : other} skeleton={<TableSkeleton rows={3} />}>
          {(earnings) => <TeacherMonth month={month} earnings={earnings} />}
        </Loaded>
      </Card>
    </Stack>
  );
}

function OverallEarnings({ teacherId }: { teacherId: string | null }) {
  const isOwn = teacherId === null;
  const own = trpc.statistics.myOverall.useQuery(undefined, { enabled: isOwn });
  const other = trpc.statistics.teacherOverall.useQuery({ teacherId: teacherId ?? "" }, { enabled: !isOwn });
  return (
    <Card title={texts.overall}>
      <Loaded query={isOwn ? own : other} skeleton={<FormSkeleton fields={1} />}>
        {({ earned, paidOut, receivable }) => (
          <dl className={styles.figures}>
            {(
              [
                [texts.earnedOverall, earned],
                [texts.paidOut, paidOut],
                [texts.receivable, receivable],
              ] as const
            ).map(([name, value]) => (
              <div className={styles.figure} key={name}>
                <dt>{name}</dt>
                <dd className="tabular">{formatMoney(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </Card>
  );
}
