import {
  finishProviderNotification,
  moveOrder,
  moveRefund,
  type ProviderNotificationKind,
  takeOrderChecks,
  takeProviderNotifications,
  takeWaitingRefunds,
} from "@korki/db";
import { ORDER_CURRENCY, toGrosze } from "@korki/domain";
import { isUuid } from "./is-uuid";
import type { OrderServices } from "./order-services";
import { type PaymentProvider, ProviderUnavailable } from "./payment-provider";
import { settleOrder } from "./settle-order";
import { rejectRefund, settleRefund } from "./settle-refund";

/** A notification or a refund that could not be handled is tried again after so long. */
const RETRY_MS = 30_000;
/** Open orders are asked about at least this often. */
const CHECK_MS = 55_000;
const BATCH = 50;

/** Processes stored notifications. Returns how many were finished. */
export async function processNotifications(services: OrderServices): Promise<number> {
  const { payments: provider, db } = services;
  if (!provider) return 0;
  const now = services.now();
  const waiting = await takeProviderNotifications(db, { now, until: after(now, RETRY_MS), limit: BATCH });
  let finished = 0;
  for (const { id, kind, body } of waiting) {
    const settled = await whileProviderAnswers(services, () => settleBody(services, provider, kind, body));
    if (settled === undefined) continue;
    await finishProviderNotification(db, { id, ...settled, now: services.now() });
    finished += 1;
  }
  return finished;
}

async function settleBody(
  services: OrderServices,
  provider: PaymentProvider,
  kind: ProviderNotificationKind,
  body: string,
) {
  const parsed: unknown = JSON.parse(body);
  if (kind === "refund") {
    const refund = provider.readRefund(parsed);
    if (!refund) return { orderId: null, outcome: "wrong-signature" as const };
    return { orderId: idOrNull(refund.orderId), outcome: await settleRefund(services, refund) };
  }
  const payment = provider.readPayment(parsed);
  if (!payment) return { orderId: null, outcome: "wrong-signature" as const };
  if (!isUuid(payment.orderId)) return { orderId: null, outcome: "unknown-order" as const };
  const outcome = await settleOrder(services, provider, payment);
  return { orderId: outcome === "unknown-order" ? null : payment.orderId, outcome };
}

/** Asks the provider about open orders; those whose time is over expire unless they were paid. */
export async function checkOpenOrders(services: OrderServices): Promise<void> {
  const { payments: provider, db } = services;
  if (!provider) return;
  const now = services.now();
  const orders = await takeOrderChecks(db, { since: after(now, -CHECK_MS), now, limit: BATCH });
  for (const { id, isExpired } of orders) {
    await whileProviderAnswers(services, async () => {
      const payment = await provider.find(id);
      if (payment) await settleOrder(services, provider, payment);
      else if (isExpired) await moveOrder(db, id, ["open"], "expired");
    });
  }
}

/** Tells the provider of refunds that it does not know yet. */
export async function sendRefunds(services: OrderServices): Promise<void> {
  const { payments: provider, db } = services;
  if (!provider) return;
  const now = services.now();
  const waiting = await takeWaitingRefunds(db, { now, until: after(now, RETRY_MS), limit: BATCH });
  for (const { id, amount, ...refund } of waiting) {
    await whileProviderAnswers(services, async () => {
      const accepted = await provider.refund({
        ...refund,
        refundId: id,
        amount: toGrosze(amount),
        currency: ORDER_CURRENCY,
      });
      if (accepted) await moveRefund(db, { id, to: "requested", now: services.now() });
      else await rejectRefund(services, id, refund.orderId);
    });
  }
}

/** Undefined where the provider does not answer: the work waits for the next round. */
async function whileProviderAnswers<T>(
  services: OrderServices,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    services.log.warn({ reason: error.message }, "payment provider is away");
    return undefined;
  }
}

function idOrNull(id: string): string | null {
  return isUuid(id) ? id : null;
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
