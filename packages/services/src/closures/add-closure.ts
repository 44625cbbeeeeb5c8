import type { AddClosureInput, Closure, ClosureDecision } from "@korki/contracts/closures";
import { closureTexts } from "@korki/contracts/texts/closures";
import {
  type AffectedRow,
  closedSlotOf,
  findAbsences,
  findClosure,
  insertClosure,
  lockClosures,
  lockSubstitutes,
  newId,
  type SubstituteTeacher,
  signalContacts,
  type TrialUpdate,
  type Tx,
  takeHolds,
  transact,
  updateLessons,
  updateTrialLessons,
  violates,
} from "@korki/db";
import { checkPlacement, closes, hasStarted, teaches } from "@korki/domain";
import { askBeforeBusySlots, busySlotsText } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { forbidden, notFound, ServiceError } from "../errors";
import { type HistoryRecord, recordHistory } from "../history";
import { cancelLessons } from "../lessons/cancel-lessons";
import { lostSlotRace } from "../lessons/lesson-refusals";
import { isTeachersRoom } from "../lessons/room-place";
import { notify } from "../outbox";
import { readPreview } from "../previews/preview-token";
import { trialRoom } from "../trial-lessons/change-trial";
import { closureNotices, type DecidedLesson } from "./closure-notices";
import { toClosure } from "./list-closures";
import {
  affectedBy,
  type ClosureRequest,
  closureFor,
  mayMove,
  previewClosure,
  requireTeacher,
  subjectOf,
} from "./preview-closure";

/** Some thousands of lessons at once, on a small machine. */
const ADD_TIMEOUT_MS = 60_000;

/** A lesson has no decision, or a decision does not fit any more: nothing was changed. */
class Undecided extends Error {}

/**
 * Adds a closed day or an absence and applies a decision for every lesson that it affects, all in one transaction
 * (rules §12). Throws `conflict` with a fresh preview, and changes nothing, if an affected lesson has no decision or a
 * decision does not fit, and without one where a lesson would go to a time that is busy elsewhere (rules §35).
 */
export async function addClosure(
  ctx: ActorCtx,
  { decisions, token, overrideBusy, ...body }: AddClosureInput,
): Promise<Closure> {
  const request = closureFor(ctx, body);
  if (ctx.actor.role !== "Admin" && decisions.some(({ action }) => action === "substitute")) {
    throw forbidden(closureTexts.onlyAdminsSubstitute);
  }
  try {
    if (token !== undefined && !readPreview(ctx, subjectOf(request), token)) throw new Undecided();
    return await transact(ctx.db, (tx) => add(tx, ctx, request, { decisions, overrideBusy }), {
      timeoutMs: ADD_TIMEOUT_MS,
    });
  } catch (error) {
    const isStale =
      error instanceof Undecided ||
      lostSlotRace(error) !== null ||
      closedSlotOf(error) !== null ||
      violates(error, "teacher_vetted");
    if (!isStale) throw error;
    const preview = await previewClosure(ctx, body);
    throw new ServiceError("conflict", closureTexts.undecided, undefined, { preview });
  }
}

async function add(
  tx: Tx,
  ctx: ActorCtx,
  request: ClosureRequest,
  { decisions, overrideBusy }: Pick<AddClosureInput, "decisions" | "overrideBusy">,
): Promise<Closure> {
  if (ctx.actor.role === "Admin") await takeHolds(tx);
  await lockClosures(tx);
  await requireTeacher(tx, request);
  const affected = await affectedBy(tx, ctx, request, true);
  const decided = match(affected, decisions);
  const id = newId();
  await insertClosure(tx, { ...request, id, createdById: ctx.actor.id, createdAt: ctx.now() });
  const substitutes = await requireSubstitutes(tx, decided);
  requireMoves(ctx, request, decided);
  await askBeforeBusySlots(tx, ctx, decided.flatMap(newSlotOf), { overrideBusy }, busySlotsText(ctx));
  await apply(tx, ctx, decided);
  await signalContacts(tx, handedOver(decided));

  const stored = await findClosure(tx, id);
  if (!stored) throw notFound();
  const { from, to, fromBlock, toBlock, label } = request;
  const values = { from, to, fromBlock, toBlock, label };
  await recordHistory(tx, ctx, {
    entity: "closure",
    entityId: id,
    action: "create",
    changes: Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => value !== null && value !== "")
        .map(([field, value]) => [field, { from: null, to: value }]),
    ),
    teacherId: request.teacherId,
  });
  await notify(tx, ctx, ...(await closureNotices(tx, ctx, request, decided, substitutes)));
  return toClosure(ctx.actor, stored);
}

/** Pairs every affected lesson with its decision. Throws `Undecided` where one is missing, doubled or too many. */
function match(affected: readonly AffectedRow[], decisions: readonly ClosureDecision[]): DecidedLesson[] {
  const byLesson = new Map(decisions.map((decision) => [decision.lessonId, decision]));
  if (byLesson.size !== decisions.length || byLesson.size !== affected.length) throw new Undecided();
  return affected.map((lesson) => {
    const decision = byLesson.get(lesson.id);
    if (!decision) throw new Undecided();
    return { lesson, decision };
  });
}

/** Locks the chosen substitutes. Throws `Undecided` for one who cannot take over. */
async function requireSubstitutes(
  tx: Tx,
  decided: readonly DecidedLesson[],
): Promise<Map<string, SubstituteTeacher>> {
  const ids = decided.flatMap(
    ({ decision }) => (decision.action === "substitute" && decision.teacherId) || [],
  );
  const substitutes = await lockSubstitutes(tx, [...new Set(ids)]);
  for (const { lesson, decision } of decided) {
    if (decision.action !== "substitute") continue;
    const teacher = substitutes.get(decision.teacherId ?? "");
    const mayTeach = teacher && !teacher.isDisabled && teacher.isVetted && teaches(teacher.subjects, lesson);
    if (!mayTeach || teacher.id === lesson.teacherId) throw new Undecided();
  }
  const wanted = decided.flatMap(({ lesson: { id, date, block }, decision: { action, teacherId } }) =>
    action === "substitute" && teacherId ? [{ id, teacherId, date, block }] : [],
  );
  if ((await findAbsences(tx, wanted)).size > 0) throw new Undecided();
  return substitutes;
}

/**
 * Throws `Undecided` for a new slot that the calendar does not have, that has passed, that the closure closes (also the
 * lesson's own), or that the actor may not give.
 */
function requireMoves(ctx: ActorCtx, request: ClosureRequest, decided: readonly DecidedLesson[]): void {
  for (const { lesson, decision } of decided) {
    const { action, date = "", block = -1 } = decision;
    if (action !== "move") continue;
    const isNone = checkPlacement({ date, block, teacherBusy: false, studentBusy: false }) !== null;
    const isClosed = closes(request, { teacherId: lesson.teacherId, date, block });
    if (isNone || isClosed || hasStarted(date, block, ctx.now()) || !mayMove(ctx, lesson))
      throw new Undecided();
  }
}

/** Returns the new slot that a decision takes; empty if it takes none. */
function newSlotOf({ lesson, decision }: DecidedLesson) {
  const { action, teacherId = lesson.teacherId, date = lesson.date, block = lesson.block } = decision;
  if (action === "move") return [{ teacherId: lesson.teacherId, date, block }];
  return action === "substitute" ? [{ teacherId, date: lesson.date, block: lesson.block }] : [];
}

/** Cancels first and moves then, so that a slot that becomes free can be taken. */
async function apply(tx: Tx, ctx: ActorCtx, decided: readonly DecidedLesson[]): Promise<void> {
  const isCancel = ({ decision }: DecidedLesson) => decision.action === "cancel";
  const lessons = decided.filter(({ lesson }) => lesson.kind === "lesson");
  const trials = decided.filter(({ lesson }) => lesson.kind === "trial");
  await cancelLessons(tx, ctx, lessons.filter(isCancel).map(cancellable), "Teacher");
  await requireWritten(tx, trials.filter(isCancel), "trial", ctx);
  await requireWritten(
    tx,
    trials.filter((each) => !isCancel(each)),
    "trial",
    ctx,
  );
  await requireWritten(
    tx,
    lessons.filter((each) => !isCancel(each)),
    "lesson",
    ctx,
  );
  const recorded = decided.filter((each) => !isCancel(each) || each.lesson.kind === "trial");
  await recordHistory(tx, ctx, ...recorded.map(historyOf));
}

/** Whose contacts are others because lessons have another teacher now. */
function handedOver(decided: readonly DecidedLesson[]) {
  const pairs = decided.flatMap(({ lesson: { studentId, teacherId: former }, decision }) =>
    decision.action === "substitute" && studentId
      ? [{ studentId, former, now: decision.teacherId ?? former }]
      : [],
  );
  return {
    people: pairs.flatMap(({ studentId, former, now }) => [studentId, former, now]),
    parentsOf: pairs.map(({ studentId }) => studentId),
  };
}

function cancellable({ lesson }: DecidedLesson) {
  if (lesson.studentId === null) throw new Error("a trial lesson is no lesson");
  const status = lesson.status === "Potwierdzona" ? ("Potwierdzona" as const) : ("Nie potwierdzona" as const);
  return { ...lesson, status, studentId: lesson.studentId };
}

async function requireWritten(
  tx: Tx,
  decided: readonly DecidedLesson[],
  kind: AffectedRow["kind"],
  ctx: ActorCtx,
): Promise<void> {
  const changes = decided.map(({ lesson, decision }) => ({
    id: lesson.id,
    version: lesson.version,
    ...(decision.action === "move"
      ? { date: decision.date ?? lesson.date, block: decision.block ?? lesson.block }
      : {}),
    ...(decision.action === "keep" ? { closureOverridden: true } : {}),
    ...(decision.action === "substitute" && decision.teacherId ? { teacherId: decision.teacherId } : {}),
  }));
  const written =
    kind === "trial"
      ? await updateTrialLessons(tx, await trialUpdates(tx, ctx, changes, decided))
      : await updateLessons(
          tx,
          changes.map((change, index) => ({ ...change, ...keptLink(ctx, decided[index]) })),
        );
  if (written !== decided.length) throw new Undecided();
}

/** A substitute does not teach in the other teacher's own room: such a link is removed. */
function keptLink(ctx: ActorCtx, decided: DecidedLesson | undefined): { meetingLink?: "" } {
  const link = decided?.lesson.meetingLink ?? "";
  const isLinkGone = isTeachersRoom(ctx.settings, link);
  return decided?.decision.action === "substitute" && isLinkGone ? { meetingLink: "" } : {};
}

/** A cancelled trial lesson is `Odwolana`; one that is scheduled takes place in a room that its substitute has. */
async function trialUpdates(
  tx: Tx,
  ctx: ActorCtx,
  changes: readonly TrialUpdate[],
  decided: readonly DecidedLesson[],
): Promise<TrialUpdate[]> {
  const updates: TrialUpdate[] = [];
  for (const [index, change] of changes.entries()) {
    const { action, teacherId = "" } = decided[index]?.decision ?? {};
    const { status, meetingLink = "" } = decided[index]?.lesson ?? {};
    const isHandedOver = action === "substitute" && status === "Umowiona";
    updates.push({
      ...change,
      ...(action === "cancel" && { status: "Odwolana" }),
      ...(isHandedOver && { meetingLink: await trialRoom(tx, ctx, teacherId, meetingLink) }),
    });
  }
  return updates;
}

function historyOf({ lesson, decision }: DecidedLesson): HistoryRecord {
  const { id: entityId, teacherId, studentId, date, block, status } = lesson;
  const changes: HistoryRecord["changes"] = {
    move: {
      ...(decision.date === date ? {} : { date: { from: date, to: decision.date ?? date } }),
      ...(decision.block === block ? {} : { block: { from: block, to: decision.block ?? block } }),
    },
    substitute: { teacherId: { from: teacherId, to: decision.teacherId ?? null } },
    cancel: { status: { from: status, to: "Odwolana" } },
    keep: { closureOverridden: { from: false, to: true } },
  }[decision.action];
  const entity = lesson.kind === "trial" ? "trialLesson" : "lesson";
  return { entity, entityId, action: decision.action, changes, teacherId, studentId };
}
