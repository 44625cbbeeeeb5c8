import type { AdminLesson, UpdateLessonInput } from "@korki/contracts/admin-lessons";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  type AdminLessonRow,
  findAdminLesson,
  holdUnsentMoves,
  type LessonUpdate,
  shareClosures,
  type Tx,
  takeHolds,
  transact,
  type UnsentMove,
  updatePairs,
} from "@korki/db";
import { type CivilDate, hasStarted, isCancelled, isDelivered, markedSince } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";
import { lockTeacherAndStudent } from "../people/relate";
import { requireVetted } from "../vetting/vetting";
import { askedLessons, isAhead, requireEnabled, requireSlot, slotTaken } from "./lesson-placement";

/**
 * An administrator edits a lesson: any of the six statuses, any free block; where asked, both of a double lesson or none,
 * with one message (rules §34). Throws `not_found` for a deleted one, `input` if nothing changes, and `conflict` if the
 * block is taken, the lesson is not the version that the caller saw (without one: that this call read), would be planned
 * for an erased account, would come or take a block ahead for a disabled one or would come ahead of an unvetted teacher
 * (rules §16).
 * The people who count on the lesson are notified.
 */
export async function updateLessonAsAdmin(ctx: ActorCtx, input: UpdateLessonInput): Promise<AdminLesson> {
  try {
    return await transact(ctx.db, (tx) => update(tx, ctx, input));
  } catch (error) {
    throw slotTaken(error);
  }
}

async function update(tx: Tx, ctx: ActorCtx, input: UpdateLessonInput): Promise<AdminLesson> {
  await takeHolds(tx);
  await shareClosures(tx);
  const before = await findAdminLesson(tx, input.id);
  if (!before) throw notFound();
  if (input.version !== undefined && input.version !== before.version) {
    throw conflict(commonTexts.changedMeanwhile);
  }
  const by = (input.block ?? before.block) - before.block;
  const edits = (await askedLessons(tx, before, input.pair))
    .map((seen) => editOf(seen, input, by))
    .filter(({ changes }) => Object.keys(changes).length > 0);
  if (edits.length === 0) throw invalidInput(adminLessonTexts.nothingChanged);
  for (const { seen, edited } of edits) {
    requireSlot(edited);
    if (takesSlot(seen, edited)) {
      await askBeforeBusy(tx, ctx, { ...edited, teacherId: seen.teacher.id }, input);
    }
  }
  const ids = { teacherId: before.teacher.id, studentId: before.student.id };
  const ahead = edits.filter(({ edited }) => isAhead(edited, ctx.now()));
  const isNewAhead = edits.some((edit) => comesAhead(edit, ctx.now()));
  if (ahead.length > 0 || isNewAhead) {
    const people = await lockTeacherAndStudent(tx, ids);
    if (people.teacher.isErased || people.student.isErased) throw conflict(adminPeopleTexts.erasedAccount);
    if (isNewAhead || ahead.some(({ seen, edited }) => takesSlot(seen, edited))) requireEnabled(people);
  }
  if (isNewAhead) await requireVetted(tx, ids);
  const updates = edits.map((edit) => updateOf(edit, input, ctx.now()));
  const groups = { earlier: updates.slice(0, 1), later: updates.slice(1), isForward: by > 0 };
  if ((await updatePairs(tx, groups)) !== updates.length) throw conflict(commonTexts.changedMeanwhile);
  await recordHistory(
    tx,
    ctx,
    ...edits.map(({ seen, changes }) => ({
      entity: "lesson" as const,
      entityId: seen.id,
      action: "update" as const,
      changes,
      teacherId: seen.teacher.id,
      studentId: seen.student.id,
    })),
  );
  const after = await findAdminLesson(tx, before.id);
  if (!after) throw notFound();
  const [first] = edits;
  const unsent =
    first && isMoved(first.seen, first.edited)
      ? await holdUnsentMoves(tx, { lessonId: first.seen.id, until: ctx.undo?.until ?? null })
      : [];
  await notify(tx, ctx, ...notificationsFor(edits, unsent, ctx.now()));
  return after;
}

/** A lesson as it was seen, and what it becomes. */
type Edit = ReturnType<typeof editOf>;

/** @param by how many blocks later it takes place */
function editOf(seen: AdminLessonRow, input: UpdateLessonInput, by: number) {
  const edited = {
    date: input.date ?? seen.date,
    block: seen.block + by,
    status: input.status ?? seen.status,
    description: input.description ?? seen.description,
    // A status that an administrator sets never charges (rules §13).
    ...(setsStatus(seen, input) ? { charged: false, lateDecision: null } : {}),
  };
  const changes = diff(pick(seen), edited);
  return { seen, edited, changes };
}

/** Whether an edit sets the status: one that is repeated beside other fields changes nothing about a charge. */
function setsStatus(seen: AdminLessonRow, { status, date, block, description }: UpdateLessonInput): boolean {
  const isAlone = [date, block, description].every((field) => field === undefined);
  return status !== undefined && (isAlone || status !== seen.status);
}

function updateOf({ seen, edited }: Edit, input: UpdateLessonInput, now: Date): LessonUpdate {
  const isConfirmedNow = edited.status === "Potwierdzona" && seen.status !== "Potwierdzona";
  const isMarkedNow = isDelivered(edited.status) && !isDelivered(seen.status);
  return {
    id: seen.id,
    version: seen.version,
    ...edited,
    ...(isConfirmedNow ? { confirmedAt: now } : {}),
    ...(isMarkedNow ? { outcomeAt: markedSince({ ...seen, ...edited }, now) } : {}),
    ...(setsStatus(seen, input) ? { lateFree: false, creditUntil: null } : {}),
    ...(input.overrideClosure && takesSlot(seen, edited) ? { closureOverridden: true } : {}),
  };
}

/** Whether an edit takes a slot that the lesson did not occupy until now. */
function takesSlot(
  before: AdminLessonRow,
  after: Pick<AdminLessonRow, "date" | "block" | "status">,
): boolean {
  return !isCancelled(after.status) && (isMoved(before, after) || isCancelled(before.status));
}

/** Whether an edit plans a lesson that was not ahead, or takes one out of the past, whatever its status. */
function comesAhead({ seen, edited }: Edit, now: Date): boolean {
  const isPast = ({ date, block }: Slot) => hasStarted(date, block, now);
  return (isPast(seen) && !isPast(edited)) || (!isAhead(seen, now) && isAhead(edited, now));
}

type Slot = Pick<AdminLessonRow, "date" | "block">;

function isMoved(before: Slot, after: Slot): boolean {
  return before.date !== after.date || before.block !== after.block;
}

function pick({ date, block, status, description, charged, lateDecision }: AdminLessonRow) {
  return { date, block, status, description, charged, lateDecision };
}

/**
 * Returns the notifications of a change. People are notified of lessons that are in the future, or were until now, and of
 * each cancellation and its end. Who has not got the message about an earlier move reads of both at once; of none where the lesson is
 * back, or where the message that waits is true again.
 */
function notificationsFor(
  edits: readonly Edit[],
  unsent: readonly UnsentMove[],
  now: Date,
): NotificationRequest[] {
  const told = edits
    .map(({ seen, edited }) => ({ before: seen, after: { ...seen, ...edited } }))
    .filter(
      ({ before, after }) =>
        isAhead(before, now) ||
        isAhead(after, now) ||
        isCancelled(after.status) !== isCancelled(before.status),
    );
  const [first] = told;
  if (!first) return [];
  const blocks = told.length === 2 ? 2 : 1;
  const before = { ...first.before, blocks } as const;
  const after = { ...first.after, blocks } as const;
  const isRestored = isCancelled(before.status);
  // Who pays heard that it is cancelled (rules §15).
  const people = [
    { to: { userId: before.teacher.id } },
    { to: { userId: before.student.id }, ...(isRestored && { payerOf: before.student.id }) },
  ];
  if (isCancelled(after.status)) {
    const facts = { ...notifiedLesson(before), charged: false, reason: null };
    return people.map(({ to }) => ({ kind: "lesson-cancelled-by-admin", to, facts }));
  }
  if (isDelivered(after.status) && !isRestored) return [];
  if (isMoved(before, after) && !isDelivered(after.status)) {
    return people.flatMap((each): NotificationRequest[] => {
      const isTeacher = each.to.userId === before.teacher.id;
      const waiting = isRestored
        ? []
        : unsent.filter(({ recipientId }) => (recipientId === before.teacher.id) === isTeacher);
      const [from = { fromDate: before.date, fromBlock: before.block }] = waiting.map(({ facts }) => facts);
      const isAt = (date: CivilDate, block: number) => date === after.date && block === after.block;
      const isTold =
        isAt(from.fromDate, from.fromBlock) || waiting.some(({ facts }) => isAt(facts.date, facts.block));
      if (isTold) return [];
      const { fromDate, fromBlock } = from;
      return [{ kind: "lesson-moved", ...each, facts: { ...notifiedLesson(after), fromDate, fromBlock } }];
    });
  }
  const lessons = [notifiedLesson(after)];
  if (isRestored) {
    const facts = { event: "restored" as const, lessons };
    return people.map((each) => ({ kind: "lessons-changed-by-admin", ...each, facts }));
  }
  if (after.status === "Potwierdzona" && before.status !== "Potwierdzona") {
    return [{ kind: "lesson-confirmed", to: { userId: after.student.id }, facts: notifiedLesson(after) }];
  }
  if (after.status === "Nie potwierdzona" && before.status === "Potwierdzona") {
    const facts = { event: "waiting" as const, lessons };
    return people.map((each) => ({ kind: "lessons-changed-by-admin", ...each, facts }));
  }
  return [];
}
