import * as field from "@korki/contracts/fields";
import type { NotificationKind } from "@korki/contracts/notifications";
import { z } from "zod";

export type { NotificationKind };

/** A lesson as it was when the notification was written; `lessonId` lets the worker ask again. */
const lesson = z.object({
  lessonId: field.id,
  date: field.civilDate,
  block: field.block,
  subject: field.subject,
  level: field.level,
  teacherName: z.string(),
  studentName: z.string(),
});
export type NotifiedLesson = z.infer<typeof lesson>;

const trial = z.object({ trialLessonId: field.id });
const trialRequest = trial.extend({ subject: field.subject, level: field.level });
const accountLink = z.object({ linkId: field.id });
const from = { fromDate: field.civilDate, fromBlock: field.block };
const to = { toDate: field.civilDate, toBlock: field.block };

/**
 * Every kind of notification and its facts (decisions §8). Facts are ids and what a text needs; a secret is
 * never among them: links are named by id and signed when the mail is written. What the outbox holds is read
 * through these, so that a spoilt row is recognised.
 */
export const factsSchemas = {
  "lesson-booked": lesson.extend({ description: z.string() }),
  "lesson-confirmed": lesson,
  "lesson-cancelled-by-teacher": lesson.extend({ reason: z.string().nullable() }),
  "lesson-cancelled-by-student": lesson,
  "lesson-deleted-by-student": lesson,
  "lesson-moved": lesson.extend(from),
  "lesson-added-by-admin": lesson,
  "lesson-cancelled-by-admin": lesson,
  "meeting-link-ready": lesson.extend({ meetingLink: z.string() }),
  "reschedule-proposed": lesson.extend({ ...to, proposerName: z.string() }),
  "reschedule-accepted": lesson.extend(from),
  "reschedule-declined": lesson.extend(to),
  "lesson-reminder-day": lesson,
  "lesson-reminder-hour": lesson,
  "lesson-unconfirmed": lesson,
  "payment-noted": z.object({
    paymentId: field.id,
    moneyAmount: z.int(),
    lessonAmount: z.int(),
    subject: field.subject,
    level: field.level,
  }),
  "payout-noted": z.object({ payoutId: field.id, moneyAmount: z.int(), description: z.string() }),
  "relation-added": z.object({ otherName: z.string(), otherRole: z.enum(["Student", "Teacher"]) }),
  "trial-requested": trialRequest,
  "trial-request-received": trialRequest,
  "trial-scheduled-teacher": trial,
  "trial-scheduled-visitor": trial,
  "trial-cancelled": trial.extend({
    /** What is called off: by the time of sending the trial lesson may stand elsewhere. */
    slot: z.object({ date: field.civilDate, block: field.block }).optional(),
  }),
  "unread-messages": z.object({ senderId: field.id, senderName: z.string(), conversationId: field.id }),
  "telegram-connected": z.object({ chatId: z.string(), accountName: z.string() }),
  "account-confirm-email": accountLink,
  "account-exists": z.object({ linkId: field.id.nullable() }),
  "account-recovery": accountLink,
  "account-invitation": accountLink,
} satisfies Record<NotificationKind, z.ZodType>;

export type NotificationFacts = { [K in NotificationKind]: z.infer<(typeof factsSchemas)[K]> };

/** A kind with its facts: what a row of the outbox says once it has been read. */
export type NotificationContent = {
  [K in NotificationKind]: { kind: K; facts: NotificationFacts[K] };
}[NotificationKind];

/** Why a row of the outbox cannot be read. */
export type UnreadableContent = "unknown-kind" | "wrong-facts";

/** What a row of the outbox says, or why it cannot be understood. */
export function readContent(kind: string, facts: unknown): NotificationContent | UnreadableContent {
  if (!isKind(kind)) return "unknown-kind";
  const read = factsSchemas[kind].safeParse(facts);
  return read.success ? ({ kind, facts: read.data } as NotificationContent) : "wrong-facts";
}

function isKind(kind: string): kind is NotificationKind {
  return Object.hasOwn(factsSchemas, kind);
}
