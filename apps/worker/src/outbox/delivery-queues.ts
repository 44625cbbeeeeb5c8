import { NOTIFICATION_CHANNELS } from "@korki/contracts/notifications";
import type { HandedOver } from "@korki/db";
import {
  DELIVERY_PRIORITY,
  DELIVERY_QUEUES,
  type DeliveryPayload,
  deliveryJobId,
  QUEUE_PREFIX,
  urgencyOf,
} from "@korki/notifications";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Logger } from "pino";

/** The queues into which the relay puts notifications. */
export type DeliveryQueues = {
  /** Whether Redis is connected. */
  ready(): boolean;
  /** Whether Redis was emptied since the last call of any relay. True on the first call. */
  wereEmptied(): Promise<boolean>;
  /** Queues the notifications. Rejects if Redis did not accept all of them; some may be queued then. */
  handOver(notifications: readonly HandedOver[]): Promise<void>;
  /** Pauses all deliveries by Telegram for so many seconds, as the Bot API demands, unless a longer pause is under way. */
  pauseTelegram(seconds: number): Promise<void>;
  /** Returns the rest of that pause in milliseconds; 0 if there is none. */
  telegramPauseMs(): Promise<number>;
  close(): Promise<void>;
};

/** A job that could not begin (no database) is retried soon. Later the relay finds it stranded. */
const JOB_OPTIONS = {
  attempts: 20,
  backoff: { type: "exponential", delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: true,
};
/** A key that is lost with the queues when Redis is emptied. */
const QUEUES_KEPT_KEY = `${QUEUE_PREFIX}:queues-are-kept`;
const HAND_OVER_MS = 10_000;
/** A sorted set of one member: its score, in milliseconds by Redis' clock, can be told to grow only. */
const PAUSE_KEY = "korki:telegram-paused";
const PAUSE_END = "end";

export function openDeliveryQueues(redis: Redis, log: Logger): DeliveryQueues {
  const queues = Object.fromEntries(
    NOTIFICATION_CHANNELS.map((channel) => {
      const queue = new Queue<DeliveryPayload>(DELIVERY_QUEUES[channel], {
        connection: redis,
        prefix: QUEUE_PREFIX,
      });
      queue.on("error", (error) => log.debug({ reason: error.message }, "queue"));
      return [channel, queue];
    }),
  ) as Record<HandedOver["channel"], Queue<DeliveryPayload>>;

  const redisMs = async () => {
    const [seconds = 0, micros = 0] = await redis.time();
    return seconds * 1000 + Math.floor(micros / 1000);
  };
  const telegramPauseMs = async () => {
    const [now, end] = await Promise.all([redisMs(), redis.zscore(PAUSE_KEY, PAUSE_END)]);
    return Math.max(0, Number(end ?? 0) - now);
  };

  return {
    ready: () => redis.status === "ready",
    async wereEmptied() {
      return (await redis.set(QUEUES_KEPT_KEY, 1, "NX")) === "OK";
    },
    async handOver(notifications) {
      for (const channel of NOTIFICATION_CHANNELS) {
        const ours = notifications.filter((each) => each.channel === channel);
        if (ours.length === 0) continue;
        const jobs = ours.map(({ id, kind, chatId }) => ({
          name: "deliver",
          data: { notificationId: id, ...(chatId === null ? {} : { chatId }) },
          opts: {
            ...JOB_OPTIONS,
            jobId: deliveryJobId(id),
            priority: DELIVERY_PRIORITY[urgencyOf(kind)],
          },
        }));
        await withinTime(queues[channel].addBulk(jobs), HAND_OVER_MS);
      }
    },
    async pauseTelegram(seconds) {
      await redis.zadd(PAUSE_KEY, "GT", (await redisMs()) + seconds * 1000, PAUSE_END);
      // Workers fetch no job meanwhile.
      await queues.telegram.rateLimit(await telegramPauseMs());
    },
    telegramPauseMs,
    async close() {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
    },
  };
}

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
