/** Subjects that the centre teaches (rules §23). */
export const SUBJECTS = ["Matematyka", "Fizyka", "Polski", "Informatyka", "Angielski"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** School levels as stored: primary school, secondary school basic, secondary school extended. */
export const LEVELS = ["szkolaP", "liceumP", "liceumR"] as const;
export type Level = (typeof LEVELS)[number];

/** A subject at a level. */
export type SubjectLevel = { readonly subject: Subject; readonly level: Level };

/** What a teacher teaches. */
export type TeacherSubject = SubjectLevel;

/** What a new row of a teacher's subjects starts with. */
export const DEFAULT_TEACHER_SUBJECT: TeacherSubject = { subject: "Matematyka", level: "liceumP" };

export function isSubject(value: unknown): value is Subject {
  return SUBJECTS.some((subject) => subject === value);
}

export function isLevel(value: unknown): value is Level {
  return LEVELS.some((level) => level === value);
}

/** Whether a teacher with these subjects teaches this one at this level. */
export function teaches(subjects: readonly TeacherSubject[], { subject, level }: SubjectLevel): boolean {
  return subjects.some((taught) => taught.subject === subject && taught.level === level);
}

/** A key that is equal for equal pairs. */
export function subjectLevelKey({ subject, level }: SubjectLevel): string {
  return `${subject}#${level}`;
}

/** Orders by subject, then by level, as the vocabularies list them. */
export function bySubjectLevel(a: SubjectLevel, b: SubjectLevel): number {
  return (
    SUBJECTS.indexOf(a.subject) - SUBJECTS.indexOf(b.subject) ||
    LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)
  );
}
