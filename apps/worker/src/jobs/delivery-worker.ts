import type { NotificationChannel } from "@korki/contracts/notifications";
import { DELIVERY_PRIORITY, DELIVERY_QUEUES, deliveryPayload, QUEUE_PREFIX } from "@korki/notifications";
import { DelayedError, type Job, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { type Delivery, deliverNotification } from "./deliver-notification";

/** How a job is found to have been left by its worker, in milliseconds. */
export type StallOptions = { lockMs: number; checkMs: number };

export const STALL_OPTIONS: StallOptions = { lockMs: 30_000, checkMs: 15_000 };

/**
 * BullMQ gives a job up after one stall by default. Here a worker that dies or hangs is no fault of the job's: how
 * often a notification is tried is counted in its row.
 */
const STALLS_FORGIVEN = 1_000_000;

/** Takes jobs of one channel's queue, `concurrency` at a time. */
export function startDeliveryWorker(
  channel: NotificationChannel,
  delivery: Delivery,
  options: { redis: Redis; concurrency: number; log: Logger; stall?: StallOptions },
): Worker {
  const { redis, concurrency, log, stall = STALL_OPTIONS } = options;
  const worker = new Worker(DELIVERY_QUEUES[channel], (job, token) => runJob(delivery, job, token, log), {
    connection: redis,
    prefix: QUEUE_PREFIX,
    concurrency,
    maxStalledCount: STALLS_FORGIVEN,
    lockDuration: stall.lockMs,
    stalledInterval: stall.checkMs,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on("error", (error) => log.debug({ reason: error.message }, "delivery worker"));
  worker.on("stalled", (jobId) => log.warn({ job: jobId }, "job was left by its worker and goes on"));
  return worker;
}

async function runJob(delivery: Delivery, job: Job, token: string | undefined, log: Logger): Promise<void> {
  const payload = deliveryPayload.safeParse(job.data);
  if (!payload.success) {
    log.error({ job: job.id }, "a job that names no notification is dropped");
    return;
  }
  const later = await deliverNotification(delivery, payload.data);
  if (later === null) return;
  await job.changePriority({ priority: DELIVERY_PRIORITY.returning });
  await job.moveToDelayed(Date.now() + later, token);
  throw new DelayedError();
}
