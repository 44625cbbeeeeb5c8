import type { HistoryAction, HistoryField } from "@korki/contracts/texts/admin-history";
import type { SeriesRecord, Tx } from "@korki/db";
import type { Ctx } from "../context";
import { diff, type HistoryRecord, recordHistory } from "../history";

type Values = { readonly [field in HistoryField]?: string | number | null };

/** Records what happened to a series in the history. */
export async function recordSeries(
  tx: Tx,
  ctx: Ctx,
  { id, teacherId, studentId }: Pick<SeriesRecord, "id" | "teacherId" | "studentId">,
  action: HistoryAction,
  after: Values,
  before: Values | null = null,
): Promise<void> {
  const changes = diff(before, after);
  await recordHistory(tx, ctx, { entity: "series", entityId: id, action, changes, teacherId, studentId });
}

/** Returns the history of one of many lessons that an action changed. */
export function lessonHistory(
  action: HistoryAction,
  lesson: { id: string; teacherId: string },
  studentId: string,
  changes: HistoryRecord["changes"],
): HistoryRecord {
  return { entity: "lesson", entityId: lesson.id, action, changes, teacherId: lesson.teacherId, studentId };
}
