// Orders are paid online while every notification comes 1 to 20 times in random order and the programs are killed.
// pnpm bench drills/payments-killed [orders=10000] [kills=20]
import { setTimeout as sleep } from "node:timers/promises";
import { type MerchantKeys, startPaymentsEmulator } from "@korki/sandbox";
import { makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { signIn } from "@korki/services/testing/people";
import { loadServerSettings } from "@korki/settings";
import { seconds, Verdict } from "../lab/figures";
import { inLab, type Lab } from "../lab/lab";
import { labServices } from "../lab/services";

const ORDERS = Number(process.argv[2] ?? 10_000);
const KILLS = Number(process.argv[3] ?? 20);
const STUDENTS = Math.min(500, ORDERS);
const MOST_REPEATS = 20;
const SENDERS = 24;
const PAIRS = [
  { subject: "Matematyka", subjectLevel: "liceumP" },
  { subject: "Fizyka", subjectLevel: "szkolaP" },
  { subject: "Polski", subjectLevel: "liceumR" },
] as const;

const keys: MerchantKeys = { merchantId: 11, posId: 22, crc: "drill-crc", apiKey: "drill-key" };
const provider = await startPaymentsEmulator(keys);
try {
  await inLab(null, drill, {
    NODE_ENV: "development",
    P24_MERCHANT_ID: String(keys.merchantId),
    P24_POS_ID: String(keys.posId),
    P24_CRC: keys.crc,
    P24_API_KEY: keys.apiKey,
    P24_API_ROOT: provider.url,
    PUBLIC_URL: "https://korki.example",
  });
} finally {
  await provider.close();
}

async function drill(lab: Lab): Promise<void> {
  const verdict = new Verdict(`${ORDERS} orders, each notified 1 to ${MOST_REPEATS} times, ${KILLS} kills`);
  let api = await lab.startApi("api");
  const { origin } = api;
  const began = performance.now();
  const tokens = await studentTokens(lab);
  const orders = await placeOrders(origin, tokens);
  verdict.figure("orders placed", seconds(performance.now() - began));

  const startWorker = lab.program("worker");
  let worker = await startWorker("worker");
  const notifications = shuffled(
    orders.flatMap(({ id }) => {
      const transaction = provider.payments.findBySession(id);
      if (!transaction) throw new Error(`the provider does not know the order ${id}`);
      const choice = { method: "blik", outcome: "paid", delaySeconds: 0, times: 0 } as const;
      provider.payments.pay(transaction, { ...choice, amount: null, currency: null, wrongSignature: false });
      const body = JSON.stringify(provider.payments.notification(transaction));
      return Array.from({ length: 1 + Math.floor(Math.random() * MOST_REPEATS) }, () => body);
    }),
  );

  let sent = 0;
  let repeated = 0;
  const sending = performance.now();
  const senders = Array.from({ length: SENDERS }, async () => {
    for (let body = notifications.pop(); body !== undefined; body = notifications.pop()) {
      // As the provider: until the shop has taken it.
      while (!(await isTaken(origin, body))) {
        repeated += 1;
        await sleep(100);
      }
      sent += 1;
    }
  });
  const whole = notifications.length;
  const returns = payersReturn(origin, orders);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (sent < (whole * kill) / (KILLS + 1)) await sleep(20);
    if (kill % 2 === 0) {
      process.kill(api.process.pid, "SIGKILL");
      await api.process.exited;
      api = await lab.startApi(`api-${kill}`, { PORT: String(api.port) });
    } else {
      process.kill(worker.pid, "SIGKILL");
      await worker.exited;
      worker = await startWorker(`worker-${kill}`);
    }
  }
  await Promise.all(senders);
  verdict.figure("notifications sent, and again because nobody was there", `${sent} + ${repeated}`);
  verdict.figure("sent in", seconds(performance.now() - sending));
  await untilProcessed(lab);
  returns.stop();
  verdict.figure("everything processed after", seconds(performance.now() - sending));
  verdict.figure("payers who looked while they waited", returns.count());
  await judge(lab, verdict);
  verdict.end();
}

type Placed = { id: string; token: string };

async function studentTokens(lab: Lab): Promise<string[]> {
  const services = labServices(lab.db, { settings: loadServerSettings(lab.env) });
  const tokens: string[] = [];
  const teacher = await makeTeacher(services);
  for (let n = 0; n < STUDENTS; n += 1) {
    const { accessToken } = await signIn(services, await makeStudentOf(services, teacher));
    tokens.push(accessToken);
  }
  return tokens;
}

async function placeOrders(origin: string, tokens: readonly string[]): Promise<Placed[]> {
  const placed: Placed[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let n = next++; n < ORDERS; n = next++) {
        const token = tokens[n % tokens.length] ?? "";
        const items = PAIRS.slice(0, 1 + (n % PAIRS.length)).map((pair) => ({
          ...pair,
          lessons: 1 + (n % 9),
        }));
        const answer = await fetch(`${origin}/api/order`, {
          method: "PUT",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ items }),
        });
        const { _id, error } = (await answer.json()) as { _id?: string; error?: string };
        if (!_id) throw new Error(`an order was not placed: ${answer.status} ${error}`);
        placed.push({ id: _id, token });
      }
    }),
  );
  return placed;
}

async function isTaken(origin: string, body: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/payments/p24/status`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status === 200;
}

/** Payers come back from the provider's page at any moment and look at their orders. */
function payersReturn(origin: string, orders: readonly Placed[]): { stop(): void; count(): number } {
  let isStopped = false;
  let count = 0;
  void (async () => {
    while (!isStopped) {
      const { id, token } = orders[Math.floor(Math.random() * orders.length)] ?? { id: "", token: "" };
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${origin}/api/order/${id}`, { headers }).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.ok) count += 1;
      await sleep(20);
    }
  })();
  return {
    stop: () => {
      isStopped = true;
    },
    count: () => count,
  };
}

async function untilProcessed({ db }: Lab): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ waiting: number }>(
      "SELECT count(*)::int AS waiting FROM provider_notifications WHERE processed_at IS NULL",
    );
    if (rows[0]?.waiting === 0) return;
    await sleep(500);
  }
}

async function judge({ db }: Lab, verdict: Verdict): Promise<void> {
  const { rows } = await db.pool.query<Record<string, number>>(`
    SELECT (SELECT count(*)::int FROM orders WHERE status = 'paid') AS paid,
           (SELECT sum(amount)::int FROM orders) AS ordered,
           (SELECT sum(money_amount)::int FROM payments WHERE method = 'online') AS booked,
           (SELECT count(*)::int FROM order_items) AS items,
           (SELECT count(*)::int FROM payments) AS payments,
           (SELECT count(DISTINCT payment_id)::int FROM order_items) AS linked,
           (SELECT count(*)::int FROM ledger_entries WHERE kind = 'purchase') AS purchases,
           (SELECT sum(quantity)::int FROM ledger_entries) AS lessons_entered,
           (SELECT sum(lessons)::int FROM order_items) AS lessons_ordered,
           (SELECT count(DISTINCT receipt_number)::int FROM orders) AS receipts,
           (SELECT max(receipt_number) FROM orders) AS last_receipt,
           (SELECT count(*)::int FROM notifications WHERE kind = 'order-receipt') AS messages,
           (SELECT count(*)::int FROM provider_notifications WHERE outcome = 'booked') AS by_notification,
           (SELECT count(*)::int FROM provider_notifications
             WHERE outcome NOT IN ('booked', 'already-booked')) AS odd`);
  const found = rows[0] ?? {};
  const same = (label: string, figure: string, expected: number | undefined) =>
    verdict.must(label, found[figure] ?? 0, found[figure] === expected, String(expected));
  same("orders paid", "paid", ORDERS);
  same("złoty booked", "booked", found.ordered);
  same("payments, one per item", "payments", found.items);
  same("items with a payment of their own", "linked", found.items);
  same("purchase entries in the ledger", "purchases", found.items);
  same("lessons in the ledger", "lessons_entered", found.lessons_ordered);
  same("receipt numbers", "receipts", ORDERS);
  same("the last of them: no gap", "last_receipt", ORDERS);
  same("confirmations to payers", "messages", ORDERS);
  same("notifications that were neither booked nor known to be", "odd", 0);
  verdict.figure(
    "booked by a notification; the others by a question to the provider",
    found.by_notification ?? 0,
  );
}

function shuffled<T>(items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
