import { type LessonReport, saveReportInput } from "@korki/contracts/reports";
import { commonTexts } from "@korki/contracts/texts/common";
import { findReport } from "@korki/db";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";
import { saveReport } from "./save-report";

/**
 * The teacher says in one text what was done; the rest of a report that is there stays. Throws `input` for a text that
 * is too long, and as `saveReport` does.
 */
export async function saveReportTopics(
  ctx: ActorCtx,
  { lessonId, topics }: { lessonId: string; topics: string },
): Promise<LessonReport> {
  const before = await findReport(ctx.db, lessonId);
  const { homework = null, homeworkDue = null, privateNote = null, understanding = null } = before ?? {};
  const report = saveReportInput.safeParse({
    lessonId,
    summary: topics,
    homework,
    homeworkDue,
    privateNote,
    understanding,
  });
  if (!report.success) throw invalidInput(report.error.issues[0]?.message ?? commonTexts.invalidInput);
  return saveReport(ctx, report.data);
}
