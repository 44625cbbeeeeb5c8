import type { AdminLesson, UpdateLessonInput } from "@korki/contracts/admin-lessons";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  type AdminLessonRow,
  findAdminLesson,
  shareClosures,
  type Tx,
  takeHolds,
  transact,
  updateLesson,
} from "@korki/db";
import { isCancelled, isDelivered } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import type { ActorCtx } from "../context";
import { conflict, invalidInput, notFound } from "../errors";
import { diff, recordHistory } from "../history";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";
import { isAhead, requireSlot, slotTaken } from "./lesson-placement";

/**
 * An administrator edits a lesson: any of the six statuses, any free block. Throws `not_found` for a deleted one,
 * `input` if nothing changes, and `conflict` if the block is taken or the lesson is not the version that the caller
 * saw (without one: that this call read). The people who count on the lesson are notified.
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
  const edited = {
    date: input.date ?? before.date,
    block: input.block ?? before.block,
    status: input.status ?? before.status,
    description: input.description ?? before.description,
    // A status that an administrator sets never charges (rules §13).
    ...(input.status === undefined ? {} : { charged: false, lateDecision: null }),
  };
  const changes = diff<Record<string, string | number | boolean | null>>(pick(before), edited);
  if (Object.keys(changes).length === 0) throw invalidInput(adminLessonTexts.nothingChanged);
  requireSlot(edited);

  if (takesSlot(before, edited)) {
    await askBeforeBusy(tx, ctx, { ...edited, teacherId: before.teacher.id }, input);
  }
  const isConfirmedNow = edited.status === "Potwierdzona" && before.status !== "Potwierdzona";
  const isMarkedNow = isDelivered(edited.status) && edited.status !== before.status;
  const written = await updateLesson(tx, before, {
    ...edited,
    ...(isConfirmedNow ? { confirmedAt: ctx.now() } : {}),
    ...(isMarkedNow ? { outcomeAt: ctx.now() } : {}),
    ...(input.status === undefined ? {} : { lateFree: false, creditUntil: null }),
    ...(input.overrideClosure && takesSlot(before, edited) ? { closureOverridden: true } : {}),
  });
  if (!written) throw conflict(commonTexts.changedMeanwhile);
  await recordHistory(tx, ctx, {
    entity: "lesson",
    entityId: before.id,
    action: "update",
    changes,
    teacherId: before.teacher.id,
    studentId: before.student.id,
  });
  const after = await findAdminLesson(tx, before.id);
  if (!after) throw notFound();
  await notify(tx, ctx, ...notificationsFor(before, after, ctx.now()));
  return after;
}

/** Whether an edit takes a slot that the lesson did not occupy until now. */
function takesSlot(
  before: AdminLessonRow,
  after: Pick<AdminLessonRow, "date" | "block" | "status">,
): boolean {
  const isMoved = before.date !== after.date || before.block !== after.block;
  return !isCancelled(after.status) && (isMoved || isCancelled(before.status));
}

function pick({ date, block, status, description, charged, lateDecision }: AdminLessonRow) {
  return { date, block, status, description, charged, lateDecision };
}

/** Returns the notifications of a change. People are notified of lessons that are in the future, or were until now. */
function notificationsFor(before: AdminLessonRow, after: AdminLessonRow, now: Date): NotificationRequest[] {
  const wasAhead = isAhead(before, now);
  const people = [before.teacher.id, before.student.id].map((userId) => ({ userId }));
  if (isCancelled(after.status)) {
    if (!wasAhead) return [];
    const facts = { ...notifiedLesson(before), charged: false, reason: null };
    return people.map((to) => ({ kind: "lesson-cancelled-by-admin", to, facts }));
  }
  if (isDelivered(after.status) || !(wasAhead || isAhead(after, now))) return [];
  const isMoved = before.date !== after.date || before.block !== after.block;
  if (isMoved) {
    const facts = { ...notifiedLesson(after), fromDate: before.date, fromBlock: before.block };
    return people.map((to) => ({ kind: "lesson-moved", to, facts }));
  }
  if (after.status === "Potwierdzona" && before.status !== "Potwierdzona") {
    return [{ kind: "lesson-confirmed", to: { userId: after.student.id }, facts: notifiedLesson(after) }];
  }
  if (isCancelled(before.status)) {
    return people.map((to) => ({ kind: "lesson-added-by-admin", to, facts: notifiedLesson(after) }));
  }
  return [];
}
