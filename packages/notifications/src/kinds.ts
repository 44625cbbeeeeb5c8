import type { CivilDate, Level, Subject } from "@korki/domain";

/** A lesson as it was when the notification was written; `lessonId` lets the worker ask again. */
export type LessonFacts = {
  lessonId: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  teacherName: string;
  studentName: string;
};

/**
 * Every kind of notification and its facts (decisions §8). Facts are ids and what a text needs; a secret is
 * never among them: links are named by id and signed when the mail is written.
 */
export type NotificationFacts = {
  "lesson-booked": LessonFacts & { description: string };
  "lesson-confirmed": LessonFacts;
  "lesson-cancelled-by-teacher": LessonFacts & { reason: string | null };
  "lesson-cancelled-by-student": LessonFacts;
  "lesson-deleted-by-student": LessonFacts;
  "lesson-moved": LessonFacts & { fromDate: CivilDate; fromBlock: number };
  "lesson-added-by-admin": LessonFacts;
  "lesson-cancelled-by-admin": LessonFacts;
  "meeting-link-ready": LessonFacts & { meetingLink: string };
  "reschedule-proposed": LessonFacts & { toDate: CivilDate; toBlock: number; proposerName: string };
  "reschedule-accepted": LessonFacts & { fromDate: CivilDate; fromBlock: number };
  "reschedule-declined": LessonFacts & { toDate: CivilDate; toBlock: number };
  "lesson-reminder-day": LessonFacts;
  "lesson-reminder-hour": LessonFacts;
  "lesson-unconfirmed": LessonFacts;
  "payment-noted": {
    paymentId: string;
    moneyAmount: number;
    lessonAmount: number;
    subject: Subject;
    level: Level;
  };
  "payout-noted": { payoutId: string; moneyAmount: number; description: string };
  "relation-added": { otherName: string; otherRole: "Student" | "Teacher" };
  "trial-requested": { trialLessonId: string; subject: Subject; level: Level };
  "trial-request-received": { trialLessonId: string; subject: Subject; level: Level };
  "trial-scheduled-teacher": { trialLessonId: string };
  "trial-scheduled-visitor": { trialLessonId: string };
  "trial-cancelled": { trialLessonId: string };
  "unread-messages": { senderId: string; senderName: string; conversationId: string };
  "account-confirm-email": { linkId: string };
  "account-exists": { linkId: string | null };
  "account-recovery": { linkId: string };
  "account-invitation": { linkId: string };
};

export type NotificationKind = keyof NotificationFacts;
