import type { SeriesRecord } from "@korki/db";
import type { LessonSide } from "@korki/domain";
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
>;

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
