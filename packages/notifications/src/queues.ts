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

/**
 * A job names its notification and, where that is meant for the messenger, the chat whose turn it has to wait for; it
 * may run twice. Whoever takes it looks up where the message really goes.
 */
export const deliveryPayload = z.object({ notificationId: z.uuid(), chatId: z.string().optional() });
export type DeliveryPayload = z.infer<typeof deliveryPayload>;

/** One job per notification at a time. Job ids hold no colon and are not all digits. */
export function deliveryJobId(notificationId: string): string {
  return `n-${notificationId}`;
}

/**
 * BullMQ takes jobs without a priority before all others. So go mails about an account, for which somebody sits and
 * waits, and jobs that come back at their time: those are older than what was never taken, and the oldest message whose
 * chat is free is always the next.
 */
export const DELIVERY_PRIORITY = { account: 0, returning: 0, firstTime: 1 } as const;
