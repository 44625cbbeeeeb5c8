import { createHash, timingSafeEqual } from "node:crypto";
import { orderScreenTexts } from "@korki/contracts/texts/orders";
import { z } from "zod";
import {
  type OrderToPay,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  ProviderUnavailable,
  type RefundToPay,
} from "../payment-provider";

export type Przelewy24Options = {
  readonly merchantId: number;
  readonly posId: number;
  readonly crc: string;
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly apiRoot: string;
  /** Where payers return to and notifications go: the product's own address. */
  readonly publicUrl: string;
  /** How long an answer may take. */
  readonly timeoutMs?: number;
};

const CALL_TIMEOUT_MS = 10_000;
/** Longest description of a refund that the API takes, in characters. */
const MAX_REFUND_DESCRIPTION = 35;
/** Longest time limit in minutes; 0 means none. */
const MAX_TIME_LIMIT = 99;

const paymentNotification = z.object({
  merchantId: z.int(),
  posId: z.int(),
  sessionId: z.string().max(100),
  amount: z.int(),
  originAmount: z.int(),
  currency: z.string().max(3),
  orderId: z.int(),
  methodId: z.int(),
  statement: z.string(),
  sign: z.string(),
});

const refundNotification = z.object({
  orderId: z.int(),
  sessionId: z.string().max(100),
  refundsUuid: z.string(),
  merchantId: z.int(),
  amount: z.int(),
  currency: z.string(),
  status: z.int(),
  sign: z.string(),
});

const registered = z.object({ data: z.object({ token: z.string().min(1) }) });
const verified = z.object({ data: z.object({ status: z.literal("success") }) });
const found = z.object({
  data: z.object({ orderId: z.int(), status: z.int(), amount: z.int(), currency: z.string() }),
});

/** The refunds of one payment, under the numbers that they were asked with. */
const refundsKnown = z.object({
  data: z.object({ refunds: z.array(z.object({ requestId: z.string(), status: z.int() })) }),
});
/** The status of a refund that the provider did not make. */
const REFUND_REJECTED = 4;

/** Statuses of a payment that was made: not yet verified, and verified. */
const PAID = 1;
const VERIFIED = 2;

/** Przelewy24's REST API: BLIK, cards and transfers. */
export class Przelewy24 implements PaymentProvider {
  readonly #options: Przelewy24Options;

  constructor(options: Przelewy24Options) {
    this.#options = options;
  }

  async register({
    orderId,
    amount,
    description,
    email,
    minutesLeft,
  }: OrderToPay): Promise<{ payUrl: string }> {
    const { merchantId, posId, apiRoot, publicUrl } = this.#options;
    const { body } = await this.#call("POST", "/transaction/register", {
      merchantId,
      posId,
      sessionId: orderId,
      amount,
      currency: "PLN",
      description,
      email,
      country: "PL",
      language: "pl",
      urlReturn: `${publicUrl}/dashboard/platnosci?zamowienie=${orderId}&powrot=1`,
      urlStatus: `${publicUrl}/api/payments/p24/status`,
      timeLimit: minutesLeft > MAX_TIME_LIMIT ? 0 : Math.max(1, minutesLeft),
      sign: this.#sign({ sessionId: orderId, merchantId, amount, currency: "PLN" }),
    });
    const answer = registered.safeParse(body);
    if (!answer.success) throw new ProviderUnavailable("the provider did not register the order");
    return { payUrl: `${apiRoot}/trnRequest/${answer.data.data.token}` };
  }

  readPayment(body: unknown): ProviderPayment | null {
    const given = paymentNotification.safeParse(body);
    if (!given.success) return null;
    const { merchantId, posId, sessionId, amount, originAmount, currency, orderId, methodId, statement } =
      given.data;
    const fields = {
      merchantId,
      posId,
      sessionId,
      amount,
      originAmount,
      currency,
      orderId,
      methodId,
      statement,
    };
    if (!this.#isMine(merchantId) || !this.#isSigned(fields, given.data.sign)) return null;
    return { orderId: sessionId, transactionId: String(orderId), amount, currency };
  }

  readRefund(body: unknown): ProviderRefund | null {
    const given = refundNotification.safeParse(body);
    if (!given.success) return null;
    const { orderId, sessionId, refundsUuid, merchantId, amount, currency, status } = given.data;
    const fields = { orderId, sessionId, refundsUuid, merchantId, amount, currency, status };
    if (!this.#isMine(merchantId) || !this.#isSigned(fields, given.data.sign)) return null;
    const outcome = status === 0 ? "completed" : "rejected";
    return { refundId: withDashes(refundsUuid), orderId: sessionId, amount, outcome };
  }

  async verify({ orderId, transactionId, amount, currency }: ProviderPayment): Promise<boolean> {
    const { merchantId, posId } = this.#options;
    const fields = { sessionId: orderId, orderId: Number(transactionId), amount, currency };
    const { body } = await this.#call("PUT", "/transaction/verify", {
      merchantId,
      posId,
      ...fields,
      sign: this.#sign(fields),
    });
    if (verified.safeParse(body).success) return true;
    // A caller that was killed after its verification asks again; the provider need not say yes to that twice.
    const known = await this.#lookUp(orderId);
    return (
      known?.status === VERIFIED &&
      String(known.orderId) === transactionId &&
      known.amount === amount &&
      known.currency === currency
    );
  }

  async find(orderId: string): Promise<ProviderPayment | null> {
    const known = await this.#lookUp(orderId);
    if (known?.status !== PAID && known?.status !== VERIFIED) return null;
    const { orderId: transactionId, amount, currency } = known;
    return { orderId, transactionId: String(transactionId), amount, currency };
  }

  async #lookUp(orderId: string) {
    const { body } = await this.#call("GET", `/transaction/by/sessionId/${encodeURIComponent(orderId)}`);
    const answer = found.safeParse(body);
    return answer.success ? answer.data.data : null;
  }

  async refund({ orderId, transactionId, amount, refundId, reason }: RefundToPay): Promise<boolean> {
    const { status } = await this.#call("POST", "/transaction/refund", {
      requestId: refundId,
      // At most 35 characters.
      refundsUuid: refundId.replaceAll("-", ""),
      urlStatus: `${this.#options.publicUrl}/api/payments/p24/refund`,
      refunds: [
        {
          orderId: Number(transactionId),
          sessionId: orderId,
          amount,
          // An erasure takes the reason of a refund that still waits.
          description: reason.slice(0, MAX_REFUND_DESCRIPTION) || orderScreenTexts.refundOf,
        },
      ],
    });
    // A repetition is refused, too, once the first call, whose answer was lost, has taken the money.
    return status < 300 || this.#knowsRefund(transactionId, refundId);
  }

  async #knowsRefund(transactionId: string, refundId: string): Promise<boolean> {
    const { body } = await this.#call("GET", `/refund/by/orderId/${encodeURIComponent(transactionId)}`);
    const { data } = refundsKnown.safeParse(body);
    const refunds = data?.data.refunds ?? [];
    return refunds.some(({ requestId, status }) => requestId === refundId && status !== REFUND_REJECTED);
  }

  /** Returns the answer of a call that the provider understood. Throws `ProviderUnavailable` for every other. */
  async #call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const { apiRoot, posId, apiKey, timeoutMs = CALL_TIMEOUT_MS } = this.#options;
    try {
      const response = await fetch(`${apiRoot}/api/v1${path}`, {
        method,
        redirect: "error",
        headers: {
          authorization: `Basic ${Buffer.from(`${posId}:${apiKey}`).toString("base64")}`,
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { status } = response;
      if (status >= 500 || status === 401 || status === 429)
        throw new ProviderUnavailable(`the provider answered ${status}`);
      // What is not there needs no words.
      const isMissing = method === "GET" && status === 404;
      return { status, body: isMissing ? null : await response.json() };
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      // The cause may name the address and the credentials' header: it stays here.
      throw new ProviderUnavailable("the provider did not answer");
    }
  }

  #isMine(merchantId: number): boolean {
    return merchantId === this.#options.merchantId;
  }

  #sign(fields: object): string {
    return createHash("sha384")
      .update(JSON.stringify({ ...fields, crc: this.#options.crc }))
      .digest("hex");
  }

  #isSigned(fields: object, sign: string): boolean {
    const expected = Buffer.from(this.#sign(fields));
    const given = Buffer.from(sign);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

function withDashes(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
