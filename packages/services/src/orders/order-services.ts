import type { Services } from "../context";
import { notFound } from "../errors";
import type { PaymentProvider } from "../payment-provider";

export type OrderServices = Services;

/** Returns where orders are paid. Throws `not_found` where the centre takes no payments online (rules §20). */
export function requireProvider({ payments }: Services): PaymentProvider {
  if (!payments) throw notFound();
  return payments;
}
