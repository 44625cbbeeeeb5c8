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
 * Returns one message about a whole series for each person but the one who acted. That it ends is told to who pays, too
 * (rules §15).
 *
 * @param lessons the dates of the lessons that the action is about, ascending
 */
export function seriesNotices(
  event: SeriesEvent,
  side: LessonSide,
  series: Noticed,
  lessons: readonly string[],
): NotificationRequest[] {
  if (lessons.length === 0) return [];
  const facts = factsOf(event, side, series, lessons);
  const people = {
    Student: [series.teacherId],
    Teacher: [series.studentId],
    Admin: [series.teacherId, series.studentId],
  };
  return people[side].map((userId, at, told) => ({
    kind: "series-changed",
    to: { userId },
    facts,
    ...(event === "ended" && at === told.length - 1 && { payerOf: series.studentId }),
  }));
}

/**
 * Returns one message for each substitute whose lessons of a series were moved or ended with the others, about that teacher's
 * own lessons (rules §12).
 *
 * @param lessons those that the action is about, ascending, whoever gives them
 */
export function substituteNotices(
  event: "moved" | "ended",
  side: LessonSide,
  series: Noticed,
  lessons: readonly { teacherId: string; date: string }[],
): NotificationRequest[] {
  const substitutes = new Set(lessons.map(({ teacherId }) => teacherId));
  substitutes.delete(series.teacherId);
  return [...substitutes].map((userId) => {
    const dates = lessons.filter(({ teacherId }) => teacherId === userId).map(({ date }) => date);
    const facts = { ...factsOf(event, side, series, dates), isSubstitute: true };
    return { kind: "series-changed", to: { userId }, facts };
  });
}

function factsOf(event: SeriesEvent, side: LessonSide, series: Noticed, dates: readonly string[]) {
  const { id: seriesId, teacherName, studentName, weekday, block, everyWeeks, subject, level } = series;
  return {
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
    count: dates.length,
    from: dates[0] ?? "",
    to: dates.at(-1) ?? "",
  };
}
