import type { LessonFilters } from "@korki/contracts/admin-lessons";
import { csvText } from "@korki/contracts/csv";
import { type CsvFile, EXPORT_ROWS_MAX } from "@korki/contracts/exports";
import { exportTexts } from "@korki/contracts/texts/exports";
import { lessonStatusNames, levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { listLatestLessons } from "@korki/db";
import { blockHours, fullName, today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";

/** The lessons that the filters let through, the latest first. Throws `input` where they are too many. */
export async function exportLessons(ctx: ActorCtx, filters: LessonFilters): Promise<CsvFile> {
  const lessons = await listLatestLessons(ctx.db, { ...filters, limit: EXPORT_ROWS_MAX + 1, offset: 0 });
  if (lessons.length > EXPORT_ROWS_MAX) throw invalidInput(exportTexts.tooManyRows);
  return {
    fileName: `lekcje-${today(ctx.now())}.csv`,
    content: csvText(
      exportTexts.lessonColumns,
      lessons.map((lesson) => [
        lesson.date,
        blockHours(lesson.block),
        fullName(lesson.teacher),
        fullName(lesson.student),
        subjectTexts[lesson.subject],
        levelTexts[lesson.level],
        lessonStatusNames[lesson.status],
        lesson.description,
        lesson.price,
        lesson.rate,
        lesson.charged ? exportTexts.yes : "",
      ]),
    ),
  };
}
