import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { reportTexts } from "@korki/contracts/texts/reports";
import { endHasPassed, isPlanned } from "@korki/domain";
import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { BoardLink } from "../../lesson-parts/board-link";
import { LateCancellation } from "../../lessons/late-cancellation";
import { hasBegun, LessonEvidence } from "../../lessons/lesson-evidence";
import { ReportFacts } from "../../reports/report-panel";
import { LessonSeries } from "../../series/lesson-series";
import { statusOf } from "../../server/errors";
import { trpc } from "../../trpc";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { useNow } from "../../ui/use-now";
import { HistoryEntries } from "../history/history-entries";
import { AdminLessonActs, type LessonPanel } from "./admin-lesson-acts";
import { AdminLessonFacts } from "./admin-lesson-facts";
import styles from "./admin-lesson-sheet.module.css";

/** One lesson for the administrator: the facts, what can be done, and its history (rules §24). */
export function AdminLessonSheet({ lessonId, onClose }: { lessonId: string | null; onClose: () => void }) {
  return (
    <Sheet opened={lessonId !== null} onClose={onClose} title={texts.detail} size="lg">
      {lessonId ? <LessonDetail key={lessonId} lessonId={lessonId} onClose={onClose} /> : null}
    </Sheet>
  );
}

function LessonDetail({ lessonId, onClose }: { lessonId: string; onClose: () => void }) {
  const [panel, setPanel] = useState<LessonPanel | null>(null);
  const now = useNow();
  // What is being edited does not change under the person; saving an older version is refused and said.
  const query = trpc.adminLessons.get.useQuery(
    { id: lessonId },
    { refetchOnWindowFocus: false, staleTime: 0 },
  );
  if (statusOf(query.error) === 404) return <Text c="dimmed">{texts.gone}</Text>;
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={5} />}>
      {(lesson) => (
        <Stack gap="md">
          <AdminLessonFacts lesson={lesson} isBrief={panel !== null} />
          <AdminLessonActs lesson={lesson} panel={panel} onPanel={setPanel} onDone={onClose} />
          <LateCancellation lesson={lesson} viewer="Admin" />
          {lesson.status === "Zrealizowana" ? <LessonReportSection lessonId={lesson.id} /> : null}
          <LessonSeries lesson={lesson} />
          <BoardLink lesson={lesson} />
          {hasBegun(lesson, now) ? (
            <LessonEvidence
              lessonId={lesson.id}
              isAsked={isPlanned(lesson.status) && endHasPassed(lesson, now)}
            />
          ) : null}
          <details className={styles.history}>
            <summary>
              {texts.history} ({lesson.history.length})
            </summary>
            <HistoryEntries entries={lesson.history} />
          </details>
        </Stack>
      )}
    </Loaded>
  );
}

const REPORT_CHANGES = 50;

/** Shows administrators a lesson's report with its private note and its changes. Renders nothing without a report. */
function LessonReportSection({ lessonId }: { lessonId: string }) {
  const report = trpc.reports.get.useQuery({ lessonId }, { retry: false, throwOnError: false });
  const history = trpc.history.list.useQuery(
    { entity: "report", entityId: lessonId, limit: REPORT_CHANGES },
    { enabled: report.data !== undefined },
  );
  if (!report.data) return null;
  const entries = history.data?.items ?? [];
  return (
    <Stack gap="xs" component="section" aria-label={reportTexts.report}>
      <Text fw={550} size="sm">
        {reportTexts.report}
      </Text>
      <ReportFacts report={report.data} />
      {entries.length > 0 ? (
        <details className={styles.history}>
          <summary>{`${texts.history}: ${reportTexts.report.toLowerCase()} (${entries.length})`}</summary>
          <HistoryEntries entries={entries} />
        </details>
      ) : null}
    </Stack>
  );
}
