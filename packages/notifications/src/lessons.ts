import * as field from "@korki/contracts/fields";
import { longSlot } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { hasStarted, isCancelled } from "@korki/domain";
import { z } from "zod";
import type { Moment } from "./define-notification";
import { lessonUrl, screenUrl } from "./links";
import type { LessonState } from "./lookups";
import type { NotificationText, RenderContext } from "./message";

/** A lesson as it was when the notification was written; `lessonId` finds it again at the moment of sending. */
export const lessonPayload = z.object({
  lessonId: field.id,
  date: field.civilDate,
  block: field.block,
  /** 2: with the later lesson of a double one. */
  blocks: field.blockSpan.optional(),
  subject: field.subject,
  level: field.level,
  teacherName: z.string(),
  studentName: z.string(),
});
export type NotifiedLesson = z.infer<typeof lessonPayload>;

/** A lesson that was moved, with the slot that it had before. */
export const movedLessonPayload = lessonPayload.extend({ fromDate: field.civilDate, fromBlock: field.block });
type MovedLesson = z.infer<typeof movedLessonPayload>;

/** The slot that is proposed for a lesson. */
export const proposedSlot = { toDate: field.civilDate, toBlock: field.block };

/** Whether a parent acted on the student's side; rows of older versions do not say. */
export const byParent = z.boolean().optional();

/** Whether a parent did what the student's side did: a student is told of that only where a parent acted. */
export function isByParent(
  facts: { byParent?: boolean | undefined },
  { recipientRole }: RenderContext,
): boolean {
  return facts.byParent === true || recipientRole === "Student";
}

/** Revalidates by the lesson's state; a deleted lesson makes it untrue. */
export async function whileLesson<P extends NotifiedLesson>(
  payload: P,
  { lookups }: Moment,
  isTrue: (lesson: LessonState) => boolean,
): Promise<P | null> {
  const lesson = await lookups.lesson(payload.lessonId);
  return lesson && isTrue(lesson) ? payload : null;
}

/** The same, and adds the lesson's present meeting link to the facts. */
export async function whileLessonWithLink<P extends NotifiedLesson>(
  payload: P,
  { lookups }: Moment,
  isTrue: (lesson: LessonState) => boolean,
): Promise<(P & { meetingLink: string }) | null> {
  const lesson = await lookups.lesson(payload.lessonId);
  return lesson && isTrue(lesson) ? { ...payload, meetingLink: lesson.meetingLink } : null;
}

/** Revalidates a message to a lesson's people. It is untrue for a teacher who has handed the lesson over since (rules §12). */
export async function whileOwnLesson<P extends NotifiedLesson>(
  payload: P,
  moment: Moment,
  isTrue: (lesson: LessonState) => boolean,
): Promise<P | null> {
  const told = await whileLesson(payload, moment, isTrue);
  return told && (await isRecipients(payload, moment)) ? told : null;
}

async function isRecipients(
  { lessonId }: NotifiedLesson,
  { recipientId, lookups }: Moment,
): Promise<boolean> {
  return recipientId === null || lookups.isOfLesson(lessonId, recipientId);
}

/**
 * The same with the way into the lesson's room: its link, or its address where it is the product's own. `isShut` where that
 * does not let the recipient in.
 */
export async function whileLessonWithRoom<P extends NotifiedLesson>(
  payload: P,
  moment: Moment,
  isTrue: (lesson: LessonState) => boolean,
): Promise<(P & { meetingLink: string; isShut?: true }) | null> {
  const told = await whileOwnLesson(payload, moment, isTrue);
  if (!told) return null;
  const meetingLink = await moment.lookups.roomLink(told.lessonId, moment.recipientId);
  return meetingLink === null ? { ...told, meetingLink: "", isShut: true } : { ...told, meetingLink };
}

/** `hasBegun`: the lesson's time had come when the message was sent. */
export type Begun = { hasBegun?: true };

/** Revalidates a cancellation: the lesson is still cancelled, or deleted. */
export async function whileLessonCancelled<P extends NotifiedLesson>(
  payload: P,
  { lookups, now }: Moment,
): Promise<(P & Begun) | null> {
  const lesson = await lookups.lesson(payload.lessonId);
  if (lesson !== null && !isCancelled(lesson.status)) return null;
  return hasStarted(payload.date, payload.block, now) ? { ...payload, hasBegun: true } : payload;
}

/** The sentence about a cancelled lesson: it does not, or did not, take place. */
export function notTakingPlace({ hasBegun }: Begun): string {
  return hasBegun ? "Ta lekcja się nie odbyła." : "Ta lekcja się nie odbędzie.";
}

/** Revalidates a move: the lesson still has its new slot, and is not cancelled. */
export async function whileLessonMoved(payload: MovedLesson, moment: Moment): Promise<MovedLesson | null> {
  return whileOwnLesson(
    payload,
    moment,
    (lesson) => isUnmoved(lesson, payload) && !isCancelled(lesson.status),
  );
}

/** Whether the lesson still has the slot that the payload names. */
export function isUnmoved(lesson: LessonState, { date, block }: NotifiedLesson): boolean {
  return lesson.date === date && lesson.block === block;
}

type Details = NonNullable<NotificationText["details"]>;

/** When, what, and with whom: teachers and students read the other one's name, everybody else both. */
export function lessonDetails(
  lesson: NotifiedLesson,
  { recipientRole }: RenderContext,
  slotLabel = "Termin",
): Details {
  return [
    { label: slotLabel, value: longSlot(lesson.date, lesson.block, lesson.blocks) },
    { label: "Przedmiot", value: subjectWithLevel(lesson) },
    ...(recipientRole === "Student" ? [] : [{ label: "Uczeń", value: lesson.studentName }]),
    ...(recipientRole === "Teacher" ? [] : [{ label: "Nauczyciel", value: lesson.teacherName }]),
  ];
}

/** The same of a lesson that was moved, with the slot that it had before. */
export function movedLessonDetails(lesson: MovedLesson, context: RenderContext): Details {
  return [
    { label: "Poprzedni termin", value: longSlot(lesson.fromDate, lesson.fromBlock, lesson.blocks) },
    ...lessonDetails(lesson, context, "Nowy termin"),
  ];
}

/** Lessons named one by one; the screen has the rest. */
export const NAMED_MAX = 12;

/** Returns a sentence where there are more lessons than are named. */
export function restOf({ length }: readonly unknown[]): string[] {
  return length > NAMED_MAX ? [`Poniżej pierwsze ${NAMED_MAX}, pozostałe zobaczysz w zajęciach.`] : [];
}

/**
 * The first lessons of a message about several, each with the other person and, to a parent of several children, the child;
 * and a sentence if there are more.
 */
export function namedLessons(
  lessons: readonly NotifiedLesson[],
  { recipientRole }: RenderContext,
): { details: Details; rest: string[] } {
  const isSeveral = new Set(lessons.map(({ studentName }) => studentName)).size > 1;
  const withNames = ({ studentName, teacherName }: NotifiedLesson) =>
    recipientRole === "Teacher" ? studentName : isSeveral ? `${studentName}, ${teacherName}` : teacherName;
  return {
    details: lessons.slice(0, NAMED_MAX).map((lesson) => ({
      label: longSlot(lesson.date, lesson.block, lesson.blocks),
      value: `${subjectWithLevel(lesson)}, ${withNames(lesson)}`,
    })),
    rest: restOf(lessons),
  };
}

type Link = NonNullable<NotificationText["action"]>;

/** A link to the recipient's lessons, for a lesson that is gone and for what concerns no single one. */
export function toLessons({ publicUrl }: RenderContext, label = "Zobacz zajęcia"): Link {
  return { label, url: screenUrl(publicUrl, "lessons") };
}

/** A link to the lesson. */
export function toLesson(
  { lessonId }: Pick<NotifiedLesson, "lessonId">,
  { publicUrl }: RenderContext,
  label = "Zobacz lekcję",
): Link {
  return { label, url: lessonUrl(publicUrl, lessonId) };
}

/** A link to the meeting if there is one, and another link beside it. */
export function meetingActions(
  meetingLink: string,
  beside: Link,
): Pick<NotificationText, "action" | "secondary"> {
  if (meetingLink === "") return { action: beside };
  return { action: { label: "Dołącz do spotkania", url: meetingLink }, secondary: beside };
}

/** A lesson, for the samples. */
export const SAMPLE_LESSON: NotifiedLesson = {
  lessonId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
  date: "2026-11-20",
  block: 9,
  subject: "Matematyka",
  level: "liceumR",
  teacherName: "Marek Zieliński",
  studentName: "Ola Nowak",
};
export const SAMPLE_MEETING = "https://meet.jit.si/korki-8c1e55a2";
