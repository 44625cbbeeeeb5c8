import type { AffectedLesson, ClosureBody, ClosurePreview } from "@korki/contracts/closures";
import { closureTexts } from "@korki/contracts/texts/closures";
import {
  type AffectedRow,
  type Executor,
  findAffected,
  loadProposalFacts,
  loadSubstituteFacts,
  lockSubstitutes,
} from "@korki/db";
import {
  addDays,
  BLOCK_COUNT,
  type CivilDate,
  type Closure,
  closes,
  daysBetween,
  earlierDate,
  groupBy,
  hasStarted,
  laterDate,
  NEAREST_DAYS,
  nearestSlots,
  type OfferedHours,
  offeredBlocks,
  type Slot,
  slotKey,
  subjectLevelKey,
  today,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { forbidden, invalidInput, notFound } from "../errors";
import { type PreviewSubject, signPreview } from "../previews/preview-token";
import { sharedRead } from "../shared-read";

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

const shareProposals = sharedRead<AffectedLesson[]>();

/** Returns what a closure would affect, each lesson with proposals. Nothing is reserved. */
export async function previewClosure(ctx: ActorCtx, body: ClosureBody): Promise<ClosurePreview> {
  const closure = closureFor(ctx, body);
  await requireTeacher(ctx.db, closure);
  // The label has no effect on the result, and the actor only by role: it decides what is proposed.
  const { teacherId, from, to, fromBlock, toBlock } = closure;
  const key = JSON.stringify([ctx.actor.role, teacherId, from, to, fromBlock, toBlock]);
  const affected = await shareProposals(ctx.db, key, () => affectedWithProposals(ctx, closure));
  return { affected, token: signPreview(ctx, subjectOf(closure), "") };
}

async function affectedWithProposals(ctx: ActorCtx, closure: ClosureRequest): Promise<AffectedLesson[]> {
  const rows = await affectedBy(ctx.db, ctx, closure, false);
  const movable = rows.filter((row) => mayMove(ctx, row));
  const moves = await proposeMoves(ctx.db, ctx, closure, movable);
  const substitutes = await proposeSubstitutes(ctx.db, ctx, closure, rows);
  return rows.map(({ version: _, email: __, pairActive: ___, ...row }) => ({
    ...row,
    moves: moves.get(row.id) ?? [],
    substitutes: substitutes.get(row.id) ?? [],
  }));
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

/** Whether the actor may move an affected lesson; a teacher only while the two may still agree on times (rules §4). */
export function mayMove({ actor }: ActorCtx, { pairActive }: AffectedRow): boolean {
  return actor.role === "Admin" || pairActive;
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
  const days = daysBetweenBoth(first, addDays(dates.reduce(laterDate), NEAREST_DAYS));
  const last = days.at(-1) ?? first;
  const teacherIds = [...new Set(rows.map(({ teacherId }) => teacherId))];
  const personIds = [...new Set(rows.flatMap(peopleOf))];
  const facts = await loadProposalFacts(on, { teacherIds, personIds, first, last });
  const dayOf = new Map(days.map((date, day) => [date, day]));
  const busy = new Map(personIds.map((id) => [id, new Set<number>()]));
  for (const { personId, date, block } of facts.busy)
    busy.get(personId)?.add(placeOf(dayOf.get(date) ?? 0, block));
  const closures = [...facts.closures, closure];
  const offered = new Map(
    facts.hours.map(({ teacherId, hours }) => [teacherId, openBlocks(teacherId, hours, closures, days, now)]),
  );
  for (const row of rows) {
    const taken = peopleOf(row).flatMap((person) => busy.get(person) ?? []);
    const near = nearestSlots(
      { day: dayOf.get(row.date) ?? 0, block: row.block },
      {
        offered: (day) => offered.get(row.teacherId)?.(day) ?? [],
        taken: (day, block) => taken.some((places) => places.has(placeOf(day, block))),
      },
    );
    moves.set(
      row.id,
      near.map(({ day, block }) => ({ date: days[day] ?? "", block })),
    );
    const [nearest] = near;
    if (nearest) for (const places of taken) places.add(placeOf(nearest.day, nearest.block));
  }
  return moves;
}

/** Numbers the blocks of consecutive days. */
function placeOf(day: number, block: number): number {
  return day * BLOCK_COUNT + block;
}

/** Returns what gives the blocks of a day that a teacher could teach; each day is worked out once. */
function openBlocks(
  teacherId: string,
  hours: OfferedHours,
  closures: readonly Closure[],
  days: readonly CivilDate[],
  now: Date,
): (day: number) => readonly number[] {
  const known: (readonly number[] | undefined)[] = [];
  return (day) => {
    const date = days[day];
    if (date === undefined) return [];
    const blocks =
      known[day] ??
      offeredBlocks(hours, date).filter(
        (block) =>
          !hasStarted(date, block, now) && !closures.some((each) => closes(each, { teacherId, date, block })),
      );
    known[day] = blocks;
    return blocks;
  };
}

function daysBetweenBoth(first: CivilDate, last: CivilDate): CivilDate[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}

function peopleOf({ teacherId, studentId }: AffectedRow): string[] {
  return studentId === null ? [teacherId] : [teacherId, studentId];
}

/** Most substitutes that a lesson is offered. */
const SUBSTITUTES_MAX = 5;

/** Returns who could take over each lesson; nobody while the whole centre is closed. Only administrators choose them. */
async function proposeSubstitutes(
  on: Executor,
  ctx: ActorCtx,
  closure: ClosureRequest,
  rows: readonly AffectedRow[],
): Promise<Map<string, AffectedLesson["substitutes"]>> {
  if (closure.teacherId === null || ctx.actor.role !== "Admin" || rows.length === 0) return new Map();
  return findSubstitutes(on, rows, SUBSTITUTES_MAX);
}

type SubstitutedLesson = Pick<AffectedRow, "id" | "teacherId" | "date" | "block" | "subject" | "level">;

/**
 * Returns who could take over each lesson, at most `limit`: teachers of its subject and level whom nothing occupies and
 * no closure covers.
 */
export async function findSubstitutes(
  on: Executor,
  rows: readonly SubstitutedLesson[],
  limit: number,
): Promise<Map<string, AffectedLesson["substitutes"]>> {
  const facts = await loadSubstituteFacts(on, rows);
  const busy = new Map(facts.busy.map(({ id, slots }) => [id, new Set(slots)]));
  const candidates = groupBy(facts.candidates, subjectLevelKey);
  const proposals = new Map<string, AffectedLesson["substitutes"]>();
  for (const row of rows) {
    const { date, block } = row;
    const free: AffectedLesson["substitutes"] = [];
    for (const { id, name, surname } of candidates.get(subjectLevelKey(row)) ?? []) {
      if (id === row.teacherId || busy.get(id)?.has(slotKey(date, block))) continue;
      if (facts.closures.some((each) => closes(each, { teacherId: id, date, block }))) continue;
      free.push({ id, name, surname });
      if (free.length === limit) break;
    }
    proposals.set(row.id, free);
  }
  return proposals;
}
