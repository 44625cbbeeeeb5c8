import type { NotificationChannel } from "@korki/contracts/notifications";
import { z } from "zod";

/**
 * One queue per channel, so that mails do not wait behind the Bot API's pace. Which one a notification is
 * handed to is a guess made early; whoever takes the job decides anew.
 */
export const DELIVERY_QUEUES = {
  telegram: "deliver-telegram",
  email: "deliver-email",
} as const satisfies Record<NotificationChannel, string>;

/** Prefix of every key that the queues keep in Redis. */
export const QUEUE_PREFIX = "korki";

/** A job names its notification and nothing more; it may run twice. */
export const deliveryPayload = z.object({ notificationId: z.uuid() });
export type DeliveryPayload = z.infer<typeof deliveryPayload>;

/** One job per notification at a time. Job ids hold no colon and are not all digits. */
export function deliveryJobId(notificationId: string): string {
  return `n-${notificationId}`;
}
