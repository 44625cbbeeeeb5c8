import { z } from "zod";
import * as field from "./fields";
import { pageOf, paging, searchText } from "./paging";

/** The channels of delivery. */
export const NOTIFICATION_CHANNELS = ["push", "telegram", "email"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** The groups of the preferences, in their order (rules §33). */
export const NOTIFICATION_GROUPS = ["lessons", "changes", "homework", "payments", "messages"] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

/** pending: not queued yet; queued: given to a worker; the others are final. */
export const NOTIFICATION_STATUSES = ["pending", "queued", "sent", "failed", "skipped"] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

const notificationStatus = z.enum(NOTIFICATION_STATUSES);

/** A kind of notification; the server knows which there are. */
const kind = field.singleLine(64).min(1);
export const labelledKinds = z.array(z.object({ kind, label: z.string() }));

/** Whether a person wants a kind on each channel. */
const notificationChoice = z.object({
  kind,
  telegram: z.boolean(),
  email: z.boolean(),
  /** Left out by pages that do not know push: it stays as it is. */
  push: z.boolean().optional(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;
export const notificationChoices = z.array(notificationChoice).max(100);

/** A row of the preferences. */
const notificationPreference = notificationChoice.extend({
  push: z.boolean(),
  label: z.string(),
  group: z.enum(NOTIFICATION_GROUPS),
  /** The one channel that the kind goes by; left out where it goes by either. */
  only: z.enum(NOTIFICATION_CHANNELS).optional(),
});
export type NotificationPreference = z.infer<typeof notificationPreference>;
export const notificationPreferences = z.array(notificationPreference);

/** Whether a person wants a channel at all; what cannot be switched off still comes by e-mail. */
export const channelChoice = z.object({ push: z.boolean(), telegram: z.boolean(), email: z.boolean() });
export type ChannelChoice = z.infer<typeof channelChoice>;
/** What is left out stays. */
export const channelChanges = channelChoice.partial();
export type ChannelChanges = z.infer<typeof channelChanges>;

/** The filters of the administrators' list. */
export const listNotificationsInput = z.object({
  ...paging,
  status: notificationStatus.optional(),
  kind: kind.optional(),
  /** In the recipient's name, surname or e-mail. */
  search: searchText.default(""),
});
export type ListNotificationsInput = z.infer<typeof listNotificationsInput>;

/** A notification in the administrators' list, without its payload and texts. */
const notificationRow = z.object({
  id: field.id,
  /** Any text: rows outlive the list of kinds. */
  kind: z.string(),
  label: z.string(),
  status: notificationStatus,
  channel: z.enum(NOTIFICATION_CHANNELS).nullable(),
  recipientId: z.string().nullable(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  createdAt: field.timestamp,
  dueAt: field.timestamp,
  finishedAt: field.timestamp.nullable(),
  attempts: z.number(),
  /** Why it failed, was skipped, or is retried. */
  reason: z.string().nullable(),
});
export type NotificationRow = z.infer<typeof notificationRow>;

export const notificationPage = pageOf(notificationRow);

export const resendNotificationInput = z.object({ id: field.id });

/** What a notification said, and what its channel answered; null: it was not sent, or before texts were kept. */
export const notificationSaid = z.object({ text: z.string().nullable(), answer: z.string().nullable() });
export type NotificationSaid = z.infer<typeof notificationSaid>;
