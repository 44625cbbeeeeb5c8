import { dayOfYear } from "@korki/contracts/texts/dates";
import { payoutRunTexts } from "@korki/contracts/texts/payout-run";
import { statisticsTexts, teacherStatisticsTexts as texts } from "@korki/contracts/texts/statistics";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import {
  addMonths,
  type Level,
  MIN_YEAR,
  type MonthlyEarnings,
  STATISTICS_YEARS,
  SUBJECTS,
  type Subject,
  type YearMonth,
} from "@korki/domain";
import { Button, Group, Stack } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { ExportButton, PdfButton } from "../ui/download-buttons";
import { civilDateOf, formatMoney, formatMonth, formatSubject } from "../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { Chart } from "./chart";
import { EarningsTable } from "./earnings-table";
import { MonthPicker } from "./month-picker";
import { OverallEarnings } from "./overall-earnings";
import { useChosenMonth } from "./use-chosen-month";

/**
 * A teacher's statistics, overall and of a month (rules §24): the picture first, the figures under it,
 * both from the same data. Bars and numbers of lessons lead to those lessons.
 *
 * @param teacherId null: one's own
 */
export function TeacherStatistics({ teacherId }: { teacherId: string | null }) {
  const mine = trpc.statistics.myOverall.useQuery(undefined, { enabled: teacherId === null });
  const theirs = trpc.statistics.teacherOverall.useQuery(
    { teacherId: teacherId ?? "" },
    { enabled: teacherId !== null },
  );
  return (
    <>
      <OverallEarnings query={teacherId === null ? mine : theirs} />
      <MonthlyStatistics teacherId={teacherId} />
    </>
  );
}

function MonthlyStatistics({ teacherId }: { teacherId: string | null }) {
  const [month, setMonth] = useChosenMonth(STATISTICS_YEARS);
  const [picked, setPicked] = useState(month);
  const months = useMonthlyEarnings(month, teacherId);
  const navigate = useNavigate();
  const lessonsAt = ({ year, month }: YearMonth, of: { subject: string; level?: Level }) => {
    const filters = {
      rok: year,
      miesiac: month,
      przedmiot: of.subject,
      ...(of.level && { poziom: of.level }),
    };
    return teacherId
      ? paths.lessonsWhere({ ...filters, nauczyciel: teacherId, status: "delivered" })
      : paths.delivered(filters);
  };
  const chosen = months.at(-1);
  const me = useProfile();
  const { client } = trpc.useUtils();
  const earning = months.filter(({ query }) => (query.data?.rows.length ?? 0) > 0);
  const isEmpty = months.every(({ query }) => query.data?.rows.length === 0);
  const subjects = SUBJECTS.filter((subject) =>
    earning.some(({ query }) => query.data?.rows.some((row) => row.subject === subject)),
  );
  return (
    <Card title={texts.monthly}>
      <Stack gap="lg">
        <MonthPicker
          value={picked}
          years={STATISTICS_YEARS}
          onChange={(change) => setPicked((before) => ({ ...before, ...change }))}
        >
          <Button
            size="sm"
            leftSection={<IconChartBar size={18} aria-hidden />}
            onClick={() => setMonth(picked)}
          >
            {texts.generate}
          </Button>
        </MonthPicker>
        {isEmpty ? null : (
          <Chart
            label={texts.chart(formatMonth(months[0]?.month ?? month), formatMonth(month))}
            series={subjects.map((subject) => ({ key: subject, label: subjectTexts[subject] }))}
            onPick={(at, subject) => {
              const shown = earning[at];
              if (shown) navigate(lessonsAt(shown.month, { subject }));
            }}
            data={earning.map(({ month: shown, query }) => ({
              name: `${String(shown.month).padStart(2, "0")}.${shown.year}`,
              values: Object.fromEntries(
                subjects.map((subject) => [subject, earnedWith(subject, query.data?.rows ?? [])]),
              ),
            }))}
          />
        )}
        {chosen ? (
          <Loaded query={chosen.query} skeleton={<TableSkeleton rows={3} />}>
            {(earnings) => (
              <>
                {earnings.rows.length === 0 ? (
                  <EmptyState picture="money" title={statisticsTexts.nothingToShow} />
                ) : (
                  <EarningsTable
                    label={`${texts.monthly}: ${formatMonth(month)}`}
                    earnings={earnings}
                    lessonsAt={(of) => lessonsAt(month, of)}
                  />
                )}
                <PayoutLines month={month} teacherId={teacherId ?? me.id} />
                <Group gap="xs" justify="flex-end">
                  <ExportButton
                    fetchFile={() =>
                      client.payouts.exportStatement.query({ ...month, teacherId: teacherId ?? me.id })
                    }
                  />
                  <PdfButton
                    fetchFile={() =>
                      client.payouts.statementPdf.query({ ...month, teacherId: teacherId ?? me.id })
                    }
                  />
                </Group>
              </>
            )}
          </Loaded>
        ) : null}
      </Stack>
    </Card>
  );
}

function earnedWith(subject: Subject, rows: MonthlyEarnings["rows"]): number {
  return rows
    .filter((row) => row.subject === subject)
    .reduce((sum, { lessonAmount, valuePerLesson }) => sum + lessonAmount * valuePerLesson, 0);
}

/** Months that the chart shows. */
const MONTHS = 12;

/**
 * A teacher's months up to the chosen one, the oldest first; the chosen one is the last.
 *
 * @param teacherId null: one's own
 */
function useMonthlyEarnings(chosen: YearMonth, teacherId: string | null) {
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(chosen, index - MONTHS + 1)).filter(
    ({ year }) => year >= MIN_YEAR,
  );
  const mine = trpc.useQueries((ask) =>
    teacherId ? [] : months.map((month) => ask.statistics.myMonth(month)),
  );
  const theirs = trpc.useQueries((ask) =>
    teacherId ? months.map((month) => ask.statistics.teacherMonth({ teacherId, ...month })) : [],
  );
  return (teacherId ? theirs : mine).map((query, index) => ({ month: months[index] ?? chosen, query }));
}

/** What the month's statement says: what was earned, corrections, other months, payouts, and what is left to pay. */
function PayoutLines({ month, teacherId }: { month: YearMonth; teacherId: string }) {
  const { role } = useProfile();
  const mine = trpc.payouts.myStatement.useQuery(month, { enabled: role === "Teacher" });
  const theirs = trpc.payouts.statement.useQuery({ ...month, teacherId }, { enabled: role === "Admin" });
  const { data } = role === "Teacher" ? mine : theirs;
  if (!data) return null;
  const paid = data.payouts.map(
    ({ createdAt, moneyAmount }) => `${formatMoney(moneyAmount)} (${dayOfYear(civilDateOf(createdAt))})`,
  );
  return (
    <Stack gap={0} fz="sm" ta="right">
      <span>{`${payoutRunTexts.earned}: ${formatMoney(data.total)}`}</span>
      {data.corrections.map(({ lessonId, date, amount, ...of }) => (
        <span key={lessonId}>
          {`${formatSubject(of)} ${payoutRunTexts.correction(dayOfYear(date))}: ${formatMoney(amount)}`}
        </span>
      ))}
      {data.other === 0 ? null : <span>{`${payoutRunTexts.otherMonths}: ${formatMoney(data.other)}`}</span>}
      <span>
        {paid.length === 0 ? payoutRunTexts.nothingPaid : `${payoutRunTexts.paidOut}: ${paid.join(", ")}`}
      </span>
      <span>{`${payoutRunTexts.left}: ${formatMoney(data.due)}`}</span>
    </Stack>
  );
}
