import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Changes } from "../changes";
import { Faults } from "../faults";
import { checksum } from "./signatures";

/** The merchant's credentials, as Przelewy24's panel shows them. */
export interface MerchantKeys {
  readonly merchantId: number;
  readonly posId: number;
  readonly crc: string;
  readonly apiKey: string;
}

export const PAYMENT_METHODS = ["blik", "card", "transfer"] as const;
type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** As the real service numbers them. */
const METHOD_IDS: Record<PaymentMethod, number> = { blik: 181, card: 218, transfer: 25 };

/** A registered transaction. Amounts are in grosze. */
export interface Transaction {
  readonly token: string;
  readonly sessionId: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly email: string;
  readonly urlReturn: string;
  readonly urlStatus: string;
  readonly registeredAt: string;
  /** Set once the payment was made. */
  orderId: number | null;
  method: PaymentMethod | null;
  paidAmount: number;
  paidCurrency: string;
  state: "registered" | "refused" | "paid" | "verified";
  refunded: number;
  /** How many notifications the shop has accepted. */
  accepted: number;
}

/** What a payer, or a drill, does with a transaction. */
export interface PayChoice {
  readonly method: PaymentMethod;
  readonly outcome: "paid" | "refused";
  /** Before the first notification. */
  readonly delaySeconds: number;
  /** How often the notification is sent. */
  readonly times: number;
  /** Differs from what was registered; null: as registered. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly wrongSignature: boolean;
}

export const PLAIN_PAYMENT: PayChoice = {
  method: "blik",
  outcome: "paid",
  delaySeconds: 0,
  times: 1,
  amount: null,
  currency: null,
  wrongSignature: false,
};

/** Makes the next `times` calls of the API fail: an error, no answer for a minute, or one after a second. */
const paymentFault = z.object({
  call: z.enum(["register", "verify", "find", "refund"]),
  how: z.enum(["error", "silence", "late"]),
  times: z.int().min(1).max(10_000).default(1),
});
export type PaymentFault = z.infer<typeof paymentFault>;

export interface Refund {
  readonly requestId: string;
  readonly refundsUuid: string;
  readonly sessionId: string;
  readonly orderId: number;
  readonly amount: number;
  readonly urlStatus: string;
}

const RETRY_SECONDS = [1, 3, 10, 30];
const FIRST_ORDER_ID = 300_000_001;

/** Przelewy24 as the product meets it: transactions, their notifications and refunds. Kept in one file. */
export class PaymentsEmulator {
  readonly changes = new Changes();
  readonly faults = new Faults(paymentFault);
  readonly #transactions = new Map<string, Transaction>();
  readonly #bySession = new Map<string, Transaction>();
  readonly #refunds = new Map<string, Refund>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #file: string | null;
  #nextOrderId = FIRST_ORDER_ID;

  constructor(
    readonly keys: MerchantKeys,
    dir?: string,
  ) {
    this.#file = dir ? join(dir, "transactions.json") : null;
    if (dir) mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (this.#file && existsSync(this.#file)) {
      for (const kept of JSON.parse(readFileSync(this.#file, "utf8")) as Transaction[]) {
        this.#keep(kept);
        this.#nextOrderId = Math.max(this.#nextOrderId, (kept.orderId ?? 0) + 1);
      }
    }
  }

  /** Newest first. */
  list(): Transaction[] {
    return [...this.#transactions.values()].reverse();
  }

  findByToken(token: string): Transaction | undefined {
    return this.#transactions.get(token);
  }

  findBySession(sessionId: string): Transaction | undefined {
    return this.#bySession.get(sessionId);
  }

  register(
    order: Pick<
      Transaction,
      "sessionId" | "amount" | "currency" | "description" | "email" | "urlReturn" | "urlStatus"
    >,
  ): Transaction {
    const transaction: Transaction = {
      ...order,
      token: randomUUID().toUpperCase(),
      registeredAt: new Date().toISOString(),
      orderId: null,
      method: null,
      paidAmount: 0,
      paidCurrency: order.currency,
      state: "registered",
      refunded: 0,
      accepted: 0,
    };
    this.#keep(transaction);
    this.#changed();
    return transaction;
  }

  /** Pays, or refuses to, and notifies the shop as chosen. */
  pay(transaction: Transaction, choice: PayChoice): void {
    transaction.method = choice.method;
    if (choice.outcome === "refused") {
      if (transaction.state === "registered") transaction.state = "refused";
      this.#changed();
      return;
    }
    transaction.orderId ??= this.#nextOrderId++;
    transaction.paidAmount = choice.amount ?? transaction.amount;
    transaction.paidCurrency = choice.currency ?? transaction.currency;
    if (transaction.state !== "verified") transaction.state = "paid";
    this.#changed();
    for (let sent = 0; sent < choice.times; sent += 1)
      this.#later(choice.delaySeconds * 1000, () => this.#notify(transaction, choice.wrongSignature));
  }

  /** Returns whether the shop's confirmation fits what was paid and is the first one. */
  verify(sessionId: string, orderId: number, amount: number, currency: string): boolean {
    const transaction = this.findBySession(sessionId);
    if (!transaction || transaction.orderId !== orderId) return false;
    if (transaction.paidAmount !== amount || transaction.paidCurrency !== currency) return false;
    if (transaction.state !== "paid") return false;
    transaction.state = "verified";
    this.#changed();
    return true;
  }

  /** The refunds of a payment, the oldest first. */
  refundsOf(orderId: number): Refund[] {
    return [...this.#refunds.values()].filter((refund) => refund.orderId === orderId);
  }

  /**
   * Pays money back once per `refundsUuid` and notifies the shop. False: it is a repetition, or there is not that much left.
   */
  refund(refund: Refund): boolean {
    if (this.#refunds.has(refund.refundsUuid)) return false;
    const transaction = this.findBySession(refund.sessionId);
    if (transaction?.state !== "verified" || transaction.orderId !== refund.orderId) return false;
    if (transaction.refunded + refund.amount > transaction.paidAmount) return false;
    transaction.refunded += refund.amount;
    this.#refunds.set(refund.refundsUuid, refund);
    this.#changed();
    this.#later(0, () => this.#notifyRefund(refund, transaction.currency));
    return true;
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Returns the signed notification of a paid transaction. */
  notification(transaction: Transaction, wrongSignature = false): object {
    const fields = {
      merchantId: this.keys.merchantId,
      posId: this.keys.posId,
      sessionId: transaction.sessionId,
      amount: transaction.paidAmount,
      originAmount: transaction.amount,
      currency: transaction.paidCurrency,
      orderId: transaction.orderId,
      methodId: METHOD_IDS[transaction.method ?? "blik"],
      statement: `p24-${transaction.orderId}`,
    };
    return { ...fields, sign: checksum(fields, wrongSignature ? "another key" : this.keys.crc) };
  }

  async #notify(transaction: Transaction, wrongSignature: boolean, attempt = 0): Promise<void> {
    if (await send(transaction.urlStatus, this.notification(transaction, wrongSignature))) {
      transaction.accepted += 1;
      this.#changed();
      return;
    }
    const seconds = RETRY_SECONDS[attempt];
    if (seconds !== undefined)
      this.#later(seconds * 1000, () => this.#notify(transaction, wrongSignature, attempt + 1));
  }

  async #notifyRefund(refund: Refund, currency: string, attempt = 0): Promise<void> {
    const fields = {
      orderId: refund.orderId,
      sessionId: refund.sessionId,
      refundsUuid: refund.refundsUuid,
      merchantId: this.keys.merchantId,
      amount: refund.amount,
      currency,
      status: 0,
    };
    const body = { ...fields, requestId: refund.requestId, timestamp: Date.now() };
    const seconds = RETRY_SECONDS[attempt];
    if (!(await send(refund.urlStatus, { ...body, sign: checksum(fields, this.keys.crc) })) && seconds)
      this.#later(seconds * 1000, () => this.#notifyRefund(refund, currency, attempt + 1));
  }

  #keep(transaction: Transaction): void {
    this.#transactions.set(transaction.token, transaction);
    this.#bySession.set(transaction.sessionId, transaction);
  }

  #later(ms: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void work();
    }, ms);
    this.#timers.add(timer);
  }

  #changed(): void {
    if (this.#file) {
      writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#transactions.values()]), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    }
    this.changes.bump();
  }
}

/** Returns whether the shop took the notification. */
async function send(url: string, body: object): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok;
  } catch {
    return false;
  }
}
