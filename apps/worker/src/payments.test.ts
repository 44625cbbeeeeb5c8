import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type MerchantKeys, PLAIN_PAYMENT, startPaymentsEmulator } from "@korki/sandbox";
import { Przelewy24 } from "@korki/services/orders/przelewy24";
import { ProviderUnavailable } from "@korki/services/payment-provider";
import { afterAll, beforeEach, expect, test } from "vitest";

const keys: MerchantKeys = { merchantId: 1234, posId: 5678, crc: "c0ffee", apiKey: "key" };
const received: { path: string; body: unknown }[] = [];
let wake: () => void = () => undefined;

const shop = createServer(async (request, response) => {
  received.push({ path: request.url ?? "", body: await json(request) });
  response.end("{}");
  wake();
});
await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
const publicUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
const api = await startPaymentsEmulator(keys);
const emulator = api.payments;
const provider = new Przelewy24({ ...keys, apiRoot: api.url, publicUrl });

beforeEach(() => {
  received.length = 0;
  emulator.faults.clear();
});
afterAll(async () => {
  await api.close();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
});

const order = {
  orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
  amount: 36_000,
  description: "Korki: 4 lekcje",
  email: "uczen@demo.pl",
  minutesLeft: 1440,
};

async function register(orderId: string) {
  const { payUrl } = await provider.register({ ...order, orderId });
  const transaction = emulator.findByToken(payUrl.slice(payUrl.lastIndexOf("/") + 1));
  if (!transaction) throw new Error("the order was not registered");
  return { payUrl, transaction };
}

async function nextNotification(): Promise<{ path: string; body: unknown }> {
  if (received.length === 0) await new Promise<void>((resolve) => (wake = resolve));
  const [first] = received.splice(0, 1);
  if (!first) throw new Error("no notification");
  return first;
}

let lastId = 0;
function newOrderId(): string {
  lastId += 1;
  return `01939f1c-7d2a-7c3e-8b5a-${String(lastId).padStart(12, "0")}`;
}

test("an order is registered, paid, notified, confirmed, found and refunded", async () => {
  const orderId = newOrderId();
  const { payUrl, transaction } = await register(orderId);
  expect(payUrl).toBe(`${api.url}/trnRequest/${transaction.token}`);
  expect(await provider.find(orderId)).toBeNull();

  emulator.pay(transaction, PLAIN_PAYMENT);
  const notification = await nextNotification();
  expect(notification.path).toBe("/api/payments/p24/status");
  const payment = provider.readPayment(notification.body);
  expect(payment).toEqual({
    orderId,
    transactionId: String(transaction.orderId),
    amount: 36_000,
    currency: "PLN",
  });
  if (!payment) return;
  expect(await provider.verify({ ...payment, amount: 1 })).toBe(false);
  expect(await provider.verify(payment)).toBe(true);
  expect(await provider.verify(payment)).toBe(true);
  expect(await provider.find(orderId)).toEqual(payment);

  const refundId = newOrderId();
  expect(await provider.refund({ ...payment, amount: 9_000, refundId, reason: "Rezygnacja" })).toBe(true);
  const refunded = await nextNotification();
  expect(refunded.path).toBe("/api/payments/p24/refund");
  expect(provider.readRefund(refunded.body)).toEqual({
    refundId,
    orderId,
    amount: 9_000,
    outcome: "completed",
  });
  expect(await provider.refund({ ...payment, refundId: newOrderId(), reason: "Za dużo" })).toBe(false);
});

test("a refund whose answer was lost is no refused one when it is sent again", async () => {
  const orderId = newOrderId();
  const { transaction } = await register(orderId);
  emulator.pay(transaction, PLAIN_PAYMENT);
  const payment = provider.readPayment((await nextNotification()).body);
  if (!payment) throw new Error("the payment was not read");
  await provider.verify(payment);
  const refund = { ...payment, refundId: newOrderId(), reason: "Rezygnacja" };
  const impatient = new Przelewy24({ ...keys, apiRoot: api.url, publicUrl, timeoutMs: 1_000 });
  emulator.faults.add({ call: "refund", how: "late" });
  await expect(impatient.refund(refund)).rejects.toThrow(ProviderUnavailable);
  expect((await nextNotification()).path).toBe("/api/payments/p24/refund");
  expect(await provider.refund(refund)).toBe(true);
  emulator.faults.add({ call: "find", how: "error" });
  await expect(provider.refund(refund)).rejects.toThrow(ProviderUnavailable);
  expect(transaction.refunded).toBe(36_000);
});

test("a notification with a wrong content or signature is ignored", async () => {
  const { transaction } = await register(newOrderId());
  emulator.pay(transaction, { ...PLAIN_PAYMENT, wrongSignature: true });
  expect(provider.readPayment((await nextNotification()).body)).toBeNull();
  emulator.pay(transaction, PLAIN_PAYMENT);
  const { body } = await nextNotification();
  expect(provider.readPayment(body)).not.toBeNull();
  expect(provider.readPayment({ ...(body as object), amount: 1 })).toBeNull();
  for (const odd of [null, 7, "x", [], {}, { sign: "" }]) expect(provider.readPayment(odd)).toBeNull();
});

test("a provider that never answers counts as away, and one that answers late has answered", async () => {
  const impatient = new Przelewy24({ ...keys, apiRoot: api.url, publicUrl, timeoutMs: 1_000 });
  emulator.faults.add({ call: "register", how: "silence" });
  await expect(impatient.register({ ...order, orderId: newOrderId() })).rejects.toThrow(ProviderUnavailable);
  emulator.faults.add({ call: "register", how: "late" });
  await expect(register(newOrderId())).resolves.toBeDefined();
});

test("a provider that fails or refuses counts as unavailable, and no secret leaks", async () => {
  emulator.faults.add({ call: "register", how: "error" });
  await expect(register(newOrderId())).rejects.toThrow(ProviderUnavailable);
  const stranger = new Przelewy24({ ...keys, apiKey: "wrong", apiRoot: api.url, publicUrl });
  const failure = await stranger.find(newOrderId()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProviderUnavailable);
  expect(JSON.stringify(failure) + String(failure)).not.toMatch(/wrong|c0ffee/);
});
