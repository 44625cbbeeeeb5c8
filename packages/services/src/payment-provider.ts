/**
 * Where orders are paid. Everything that is particular to one provider stays behind this port. Amounts are in grosze,
 * as providers count them; currencies are ISO codes.
 */
export interface PaymentProvider {
  /** Registers an order and returns where its payer pays. Throws `ProviderUnavailable`. */
  register(order: OrderToPay): Promise<{ payUrl: string }>;
  /** Reads a notification of a payment; null where the provider did not sign it. */
  readPayment(body: unknown): ProviderPayment | null;
  /** Reads a notification of a refund; null where the provider did not sign it. */
  readRefund(body: unknown): ProviderRefund | null;
  /** Confirms a payment. Returns whether the provider holds the money. Throws `ProviderUnavailable`. */
  verify(payment: ProviderPayment): Promise<boolean>;
  /** Returns what was paid for an order, or null where nothing was. Throws `ProviderUnavailable`. */
  find(orderId: string): Promise<ProviderPayment | null>;
  /** Asks to pay money back, once per `refundId`. False: the provider refuses. Throws `ProviderUnavailable`. */
  refund(refund: RefundToPay): Promise<boolean>;
}

/** Longest e-mail address that a provider takes, in characters. */
export const MAX_EMAIL = 50;

export type OrderToPay = {
  readonly orderId: string;
  readonly amount: number;
  readonly description: string;
  /** At most `MAX_EMAIL` characters. */
  readonly email: string;
  readonly minutesLeft: number;
};

export type ProviderPayment = {
  readonly orderId: string;
  /** The provider's own number of the payment. */
  readonly transactionId: string;
  readonly amount: number;
  readonly currency: string;
};

export type RefundToPay = ProviderPayment & { readonly refundId: string; readonly reason: string };

export type ProviderRefund = {
  readonly refundId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly outcome: "completed" | "rejected";
};

/** The provider did not answer, or not in a way that could be understood. Trying again may help. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}
