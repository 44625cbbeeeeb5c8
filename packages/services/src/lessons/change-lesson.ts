import type { LessonRef, PairChoice } from "@korki/contracts/lessons";
import type { HistoryAction } from "@korki/contracts/texts/admin-history";
import {
  type Executor,
  findLesson,
  findPartner,
  type LessonChanges,
  type LessonRecord,
  type Tx,
  updatePairs,
} from "@korki/db";
import {
  type GuardianRight,
  isPlanned,
  type LessonAction,
  type LessonStatus,
  lessonRefusal,
  sideOf,
  statusAfter,
} from "@korki/domain";
import { actFor } from "../act-for";
import type { ActorCtx, SignedInActor } from "../context";
import { diff, recordHistory } from "../history";
import { changedMeanwhile, lessonNotFound, lessonRefused } from "./lesson-refusals";

/** Returns the actor's side of an own lesson. */
export type OwnSide = "Student" | "Teacher";

/** A lesson, the actor's side of it, and the actor on that side: a parent acts for the lesson's student. */
export type OwnLesson = { lesson: LessonRecord; side: OwnSide; actor: SignedInActor };

/**
 * Finds the actor's own lesson, or that of a parent's child. Throws `not_found` for all others, and `forbidden` if a
 * parent lacks the right.
 */
export async function loadOwnLesson(
  on: Executor,
  ctx: ActorCtx,
  lessonId: string,
  right: GuardianRight,
): Promise<OwnLesson> {
  const lesson = await findLesson(on, lessonId);
  if (!lesson) throw lessonNotFound();
  const { actor } = await actFor(on, ctx, lesson.studentId, right, lessonNotFound);
  const side = sideOf(actor, lesson);
  if (!side || side === "Admin") throw lessonNotFound();
  return { lesson, side, actor };
}

/**
 * Finds the actor's own lesson on which the actor may take this action now. Throws `not_found`, or `conflict` if the
 * action is refused or the lesson is not the version that the actor saw.
 */
export async function loadLessonFor(
  tx: Tx,
  ctx: ActorCtx,
  action: LessonAction,
  { lessonId, version }: LessonRef,
): Promise<OwnLesson> {
  const own = await loadOwnLesson(tx, ctx, lessonId, "book");
  if (version !== undefined && version !== own.lesson.version) throw changedMeanwhile();
  const refusal = lessonRefusal(action, own.actor, own.lesson, ctx.now());
  if (refusal !== null) throw lessonRefused(refusal);
  return own;
}

/**
 * Returns the lesson, with the other one of a double lesson where the actor may take this action on that, too, the earlier
 * first (rules §34). Throws `conflict` if the action proposes a time while one is already proposed for the other lesson.
 *
 * @param pair `one`: the named lesson alone
 */
export async function withPartner(
  on: Executor,
  ctx: ActorCtx,
  action: LessonAction,
  { lesson, actor }: Pick<OwnLesson, "lesson" | "actor">,
  pair: PairChoice = "both",
): Promise<LessonRecord[]> {
  const partner = pair === "one" || lesson.pairId === null ? null : await findPartner(on, lesson.id);
  const refusal = partner && lessonRefusal(action, actor, partner, ctx.now());
  if (refusal === "proposal-open") throw lessonRefused(refusal);
  if (partner === null || refusal !== null) return [lesson];
  return [lesson, partner].toSorted((a, b) => a.block - b.block);
}

/** A lesson as it was seen, and what it becomes. */
export type LessonChange = { seen: LessonRecord; changes: LessonChanges };

/**
 * Writes changes if the lesson is still the one that was seen, and records them in the history. Returns the changed
 * lesson. Throws `conflict` for a lost race.
 *
 * @param action the history's verb
 */
export async function changeLesson(
  tx: Tx,
  ctx: ActorCtx,
  action: HistoryAction,
  seen: LessonRecord,
  changes: LessonChanges,
): Promise<LessonRecord> {
  const [changed] = await changeLessons(tx, ctx, action, [{ seen, changes }]);
  if (!changed) throw changedMeanwhile();
  return changed;
}

/** Does the same to one lesson or both of a double one, the earlier first: to all of them or none. */
export async function changeLessons(
  tx: Tx,
  ctx: ActorCtx,
  action: HistoryAction,
  lessons: readonly LessonChange[],
): Promise<LessonRecord[]> {
  const updates = lessons.map(({ seen: { id, version }, changes }) => ({ id, version, ...changes }));
  const [first] = lessons;
  const isForward = first !== undefined && (first.changes.block ?? first.seen.block) > first.seen.block;
  const written = await updatePairs(tx, { earlier: updates.slice(0, 1), later: updates.slice(1), isForward });
  if (written !== updates.length) throw changedMeanwhile();
  const changed = lessons.map(afterChange);
  await recordHistory(
    tx,
    ctx,
    ...changed.map(({ seen, visible, isDeleted }) => ({
      entity: "lesson" as const,
      entityId: seen.id,
      action,
      changes: diff({ ...seen, deleted: false }, { ...visible, deleted: isDeleted }),
      teacherId: seen.teacherId,
      studentId: seen.studentId,
    })),
  );
  return changed.map(({ now }) => now);
}

function afterChange({ seen, changes }: LessonChange) {
  const {
    confirmedAt: _,
    cancelledAt: __,
    lateFree: ___,
    creditUntil: ____,
    outcomeAt,
    deletedAt,
    ...visible
  } = changes;
  const marked = outcomeAt === undefined ? {} : { outcomeAt: outcomeAt.toISOString() };
  const now = { ...seen, ...visible, ...marked, version: seen.version + 1 };
  const stands = isPlanned(now.status) && now.date === seen.date && now.block === seen.block;
  return {
    seen,
    visible,
    isDeleted: deletedAt !== undefined,
    now: { ...now, proposal: stands ? seen.proposal : null },
  };
}

/** Returns what became of one of several changed lessons. */
export function ofLesson(changed: readonly LessonRecord[], { id }: Pick<LessonRecord, "id">): LessonRecord {
  const lesson = changed.find((each) => each.id === id);
  if (!lesson) throw changedMeanwhile();
  return lesson;
}

/** Returns the status to which an action that was not refused takes the lesson. */
export function nextStatus(side: OwnSide, action: LessonAction, lesson: LessonRecord): LessonStatus {
  const status = statusAfter(side, action, lesson.status);
  if (!status) throw new Error(`${action} leads a lesson to no status`);
  return status;
}

/** Returns the id of the other person of a lesson. */
export function otherPerson(side: OwnSide, lesson: Pick<LessonRecord, "teacherId" | "studentId">): string {
  return side === "Teacher" ? lesson.studentId : lesson.teacherId;
}
