import { isBlock, isCivilDate, LEVELS, SUBJECTS, weekdayOf } from "@korki/domain";
import { idOrNull } from "../ui/id-or-null";

/** Returns the lesson that the address names (`paths.newSeriesLike`), so that a weekly one begins with what it has. */
export function lessonInAddress(params: URLSearchParams) {
  const teacherId = idOrNull(params.get("nauczyciel") ?? "");
  const studentId = idOrNull(params.get("uczen") ?? "");
  const subject = SUBJECTS.find((each) => each === params.get("przedmiot"));
  const level = LEVELS.find((each) => each === params.get("poziom"));
  const date = params.get("dzien") ?? "";
  const block = Number(params.get("blok"));
  if (!teacherId || !studentId || !subject || !level || !isCivilDate(date) || !isBlock(block)) return null;
  const isDouble = params.get("bloki") === "2";
  return { teacherId, studentId, subject, level, weekday: weekdayOf(date), block, isDouble };
}
