// What is paid and refunded is invoiced while the provider fails at random and workers are killed.
// pnpm bench drills/invoices-killed [payments and refunds=10000] [kills=20]
import { setTimeout as sleep } from "node:timers/promises";
import { startInvoicesEmulator } from "@korki/sandbox";
import type { Services } from "@korki/services";
import { saveBillingData } from "@korki/services/invoices/billing-data";
import { saveInvoicing } from "@korki/services/invoices/invoicing";
import { retryInvoice } from "@korki/services/invoices/list-invoices";
import { placeOrder } from "@korki/services/orders/place-order";
import { refundOrder } from "@korki/services/orders/refund-order";
import { settleOrder } from "@korki/services/orders/settle-order";
import { addPayment } from "@korki/services/payments/add-payment";
import { voidPayment } from "@korki/services/payments/payments";
import { makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { FakeProvider } from "@korki/services/testing/fake-provider";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
import { loadServerSettings } from "@korki/settings";
import { percentile, seconds, Verdict } from "../lab/figures";
import { inLab, type Lab } from "../lab/lab";
import { labServices } from "../lab/services";

const EVENTS = Number(process.argv[2] ?? 10_000);
const KILLS = Number(process.argv[3] ?? 20);
/** Of what happens, refunds. The provider's list of a day is read up to 10,000 documents. */
const REFUNDS = Math.floor(EVENTS / 6);
const PAYMENTS = EVENTS - REFUNDS;
const PAYERS = Math.max(2, Math.min(200, Math.floor(PAYMENTS / 5)));
const CALLERS = 6;
/** Callers wait while so many documents do: what is measured is the way of one, not the queue. */
const WAITING_MAX = 40;
const GOAL_MS = 10_000;
const FAULTS = ["error", "lost", "busy", "slow", "ok-with-error"] as const;
/** Calls that go wrong. */
const FAULT_SHARE = 0.05;

const provider = await startInvoicesEmulator();
try {
  await inLab(null, drill, {
    NODE_ENV: "development",
    DEMO: "1",
    FAKTUROWNIA_API_ROOT: provider.url,
    INVOICE_RETRY_SECONDS: "1",
  });
} finally {
  await provider.close();
}

async function drill(lab: Lab): Promise<void> {
  const verdict = new Verdict(`${PAYMENTS} payments, ${REFUNDS} refunds, ${KILLS} kills`);
  const payments = new FakeProvider();
  const services = labServices(lab.db, { settings: loadServerSettings(lab.env), payments });
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  await saveInvoicing(asAdmin, {
    domain: "centrum",
    token: "sekret",
    tax: "23",
    mode: "eachOrder",
    ksef: false,
  });
  const payers = await makePayers(services);
  const startWorker = lab.program("worker");
  let worker = await startWorker("worker");

  const began = performance.now();
  const numberedAt = noteSaving();
  const watch = every(250, () => watchDocuments(lab, asAdmin));
  const faults = failAtRandom();
  let happened = 0;
  /** What can still be paid back. */
  const paid: (() => Promise<unknown>)[] = [];
  const callers = Array.from({ length: CALLERS }, async () => {
    while (happened < EVENTS) {
      const n = happened++;
      while (watch.waiting() > WAITING_MAX) await sleep(100);
      // Refunds are spread over the whole run.
      const isRefund = Math.floor(((n + 1) * REFUNDS) / EVENTS) > Math.floor((n * REFUNDS) / EVENTS);
      const back = isRefund ? paid.splice(Math.floor(Math.random() * paid.length), 1)[0] : undefined;
      if (back) await back();
      else paid.push(await pay(payers[n % payers.length] as Person, n));
    }
  });
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (happened < (EVENTS * kill) / (KILLS + 1)) await sleep(20);
    process.kill(worker.pid, "SIGKILL");
    await worker.exited;
    worker = await startWorker(`worker-${kill}`);
  }
  await Promise.all(callers);
  faults.stop();
  while ((await watchDocuments(lab, asAdmin)) > 0) await sleep(500);
  watch.stop();
  verdict.figure("took", seconds(performance.now() - began));
  await judge(lab, verdict, numberedAt);
  verdict.end();

  async function pay(payer: Person, n: number): Promise<() => Promise<unknown>> {
    const lessons = 1 + (n % 9);
    const pair = { subject: "Matematyka", level: n % 2 ? "liceumP" : "szkolaP" } as const;
    if (n % 3 === 0) {
      const order = await placeOrder(personCtx(services, payer), { items: [{ ...pair, lessons }] });
      await settleOrder({ ...services, payments }, payments, payments.pay(order.id, order.amount).payment);
      return () => refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
    }
    const money = {
      studentId: payer.id,
      ...pair,
      moneyAmount: 80 * lessons + (n % 7),
      lessonAmount: lessons,
    };
    const payment = await addPayment(asAdmin, { ...money, description: "" }, null);
    return () => voidPayment(asAdmin, { id: payment.id });
  }
}

/** Every two payers have one name, and each an address of its own. */
async function makePayers(services: Services): Promise<Person[]> {
  const teacher = await makeTeacher(services);
  const payers: Person[] = [];
  for (let n = 0; n < PAYERS; n += 1) {
    const payer = await makeStudentOf(services, teacher);
    await saveBillingData(personCtx(services, payer), {
      kind: "private",
      name: `Jan Kowalski ${Math.floor(n / 2)}`,
      nip: null,
      street: `Długa ${n}`,
      postCode: "00-001",
      city: "Warszawa",
    });
    payers.push(payer);
  }
  return payers;
}

/** Notes when the provider gave a document its number, by its `oid`. */
function noteSaving(): Map<string, number> {
  const at = new Map<string, number>();
  const save = provider.emulator.save.bind(provider.emulator);
  provider.emulator.save = (sent, sendsToKsef) => {
    const saved = save(sent, sendsToKsef);
    at.set(saved.oid, Date.now());
    return saved;
  };
  return at;
}

/** Makes calls of the provider go wrong at random, until it is told to stop. */
function failAtRandom(): { stop(): void } {
  let share = FAULT_SHARE;
  provider.emulator.takeFault = () =>
    Math.random() < share ? (FAULTS[Math.floor(Math.random() * FAULTS.length)] ?? null) : null;
  return {
    stop: () => {
      share = 0;
    },
  };
}

/** Sends again what the provider refused, as an administrator does, and returns how many documents wait. */
async function watchDocuments({ db }: Lab, asAdmin: Parameters<typeof retryInvoice>[0]): Promise<number> {
  const { rows } = await db.pool.query<{ id: string; state: string }>(
    "SELECT id, state FROM invoices WHERE state <> 'issued'",
  );
  for (const { id, state } of rows) {
    // Somebody may have been faster.
    if (state === "failed") await retryInvoice(asAdmin, { id }).catch(() => undefined);
  }
  return rows.length;
}

function every(ms: number, work: () => Promise<number>): { stop(): void; waiting(): number } {
  let isStopped = false;
  let waiting = 0;
  void (async () => {
    while (!isStopped) {
      waiting = await work();
      await sleep(ms);
    }
  })();
  return {
    stop: () => {
      isStopped = true;
    },
    waiting: () => waiting,
  };
}

async function judge({ db }: Lab, verdict: Verdict, numberedAt: ReadonlyMap<string, number>): Promise<void> {
  const { rows } = await db.pool.query<Record<string, number>>(`
    SELECT (SELECT count(*)::int FROM invoices) AS documents,
           (SELECT coalesce(sum(amount), 0)::int FROM invoices) AS invoiced,
           (SELECT coalesce(sum(money_amount), 0)::int FROM payments WHERE deleted_at IS NULL)
             - (SELECT coalesce(sum(amount), 0)::int FROM refunds WHERE status <> 'rejected') AS kept`);
  const found = rows[0] ?? {};
  const { rows: documents } = await db.pool.query<{
    id: string;
    createdAt: Date;
    street: string;
    number: string;
  }>(`SELECT id, created_at AS "createdAt", buyer->>'street' AS street, number FROM invoices`);
  const sent = provider.emulator.list();
  const byOid = new Map(sent.map((each) => [each.oid, each]));
  verdict.must(
    "złoty invoiced less corrected",
    found.invoiced ?? 0,
    found.invoiced === found.kept,
    `${found.kept}`,
  );
  const gross = sent.reduce((sum, { price_gross }) => sum + Math.round(Number(price_gross) * 100), 0);
  verdict.must(
    "grosze at the provider",
    gross,
    gross === 100 * (found.kept ?? 0),
    `${100 * (found.kept ?? 0)}`,
  );
  verdict.must(
    "documents at the provider",
    sent.length,
    sent.length === found.documents,
    `${found.documents}`,
  );
  verdict.must("each of them once", byOid.size, byOid.size === sent.length, `${sent.length}`);
  const astray = documents.filter(
    ({ id, street, number }) => byOid.get(id)?.buyer_street !== street || byOid.get(id)?.number !== number,
  );
  verdict.must("with another's address or number", astray.length, astray.length === 0, "0");
  const took = documents
    .map(({ id, createdAt }) => (numberedAt.get(id) ?? Number.POSITIVE_INFINITY) - createdAt.getTime())
    .sort((a, b) => a - b);
  const p95 = percentile(took, 0.95);
  verdict.figure("from wanted to number: p50", seconds(percentile(took, 0.5)));
  verdict.must("from wanted to number: p95", seconds(p95), p95 <= GOAL_MS, `at most ${seconds(GOAL_MS)}`);
}
