import type { LessonRecord } from "@korki/db";
import type { BlockSpan, CivilDate, Level, Subject } from "@korki/domain";
import { fullName } from "@korki/domain";
import type { NotifiedLesson } from "@korki/notifications";

type Named = { name: string; surname: string };

type NotifiableLesson = {
  id: string;
  date: CivilDate;
  block: number;
  /** 2: with the later lesson of a double one. */
  blocks?: BlockSpan;
  subject: Subject;
  level: Level;
} & ({ teacherName: string; studentName: string } | { teacher: Named; student: Named });

/** Returns the same of one lesson, or of both of a double one, the earlier first. */
export function notifiedSpan(lessons: readonly LessonRecord[]): NotifiedLesson {
  const [first, second] = lessons;
  if (!first) throw new Error("a notification about no lesson");
  return { ...notifiedLesson(first), ...(second && { blocks: 2 }) };
}

/** Returns what a notification states about a lesson. */
export function notifiedLesson(lesson: NotifiableLesson): NotifiedLesson {
  const { id: lessonId, date, block, blocks, subject, level } = lesson;
  const names =
    "teacherName" in lesson
      ? { teacherName: lesson.teacherName, studentName: lesson.studentName }
      : { teacherName: fullName(lesson.teacher), studentName: fullName(lesson.student) };
  return { lessonId, date, block, ...(blocks === 2 && { blocks }), subject, level, ...names };
}
