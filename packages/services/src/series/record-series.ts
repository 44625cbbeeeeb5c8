import type { SeriesRecord, Tx } from "@korki/db";
import type { Ctx } from "../context";
import { diff, type HistoryRecord, recordHistory } from "../history";

type Values = Record<string, string | number | null>;

/** Records what happened to a series in the history. */
export async function recordSeries(
  tx: Tx,
  ctx: Ctx,
  { id, teacherId, studentId }: Pick<SeriesRecord, "id" | "teacherId" | "studentId">,
  action: string,
  after: Values,
  before: Values | null = null,
): Promise<void> {
  const changes = diff<Values>(before, after);
  await recordHistory(tx, ctx, { entity: "series", entityId: id, action, changes, teacherId, studentId });
}

/** Returns the history of one of many lessons that an action changed. */
export function lessonHistory(
  action: string,
  lesson: { id: string; teacherId: string },
  studentId: string,
  changes: HistoryRecord["changes"],
): HistoryRecord {
  return { entity: "lesson", entityId: lesson.id, action, changes, teacherId: lesson.teacherId, studentId };
}
