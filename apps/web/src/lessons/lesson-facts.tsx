import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts, lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { blockHours, isCancelled } from "@korki/domain";
import { Alert, Anchor } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { Facts } from "../ui/facts";
import { formatDate, formatSubject, formatWeekday } from "../ui/formats";
import { LessonStatusBadge } from "../ui/status-badge";

/** What is known of a lesson, in the order of the specification's modal. */
export function LessonFacts({ lesson, viewer }: { lesson: Lesson; viewer: "Student" | "Teacher" }) {
  const { date, block, status, description, cancelMessage } = lesson;
  const personId = viewer === "Student" ? lesson.teacherId : lesson.studentId;
  const note = viewer === "Student" ? lessonDetailTexts.waitForTeacher : lessonDetailTexts.confirmIt;
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
              {blockHours(block)}
            </span>,
          ],
          [texts.subject, formatSubject(lesson)],
          [
            viewer === "Student" ? texts.teacher : texts.student,
            <span key="person">
              {viewer === "Student" ? lesson.teacherName : lesson.studentName}
              {" · "}
              <Anchor component={Link} to={paths.chatWith(personId)} inherit>
                {lessonDetailTexts.writeOnChat}
              </Anchor>
            </span>,
          ],
          [texts.description, description || lessonDetailTexts.noDescription],
          [texts.status, <LessonStatusBadge key="status" status={status} isFull />],
          ...(cancelMessage ? [[lessonDetailTexts.cancelReason, cancelMessage] as const] : []),
        ]}
      />
      {status === "Nie potwierdzona" ? (
        <Alert variant="light" color="yellow" icon={<IconInfoCircle size={20} aria-hidden />}>
          {note}
        </Alert>
      ) : null}
      {isCancelled(status) && viewer === "Student" ? (
        <Anchor component={Link} to={paths.bookingWith(lesson.teacherId)} inherit fw={550}>
          {lessonDetailTexts.bookAnother}
        </Anchor>
      ) : null}
    </>
  );
}
