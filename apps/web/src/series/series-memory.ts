import type { Level, Subject, SubjectLevel, Weekday } from "@korki/domain";
import { weekdayOf } from "@korki/domain";
import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useEffectEvent, useState } from "react";
import { useLastLesson, useLastLessonOf } from "../lesson-parts/use-last-lesson";

/** What the form of a weekly lesson asks for. */
export type SeriesValues = {
  teacherId: string;
  studentId: string;
  subject: Subject | "";
  level: Level | "";
  weekday: Weekday;
  block: string;
  isDouble: boolean;
  everyWeeks: "1" | "2";
  from: string;
  to: string;
  description: string;
  status: "Nie potwierdzona" | "Potwierdzona";
};

type Choice = { id: string; label: string };

/** Whom the lessons are for: each side names the other, an administrator both. */
export type SeriesPeople =
  // A parent is on the student's side and names the child.
  | {
      side: "Student";
      studentId: string | undefined;
      teachers: readonly (Choice & { subjects: readonly SubjectLevel[] })[];
    }
  | { side: "Teacher"; students: readonly Choice[]; subjects: readonly SubjectLevel[] }
  | { side: "Admin" };

/** What the form opens with: the teacher or student, subject and level of the last lesson. */
export type LastLesson = {
  teacherId: string;
  studentId: string;
  subject: Subject;
  level: Level;
  weekday?: Weekday;
  block?: number;
  isDouble?: boolean;
};

/** Returns the hour at which a lesson begins, of a double one the earlier. */
export function startOf({ block, partnerBlock = null }: { block: number; partnerBlock?: number | null }) {
  return { block: Math.min(block, partnerBlock ?? block), isDouble: partnerBlock !== null };
}

/**
 * Fills in what the last lesson of a student was about, and when, once a teacher or an administrator chose one; what was
 * chosen by hand stays.
 *
 * @param known the lesson that the form opened with
 */
export function useStudentMemory(
  people: SeriesPeople,
  form: UseFormReturnType<SeriesValues>,
  known: LastLesson | null,
): void {
  const { teacherId, studentId, subject, level } = form.values;
  const lately = useLately(people.side, studentId);
  const [remembered, setRemembered] = useState({
    studentId: known?.studentId ?? "",
    subject: known?.subject ?? "",
    level: known?.level ?? "",
    weekday: form.values.weekday,
    block: form.values.block,
    isDouble: form.values.isDouble,
  });
  const remember = useEffectEvent(() => {
    if (lately === undefined || people.side === "Student" || remembered.studentId === studentId) return;
    if (!lately || !remembers(people, lately)) {
      // A lesson that somebody plans while the form is open does not change it any more.
      setRemembered({ ...remembered, studentId });
      return;
    }
    const start = startOf(lately);
    const next = {
      subject: lately.subject,
      level: lately.level,
      weekday: weekdayOf(lately.date),
      block: String(start.block),
      isDouble: start.isDouble,
    };
    setRemembered({ studentId, ...next });
    const { weekday, block, isDouble } = form.values;
    // What was chosen by hand stays.
    const isOwnSubject = subject !== remembered.subject || level !== remembered.level;
    const isOwnHour =
      weekday !== remembered.weekday || block !== remembered.block || isDouble !== remembered.isDouble;
    form.setValues({
      ...(isOwnSubject ? {} : { subject: next.subject, level: next.level }),
      ...(isOwnHour ? {} : { weekday: next.weekday, block: next.block, isDouble: next.isDouble }),
      ...(teacherId ? {} : { teacherId: people.side === "Admin" ? lately.teacherId : "" }),
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a student who was chosen before is known already
  useEffect(remember, [lately, studentId]);
}

/** Returns the last lesson of the student whom a teacher or an administrator chose; undefined until it is known. */
function useLately(side: SeriesPeople["side"], studentId: string) {
  const id = studentId || null;
  const own = useLastLesson(studentId, side === "Teacher" && id !== null);
  const ofAll = useLastLessonOf(side === "Admin" ? id : null);
  return { Student: undefined, Teacher: own.data, Admin: ofAll }[side];
}

/** Whether the last lesson's other person can still be chosen, and the subject is still taught. */
export function remembers(
  people: SeriesPeople,
  { teacherId, studentId, subject, level }: LastLesson,
): boolean {
  if (people.side === "Admin") return true;
  const isTaught = (subjects: readonly SubjectLevel[]) =>
    subjects.some((taught) => taught.subject === subject && taught.level === level);
  if (people.side === "Teacher") {
    return people.students.some(({ id }) => id === studentId) && isTaught(people.subjects);
  }
  return people.teachers.some(({ id, subjects }) => id === teacherId && isTaught(subjects));
}
