import type { Role } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { pageOf, paging, searchText } from "./paging";

/** Every kind of notification (rules §8). */
export const NOTIFICATION_KINDS = [
  "lesson-booked",
  "lesson-confirmed",
  "lesson-cancelled-by-teacher",
  "lesson-cancelled-by-student",
  "lesson-deleted-by-student",
  "lesson-moved",
  "lesson-added-by-admin",
  "lesson-cancelled-by-admin",
  "meeting-link-ready",
  "reschedule-proposed",
  "reschedule-accepted",
  "reschedule-declined",
  "lesson-reminder-day",
  "lesson-reminder-hour",
  "lesson-unconfirmed",
  "payment-noted",
  "payout-noted",
  "relation-added",
  "trial-requested",
  "trial-request-received",
  "trial-scheduled-teacher",
  "trial-scheduled-visitor",
  "trial-cancelled",
  "unread-messages",
  "telegram-connected",
  "account-confirm-email",
  "account-exists",
  "account-recovery",
  "account-invitation",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The ways by which a notification reaches somebody. */
export const NOTIFICATION_CHANNELS = ["telegram", "email"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** pending: to be handed over; queued: handed to a worker; the rest: done with. */
export const NOTIFICATION_STATUSES = ["pending", "queued", "sent", "failed", "skipped"] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

const LESSON_CHANGES = [
  "lesson-moved",
  "lesson-added-by-admin",
  "lesson-cancelled-by-admin",
  "reschedule-proposed",
  "reschedule-accepted",
  "reschedule-declined",
  "lesson-reminder-day",
  "lesson-reminder-hour",
  "relation-added",
  "unread-messages",
] as const satisfies readonly NotificationKind[];

/**
 * What a person of each role hears of and may switch off, in the order of the settings. Account mails are nobody's
 * to switch off, and a visitor has no settings.
 */
export const KINDS_TO_CHOOSE: Readonly<Record<Role, readonly NotificationKind[]>> = {
  Student: [
    "lesson-confirmed",
    "lesson-cancelled-by-teacher",
    "meeting-link-ready",
    ...LESSON_CHANGES,
    "payment-noted",
  ],
  Teacher: [
    "lesson-booked",
    "lesson-unconfirmed",
    "lesson-cancelled-by-student",
    "lesson-deleted-by-student",
    ...LESSON_CHANGES,
    "trial-scheduled-teacher",
    "trial-cancelled",
    "payout-noted",
  ],
  Parent: [],
  Admin: ["trial-requested", "unread-messages"],
};

export const notificationKind = z.enum(NOTIFICATION_KINDS);
export const notificationStatus = z.enum(NOTIFICATION_STATUSES);

/** One row of the settings: a kind, and whether it is wanted on each channel. */
export const notificationPreference = z.object({
  kind: notificationKind,
  telegram: z.boolean(),
  email: z.boolean(),
});
export type NotificationPreference = z.infer<typeof notificationPreference>;

export const notificationPreferences = z.array(notificationPreference).max(NOTIFICATION_KINDS.length);

/** What the admin's list of notifications is filtered by. */
export const listNotificationsInput = z.object({
  ...paging,
  status: notificationStatus.optional(),
  kind: notificationKind.optional(),
  /** In the recipient's name, surname or e-mail. */
  search: searchText.default(""),
});
export type ListNotificationsInput = z.infer<typeof listNotificationsInput>;

/** A notification as an admin sees it: never its links or texts, only what it was about. */
export const notificationRow = z.object({
  id: field.id,
  /** Text: rows outlive the list of kinds. */
  kind: z.string(),
  status: notificationStatus,
  channel: z.enum(NOTIFICATION_CHANNELS).nullable(),
  recipientId: z.string().nullable(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  createdAt: field.timestamp,
  dueAt: field.timestamp,
  finishedAt: field.timestamp.nullable(),
  attempts: z.number(),
  /** Why it failed, was skipped, or is being tried again. */
  reason: z.string().nullable(),
});
export type NotificationRow = z.infer<typeof notificationRow>;

export const notificationPage = pageOf(notificationRow);

export const resendNotificationInput = z.object({ id: field.id });
