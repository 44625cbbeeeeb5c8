import type { AdminLessonDetail } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { lessonDetailTexts } from "@korki/contracts/texts/lesson-screens";
import { fullName, isPlanned } from "@korki/domain";
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { JoinRoom } from "../../lessons/join-room";
import { LateCancellation } from "../../lessons/late-cancellation";
import { LessonEvidence } from "../../lessons/lesson-evidence";
import { paths } from "../../paths";
import { LessonSeries } from "../../series/lesson-series";
import { statusOf } from "../../server/errors";
import { trpc } from "../../trpc";
import { Facts } from "../../ui/facts";
import { formatMoney, formatSubject } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { HistoryEntries } from "../history/history-entries";
import styles from "./admin-lesson-sheet.module.css";
import { EditLessonForm } from "./edit-lesson-form";
import { LessonReportSection } from "./lesson-report-section";
import { SubstituteForm } from "./substitute-form";

/** One lesson for the administrator: who and what, the edit, and its history (rules §24). */
export function AdminLessonSheet({ lessonId, onClose }: { lessonId: string | null; onClose: () => void }) {
  return (
    <Sheet opened={lessonId !== null} onClose={onClose} title={texts.detail} size="lg">
      {lessonId ? <LessonDetail key={lessonId} lessonId={lessonId} onClose={onClose} /> : null}
    </Sheet>
  );
}

function LessonDetail({ lessonId, onClose }: { lessonId: string; onClose: () => void }) {
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
          <LessonFacts lesson={lesson} />
          <Group>
            <JoinRoom lesson={lesson} />
          </Group>
          <LateCancellation lesson={lesson} viewer="Admin" />
          {lesson.status === "Zrealizowana" ? <LessonReportSection lessonId={lesson.id} /> : null}
          <LessonSeries lesson={lesson} />
          {isPlanned(lesson.status) ? <SubstituteForm lesson={lesson} onDone={onClose} /> : null}
          <LessonEvidence lessonId={lesson.id} isAsked={false} />
          <EditLessonForm lesson={lesson} onDone={onClose} />
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

function LessonFacts({ lesson }: { lesson: AdminLessonDetail }) {
  const { teacher, student, price, rate, cancelMessage, meetingLink } = lesson;
  return (
    <Facts
      facts={[
        [
          texts.teacher,
          <Anchor key="teacher" component={Link} to={paths.teacherTab(teacher.id, "info")} inherit>
            {fullName(teacher)}
          </Anchor>,
        ],
        [
          texts.student,
          <Anchor key="student" component={Link} to={paths.studentTab(student.id, "przeglad")} inherit>
            {fullName(student)}
          </Anchor>,
        ],
        [texts.subject, formatSubject(lesson)],
        [texts.price, texts.priceAndRate(formatMoney(price), formatMoney(rate))],
        ...(cancelMessage ? [[lessonDetailTexts.cancelReason, cancelMessage] as const] : []),
        ...(meetingLink
          ? [
              [
                lessonDetailTexts.meetingLink,
                <Anchor key="link" href={meetingLink} target="_blank" rel="noopener noreferrer" inherit>
                  {meetingLink.replace(/^https?:\/\//, "")}
                </Anchor>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}
