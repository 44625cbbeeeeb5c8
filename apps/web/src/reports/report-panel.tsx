import type { Lesson } from "@korki/contracts/lessons";
import type { LessonReport } from "@korki/contracts/reports";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { isPlanned, reportRefusal, today } from "@korki/domain";
import { Button, Checkbox, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useState } from "react";
import { useActsAsStudent } from "../family/family";
import { statusOf } from "../server/errors";
import { trpc } from "../trpc";
import { Facts } from "../ui/facts";
import { FormError } from "../ui/form-shell";
import { formatDay } from "../ui/formats";
import { LinkedText } from "../ui/linked-text";
import { ErrorState } from "../ui/page-states";
import { useNow } from "../ui/use-now";
import { ReportForm } from "./report-form";

/** What belongs to a lesson's report: before it the last one, after it its own. */
export function ReportPanel({ lesson, viewer }: { lesson: Lesson; viewer: "Student" | "Teacher" }) {
  if (viewer === "Teacher" && isPlanned(lesson.status)) return <BeforeLesson lessonId={lesson.id} />;
  if (lesson.status !== "Zrealizowana") return null;
  return <OwnReport lesson={lesson} viewer={viewer} />;
}

function OwnReport({ lesson, viewer }: { lesson: Lesson; viewer: "Student" | "Teacher" }) {
  const query = trpc.reports.get.useQuery({ lessonId: lesson.id });
  const isMissing = statusOf(query.error) === 404;
  const mayWrite = reportRefusal(lesson, today(useNow())) === null && viewer === "Teacher";
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const report = isMissing ? null : (query.data ?? null);
  // Where there is none yet the form opens by itself. From then on it is there whatever a later answer is.
  if (isOpen === null && isMissing && mayWrite) setIsOpen(true);
  if (isOpen && mayWrite) {
    return <ReportForm lesson={lesson} report={report} onClose={() => setIsOpen(false)} />;
  }
  if (query.isPending) return null;
  if (!report && !isMissing) {
    return (
      <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <Stack gap="sm">
      {report ? <ReportFacts report={report} /> : null}
      {report ? <HomeworkTick report={report} /> : null}
      {mayWrite ? (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {report ? texts.edit : texts.write}
        </Button>
      ) : null}
    </Stack>
  );
}

/** A report as everybody who may see it reads it. */
export function ReportFacts({ report }: { report: LessonReport }) {
  const { homework, homeworkDue, homeworkDone, understanding, privateNote } = report;
  const due = homeworkDue === null ? "" : ` (${texts.dueOn(formatDay(homeworkDue))})`;
  return (
    <Facts
      facts={[
        [texts.summary, <LinkedText key="summary" text={report.summary} />],
        ...(homework === null
          ? []
          : [
              [
                texts.homework,
                <span key="homework">
                  <LinkedText text={homework} />
                  {`${due} – ${homeworkDone ? texts.done : texts.notDone}`}
                </span>,
              ] as const,
            ]),
        ...(understanding === null
          ? []
          : [[texts.understandingLabel, texts.understandingOf(understanding)] as const]),
        ...(privateNote ? [[texts.privateNote, privateNote] as const] : []),
      ]}
    />
  );
}

/** Whether the homework is done; the student ticks it, or the parent of a child without a login. */
export function HomeworkTick({ report }: { report: LessonReport }) {
  const mayTick = useActsAsStudent(report.studentId);
  const tick = trpc.reports.tickHomework.useMutation();
  const { lessonId, homework } = report;
  if (!mayTick || homework === null) return null;
  return (
    <>
      <Checkbox
        label={texts.markDone}
        checked={tick.isPending ? tick.variables.done : report.homeworkDone}
        disabled={tick.isPending}
        onChange={({ currentTarget }) => tick.mutate({ lessonId, done: currentTarget.checked, homework })}
      />
      {tick.error ? <FormError error={tick.error} /> : null}
    </>
  );
}

/** What the teacher wants to know before a lesson: the last report, and homework that is still open. */
function BeforeLesson({ lessonId }: { lessonId: string }) {
  const { data } = trpc.reports.beforeLesson.useQuery({ lessonId });
  if (!data?.last) return null;
  return (
    <Stack gap="xs">
      <Text fw={550} size="sm">
        {texts.before}
      </Text>
      <ReportFacts report={data.last} />
      {data.openHomework.length > 0 ? (
        <Text size="sm">
          {`${texts.openHomework}: ${data.openHomework.map(({ homework }) => homework).join("; ")}`}
        </Text>
      ) : null}
    </Stack>
  );
}
