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
import { type PaymentProvider, ProviderUnavailable } from "../payment-provider";
import { isUuid } from "./is-uuid";
import type { OrderServices } from "./order-services";
import { settleOrder } from "./settle-order";
import { refuseRefund, settleRefund } from "./settle-refund";

/** A notification or a refund that could not be handled is tried again after so long. */
const RETRY_MS = 30_000;
/** Handled concurrently, so that a slow answer of the provider delays the others by one call at most. */
const BATCH = 20;

/** Processes stored notifications. Returns how many were finished. */
export async function processNotifications(services: OrderServices): Promise<number> {
  const { payments: provider, db } = services;
  if (!provider) return 0;
  const now = services.now();
  const waiting = await takeProviderNotifications(db, { now, until: after(now, RETRY_MS), limit: BATCH });
  const finished = await Promise.all(
    waiting.map(async ({ id, kind, body }) => {
      const settled = await whileProviderAnswers(services, () => settleBody(services, provider, kind, body));
      if (settled) await finishProviderNotification(db, { id, ...settled, now: services.now() });
      return settled ? 1 : 0;
    }),
  );
  return finished.reduce<number>((sum, each) => sum + each, 0);
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

/** Asks the provider about the open orders that are due; those whose time is over expire unless they were paid. */
export async function checkOpenOrders(services: OrderServices): Promise<void> {
  const { payments: provider, db } = services;
  if (!provider) return;
  const now = services.now();
  for (;;) {
    const orders = await takeOrderChecks(db, { now, limit: BATCH });
    if (orders.length === 0) return;
    await Promise.all(
      orders.map(({ id, isExpired }) =>
        whileProviderAnswers(services, async () => {
          const payment = await provider.find(id);
          if (payment) await settleOrder(services, provider, payment);
          else if (isExpired) await moveOrder(db, id, ["open"], "expired");
        }),
      ),
    );
  }
}

/** Sends the provider the refunds that it does not know yet. */
export async function sendRefunds(services: OrderServices): Promise<void> {
  const { payments: provider, db } = services;
  if (!provider) return;
  const now = services.now();
  const waiting = await takeWaitingRefunds(db, { now, until: after(now, RETRY_MS), limit: BATCH });
  await Promise.all(
    waiting.map(({ id, amount, ...refund }) =>
      whileProviderAnswers(services, async () => {
        const accepted = await provider.refund({
          ...refund,
          refundId: id,
          amount: toGrosze(amount),
          currency: ORDER_CURRENCY,
        });
        if (accepted) await moveRefund(db, { id, to: "requested", now: services.now() });
        else await refuseRefund(services, id, refund.orderId);
      }),
    ),
  );
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
    services.log.warn({ reason: error.message }, "payment provider is unavailable");
    return undefined;
  }
}

function idOrNull(id: string): string | null {
  return isUuid(id) ? id : null;
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
