import type { Activity } from "@korki/contracts/statistics";
import { activityTexts as texts } from "@korki/contracts/texts/activity";
import { lessonStatusNames, subjectTexts } from "@korki/contracts/texts/statuses";
import { type LessonStatus, type StatusGroup, SUBJECTS, type YearMonth } from "@korki/domain";
import { SegmentedControl, Skeleton, Stack } from "@mantine/core";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { formatMonth, formatShortMonth } from "../ui/formats";
import { Loaded } from "../ui/page-states";
import { Chart } from "./chart";
import styles from "./figures.module.css";
import { FiguresTable } from "./figures-table";
import { type ActivityOwner, countOf, filtersOf, LessonCount, MoneyMoved, type Split } from "./lesson-count";
import { MonthComparison } from "./month-comparison";

type Month = Activity[number];

/**
 * What was done and paid in the twelve months up to one, beside the month and the year before. Months in which nothing
 * happened are left out. Every bar and every number of lessons leads to those lessons.
 */
export function ActivityFigures({ month, owner = {} }: { month: YearMonth; owner?: ActivityOwner }) {
  const query = trpc.statistics.activity.useQuery(
    { ...month, ...owner },
    { placeholderData: keepPreviousData },
  );
  return (
    <Loaded query={query} skeleton={<Skeleton height="20rem" radius="lg" aria-hidden />}>
      {(months) => <Months months={months} owner={owner} />}
    </Loaded>
  );
}

function Months({ months, owner }: { months: Activity; owner: ActivityOwner }) {
  const navigate = useNavigate();
  const year = months.slice(-12);
  const busy = year.filter(
    ({ lessons, paidIn, paidOut }) => lessons.length > 0 || paidIn !== 0 || paidOut !== 0,
  );
  if (busy.length === 0) return null;
  const moved = busy.filter(({ paidIn, paidOut }) => paidIn !== 0 || paidOut !== 0);
  return (
    <>
      <MonthComparison months={months} owner={owner} />
      <LessonsByMonth months={busy.filter(({ lessons }) => lessons.length > 0)} owner={owner} />
      <Card title={texts.money}>
        <Stack gap="lg">
          <Chart
            label={texts.amounts}
            isGrouped
            data={moved.map((each) => ({
              name: formatShortMonth(each),
              values: { paidIn: each.paidIn, paidOut: each.paidOut },
            }))}
            onPick={(at, key) => {
              const month = moved[at];
              if (month) navigate(paths.movements(key === "paidIn" ? "in" : "out", month, owner));
            }}
            series={[
              ...(owner.teacherId ? [] : [{ key: "paidIn", label: texts.paidIn }]),
              ...(owner.studentId ? [] : [{ key: "paidOut", label: texts.paidOut }]),
            ]}
          />
          <ActivityTable months={busy.toReversed()} owner={owner} />
        </Stack>
      </Card>
    </>
  );
}

/** From the bottom of a bar to its top. */
const BY_STATUS = [
  "Zrealizowana",
  "Potwierdzona",
  "Nie potwierdzona",
  "Odwolana przez ucznia",
  "Odwolana przez nauczyciela",
  "Uczen nieobecny",
] as const satisfies readonly LessonStatus[];

function LessonsByMonth({ months, owner }: { months: readonly Month[]; owner: ActivityOwner }) {
  const [split, setSplit] = useState<Split>("status");
  const navigate = useNavigate();
  const keys: readonly string[] = split === "status" ? BY_STATUS : SUBJECTS;
  const names: Readonly<Record<string, string>> = split === "status" ? lessonStatusNames : subjectTexts;
  const present = keys.filter((key) =>
    months.some(({ lessons }) => lessons.some((each) => each[split] === key)),
  );
  if (months.length === 0) return null;
  return (
    <Card
      title={texts.lessons}
      actions={
        <SegmentedControl
          aria-label={texts.by}
          value={split}
          onChange={(chosen) => setSplit(chosen === "subject" ? "subject" : "status")}
          data={[
            { value: "status", label: texts.byStatus },
            { value: "subject", label: texts.bySubject },
          ]}
        />
      }
    >
      <Chart
        label={split === "status" ? texts.countByStatus : texts.countBySubject}
        unit="count"
        data={months.map((each) => ({
          name: formatShortMonth(each),
          values: Object.fromEntries(present.map((key) => [key, countOf(each, split, [key])])),
        }))}
        series={present.map((key) => ({ key, label: names[key] ?? key, colour: keys.indexOf(key) + 1 }))}
        onPick={(at, key) => {
          const month = months[at];
          if (month)
            navigate(
              paths.lessonsWhere(
                filtersOf(month, owner, split === "status" ? { status: key } : { przedmiot: key }),
              ),
            );
        }}
      />
      <p className={styles.hint}>{texts.pickHint}</p>
    </Card>
  );
}

const GROUPS: readonly { key: StatusGroup | null; header: string }[] = [
  { key: "delivered", header: texts.delivered },
  { key: "cancelled", header: texts.cancelled },
  { key: "planned", header: texts.planned },
  { key: null, header: texts.all },
];

function ActivityTable({ months, owner }: { months: readonly Month[]; owner: ActivityOwner }) {
  return (
    <FiguresTable
      label={texts.table}
      rows={months}
      rowKey={({ year, month }) => `${year}-${month}`}
      words={[{ header: texts.month, cell: formatMonth }]}
      figures={[
        ...GROUPS.map(({ key, header }) => ({
          header,
          cell: (month: Month) => <LessonCount month={month} owner={owner} group={key} name={header} />,
        })),
        ...(owner.teacherId
          ? []
          : [
              {
                header: texts.paidIn,
                cell: (each: Month) => <MoneyMoved month={each} owner={owner} flow="in" />,
              },
            ]),
        ...(owner.studentId
          ? []
          : [
              {
                header: texts.paidOut,
                cell: (each: Month) => <MoneyMoved month={each} owner={owner} flow="out" />,
              },
            ]),
      ]}
    />
  );
}
