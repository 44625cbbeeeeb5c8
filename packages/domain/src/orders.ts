import type { SubjectLevel } from "./subjects";

/** Where an online order stands (rules §20). */
export const ORDER_STATUSES = [
  "waiting",
  "open",
  "paid",
  "expired",
  "failed",
  "declined",
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders of one student that wait for their payment at a time. */
export const OPEN_ORDERS_MAX = 5;
export const MAX_ORDER_ITEMS = 20;
export const MAX_ORDER_LESSONS = 200;
export const ORDER_CURRENCY = "PLN";
/** Longest notification of a payment provider that is kept, in characters of JSON. */
export const PROVIDER_NOTIFICATION_MAX = 10_000;

/** What a payment that the provider reports means for its order. */
export type OrderSettlement = "book" | "already-booked" | "mismatch";

/**
 * Returns what to do about a payment of an order. Money for an expired order is booked as well; a wrong sum or
 * currency books nothing.
 *
 * @param payment amount in grosze
 */
export function settlementOf(
  order: { readonly status: OrderStatus; readonly amount: number },
  payment: { readonly amount: number; readonly currency: string },
): OrderSettlement {
  if (order.status === "paid" || order.status === "refunded") return "already-booked";
  return payment.currency === ORDER_CURRENCY && payment.amount === toGrosze(order.amount)
    ? "book"
    : "mismatch";
}

/**
 * Finds among other parents' open orders one for lessons of a subject and level that an order is for too: two parents
 * do not pay for the same thing twice (rules §20).
 */
export function findOverlap<Waiting extends { readonly items: readonly SubjectLevel[] }>(
  waiting: readonly Waiting[],
  items: readonly SubjectLevel[],
): Waiting | undefined {
  return waiting.find((order) =>
    order.items.some((item) =>
      items.some((each) => each.subject === item.subject && each.level === item.level),
    ),
  );
}

/** Providers count in grosze, the product in whole złoty. */
export function toGrosze(zloty: number): number {
  return zloty * 100;
}

/** Lessons and what they cost together, in whole złoty. */
type PricedLessons = { readonly amount: number; readonly lessons: number };

/** One item of a paid order, what its payment bought, and how many of the lessons can still be given back. */
export type RefundableItem = PricedLessons & { readonly bought: PricedLessons; readonly unused: number };

/**
 * Returns the sum in whole złoty for the unused lessons, at the order's price but no more than they cost, rounded down per
 * item. An item of a bill can ask for less than its lessons cost, and for what an earlier bill lacks, too.
 */
export function refundAmount(items: readonly RefundableItem[]): number {
  return items.reduce(
    (sum, { bought, unused, ...ordered }) =>
      sum + Math.min(priceOf(unused, ordered), priceOf(unused, bought)),
    0,
  );
}

/**
 * Returns the rest of what the unused lessons cost: the order did not pay it, but the payer's balance or money that was noted
 * for the bill before.
 */
export function balanceAmount(items: readonly RefundableItem[]): number {
  return items.reduce((sum, { bought, unused }) => sum + priceOf(unused, bought), 0) - refundAmount(items);
}

function priceOf(count: number, { amount, lessons }: PricedLessons): number {
  return Math.floor((amount * Math.min(count, lessons)) / lessons);
}

/** Returns the number on a payment confirmation, e.g. `PW/2026/17`. */
export function receiptName(year: number, number: number): string {
  return `PW/${year}/${number}`;
}
