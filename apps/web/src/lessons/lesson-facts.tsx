import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts, lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { blockHours, endHasPassed, spanHours } from "@korki/domain";
import { Alert, Anchor, Group } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { now } from "../clock";
import { ChildMark } from "../family/child-mark";
import { useLessonWaits } from "../lesson-parts/waiting-steps";
import { paths } from "../paths";
import { Facts } from "../ui/facts";
import { formatDate, formatSubject, formatWeekday } from "../ui/formats";
import { LessonStatusBadge } from "../ui/status-badge";
import type { LessonViewer } from "./lesson-columns";

/** What is known of a lesson, in the order in which people look for it (rules §24). */
export function LessonFacts({ lesson, viewer }: { lesson: Lesson; viewer: LessonViewer }) {
  const { date, block, status, description, cancelMessage } = lesson;
  const contactId = viewer === "Teacher" ? lesson.studentContactId : lesson.teacherId;
  const side = viewer === "Teacher" ? "Teacher" : "Student";
  const isOver = endHasPassed(lesson, now());
  const waits = useLessonWaits(lesson.id);
  const confirmation = isOver
    ? lessonDetailTexts.notConfirmedInTime[side]
    : lessonDetailTexts.unconfirmed[side];
  return (
    <>
      <Facts
        facts={[
          [
            texts.date,
            <time key="date" dateTime={date}>{`${formatWeekday(date)}, ${formatDate(date)}`}</time>,
          ],
          [
            texts.time,
            <span key="time" className="tabular">
              {lesson.partnerBlock === null
                ? blockHours(block)
                : lessonDetailTexts.double(spanHours(Math.min(block, lesson.partnerBlock), 2))}
            </span>,
          ],
          [texts.subject, formatSubject(lesson)],
          ...(viewer === "Parent"
            ? [
                [
                  texts.student,
                  <Group key="student" gap="0.375rem" wrap="nowrap">
                    <ChildMark studentId={lesson.studentId} />
                    {lesson.studentName}
                  </Group>,
                ] as const,
              ]
            : []),
          [
            viewer === "Teacher" ? texts.student : texts.teacher,
            <span key="person">
              {viewer === "Teacher" ? lesson.studentName : lesson.teacherName}
              {contactId === null ? null : (
                <>
                  {" · "}
                  <Anchor component={Link} to={paths.chatWith(contactId)} inherit>
                    {lessonDetailTexts.writeOnChat}
                  </Anchor>
                </>
              )}
            </span>,
          ],
          [texts.description, description || lessonDetailTexts.noDescription],
          [texts.status, <LessonStatusBadge key="status" status={status} isFull />],
          ...(cancelMessage ? [[lessonDetailTexts.cancelReason, cancelMessage] as const] : []),
        ]}
      />
      {status === "Nie potwierdzona" ? (
        <Alert variant="light" color="yellow" icon={<IconInfoCircle size={20} aria-hidden />}>
          {waits ?? confirmation}
        </Alert>
      ) : null}
    </>
  );
}
