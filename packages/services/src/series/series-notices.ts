import type { SeriesRecord } from "@korki/db";
import type { LessonSide, Weekday } from "@korki/domain";
import type { NotificationRequest, SeriesEvent } from "@korki/notifications";

type Noticed = Pick<
  SeriesRecord,
  | "id"
  | "teacherId"
  | "studentId"
  | "teacherName"
  | "studentName"
  | "weekday"
  | "block"
  | "everyWeeks"
  | "subject"
  | "level"
> & {
  /** A wish to move that the event is about, and where the series stands until it is accepted. */
  asked?: { moveId: string; weekday: Weekday; block: number };
};

/**
 * Returns one message about a whole series for each person but the one who acted.
 *
 * @param lessons the dates of the lessons that the action is about, ascending
 */
export function seriesNotices(
  event: SeriesEvent,
  side: LessonSide,
  series: Noticed,
  lessons: readonly string[],
): NotificationRequest[] {
  const to = lessons.at(-1);
  if (to === undefined) return [];
  const { id: seriesId, teacherName, studentName, weekday, block, everyWeeks, subject, level } = series;
  const facts = {
    ...{
      event,
      bySide: side,
      seriesId,
      teacherName,
      studentName,
      weekday,
      block,
      everyWeeks,
      subject,
      level,
    },
    ...(series.asked && {
      ...{ moveId: series.asked.moveId, wasWeekday: series.asked.weekday, wasBlock: series.asked.block },
    }),
    count: lessons.length,
    from: lessons[0] ?? to,
    to,
  };
  const people = {
    Student: [series.teacherId],
    Teacher: [series.studentId],
    Admin: [series.teacherId, series.studentId],
  };
  return people[side].map((userId) => ({ kind: "series-changed", to: { userId }, facts }));
}
