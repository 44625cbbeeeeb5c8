import type { MonthlySummary } from "@korki/contracts/reports";
import { longSlot } from "@korki/contracts/texts/dates";
import { monthCounts, reportTexts as texts } from "@korki/contracts/texts/reports";
import { lessonStatusNames } from "@korki/contracts/texts/statuses";
import { addMonths, STATISTICS_YEARS, type YearMonth } from "@korki/domain";
import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ChildSwitch } from "../family/child-switch";
import { useChildren, useChosenChild } from "../family/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { Chart } from "../statistics/chart";
import { useChosenMonth } from "../statistics/use-chosen-month";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { PdfButton } from "../ui/download-buttons";
import { formatDayMonth, formatMonth, formatSubject } from "../ui/formats";
import { idOrNull } from "../ui/id-or-null";
import { PageHeader } from "../ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { ReportFacts } from "./report-panel";
import styles from "./summary-page.module.css";

/** A student's month: lessons, reports, homework and understanding over time, with the PDF (rules §17). */
export default function SummaryPage() {
  const { role } = useProfile();
  const isOwn = role === "Student" || role === "Parent";
  const [params] = useSearchParams();
  const named = idOrNull(params.get("uczen") ?? "");
  const children = useChildren();
  const child = useChosenChild() ?? children?.[0];
  const studentId = isOwn ? child?.id : (named ?? undefined);
  const [month, setMonth] = useChosenMonth(STATISTICS_YEARS);
  const mine = trpc.reports.mySummary.useQuery(
    { ...month, ...(studentId && { studentId }) },
    { enabled: role === "Student" || (role === "Parent" && studentId !== undefined) },
  );
  const theirs = trpc.reports.summaryOf.useQuery(
    { ...month, studentId: studentId ?? "" },
    { enabled: !isOwn && studentId !== undefined },
  );
  const { client } = trpc.useUtils();
  const query = isOwn ? mine : theirs;
  const back = isOwn
    ? { to: paths.reports, label: texts.myReports }
    : { to: studentId ? paths.student(studentId) : paths.students, label: texts.backToStudent };
  return (
    <>
      <PageHeader title={texts.summaryPage} actions={<BackLink {...back} />} />
      {isOwn ? <ChildSwitch /> : null}
      <Group justify="space-between" gap="sm">
        <Steps month={month} onChange={setMonth} />
        <PdfButton
          fetchFile={() => client.reports.summaryPdf.query({ ...month, ...(studentId && { studentId }) })}
        />
      </Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={6} />}>
        {(summary) => <Summary summary={summary} />}
      </Loaded>
    </>
  );
}

function Steps({ month, onChange }: { month: YearMonth; onChange: (month: YearMonth) => void }) {
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={texts.previousMonth}
        onClick={() => onChange(addMonths(month, -1))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text fw={600} miw="9rem" ta="center" aria-live="polite">
        {formatMonth(month)}
      </Text>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={texts.nextMonth}
        onClick={() => onChange(addMonths(month, 1))}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function Summary({ summary }: { summary: MonthlySummary }) {
  const { studentName, lessons, reports, homework, understanding } = summary;
  if (lessons.length === 0) {
    return (
      <Card title={studentName}>
        <EmptyState picture="notes" title={texts.nothingThisMonth} />
      </Card>
    );
  }
  return (
    <>
      <Card title={studentName}>
        <Stack gap="sm">
          <div>
            <Text>{`${texts.lessons}: ${monthCounts(lessons.map(({ status }) => status))}`}</Text>
            {homework.set > 0 ? <Text>{texts.homeworkCount(homework.done, homework.set)}</Text> : null}
          </div>
          <Lessons lessons={lessons} />
        </Stack>
      </Card>
      {understanding.length > 0 ? (
        <Card title={texts.understandingChart}>
          <Chart
            label={texts.understandingScale}
            unit="count"
            series={[{ key: "value", label: texts.understandingChart }]}
            data={understanding.map(({ date, value }) => ({ name: formatDayMonth(date), values: { value } }))}
          />
        </Card>
      ) : null}
      {reports.length > 0 ? (
        <Card title={texts.reports}>
          <Stack gap="lg">
            {[...reports].reverse().map((report) => (
              <div key={report.id}>
                <Text fw={600}>{`${longSlot(report.date, report.block)}, ${formatSubject(report)}`}</Text>
                <ReportFacts report={report} />
              </div>
            ))}
          </Stack>
        </Card>
      ) : null}
    </>
  );
}

/** The month's lessons, on demand. */
function Lessons({ lessons }: Pick<MonthlySummary, "lessons">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div>
        <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hideLessons : texts.showLessons(lessons.length)}
        </Button>
      </div>
      {isOpen ? (
        <ul className={styles.lessons}>
          {lessons.map((lesson) => (
            <li key={lesson.id}>
              <span>
                {longSlot(lesson.date, lesson.block)}
                <Text component="span" display="block" size="sm" c="dimmed">
                  {`${formatSubject(lesson)}, ${lesson.teacherName}`}
                </Text>
              </span>
              <Text component="span" size="sm">
                {lessonStatusNames[lesson.status]}
              </Text>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
