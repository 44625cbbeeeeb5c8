import type { ClosureBody, ClosurePreview } from "@korki/contracts/closures";
import { closureTexts } from "@korki/contracts/texts/closures";
import {
  type AffectedRow,
  type Executor,
  findAffected,
  findSubstitutes,
  loadProposalFacts,
  lockSubstitutes,
  type SubstituteRow,
} from "@korki/db";
import {
  type AvailabilitySection,
  addDays,
  availableBlocks,
  type CivilDate,
  type Closure,
  closes,
  daysBetween,
  earlierDate,
  hasStarted,
  laterDate,
  NEAREST_DAYS,
  nearestSlots,
  type Slot,
  slotKey,
  today,
  weekdayOf,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { forbidden, invalidInput, notFound } from "../errors";
import { type PreviewSubject, signPreview } from "../previews/preview-token";

/** A closure that the actor may add. */
export type ClosureRequest = Closure & { label: string };

/**
 * Returns the closure that an actor asks for. A teacher reports own absences only; an administrator names the teacher.
 * Throws `forbidden` or `input`.
 */
export function closureFor(ctx: ActorCtx, body: ClosureBody): ClosureRequest {
  const { scope, from, to, fromBlock = null, toBlock = null, label } = body;
  const range = { from, to, fromBlock, toBlock, label };
  const { id, role } = ctx.actor;
  if (role === "Teacher") {
    if (scope !== "teacher" || (body.teacherId ?? id) !== id) throw forbidden(closureTexts.onlyOwn);
    return { ...range, teacherId: id };
  }
  if (scope === "centre") return { ...range, teacherId: null };
  if (!body.teacherId) throw invalidInput(closureTexts.teacherRequired);
  return { ...range, teacherId: body.teacherId };
}

/** Throws `not_found` if the closure concerns a person who is not a teacher. */
export async function requireTeacher(on: Executor, { teacherId }: Closure): Promise<void> {
  if (teacherId !== null && !(await lockSubstitutes(on, [teacherId])).has(teacherId)) throw notFound();
}

/** Returns what a closure would affect, each lesson with proposals. Nothing is reserved. */
export async function previewClosure(ctx: ActorCtx, body: ClosureBody): Promise<ClosurePreview> {
  const closure = closureFor(ctx, body);
  await requireTeacher(ctx.db, closure);
  const rows = await affectedBy(ctx.db, ctx, closure, false);
  const moves = await proposeMoves(ctx.db, ctx, closure, rows);
  const substitutes = await proposeSubstitutes(ctx.db, ctx, closure, rows);
  const affected = rows.map(({ version: _, email: __, ...row }) => ({
    ...row,
    moves: moves.get(row.id) ?? [],
    substitutes: (substitutes.get(row.id) ?? []).map(({ id, name, surname }) => ({ id, name, surname })),
  }));
  return { affected, token: signPreview(ctx, subjectOf(closure), "") };
}

/** Returns the planned lessons and trial lessons of a closure that have not started. */
export async function affectedBy(
  on: Executor,
  ctx: ActorCtx,
  closure: ClosureRequest,
  lock: boolean,
): Promise<AffectedRow[]> {
  const now = ctx.now();
  const rows = await findAffected(on, closure, today(now), lock);
  return rows.filter(({ date, block }) => !hasStarted(date, block, now));
}

export function subjectOf({ teacherId, from, to, fromBlock, toBlock }: ClosureRequest): PreviewSubject {
  return { action: "closures.add", body: [teacherId, from, to, fromBlock, toBlock] };
}

/**
 * Returns the nearest free slots of each lesson's pair. The first proposal of one lesson is proposed to no other lesson
 * of the same people, so that all first proposals can be taken together.
 */
async function proposeMoves(
  on: Executor,
  ctx: ActorCtx,
  closure: ClosureRequest,
  rows: readonly AffectedRow[],
): Promise<Map<string, Slot[]>> {
  const moves = new Map<string, Slot[]>();
  if (rows.length === 0) return moves;
  const dates = rows.map(({ date }) => date);
  const now = ctx.now();
  const first = laterDate(today(now), addDays(dates.reduce(earlierDate), -NEAREST_DAYS));
  const last: CivilDate = addDays(dates.reduce(laterDate), NEAREST_DAYS);
  const teacherIds = [...new Set(rows.map(({ teacherId }) => teacherId))];
  const personIds = [...new Set(rows.flatMap(peopleOf))];
  const facts = await loadProposalFacts(on, { teacherIds, personIds, first, last });
  const busy = new Map(personIds.map((id) => [id, new Set<string>()]));
  for (const { personId, date, block } of facts.busy) busy.get(personId)?.add(slotKey(date, block));
  const sections = groupBy(facts.sections, ({ teacherId }) => teacherId);
  const offered = new Map(
    teacherIds.map((id) => [id, openBlocks(id, sections.get(id) ?? [], [...facts.closures, closure], now)]),
  );
  const days = daysBetweenBoth(first, last);
  for (const row of rows) {
    const taken = peopleOf(row).flatMap((person) => busy.get(person) ?? []);
    const near = nearestSlots(row, {
      ...{ days, at: daysBetween(first, row.date) },
      offered: (date) => offered.get(row.teacherId)?.(date) ?? [],
      taken: (date, block) => taken.some((slots) => slots.has(slotKey(date, block))),
    });
    moves.set(row.id, near);
    const [nearest] = near;
    if (nearest) for (const slots of taken) slots.add(slotKey(nearest.date, nearest.block));
  }
  return moves;
}

/** Returns what gives the blocks of a date that a teacher could teach; each date is worked out once. */
function openBlocks(
  teacherId: string,
  sections: readonly AvailabilitySection[],
  closures: readonly Closure[],
  now: Date,
): (date: CivilDate) => readonly number[] {
  const known = new Map<CivilDate, readonly number[]>();
  return (date) => {
    const blocks =
      known.get(date) ??
      availableBlocks(sections, weekdayOf(date)).filter(
        (block) =>
          !hasStarted(date, block, now) && !closures.some((each) => closes(each, { teacherId, date, block })),
      );
    known.set(date, blocks);
    return blocks;
  };
}

function daysBetweenBoth(first: CivilDate, last: CivilDate): CivilDate[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}

function peopleOf({ teacherId, studentId }: AffectedRow): string[] {
  return studentId === null ? [teacherId] : [teacherId, studentId];
}

/** There are no substitutes while the whole centre is closed, and only administrators choose them. */
async function proposeSubstitutes(
  on: Executor,
  ctx: ActorCtx,
  closure: ClosureRequest,
  rows: readonly AffectedRow[],
): Promise<Map<string, SubstituteRow[]>> {
  if (closure.teacherId === null || ctx.actor.role !== "Admin") return new Map();
  return groupBy(await findSubstitutes(on, rows), ({ lessonId }) => lessonId);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
