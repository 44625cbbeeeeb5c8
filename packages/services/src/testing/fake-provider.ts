import type { OrderToPay, PaymentProvider, ProviderPayment } from "../payment-provider";
import { ProviderUnavailable } from "../payment-provider";

/** A second provider: what it says is what the test has put there, and its notifications are plain objects. */
export class FakeProvider implements PaymentProvider {
  readonly paid = new Map<string, ProviderPayment>();
  readonly refunded: string[] = [];
  isAway = false;
  /** What happens while an order is registered, and before and after a confirmation. */
  onRegister = async (_order: OrderToPay): Promise<void> => undefined;
  onVerify = async (): Promise<void> => undefined;
  afterVerify = async (): Promise<void> => undefined;

  async register(order: OrderToPay) {
    this.#answer();
    await this.onRegister(order);
    return { payUrl: `https://pay.example/${order.orderId}` };
  }
  readPayment = (body: unknown) => (signed(body) as { payment?: ProviderPayment } | null)?.payment ?? null;
  readRefund: PaymentProvider["readRefund"] = (body) =>
    (signed(body) as { refund?: ReturnType<PaymentProvider["readRefund"]> } | null)?.refund ?? null;
  async verify({ orderId, transactionId }: ProviderPayment) {
    this.#answer();
    await this.onVerify();
    const isPaid = this.paid.get(orderId)?.transactionId === transactionId;
    await this.afterVerify();
    return isPaid;
  }
  async find(orderId: string) {
    this.#answer();
    return this.paid.get(orderId) ?? null;
  }
  async refund({ refundId }: { refundId: string }) {
    this.#answer();
    this.refunded.push(refundId);
    return true;
  }

  /** Somebody pays. Returns the notification. */
  pay(orderId: string, zloty: number, change: Partial<ProviderPayment> = {}) {
    const payment = { orderId, transactionId: "7", amount: zloty * 100, currency: "PLN", ...change };
    this.paid.set(orderId, payment);
    return { signed: true, payment };
  }

  #answer(): void {
    if (this.isAway) throw new ProviderUnavailable("away");
  }
}

function signed(body: unknown): object | null {
  return typeof body === "object" && body !== null && "signed" in body ? body : null;
}
