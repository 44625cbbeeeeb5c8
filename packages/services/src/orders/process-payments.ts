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
import { alone } from "../in-groups";
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
      let finished = 0;
      await whileProviderAnswers(services, { notification: id }, async () => {
        const settled = await settleBody(services, provider, kind, body);
        await finishProviderNotification(db, { id, ...settled, now: services.now() });
        finished = 1;
      });
      return finished;
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
  const outcome = await settleOrder(services, provider, payment, { isNotified: true });
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
        whileProviderAnswers(services, { order: id }, async () => {
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
      whileProviderAnswers(services, { refund: id }, async () => {
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

/** Work that fails, or that the provider does not answer, waits for a later round and stops no other. */
async function whileProviderAnswers(
  services: OrderServices,
  about: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<void> {
  await alone(services, about, () =>
    work().catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error;
      services.log.warn({ reason: error.message }, "payment provider is unavailable");
    }),
  );
}

function idOrNull(id: string): string | null {
  return isUuid(id) ? id : null;
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
