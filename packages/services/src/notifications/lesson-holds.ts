import type { LessonRecord } from "@korki/db";
import { isCancelled, isPlanned, nudgeHolds, reminderHolds } from "@korki/domain";
import type { NotificationContent } from "@korki/notifications";

/** The kinds that speak of a lesson. */
export type LessonContent = Extract<NotificationContent, { facts: { lessonId: string } }>;

export function isLessonContent(content: NotificationContent): content is LessonContent {
  return "lessonId" in content.facts;
}

/**
 * Whether what a notification says of a lesson is still so, given the lesson as it is now (null: deleted). What
 * changed since has a notification of its own.
 */
export function lessonHolds({ kind, facts }: LessonContent, lesson: LessonRecord | null, now: Date): boolean {
  switch (kind) {
    case "lesson-deleted-by-student":
      return lesson === null;
    case "lesson-cancelled-by-teacher":
    case "lesson-cancelled-by-student":
    case "lesson-cancelled-by-admin":
      return lesson === null || isCancelled(lesson.status);
  }
  if (lesson === null) return false;
  const stands = lesson.date === facts.date && lesson.block === facts.block;
  switch (kind) {
    case "lesson-booked":
      return stands && lesson.status === "Nie potwierdzona";
    case "lesson-added-by-admin":
      return stands && isPlanned(lesson.status);
    case "lesson-confirmed":
      return stands && lesson.status === "Potwierdzona";
    case "lesson-moved":
    case "reschedule-accepted":
      return stands && !isCancelled(lesson.status);
    case "meeting-link-ready":
      return lesson.status === "Potwierdzona" && lesson.meetingLink === facts.meetingLink;
    case "reschedule-proposed":
      return lesson.proposal?.date === facts.toDate && lesson.proposal.block === facts.toBlock;
    case "reschedule-declined":
      return isPlanned(lesson.status);
    case "lesson-reminder-day":
      return reminderHolds("day-before", facts, lesson, now);
    case "lesson-reminder-hour":
      return reminderHolds("hour-before", facts, lesson, now);
    case "lesson-unconfirmed":
      return nudgeHolds(facts, lesson, now);
  }
}
