import { timingSafeEqual } from "node:crypto";
import express, { type RequestHandler, Router } from "express";
import { z } from "zod";
import type { PaymentFault, PaymentsEmulator } from "./emulator";
import { checksum } from "./signatures";

const registration = z.object({
  merchantId: z.int(),
  posId: z.int(),
  sessionId: z.string().min(1).max(100),
  amount: z.int().positive(),
  currency: z.string().length(3),
  description: z.string().min(1).max(1024),
  email: z.string().min(3).max(50),
  country: z.string().length(2),
  language: z.string().length(2),
  urlReturn: z.url().max(250),
  urlStatus: z.url().max(250),
  sign: z.string(),
});

const verification = z.object({
  merchantId: z.int(),
  posId: z.int(),
  sessionId: z.string(),
  amount: z.int(),
  currency: z.string(),
  orderId: z.int(),
  sign: z.string(),
});

const refundRequest = z.object({
  requestId: z.string().max(45),
  refundsUuid: z.string().max(35),
  urlStatus: z.url(),
  refunds: z
    .array(
      z.object({
        orderId: z.int(),
        sessionId: z.string(),
        amount: z.int().positive(),
        description: z.string().max(35).optional(),
      }),
    )
    .length(1),
});

/** How long a late answer takes. */
const LATE_MS = 1000;

/** Transaction states of the real service's answer: 0 unpaid, 1 paid and not verified, 2 verified, 3 returned. */
const STATUS_NUMBERS = { registered: 0, refused: 0, paid: 1, verified: 2 } as const;

const REFUND_MADE = 1;

/** Przelewy24's REST API, as far as the product calls it. */
export function paymentsApi(emulator: PaymentsEmulator): Router {
  const router = Router();
  const { keys } = emulator;
  router.use("/api/v1", authorised(keys.posId, keys.apiKey), express.json());

  router.get("/api/v1/testAccess", (_request, response) => void response.json({ data: true, error: "" }));

  router.post("/api/v1/transaction/register", fault(emulator, "register"), (request, response) => {
    const given = registration.safeParse(request.body);
    if (!given.success) return void response.status(400).json({ error: given.error.message, code: 400 });
    const { sessionId, merchantId, amount, currency, sign } = given.data;
    if (sign !== checksum({ sessionId, merchantId, amount, currency }, keys.crc))
      return void response.status(400).json({ error: "Incorrect CRC value", code: 400 });
    response.json({ data: { token: emulator.register(given.data).token }, responseCode: 0 });
  });

  router.put("/api/v1/transaction/verify", fault(emulator, "verify"), (request, response) => {
    const given = verification.safeParse(request.body);
    if (!given.success) return void response.status(400).json({ error: given.error.message, code: 400 });
    const { sessionId, orderId, amount, currency, sign } = given.data;
    const fits = sign === checksum({ sessionId, orderId, amount, currency }, keys.crc);
    if (!fits || !emulator.verify(sessionId, orderId, amount, currency))
      return void response.status(400).json({ error: "Incorrect verification data", code: 400 });
    response.json({ data: { status: "success" }, responseCode: 0 });
  });

  router.get("/api/v1/transaction/by/sessionId/:id", fault(emulator, "find"), (request, response) => {
    const transaction = emulator.findBySession(String(request.params.id));
    if (!transaction) return void response.status(404).json({ error: "Transaction not found", code: 404 });
    response.json({
      data: {
        statement: transaction.orderId ? `p24-${transaction.orderId}` : "",
        orderId: transaction.orderId ?? 0,
        sessionId: transaction.sessionId,
        status: transaction.refunded > 0 ? 3 : STATUS_NUMBERS[transaction.state],
        amount: transaction.orderId ? transaction.paidAmount : transaction.amount,
        currency: transaction.orderId ? transaction.paidCurrency : transaction.currency,
        date: transaction.registeredAt,
        clientEmail: transaction.email,
        description: transaction.description,
      },
      responseCode: 0,
    });
  });

  router.post("/api/v1/transaction/refund", fault(emulator, "refund"), (request, response) => {
    const given = refundRequest.safeParse(request.body);
    if (!given.success) return void response.status(400).json({ error: given.error.message, code: 400 });
    const { requestId, refundsUuid, urlStatus, refunds } = given.data;
    const [refund] = refunds;
    if (!refund || !emulator.refund({ ...refund, requestId, refundsUuid, urlStatus }))
      return void response.status(409).json({ error: "Refund is not possible", code: 409 });
    response.status(201).json({
      data: refunds.map((each) => ({ ...each, status: true, message: "success" })),
      responseCode: 0,
    });
  });

  router.get("/api/v1/refund/by/orderId/:id", fault(emulator, "find"), (request, response) => {
    const refunds = emulator.refundsOf(Number(request.params.id));
    const [first] = refunds;
    if (!first) return void response.status(404).json({ error: "Refund not found", code: 404 });
    const { orderId, sessionId } = first;
    response.json({
      data: {
        orderId,
        sessionId,
        amount: refunds.reduce((sum, { amount }) => sum + amount, 0),
        currency: "PLN",
        refunds: refunds.map(({ requestId, amount }) => ({ requestId, amount, status: REFUND_MADE })),
      },
      responseCode: 0,
    });
  });

  return router;
}

function authorised(posId: number, apiKey: string): RequestHandler {
  const expected = Buffer.from(`Basic ${Buffer.from(`${posId}:${apiKey}`).toString("base64")}`);
  return (request, response, next) => {
    const given = Buffer.from(request.get("authorization") ?? "");
    if (given.length === expected.length && timingSafeEqual(given, expected)) next();
    else response.status(401).json({ error: "Incorrect authentication", code: 401 });
  };
}

/** Plays the faults that a drill has asked for. */
function fault(emulator: PaymentsEmulator, call: PaymentFault["call"]): RequestHandler {
  return (_request, response, next) => {
    const planned = emulator.faults.takeFirst((each) => each.call === call);
    if (!planned) return next();
    if (planned.how === "error")
      return void response.status(500).json({ error: "Internal error", code: 500 });
    if (planned.how === "late") return void setTimeout(next, LATE_MS);
    // No answer; the caller's own limit ends the wait.
    response.socket?.setTimeout(60_000, () => response.destroy());
  };
}
