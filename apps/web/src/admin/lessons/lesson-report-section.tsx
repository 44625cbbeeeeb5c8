import { adminLessonScreenTexts } from "@korki/contracts/texts/admin-lesson-screens";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { Stack, Text } from "@mantine/core";
import { ReportFacts } from "../../reports/report-panel";
import { trpc } from "../../trpc";
import { HistoryEntries } from "../history/history-entries";
import styles from "./admin-lesson-sheet.module.css";

const SHOWN = 50;

/** Shows administrators a lesson's report with its private note and its changes. Renders nothing without a report. */
export function LessonReportSection({ lessonId }: { lessonId: string }) {
  const report = trpc.reports.get.useQuery({ lessonId }, { retry: false, throwOnError: false });
  const history = trpc.history.list.useQuery(
    { entity: "report", entityId: lessonId, limit: SHOWN },
    { enabled: report.data !== undefined },
  );
  if (!report.data) return null;
  const entries = history.data?.items ?? [];
  return (
    <Stack gap="xs" component="section" aria-label={texts.report}>
      <Text fw={550} size="sm">
        {texts.report}
      </Text>
      <ReportFacts report={report.data} />
      {entries.length > 0 ? (
        <details className={styles.history}>
          <summary>
            {`${adminLessonScreenTexts.history}: ${texts.report.toLowerCase()} (${entries.length})`}
          </summary>
          <HistoryEntries entries={entries} />
        </details>
      ) : null}
    </Stack>
  );
}
