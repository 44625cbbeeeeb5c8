import type { CivilDate } from "./calendar";
import { SUBJECTS, type Subject } from "./subjects";

/** How well a student understood a lesson, as its report says. */
export type Mark = { readonly subject: Subject; readonly date: CivilDate; readonly value: number };

/** The scale of marks. */
export const MARK_MIN = 1;
export const MARK_MAX = 5;

/** Groups marks by subject, in the order of the subjects; their own order stays. */
export function marksBySubject<M extends Mark>(
  marks: readonly M[],
): { subject: Subject; marks: readonly M[] }[] {
  return SUBJECTS.map((subject) => ({
    subject,
    marks: marks.filter((mark) => mark.subject === subject),
  })).filter(({ marks }) => marks.length > 0);
}

/** Returns where marks stand in a drawing of this size: evenly spread from edge to edge, the best on top. */
export function markPoints(
  marks: readonly Pick<Mark, "value">[],
  { width, height }: { width: number; height: number },
): { x: number; y: number }[] {
  const step = marks.length > 1 ? width / (marks.length - 1) : 0;
  return marks.map(({ value }, at) => ({
    x: marks.length > 1 ? at * step : width / 2,
    y: ((MARK_MAX - value) / (MARK_MAX - MARK_MIN)) * height,
  }));
}
