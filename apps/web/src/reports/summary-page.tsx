import type { MonthlySummary } from "@korki/contracts/reports";
import { longSlot } from "@korki/contracts/texts/dates";
import { type SummaryFigure, summaryFigures } from "@korki/contracts/texts/month-summary";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { lessonStatusNames } from "@korki/contracts/texts/statuses";
import { addMonths, marksBySubject, STATISTICS_YEARS, type YearMonth } from "@korki/domain";
import { ActionIcon, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link, Navigate, useSearchParams } from "react-router-dom";
import { ChildSwitch } from "../family/child-switch";
import { useAskedChild, useChildren, useChosenChild } from "../family/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import figures from "../statistics/figures.module.css";
import { useChosenMonth } from "../statistics/use-chosen-month";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { PdfButton } from "../ui/download-buttons";
import { formatMonth, formatSubject } from "../ui/formats";
import { idOrNull } from "../ui/id-or-null";
import { PageHeader } from "../ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { MarkLine } from "./mark-line";
import { ReportFacts } from "./report-panel";
import styles from "./summary-page.module.css";

/**
 * A student's month at a glance: its figures, a small line per subject, and behind a button each the lessons and reports;
 * the same as PDF (rules §17).
 */
export default function SummaryPage() {
  const { role } = useProfile();
  const isOwn = role === "Student" || role === "Parent";
  const [params] = useSearchParams();
  const named = idOrNull(params.get("uczen") ?? "");
  const children = useChildren();
  const asked = useAskedChild();
  const chosen = useChosenChild();
  const child = asked ?? chosen ?? children?.[0];
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
  if (!isOwn && studentId === undefined) return <Navigate to={paths.students} replace />;
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
        {(summary) => (
          <Summary
            summary={summary}
            payAt={isOwn ? `${paths.payments}${role === "Parent" ? `?uczen=${studentId}` : ""}` : null}
          />
        )}
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
      <Text fw={550} miw="9rem" ta="center" aria-live="polite">
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

function Summary({ summary, payAt }: { summary: MonthlySummary; payAt: string | null }) {
  const { studentName, lessons, reports, understanding } = summary;
  return (
    <>
      <Figures label={studentName} of={summaryFigures(summary)} payAt={payAt} />
      {understanding.length > 0 ? (
        <Card title={texts.understandingChart} text={texts.understandingScale}>
          <div className={styles.lines}>
            {marksBySubject(understanding).map((each) => (
              <MarkLine key={each.subject} {...each} />
            ))}
          </div>
        </Card>
      ) : null}
      <Card>
        {lessons.length === 0 ? <EmptyState picture="notes" title={texts.nothingThisMonth} /> : null}
        <Stack gap="sm">
          {lessons.length > 0 ? (
            <Folded show={texts.showLessons(lessons.length)} hide={texts.hideLessons}>
              <Lessons lessons={lessons} />
            </Folded>
          ) : null}
          {reports.length > 0 ? (
            <Folded show={texts.showReports(reports.length)} hide={texts.hideReports}>
              <Stack gap="lg">
                {[...reports].reverse().map((report) => (
                  <div key={report.id}>
                    <Text fw={550}>{`${longSlot(report.date, report.block)}, ${formatSubject(report)}`}</Text>
                    <ReportFacts report={report} />
                  </div>
                ))}
              </Stack>
            </Folded>
          ) : null}
        </Stack>
      </Card>
    </>
  );
}

/** @param payAt where the person pays what is due; null: somebody else does */
function Figures(props: { label: string; of: readonly SummaryFigure[]; payAt: string | null }) {
  const { label, of, payAt } = props;
  return (
    <section aria-label={label}>
      <h2 className={styles.name}>{label}</h2>
      {of.length > 0 ? (
        <dl className={figures.figures}>
          {of.map(({ key, name, value, notes }) => (
            <div className={figures.figure} key={key}>
              <dt>{name}</dt>
              <dd className="tabular">
                {key === "due" && payAt !== null ? (
                  <Anchor component={Link} to={payAt} inherit>
                    {value}
                  </Anchor>
                ) : (
                  value
                )}
                {notes.map((note) => (
                  <small className={figures.note} key={note}>
                    {note}
                  </small>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

/** What is shown on demand. */
function Folded({ show, hide, children }: { show: string; hide: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div>
        <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? hide : show}
        </Button>
      </div>
      {isOpen ? children : null}
    </>
  );
}

function Lessons({ lessons }: Pick<MonthlySummary, "lessons">) {
  return (
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
  );
}
