import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import {
  addDays,
  addMonths,
  type CompanyMonth,
  companyYears,
  monthBounds,
  type StatusGroup,
  type YearMonth,
} from "@korki/domain";
import { Group, Stack } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { now } from "../../clock";
import { paths } from "../../paths";
import { ActivityFigures } from "../../statistics/activity";
import { Chart } from "../../statistics/chart";
import figureStyles from "../../statistics/figures.module.css";
import { EarnedLink, LessonsLink } from "../../statistics/lesson-count";
import { MonthPicker } from "../../statistics/month-picker";
import { Figure } from "../../statistics/overall-earnings";
import { useChosenMonth } from "../../statistics/use-chosen-month";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { ExportButton } from "../../ui/download-buttons";
import { formatMonth, formatNumber } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { CompanyTeacherSection } from "./company-teacher-section";

/** Months of the picture, the chosen one last. */
const MONTHS = 12;

/** The first and the last day of a month. */
function daysOf(month: YearMonth) {
  const { from, to } = monthBounds(month);
  return { from, to: addDays(to, -1) };
}

/** The tab "Finanse": twelve months as a picture, the chosen one per teacher, subject and level. */
export default function CompanyFinance() {
  const years = companyYears(now());
  const [month, setMonth] = useChosenMonth(years);
  const { client } = trpc.useUtils();
  const query = trpc.statistics.companyMonth.useQuery(month, { placeholderData: keepPreviousData });
  const year = trpc.statistics.companyYear.useQuery(month, { placeholderData: keepPreviousData });
  const navigate = useNavigate();
  const earning = (year.data ?? []).filter(
    ({ teacherEarnings, companyEarnings }) => teacherEarnings !== 0 || companyEarnings !== 0,
  );
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm">
        <MonthPicker value={month} years={years} onChange={setMonth} />
        <Group gap="xs">
          <ExportButton label={texts.export} fetchFile={() => client.exports.companyMonth.query(month)} />
          <ExportButton
            label={texts.exportPayments}
            fetchFile={() => client.exports.payments.query(daysOf(month))}
          />
          <ExportButton
            label={texts.exportPayouts}
            fetchFile={() => client.exports.payouts.query(daysOf(month))}
          />
        </Group>
      </Group>
      {earning.length > 0 ? (
        <Card>
          <Chart
            label={texts.chart(formatMonth(addMonths(month, 1 - MONTHS)), formatMonth(month))}
            series={[
              { key: "teachers", label: texts.teacherEarnings },
              { key: "company", label: texts.companyEarnings },
            ]}
            data={earning.map((figures) => ({
              name: `${String(figures.month).padStart(2, "0")}.${figures.year}`,
              values: { teachers: figures.teacherEarnings, company: figures.companyEarnings },
            }))}
            onPick={(at) => {
              const picked = earning[at];
              if (picked) {
                navigate(
                  paths.lessonsWhere({ rok: picked.year, miesiac: picked.month, status: "delivered" }),
                );
              }
            }}
          />
        </Card>
      ) : null}
      <Loaded query={query} skeleton={<TableSkeleton rows={6} />}>
        {(figures) => <Month figures={figures} month={month} />}
      </Loaded>
      <ActivityFigures month={month} />
    </>
  );
}

function Month({ figures, month }: { figures: CompanyMonth; month: YearMonth }) {
  if (figures.teachers.length === 0) {
    return (
      <Card>
        <EmptyState picture="money" title={texts.nothing} />
      </Card>
    );
  }
  const numberOf = (status: StatusGroup, count: number) => (
    <LessonsLink to={{ rok: month.year, miesiac: month.month, status }} count={count} />
  );
  const earned = (name: string, amount: number) => (
    <EarnedLink to={{ rok: month.year, miesiac: month.month }} amount={amount} of={figures} name={name} />
  );
  return (
    <>
      <section aria-label={texts.summary}>
        <dl className={figureStyles.figures}>
          <Figure
            name={texts.completed}
            value={numberOf("delivered", figures.completedLessons)}
            note={figures.absentLessons > 0 ? texts.ofThemAbsent(formatNumber(figures.absentLessons)) : null}
          />
          <Figure name={texts.cancelled} value={numberOf("cancelled", figures.cancelledLessons)} />
          {figures.chargedLessons > 0 ? (
            <Figure name={texts.charged} value={formatNumber(figures.chargedLessons)} />
          ) : null}
          <Figure
            name={texts.teacherEarnings}
            value={earned(texts.teacherEarnings, figures.teacherEarnings)}
          />
          <Figure
            name={texts.companyEarnings}
            value={earned(texts.companyEarnings, figures.companyEarnings)}
            strong
          />
        </dl>
      </section>
      <Card title={texts.byTeacher}>
        <Stack gap={0}>
          {figures.teachers.map((teacher) => (
            <CompanyTeacherSection key={teacher.teacherId} teacher={teacher} month={month} />
          ))}
        </Stack>
      </Card>
    </>
  );
}
