import type { AdminLesson } from "@korki/contracts/admin-lessons";
import type { Substitute, SubstituteInput, SubstitutesInput } from "@korki/contracts/closures";
import { closureTexts } from "@korki/contracts/texts/closures";
import { commonTexts } from "@korki/contracts/texts/common";
import { consentTexts } from "@korki/contracts/texts/consents";
import {
  closedSlotOf,
  findAbsences,
  findAdminLesson,
  lockSubstitutes,
  shareClosures,
  signalContacts,
  type Tx,
  takeHolds,
  transact,
  updateLessons,
  violates,
} from "@korki/db";
import { fullName, isPlanned, teaches } from "@korki/domain";
import { askBeforeBusy } from "../busy-times/ask-before-busy";
import { findSubstitutes } from "../closures/preview-closure";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { lostSlotRace } from "../lessons/lesson-refusals";
import { notifiedLesson } from "../lessons/notified-lesson";
import { isTeachersRoom } from "../lessons/room-place";
import { notify } from "../outbox";
import { askedLessons } from "./lesson-placement";

/** Most teachers who are offered for one lesson. */
const OFFERED_MAX = 50;

/**
 * Lists who could take over a planned lesson, or both of a double one, now: they teach it, and nothing occupies them (rules
 * §12).
 */
export async function listSubstitutes(
  ctx: ActorCtx,
  { lessonId, pair }: SubstitutesInput,
): Promise<Substitute[]> {
  const lesson = await findAdminLesson(ctx.db, lessonId);
  if (!lesson) throw notFound();
  const lessons = await askedLessons(ctx.db, lesson, pair);
  const wanted = lessons.map((each) => ({ ...each, teacherId: each.teacher.id }));
  const [first = [], ...others] = (await findSubstitutes(ctx.db, wanted, OFFERED_MAX)).values();
  return first.filter(({ id }) => others.every((free) => free.some((person) => person.id === id)));
}

/**
 * An administrator gives a planned lesson another teacher, who takes over everything but the price and the rate (rules
 * §12); both of a double lesson where asked, with one message. Throws `conflict` if the lesson is not planned, is not the
 * version that the caller saw, or the substitute cannot take over.
 */
export async function substituteTeacher(ctx: ActorCtx, input: SubstituteInput): Promise<AdminLesson> {
  try {
    return await transact(ctx.db, (tx) => substitute(tx, ctx, input));
  } catch (error) {
    if (violates(error, "teacher_vetted")) throw conflict(consentTexts.notVetted);
    if (closedSlotOf(error) !== null) throw conflict(closureTexts.substituteAbsent);
    throw lostSlotRace(error) === null ? error : conflict(closureTexts.substituteBusy);
  }
}

async function substitute(
  tx: Tx,
  ctx: ActorCtx,
  { lessonId, teacherId, version, overrideBusy, pair }: SubstituteInput,
): Promise<AdminLesson> {
  await shareClosures(tx);
  await takeHolds(tx);
  const before = await findAdminLesson(tx, lessonId);
  const teacher = (await lockSubstitutes(tx, [teacherId])).get(teacherId);
  if (!before || !teacher) throw notFound();
  if (version !== undefined && version !== before.version) throw conflict(commonTexts.changedMeanwhile);
  if (!isPlanned(before.status)) throw conflict(closureTexts.notPlanned);
  if (teacher.id === before.teacher.id) throw conflict(closureTexts.sameTeacher);
  if (teacher.isDisabled) throw conflict(closureTexts.substituteDisabled);
  if (!teaches(teacher.subjects, before)) throw conflict(closureTexts.substituteSubject);

  const lessons = await askedLessons(tx, before, pair);
  // An override of the other teacher's absence says nothing about this one's.
  const slots = lessons.map(({ id, date, block }) => ({ id, teacherId, date, block }));
  const absent = await findAbsences(tx, slots);
  if (absent.size > 0) throw conflict(closureTexts.substituteAbsent);

  for (const slot of slots) await askBeforeBusy(tx, ctx, slot, { overrideBusy });
  const updates = lessons.map(({ id, version, meetingLink }) => {
    // The link may lead to the other teacher's own room.
    const isLinkGone = isTeachersRoom(ctx.settings, meetingLink);
    return { id, version, teacherId, ...(isLinkGone ? { meetingLink: "" } : {}) };
  });
  if ((await updateLessons(tx, updates)) !== updates.length) throw conflict(commonTexts.changedMeanwhile);
  const after = await findAdminLesson(tx, lessonId);
  if (!after) throw notFound();
  const { id: studentId } = before.student;
  await signalContacts(tx, { people: [before.teacher.id, teacherId, studentId], parentsOf: [studentId] });
  await recordHistory(
    tx,
    ctx,
    ...lessons.map(({ id }) => ({
      entity: "lesson" as const,
      entityId: id,
      action: "substitute" as const,
      changes: { teacherId: { from: before.teacher.id, to: after.teacher.id } },
      teacherId: before.teacher.id,
      studentId: before.student.id,
    })),
  );
  const span = {
    ...(lessons[0] ?? before),
    teacher: after.teacher,
    blocks: lessons.length === 2 ? 2 : 1,
  } as const;
  const facts = { ...notifiedLesson(span), originalName: fullName(before.teacher), teacherId };
  const people = [
    [before.student.id, "student"],
    [before.teacher.id, "original"],
    [teacherId, "substitute"],
  ] as const;
  await notify(
    tx,
    ctx,
    ...people.map(([userId, as]) => ({
      kind: "lesson-substituted" as const,
      to: { userId },
      facts: { ...facts, as },
    })),
  );
  return after;
}
