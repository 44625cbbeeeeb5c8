import { NOTIFICATION_CHANNELS } from "@korki/contracts/notifications";
import { countOutbox, outboxBacklog } from "@korki/db";
import { DELIVERY_QUEUES, QUEUE_PREFIX } from "@korki/notifications";
import type { Services } from "@korki/services";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { Gauge, type Registry } from "prom-client";

/** What an operator watches, and the queue's own states that it sums up: jobs wait with a priority and without. */
const JOB_STATES = {
  wait: ["wait", "prioritized"],
  active: ["active"],
  delayed: ["delayed"],
  failed: ["failed"],
} as const;

/**
 * How far delivery lags behind: the outbox in the database and the queues in Redis, looked up when asked. With
 * one of them away its figures are missing and its `korki_…_up` is 0.
 */
export function watchOutbox(register: Registry, { db, log }: Services, redis: Redis): void {
  const registers = [register];
  const up = (name: string, help: string) => new Gauge({ name, help, registers });
  const databaseUp = up("korki_database_up", "1: PostgreSQL answered this look.");
  const redisUp = up("korki_redis_up", "1: Redis answered this look.");
  new Gauge({
    name: "korki_outbox_age_seconds",
    help: "For how long the first notification that is due has been waiting to be handed over.",
    registers,
    async collect() {
      await attempt(databaseUp, async () => this.set((await outboxBacklog(db)).ageSeconds));
    },
  });
  new Gauge({
    name: "korki_outbox_notifications",
    help: "Notifications that are not done with, and those that failed, by status.",
    labelNames: ["status"],
    registers,
    async collect() {
      await attempt(databaseUp, async () => {
        for (const [status, count] of Object.entries(await countOutbox(db))) this.set({ status }, count);
      });
    },
  });

  let queues: Queue[] | undefined;
  new Gauge({
    name: "korki_queue_jobs",
    help: "Jobs in Redis, by queue and state.",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      await attempt(redisUp, async () => {
        if (redis.status !== "ready") throw new Error(redis.status);
        queues ??= NOTIFICATION_CHANNELS.map((channel) => {
          const queue = new Queue(DELIVERY_QUEUES[channel], { connection: redis, prefix: QUEUE_PREFIX });
          queue.on("error", (error) => log.debug({ reason: error.message }, "queue"));
          return queue;
        });
        for (const queue of queues) {
          for (const [state, summed] of Object.entries(JOB_STATES)) {
            this.set({ queue: queue.name, state }, await queue.getJobCountByTypes(...summed));
          }
        }
      });
    },
  });

  async function attempt(gauge: Gauge, look: () => Promise<unknown>): Promise<void> {
    try {
      await look();
      gauge.set(1);
    } catch (error) {
      gauge.set(0);
      log.debug({ reason: error instanceof Error ? error.message : "unknown" }, "a figure cannot be had");
    }
  }
}
