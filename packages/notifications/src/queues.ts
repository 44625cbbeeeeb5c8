import type { NotificationChannel } from "@korki/contracts/notifications";
import { z } from "zod";
import type { Urgency } from "./define-notification";

/**
 * One queue per channel, so that e-mails do not wait for the Bot API's pace. The relay guesses the channel; the worker
 * decides it.
 */
export const DELIVERY_QUEUES = {
  push: "deliver-push",
  telegram: "deliver-telegram",
  email: "deliver-email",
} as const satisfies Record<NotificationChannel, string>;

/** Prefix of every key that the queues keep in Redis. */
export const QUEUE_PREFIX = "korki";

/**
 * A job carries the notification's id and, if Telegram is the likely channel, the chat whose turn it waits for. It may
 * run twice.
 */
export const deliveryPayload = z.object({ notificationId: z.uuid(), chatId: z.string().optional() });
export type DeliveryPayload = z.infer<typeof deliveryPayload>;

/** One job per notification at a time. Job ids hold no colon and are not all digits. */
export function deliveryJobId(notificationId: string): string {
  return `n-${notificationId}`;
}

/**
 * BullMQ takes jobs without a priority before all others, then those with the smallest. Delayed jobs have none when they
 * return, because they are older than those never tried.
 */
export const DELIVERY_PRIORITY = {
  returning: 0,
  awaited: 0,
  urgent: 1,
  usual: 2,
  bulk: 3,
} as const satisfies Record<Urgency | "returning", number>;
