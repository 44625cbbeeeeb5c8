import type { CivilDate, Level, Subject } from "@korki/domain";
import { fullName } from "@korki/domain";
import type { NotifiedLesson } from "@korki/notifications";

type Named = { name: string; surname: string };

type NotifiableLesson = { id: string; date: CivilDate; block: number; subject: Subject; level: Level } & (
  | { teacherName: string; studentName: string }
  | { teacher: Named; student: Named }
);

/** Returns what a notification states about a lesson. */
export function notifiedLesson(lesson: NotifiableLesson): NotifiedLesson {
  const { id: lessonId, date, block, subject, level } = lesson;
  const names =
    "teacherName" in lesson
      ? { teacherName: lesson.teacherName, studentName: lesson.studentName }
      : { teacherName: fullName(lesson.teacher), studentName: fullName(lesson.student) };
  return { lessonId, date, block, subject, level, ...names };
}
