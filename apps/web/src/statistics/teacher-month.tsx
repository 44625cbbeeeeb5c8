import { csvText } from "@korki/contracts/csv";
import { statisticsTexts, teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { YearMonth } from "@korki/domain";
import { Button, Group, Skeleton, Stack } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { IconChartBar, IconDownload } from "@tabler/icons-react";
import { lazy, Suspense, useMemo } from "react";
import type { Outputs } from "../trpc";
import { type Column, DataTable } from "../ui/data-table";
import { formatMoney, formatNumber, formatShortSubject, formatSubject } from "../ui/formats";
import { EmptyState } from "../ui/page-states";
import { saveFile } from "../ui/save-file";
import { useListState } from "../ui/use-list-state";

const MoneyBars = lazy(() => import("./money-bars"));

type Earnings = Outputs["statistics"]["myMonth"];
type Row = Earnings["rows"][number];

const earnedBy = ({ lessonAmount, valuePerLesson }: Row) => lessonAmount * valuePerLesson;

const COLUMNS: readonly Column<Row>[] = [
  { key: "subject", header: texts.subject, cell: formatSubject, sortValue: formatSubject, onCard: "title" },
  {
    key: "lessons",
    header: texts.lessonAmount,
    align: "right",
    cell: ({ lessonAmount }) => formatNumber(lessonAmount),
    sortValue: ({ lessonAmount }) => lessonAmount,
  },
  {
    key: "rate",
    header: texts.rate,
    align: "right",
    cell: ({ valuePerLesson }) => formatMoney(valuePerLesson),
    sortValue: ({ valuePerLesson }) => valuePerLesson,
  },
  {
    key: "earned",
    header: texts.earned,
    align: "right",
    cell: (row) => formatMoney(earnedBy(row)),
    sortValue: earnedBy,
    onCard: "corner",
  },
];

/** A month's delivered lessons: a picture first, then the figures and their sum, from the same data. */
export function TeacherMonth({ month, earnings }: { month: YearMonth; earnings: Earnings }) {
  const list = useListState({ name: "miesiac" });
  const { rows, total } = earnings;
  const bars = useMemo(() => barsOf(rows), [rows]);
  if (rows.length === 0) {
    return <EmptyState icon={<IconChartBar size={28} aria-hidden />} title={statisticsTexts.nothingToShow} />;
  }
  return (
    <Stack gap="md">
      <Suspense fallback={<Skeleton height="15rem" aria-hidden />}>
        <MoneyBars label={texts.share} bars={bars} series={texts.earned} />
      </Suspense>
      <DataTable
        label={texts.monthly}
        rows={rows}
        rowKey={({ subject, level, valuePerLesson }) => `${subject} ${level} ${valuePerLesson}`}
        columns={COLUMNS}
        list={list}
        empty={null}
      />
      <Group justify="space-between">
        <strong>
          {texts.total}: <span className="tabular">{formatMoney(total)}</span>
        </strong>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile(csvOf(month, rows))}
        >
          {texts.csv}
        </Button>
      </Group>
    </Stack>
  );
}

/** One bar per subject and level; rows that differ only in their rate stand together. */
function barsOf(rows: readonly Row[]): { name: string; value: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = formatShortSubject(row);
    sums.set(name, (sums.get(name) ?? 0) + earnedBy(row));
  }
  return [...sums].map(([name, value]) => ({ name, value }));
}

function csvOf({ year, month }: YearMonth, rows: readonly Row[]) {
  return {
    fileName: `zarobki-${year}-${String(month).padStart(2, "0")}.csv`,
    content: csvText(
      texts.csvColumns,
      rows.map((row) => [
        subjectTexts[row.subject],
        levelTexts[row.level],
        row.lessonAmount,
        row.valuePerLesson,
        earnedBy(row),
      ]),
    ),
  };
}
