import { NOTIFICATION_CHANNELS } from "@korki/contracts/notifications";
import { claimer, deleteOutdated, listen, openDatabase } from "@korki/db";
import { PUSH_KINDS } from "@korki/notifications";
import { createRateLimits, type Services } from "@korki/services";
import { expireApprovals, followPayers } from "@korki/services/approvals/approvals";
import { issueDueBills } from "@korki/services/bills/issue-bills";
import { remindOfBills } from "@korki/services/bills/remind-of-bills";
import { refreshDueCalendars } from "@korki/services/busy-times/refresh-calendars";
import { closeOpenDecisions } from "@korki/services/cancellation/close-open-decisions";
import { remindWeekly } from "@korki/services/debts/remind-weekly";
import { processInvoices } from "@korki/services/invoices/send-invoices";
import { expireLessons, warnOfExpiry } from "@korki/services/ledger/expire-lessons";
import { planReminders } from "@korki/services/notifications/plan-reminders";
import { openPaymentProvider } from "@korki/services/orders/open-provider";
import { checkOpenOrders, processNotifications, sendRefunds } from "@korki/services/orders/process-payments";
import { createPushSender } from "@korki/services/push/push-sender";
import { sendSummaries } from "@korki/services/reports/send-summaries";
import { expireMoves } from "@korki/services/series/answer-move";
import { planSettlements } from "@korki/services/settlement/settlement";
import { holdPasser, WATCHES_LOOK_MS } from "@korki/services/watches/pass-holds";
import type { ServerSettings } from "@korki/settings";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Delivery } from "./jobs/deliver-notification";
import { type StallOptions, startDeliveryWorker } from "./jobs/delivery-worker";
import { oneByOne } from "./jobs/one-by-one";
import { startSignalledWork } from "./jobs/signalled-work";
import { type DeliveryQueues, openDeliveryQueues } from "./outbox/delivery-queues";
import { OutboxRelay, RELAY_OPTIONS, type RelayOptions } from "./outbox/outbox-relay";
import { type Round, startRounds } from "./periodic";
import { openRedis, openWaitingRedis } from "./redis";
import { createMailSender } from "./senders/mail";
import { createTelegramSender, takeChatTurn } from "./senders/telegram";

/** Overrides for tests and drills. */
export type WorkerOptions = Partial<Pick<Delivery, "retrySeconds" | "leaseSeconds">> & {
  relay?: Partial<RelayOptions>;
  stall?: StallOptions;
  patienceMs?: number;
  now?: () => Date;
};

/** Less than a minute with the time that a run takes, so that somebody looks at least once in each. */
const REMINDERS_MS = 30_000;
const EXPIRY_MS = 30_000;
const BILLS_MS = 30_000;
const CALENDARS_MS = 30_000;
/** An order waits 40 s between two checks, so that it is asked about at least once a minute. */
const ORDERS_MS = 15_000;
const PAYMENTS_LOOK_MS = 15_000;
const INVOICES_LOOK_MS = 5_000;
const CLEANUP_MS = 6 * 3_600_000;
/** Database connections: few, for pushes share their statements, and more made 300 pushes a second a tenth dearer. */
const CONNECTIONS = 16;
/**
 * Jobs of Telegram and of e-mail that a process has at once. They go out in turn, both channels together: only what was
 * under way can arrive twice when a process is killed. The others are for services that let one wait.
 */
const IN_TURN = 4;
const LEASE_SECONDS = 60;
/** Longer than a Bot API or mail server usually takes for one message. */
const PATIENCE_MS = 1000;

/** Starts a worker: relay, delivery by every channel, periodic tasks. Any number of workers may run at once. */
export function startWorker(
  settings: ServerSettings,
  log: Logger,
  options: WorkerOptions = {},
): { close(): Promise<void> } {
  // Pushes mostly wait for services far away.
  const concurrency = { push: 2 * settings.workerConcurrency, telegram: IN_TURN, email: IN_TURN };
  const db = openDatabase(settings.databaseUrl, CONNECTIONS);
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
  const { push } = settings;
  const delivery = deliveryOf(services, settings, { redis, queues }, options);

  const relay = new OutboxRelay(db, queues, log, {
    ...RELAY_OPTIONS,
    push: push && { publicKey: push.publicKey, kinds: PUSH_KINDS },
    ...options.relay,
  });
  const wake = () => relay.wake();
  const listener = listen(settings.databaseDirectUrl ?? settings.databaseUrl, "korki_outbox", {
    onSignal: wake,
    onListening: wake,
  });
  relay.start();
  redis.on("ready", wake);

  const connections = NOTIFICATION_CHANNELS.map(() => openWaitingRedis(settings.redisUrl, log));
  const inTurn = oneByOne(options.patienceMs ?? PATIENCE_MS);
  const workers = NOTIFICATION_CHANNELS.map((channel, index) =>
    startDeliveryWorker(channel, delivery, {
      redis: connections[index] ?? redis,
      concurrency: concurrency[channel],
      // A device puts a second one in the place of the first.
      inTurn: channel === "push" ? null : inTurn,
      log,
      ...(options.stall ? { stall: options.stall } : {}),
    }),
  );
  const rounds = startRounds(periodicWork(services), log);
  const signalled = startSignalled(services);

  return {
    async close() {
      await Promise.all([
        rounds.close(),
        relay.stop(),
        listener.close(),
        ...signalled.map((each) => each.close()),
      ]);
      await Promise.all(workers.map((worker) => worker.close()));
      await queues.close().catch(() => undefined);
      delivery.mail?.close();
      for (const connection of [...connections, redis]) connection.disconnect();
      await db.close();
    },
  };
}

/** What is looked for at intervals. */
function periodicWork(services: Services): Round[] {
  return [
    { name: "reminders", ms: REMINDERS_MS, work: () => planReminders(services) },
    { name: "open late cancellations", ms: EXPIRY_MS, work: () => closeOpenDecisions(services) },
    { name: "moves of weekly lessons", ms: EXPIRY_MS, work: () => expireMoves(services) },
    { name: "approvals and changes of payers", ms: EXPIRY_MS, work: () => followPayers(services) },
    { name: "approvals without an answer", ms: EXPIRY_MS, work: () => expireApprovals(services) },
    { name: "expired lessons", ms: EXPIRY_MS, work: () => expireLessons(services) },
    { name: "expiring lessons", ms: EXPIRY_MS, work: () => warnOfExpiry(services) },
    { name: "monthly summaries", ms: REMINDERS_MS, work: () => sendSummaries(services) },
    { name: "weekly debt reminders", ms: REMINDERS_MS, work: () => remindWeekly(services) },
    { name: "settlements", ms: REMINDERS_MS, work: () => planSettlements(services) },
    { name: "monthly bills", ms: BILLS_MS, work: () => issueDueBills(services) },
    { name: "bill reminders", ms: BILLS_MS, work: () => remindOfBills(services) },
    { name: "calendars elsewhere", ms: CALENDARS_MS, work: () => refreshDueCalendars(services) },
    { name: "open orders", ms: ORDERS_MS, work: () => checkOpenOrders(services) },
    { name: "cleanup", ms: CLEANUP_MS, work: () => deleteOutdated(services.db) },
  ];
}

/** Starts what the database signals. */
function startSignalled(services: Services) {
  return [
    ...(services.payments
      ? [
          startSignalledWork(services, {
            name: "payments",
            channel: "korki_payments",
            lookMs: PAYMENTS_LOOK_MS,
            async work() {
              while ((await processNotifications(services)) > 0);
              await sendRefunds(services);
            },
          }),
        ]
      : []),
    startSignalledWork(services, {
      name: "held slots",
      channel: "korki_watches",
      lookMs: WATCHES_LOOK_MS,
      ...holdPasser(services),
    }),
    startSignalledWork(services, {
      name: "invoices",
      channel: "korki_invoices",
      lookMs: Math.min(INVOICES_LOOK_MS, services.settings.invoiceRetrySeconds * 1000),
      async work() {
        while ((await processInvoices(services)) > 0);
      },
    }),
  ];
}

/** Returns what the deliveries of every channel work with. */
function deliveryOf(
  services: Services,
  settings: ServerSettings,
  { redis, queues }: { redis: Redis; queues: DeliveryQueues },
  options: WorkerOptions,
): Delivery {
  const token = settings.telegramBotToken;
  const { push } = settings;
  const { leaseSeconds = LEASE_SECONDS } = options;
  return {
    services,
    claim: claimer(services.db, leaseSeconds, push?.publicKey),
    leaseSeconds,
    push: push && { sender: createPushSender(push, settings), publicKey: push.publicKey },
    telegram: token
      ? {
          sender: createTelegramSender(token, settings.telegramApiRoot),
          takeTurn: (chatId) => takeChatTurn(redis, chatId),
          pause: queues.pauseTelegram,
          pauseMs: queues.telegramPauseMs,
        }
      : null,
    mail: settings.smtpUrl ? createMailSender(settings.smtpUrl, settings.mailFrom, IN_TURN) : null,
    ...(options.retrySeconds ? { retrySeconds: options.retrySeconds } : {}),
  };
}
