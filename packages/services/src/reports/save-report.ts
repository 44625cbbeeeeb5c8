import { type LessonReport, type SaveReportInput, saveReportInput } from "@korki/contracts/reports";
import { commonTexts } from "@korki/contracts/texts/common";
import { reportTexts } from "@korki/contracts/texts/reports";
import { findReport, lockReport, newId, transact, saveReport as writeReport } from "@korki/db";
import { type ReportRefusal, reportRefusal, today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { loadOwnLesson } from "../lessons/change-lesson";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";

const REFUSALS: Record<ReportRefusal, string> = {
  "not-held": reportTexts.notHeld,
  "too-late": reportTexts.tooLate,
};

/**
 * The teacher writes or changes the report of a lesson that was held. The student is notified of a new report and of
 * new homework. Throws `not_found` for another person's lesson, and `conflict` for one that was not held or is too
 * long ago.
 */
export async function saveReport(
  ctx: ActorCtx,
  { lessonId, ...words }: SaveReportInput,
): Promise<LessonReport> {
  return transact(ctx.db, async (tx) => {
    const { lesson, side } = await loadOwnLesson(tx, ctx, lessonId, "see");
    if (side !== "Teacher") throw notFound();
    const refusal = reportRefusal(lesson, today(ctx.now()));
    if (refusal !== null) throw conflict(REFUSALS[refusal]);

    const before = await lockReport(tx, lessonId);
    const changes = diff(before, words);
    if (before === null || Object.keys(changes).length > 0) {
      const isNewHomework = before?.homework !== words.homework;
      await writeReport(tx, { ...words, id: newId(), lessonId, now: ctx.now(), isNewHomework });
      await recordHistory(tx, ctx, {
        entity: "report",
        entityId: lessonId,
        action: before === null ? "add" : "update",
        changes,
        teacherId: lesson.teacherId,
        studentId: lesson.studentId,
      });
      if (before === null || (isNewHomework && words.homework !== null)) {
        await notify(tx, ctx, {
          kind: "report-written",
          to: { userId: lesson.studentId },
          facts: { ...notifiedLesson(lesson), studentId: lesson.studentId },
        });
      }
    }
    const report = await findReport(tx, lessonId);
    if (!report) throw notFound();
    return report;
  });
}

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
