import type { LessonOutcome } from "@korki/contracts/bulk";
import { commonTexts } from "@korki/contracts/texts/common";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { type AdminLessonRow, lockAdminLessons, type Tx, updateLessons } from "@korki/db";
import type { LessonStatus } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { notifiedLesson } from "../lessons/notified-lesson";
import { sortByRecipient, type Told } from "../outbox";

type Seen = { id: string; version: number };

/** Lessons of one action on many: those that it changes, and why it leaves the others alone. */
export type ManyLessons = {
  chosen: AdminLessonRow[];
  refusals: Map<string, string>;
  found: AdminLessonRow[];
};

/**
 * Locks the lessons and divides them. A lesson that is gone, that was changed since the caller saw it, or that
 * `refusalOf` names a text for is left alone.
 */
export async function loadManyLessons<Row extends Seen>(
  tx: Tx,
  seen: readonly Row[],
  refusalOf: (lesson: AdminLessonRow, seen: Row) => string | null,
): Promise<ManyLessons> {
  const found = await lockAdminLessons(
    tx,
    seen.map(({ id }) => id),
  );
  const byId = new Map(found.map((lesson) => [lesson.id, lesson]));
  const refusals = new Map<string, string>();
  const chosen: AdminLessonRow[] = [];
  for (const row of seen) {
    const lesson = byId.get(row.id);
    const refusal = !lesson
      ? lessonTexts.lessonNotFound
      : lesson.version !== row.version
        ? commonTexts.changedMeanwhile
        : refusalOf(lesson, row);
    if (refusal !== null) refusals.set(row.id, refusal);
    else if (lesson) chosen.push(lesson);
  }
  return { chosen, refusals, found };
}

/** Gives each lesson another status and records it. Throws `conflict` if one is changed at this very moment. */
export async function changeManyLessons(
  tx: Tx,
  ctx: ActorCtx,
  action: "confirm" | "restore",
  lessons: readonly AdminLessonRow[],
  changesOf: (lesson: AdminLessonRow) => { status: LessonStatus; confirmedAt?: Date },
): Promise<void> {
  const updates = lessons.map((lesson) => ({
    id: lesson.id,
    version: lesson.version,
    ...changesOf(lesson),
  }));
  if ((await updateLessons(tx, updates)) !== updates.length) throw changedMeanwhile();
  await recordHistory(
    tx,
    ctx,
    ...lessons.map((lesson) => ({
      entity: "lesson" as const,
      entityId: lesson.id,
      action,
      changes: {
        status: { from: lesson.status, to: changesOf(lesson).status },
        ...(lesson.cancelMessage === null ? {} : { cancelMessage: { from: lesson.cancelMessage, to: null } }),
      },
      teacherId: lesson.teacher.id,
      studentId: lesson.student.id,
    })),
  );
}

/** Returns what became of each lesson, in the order in which they were given. */
export function outcomesOf(
  seen: readonly Seen[],
  { found, refusals }: ManyLessons,
  statusAfter: (lesson: AdminLessonRow) => LessonStatus,
): LessonOutcome[] {
  const byId = new Map(found.map((lesson) => [lesson.id, lesson]));
  return seen.map(({ id }) => {
    const lesson = byId.get(id);
    const refusal = refusals.get(id) ?? null;
    if (!lesson) return { id, refusal, status: null, version: null, before: null };
    const { status: before, version } = lesson;
    if (refusal !== null) return { id, refusal, status: before, version, before };
    return { id, refusal, status: statusAfter(lesson), version: version + 1, before };
  });
}

type Message = (
  lessons: ReturnType<typeof notifiedLesson>[],
  to: Told<AdminLessonRow>["to"],
) => NotificationRequest;

/**
 * Returns one message per person with all of that person's lessons, a parent's with those of all children. Teachers and who
 * pays are told only if asked for.
 */
export async function messagePerPerson(
  tx: Tx,
  ctx: ActorCtx,
  { lessons, ...tells }: { lessons: readonly AdminLessonRow[]; tellsTeacher: boolean; tellsPayer: boolean },
  message: Message,
): Promise<NotificationRequest[]> {
  const { tellsTeacher, tellsPayer } = tells;
  const told = await sortByRecipient(
    tx,
    ctx,
    inOrder(lessons).flatMap((part) => [
      ...(tellsTeacher ? [{ personId: part.teacher.id, tells: "person" as const, part }] : []),
      { personId: part.student.id, tells: tellsPayer ? ("payerToo" as const) : ("person" as const), part },
    ]),
  );
  return told.map(({ to, parts }) => message(parts.map(notifiedLesson), to));
}

function inOrder(lessons: readonly AdminLessonRow[]): AdminLessonRow[] {
  return lessons.toSorted((one, other) => one.date.localeCompare(other.date) || one.block - other.block);
}
