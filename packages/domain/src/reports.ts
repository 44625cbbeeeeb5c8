import { addDays, type CivilDate } from "./calendar";
import type { LessonStatus } from "./lessons";

/** Days after its lesson on which a report can still be written or changed, the last one included (rules §17). */
export const REPORT_DAYS = 14;

export type ReportRefusal = "not-held" | "too-late";

/** Why a report cannot be written or changed today, or null. */
export function reportRefusal(
  lesson: { readonly status: LessonStatus; readonly date: CivilDate },
  today: CivilDate,
): ReportRefusal | null {
  if (lesson.status !== "Zrealizowana") return "not-held";
  return today > addDays(lesson.date, REPORT_DAYS) ? "too-late" : null;
}
