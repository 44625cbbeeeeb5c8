import { deleteOutdated, listen, openDatabase, type Retention } from "@korki/db";
import { createRateLimits, type Services } from "@korki/services";
import { closeOpenDecisions } from "@korki/services/cancellation/close-open-decisions";
import { remindWeekly } from "@korki/services/debts/remind-weekly";
import { expireLessons, warnOfExpiry } from "@korki/services/ledger/expire-lessons";
import { planReminders } from "@korki/services/notifications/plan-reminders";
import { openPaymentProvider } from "@korki/services/orders/open-provider";
import { checkOpenOrders } from "@korki/services/orders/process-payments";
import { sendSummaries } from "@korki/services/reports/send-summaries";
import type { ServerSettings } from "@korki/settings";
import type { Logger } from "pino";
import type { Delivery } from "./jobs/deliver-notification";
import { type StallOptions, startDeliveryWorker } from "./jobs/delivery-worker";
import { startPaymentWork } from "./jobs/payment-work";
import { openDeliveryQueues } from "./outbox/delivery-queues";
import { OutboxRelay, RELAY_OPTIONS, type RelayOptions } from "./outbox/outbox-relay";
import { startRounds } from "./periodic";
import { openRedis, openWaitingRedis } from "./redis";
import { takeChatTurn } from "./senders/chat-spacing";
import { createMailSender } from "./senders/mail";
import { createTelegramSender } from "./senders/telegram";

/** Overrides for tests and drills. */
export type WorkerOptions = Pick<Delivery, "retrySeconds" | "leaseSeconds"> & {
  relay?: Partial<RelayOptions>;
  stall?: StallOptions;
  now?: () => Date;
};

const REMINDERS_MS = 60_000;
const EXPIRY_MS = 60_000;
const ORDERS_MS = 30_000;
const CLEANUP_MS = 6 * 3_600_000;
/** Days. */
const RETENTION: Retention = {
  notifications: 180,
  failedNotifications: 365,
  expired: 30,
  idempotencyKeys: 1,
  unconfirmedRegistrations: 30,
  providerNotifications: 90,
  lessonVisits: 365,
  closedTrialRequests: 365,
  securityEvents: 365,
};
/** Database connections in addition to one for each running job. */
const SPARE_CONNECTIONS = 4;

/** Starts a worker: relay, delivery by both channels, periodic tasks. Any number of workers may run at once. */
export function startWorker(
  settings: ServerSettings,
  log: Logger,
  options: WorkerOptions = {},
): { close(): Promise<void> } {
  // Both channels share WORKER_CONCURRENCY.
  const concurrency = Math.max(1, Math.floor(settings.workerConcurrency / 2));
  const db = openDatabase(settings.databaseUrl, Math.min(2 * concurrency + SPARE_CONNECTIONS, 40));
  const redis = openRedis(settings.redisUrl, log);
  const services: Services = {
    db,
    settings,
    payments: openPaymentProvider(settings),
    limits: createRateLimits(null, settings.rateLimitScale),
    log,
    now: options.now ?? (() => new Date()),
  };
  const queues = openDeliveryQueues(redis, log);
  const token = settings.telegramBotToken;
  const delivery: Delivery = {
    services,
    telegram: token
      ? {
          sender: createTelegramSender(token, settings.telegramApiRoot),
          takeTurn: (chatId) => takeChatTurn(redis, chatId),
          pause: queues.pauseTelegram,
        }
      : null,
    mail: settings.smtpUrl ? createMailSender(settings.smtpUrl, settings.mailFrom, concurrency) : null,
    ...(options.retrySeconds ? { retrySeconds: options.retrySeconds } : {}),
    ...(options.leaseSeconds ? { leaseSeconds: options.leaseSeconds } : {}),
  };

  const relay = new OutboxRelay(db, queues, log, { ...RELAY_OPTIONS, ...options.relay });
  const wake = () => relay.wake();
  const listener = listen(settings.databaseDirectUrl ?? settings.databaseUrl, "korki_outbox", {
    onSignal: wake,
    onListening: wake,
  });
  relay.start();
  redis.on("ready", wake);

  const connections = [openWaitingRedis(settings.redisUrl, log), openWaitingRedis(settings.redisUrl, log)];
  const workers = (["telegram", "email"] as const).map((channel, index) =>
    startDeliveryWorker(channel, delivery, {
      redis: connections[index] ?? redis,
      concurrency,
      log,
      ...(options.stall ? { stall: options.stall } : {}),
    }),
  );
  const rounds = startRounds(
    [
      { name: "reminders", ms: REMINDERS_MS, work: () => planReminders(services) },
      { name: "open late cancellations", ms: EXPIRY_MS, work: () => closeOpenDecisions(services) },
      { name: "expired lessons", ms: EXPIRY_MS, work: () => expireLessons(services) },
      { name: "expiring lessons", ms: EXPIRY_MS, work: () => warnOfExpiry(services) },
      { name: "monthly summaries", ms: REMINDERS_MS, work: () => sendSummaries(services) },
      { name: "weekly debt reminders", ms: REMINDERS_MS, work: () => remindWeekly(services) },
      { name: "open orders", ms: ORDERS_MS, work: () => checkOpenOrders(services) },
      { name: "cleanup", ms: CLEANUP_MS, work: () => deleteOutdated(db, RETENTION) },
    ],
    log,
  );

  const payments = startPaymentWork(services);

  return {
    async close() {
      await Promise.all([rounds.close(), relay.stop(), listener.close(), payments.close()]);
      await Promise.all(workers.map((worker) => worker.close()));
      await queues.close().catch(() => undefined);
      delivery.mail?.close();
      for (const connection of [...connections, redis]) connection.disconnect();
      await db.close();
    },
  };
}
