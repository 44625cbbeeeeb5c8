import type { HistoryAction } from "@korki/contracts/texts/admin-history";
import { commonTexts } from "@korki/contracts/texts/common";
import { consentTexts } from "@korki/contracts/texts/consents";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import {
  closedSlotOf,
  findMeetingRoom,
  findTrialLesson,
  lockPeopleForShare,
  type TrialChanges,
  type TrialLessonRow,
  type Tx,
  updateTrialLesson,
  violates,
} from "@korki/db";
import { checkTrialChange, hasStarted, type TrialFacts, type TrialRefusal } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import type { ActorCtx, Ctx } from "../context";
import { conflict, notFound } from "../errors";
import { diff, type HistoryRecord, recordHistory } from "../history";
import { closedSlotRefused, lostSlotRace } from "../lessons/lesson-refusals";
import { newRoom } from "../lessons/room-place";
import { notify } from "../outbox";
import { requireVetted } from "../vetting/vetting";

/** The trial lesson as the administrator saw it. Throws `not_found`, or `conflict` where it is older than it is now. */
export async function loadTrial(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<TrialLessonRow> {
  const trial = await findTrialLesson(tx, id);
  if (!trial) throw notFound();
  if (trial.version !== version) throw conflict(commonTexts.changedMeanwhile);
  return trial;
}

/** What the domain's rules need to know of a trial lesson. */
function trialFacts({ status, teacher, date, block }: TrialLessonRow): TrialFacts {
  return { status, teacherId: teacher?.id ?? null, date, block };
}

/** Locks a teacher who may be given a trial lesson. Throws `not_found`, or `conflict` for a disabled one. */
export async function lockTrialTeacher(tx: Tx, teacherId: string): Promise<void> {
  const teacher = (await lockPeopleForShare(tx, [teacherId])).get(teacherId);
  if (teacher?.role !== "Teacher") throw notFound();
  if (teacher.isDisabled) throw conflict(trialTexts.teacherDisabled);
  await requireVetted(tx, { teacherId, studentId: null });
}

/**
 * Returns the room of a trial lesson with this teacher: the teacher's permanent one, else the one that the trial lesson
 * has already, else a new one.
 */
export async function trialRoom(tx: Tx, ctx: Ctx, teacherId: string, present: string): Promise<string> {
  const { meetingBaseUrl } = ctx.settings;
  const permanent = await findMeetingRoom(tx, teacherId);
  return permanent || (present.startsWith(meetingBaseUrl) ? present : newRoom(meetingBaseUrl));
}

/**
 * Writes a change, records it in the history and notifies those it concerns. Throws `conflict` if the transition is
 * not allowed or the request was changed at the same time.
 */
export async function changeTrial(
  tx: Tx,
  ctx: ActorCtx,
  action: HistoryAction,
  before: TrialLessonRow,
  changes: TrialChanges,
): Promise<TrialLessonRow> {
  const was = trialFacts(before);
  const { status = was.status, teacherId = was.teacherId, date = was.date, block = was.block } = changes;
  const refusal = checkTrialChange(was.status, { status, teacherId, date, block });
  if (refusal !== null) throw conflict(REFUSALS[refusal]);

  const { id, version } = before;
  if (!(await updateTrialLesson(tx, { id, version }, changes))) throw conflict(commonTexts.changedMeanwhile);
  const after = await findTrialLesson(tx, id);
  if (!after) throw notFound();
  await recordHistory(tx, ctx, {
    entity: "trialLesson",
    entityId: id,
    action,
    changes: inHistory(before, after),
    teacherId: after.teacher?.id ?? null,
  });
  await notify(tx, ctx, ...changeNotifications(before, after, ctx.now()));
  return after;
}

const REFUSALS: Record<TrialRefusal, string> = {
  "no-such-transition": trialTexts.noSuchTransition,
  "slot-missing": trialTexts.slotMissing,
};

/**
 * What the history keeps of a change: it outlives the visitor's data, so it names people by id and says of the
 * visitor's own words only that they changed.
 */
function inHistory(before: TrialLessonRow, after: TrialLessonRow): HistoryRecord["changes"] {
  const facts = ({ status, teacher, date, block }: TrialLessonRow) => ({
    status,
    teacherId: teacher?.id ?? null,
    date,
    block,
  });
  const words = [
    "name",
    "email",
    "studentPhone",
    "parentPhone",
    "description",
    "source",
    "lostReason",
  ] as const;
  const isReworded = words.some((field) => before[field] !== after[field]);
  return {
    ...diff(facts(before), facts(after)),
    ...(isReworded ? { requestDetails: { from: null, to: true } } : {}),
  };
}

/** Whether the slot of a trial lesson, where it has one, has not started. */
function isAhead({ date, block }: TrialLessonRow, now: Date): boolean {
  return date !== null && block !== null && !hasStarted(date, block, now);
}

/**
 * Returns the notifications of a change. Teacher and visitor are notified of a new slot that is ahead, or that one which was
 * ahead moves to, and not when an outcome is taken back; the visitor at a new e-mail address of the slot that is ahead; the
 * previous teacher and the visitor of a cancellation; the previous teacher of a reassignment.
 */
function changeNotifications(
  before: TrialLessonRow,
  after: TrialLessonRow,
  now: Date,
): NotificationRequest[] {
  const facts = { trialLessonId: after.id };
  const wasSet = before.status === "Umowiona";
  const isSet = after.status === "Umowiona";
  const sameTeacher = before.teacher?.id === after.teacher?.id;
  const sameSlot = sameTeacher && before.date === after.date && before.block === after.block;
  const requests: NotificationRequest[] = [];
  const visitor = after.email === "" ? null : { email: after.email };
  const { date, block } = before;
  const calledOff = { ...facts, ...(date !== null && block !== null ? { slot: { date, block } } : {}) };
  const wasTold = wasSet || before.status === "Zrealizowana";
  const isNewSlot = isSet && !(wasTold && sameSlot);
  const isTold = isNewSlot && (isAhead(after, now) || (wasSet && isAhead(before, now)));
  if (isTold && after.teacher)
    requests.push({ kind: "trial-scheduled-teacher", to: { userId: after.teacher.id }, facts });
  if (visitor && (isTold || (isSet && isAhead(after, now) && before.email !== after.email)))
    requests.push({ kind: "trial-scheduled-visitor", to: visitor, facts });
  if (wasSet && before.teacher && (after.status === "Odwolana" || (isSet && !sameTeacher))) {
    requests.push({ kind: "trial-cancelled", to: { userId: before.teacher.id }, facts: calledOff });
  }
  if (wasSet && visitor && after.status === "Odwolana") {
    requests.push({ kind: "trial-cancelled", to: visitor, facts: calledOff });
  }
  return requests;
}

/** Returns the error for a slot that the database refused; every other error is returned unchanged. */
export function trialSlotTaken(error: unknown): unknown {
  const closure = closedSlotOf(error);
  if (closure !== null) return closedSlotRefused(closure);
  if (violates(error, "teacher_vetted")) return conflict(consentTexts.notVetted);
  const busy = lostSlotRace(error);
  if (busy === null) return error;
  return conflict(busy === "teacher-busy" ? trialTexts.teacherBusy : trialTexts.studentBusy);
}
