import { lessonScreenTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lessonStatusTexts } from "@korki/contracts/texts/statuses";
import { blockAt, descriptionPreview, spanHours } from "@korki/domain";
import { Button, Group } from "@mantine/core";
import { ChildMark } from "../family/child-mark";
import { firstNameOf } from "../family/family";
import type { LessonLine } from "../lesson-parts/double-lessons";
import { JoinRoom } from "../lesson-parts/join-room";
import { ProposalMark } from "../lesson-parts/proposal-mark";
import type { AgendaLine } from "../ui/agenda";
import type { Column } from "../ui/data-table";
import { formatDay, formatShortDate, formatShortSubject, formatShortWeekday } from "../ui/formats";
import { LessonStatusBadge } from "../ui/status-badge";

/** Who looks at a list of lessons; a parent sees the lessons of several children. */
export type LessonViewer = "Student" | "Teacher" | "Parent";

/**
 * A lesson's line on a phone; `viewer` sees the other people's names.
 *
 * @param joined the lesson that can be joined above the list
 */
export function lessonLine(viewer: LessonViewer, joined?: string): AgendaLine<LessonLine> {
  return {
    date: ({ date }) => date,
    hours: ({ block, blocks = 1 }) => spanHours(block, blocks),
    text(lesson) {
      const { studentId, studentName, teacherName } = lesson;
      const subject = formatShortSubject(lesson);
      if (viewer !== "Parent") {
        return [subject, viewer === "Teacher" ? studentName : teacherName].join(" · ");
      }
      return (
        <>
          <ChildMark studentId={studentId} /> {[firstNameOf(lesson), subject, teacherName].join(" · ")}
        </>
      );
    },
    status: ({ status }) => <LessonStatusBadge status={status} />,
    mark: (lesson) => <ProposalMark lesson={lesson} viewer={viewer === "Teacher" ? "Teacher" : "Student"} />,
    action: ({ date, block }) => texts.moreAbout(formatDay(date), blockAt(block).start),
    below: (lesson) => (lesson.id === joined ? null : <JoinRoom lesson={lesson} size="xs" />),
  };
}

/**
 * The columns of a lesson table (rules §24); `viewer` sees the other people's names.
 *
 * @param joined the lesson that can be joined above the table
 */
export function lessonColumns(
  viewer: LessonViewer,
  open: (lessonId: string) => void,
  joined?: string,
): readonly Column<LessonLine>[] {
  const person = (lesson: LessonLine) => (viewer === "Teacher" ? lesson.studentName : lesson.teacherName);
  return [
    {
      key: "date",
      header: texts.date,
      cell: ({ date }) => (
        <time dateTime={date} className="unbroken">
          {formatShortDate(date)}, {formatShortWeekday(date)}
        </time>
      ),
      sortValue: ({ date, block }) => `${date} ${String(block).padStart(2, "0")}`,
      onCard: "title",
    },
    {
      key: "subject",
      header: texts.subject,
      cell: (lesson) => formatShortSubject(lesson),
      sortValue: formatShortSubject,
    },
    {
      key: "time",
      header: texts.time,
      cell: ({ block, blocks = 1 }) => <span className="tabular unbroken">{spanHours(block, blocks)}</span>,
      sortValue: ({ block }) => block,
    },
    {
      key: "person",
      header: viewer === "Teacher" ? texts.student : texts.teacher,
      cell: person,
      sortValue: person,
    },
    ...(viewer === "Parent"
      ? [
          {
            key: "child",
            header: texts.student,
            sortValue: firstNameOf,
            cell: (lesson: LessonLine) => (
              <Group gap="0.375rem" wrap="nowrap">
                <ChildMark studentId={lesson.studentId} />
                <span className="unbroken">{firstNameOf(lesson)}</span>
              </Group>
            ),
          },
        ]
      : []),
    {
      key: "description",
      header: texts.description,
      cell: ({ description }) => <span className="unbroken">{descriptionPreview(description)}</span>,
      onCard: "hidden",
    },
    {
      key: "status",
      header: texts.status,
      cell: (lesson) => (
        <>
          <LessonStatusBadge status={lesson.status} />
          <ProposalMark lesson={lesson} viewer={viewer === "Teacher" ? "Teacher" : "Student"} />
        </>
      ),
      sortValue: ({ status }) => lessonStatusTexts[status],
      onCard: "corner",
    },
    {
      key: "more",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (lesson) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {lesson.id === joined ? null : <JoinRoom lesson={lesson} size="xs" />}
          <Button
            variant="default"
            size="xs"
            aria-label={texts.moreAbout(formatDay(lesson.date), blockAt(lesson.block).start)}
            onClick={() => open(lesson.id)}
          >
            {texts.more}
          </Button>
        </Group>
      ),
    },
  ];
}
