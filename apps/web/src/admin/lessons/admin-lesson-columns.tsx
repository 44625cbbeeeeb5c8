import type { AdminLesson } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { blockAt, blockHours, fullName } from "@korki/domain";
import { Button } from "@mantine/core";
import type { AgendaLine } from "../../ui/agenda";
import type { Column } from "../../ui/data-table";
import { formatDay, formatShortDate, formatShortWeekday } from "../../ui/formats";
import { LessonStatusBadge } from "../../ui/status-badge";

/** A lesson's line on a phone. */
export const adminLessonLine: AgendaLine<AdminLesson> = {
  date: ({ date }) => date,
  hours: ({ block }) => blockHours(block),
  text: ({ teacher, student }) => `${fullName(student)} · ${fullName(teacher)}`,
  status: ({ status }) => <LessonStatusBadge status={status} />,
  action: ({ date, block, student }) =>
    texts.moreAbout(formatDay(date), blockAt(block).start, fullName(student)),
};

/** Columns of "Lekcje" (rules §24); the server orders by date. */
export function adminLessonColumns(open: (lessonId: string) => void): readonly Column<AdminLesson>[] {
  return [
    {
      key: "date",
      header: texts.date,
      sortable: true,
      onCard: "title",
      cell: ({ date }) => (
        <time dateTime={date}>
          {formatShortDate(date)}, {formatShortWeekday(date)}
        </time>
      ),
    },
    {
      key: "time",
      header: texts.time,
      cell: ({ block }) => <span className="tabular unbroken">{blockHours(block)}</span>,
    },
    { key: "teacher", header: texts.teacher, cell: ({ teacher }) => fullName(teacher) },
    { key: "student", header: texts.student, cell: ({ student }) => fullName(student) },
    {
      key: "status",
      header: texts.status,
      onCard: "corner",
      cell: ({ status }) => <LessonStatusBadge status={status} />,
    },
    {
      key: "more",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: ({ id, date, block, student }) => (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.moreAbout(formatDay(date), blockAt(block).start, fullName(student))}
          onClick={() => open(id)}
        >
          {texts.more}
        </Button>
      ),
    },
  ];
}
