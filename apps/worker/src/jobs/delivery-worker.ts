import type { NotificationChannel } from "@korki/contracts/notifications";
import { DELIVERY_PRIORITY, DELIVERY_QUEUES, deliveryPayload, QUEUE_PREFIX } from "@korki/notifications";
import { DelayedError, type Job, Worker, type WorkerOptions } from "bullmq";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { type Delivery, deliverNotification } from "./deliver-notification";
import type { OneByOne } from "./one-by-one";

/** When a job counts as abandoned by its worker, in milliseconds. */
export type StallOptions = { lockMs: number; checkMs: number };

const STALL_OPTIONS: StallOptions = { lockMs: 30_000, checkMs: 15_000 };

/**
 * The number of stalls that a job survives. BullMQ's default is one. Here a worker that dies or hangs is not the job's
 * fault: attempts are counted in the notification's row.
 */
const MAX_STALLS = 1_000_000;

/**
 * Messages per second to the Bot API, limited by BullMQ in Redis for all workers. Telegram allows about 30
 * (https://core.telegram.org/bots/faq); the rest is left for the bot's own answers.
 */
const TELEGRAM_LIMIT = { max: 27, duration: 1000 };
const LIMITERS: Readonly<Record<NotificationChannel, Pick<WorkerOptions, "limiter">>> = {
  push: {},
  telegram: { limiter: TELEGRAM_LIMIT },
  email: {},
};

/** Jobs of one channel's queue, `concurrency` at a time, or in turn where `inTurn` is given. */
type DeliveryOptions = {
  redis: Redis;
  concurrency: number;
  inTurn: OneByOne | null;
  log: Logger;
  stall?: StallOptions;
};

/** Processes the jobs of one channel's queue. */
export function startDeliveryWorker(
  channel: NotificationChannel,
  delivery: Delivery,
  options: DeliveryOptions,
): Worker {
  const { redis, concurrency, inTurn, log, stall = STALL_OPTIONS } = options;
  const worker = new Worker(
    DELIVERY_QUEUES[channel],
    (job, token) => {
      const run = () => runJob(delivery, channel, job, token, log);
      return inTurn === null ? run() : inTurn(run);
    },
    {
      connection: redis,
      prefix: QUEUE_PREFIX,
      concurrency,
      maxStalledCount: MAX_STALLS,
      lockDuration: stall.lockMs,
      stalledInterval: stall.checkMs,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
      ...LIMITERS[channel],
    },
  );
  worker.on("error", (error) => log.debug({ reason: error.message }, "delivery worker"));
  worker.on("stalled", (jobId) => log.warn({ job: jobId }, "stalled job runs again"));
  return worker;
}

async function runJob(
  delivery: Delivery,
  channel: NotificationChannel,
  job: Job,
  token: string | undefined,
  log: Logger,
): Promise<void> {
  const payload = deliveryPayload.safeParse(job.data);
  if (!payload.success) {
    log.error({ job: job.id }, "dropped a job without a notification id");
    return;
  }
  const delay = await deliverNotification(delivery, payload.data, channel);
  if (delay === null) return;
  await job.changePriority({ priority: DELIVERY_PRIORITY.returning });
  await job.moveToDelayed(Date.now() + delay, token);
  throw new DelayedError();
}
