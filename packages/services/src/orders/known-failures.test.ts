import { findOrder, loadBalance, takeProviderNotifications } from "@korki/db";
import { beforeEach, expect, test } from "vitest";
import { type ProviderPayment, ProviderUnavailable } from "../payment-provider";
import { bookedLesson, makeClassroom, makeStudentOf, makeTeacher, relate } from "../testing/classroom";
import { FakeProvider } from "../testing/fake-provider";
import { makeChild } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx } from "../testing/people";
import { expectReceiptsWithoutGap } from "../testing/receipts";
import { openTestCentre } from "../testing/test-services";
import { getOrder } from "./get-order";
import { placeOrder } from "./place-order";
import { checkOpenOrders, processNotifications } from "./process-payments";
import { listSuspects, receiveNotification, reviewNotifications } from "./provider-notifications";
import { refundOrder } from "./refund-order";
import { settleOrder } from "./settle-order";

/** What went wrong in other products that take payments online: each is impossible here. */
const { services, asAdmin } = await openTestCentre();
const FOUR = { subject: "Matematyka", level: "liceumP", lessons: 4 } as const;
const SECOND_MS = 1000;
const teacher = await makeTeacher(services);

let provider: FakeProvider;
beforeEach(() => {
  provider = new FakeProvider();
  services.payments = provider;
});

async function makeOrder() {
  const student = await makeStudentOf(services, teacher);
  const ctx = { ...personCtx(services, student), payments: provider };
  const order = await placeOrder(ctx, { items: [FOUR, { ...FOUR, subject: "Fizyka", lessons: 1 }] });
  return { student, ctx, order, id: order.id };
}
/** One after the other: what is tried comes later. */
async function makeOrders(count: number) {
  const orders: Awaited<ReturnType<typeof makeOrder>>[] = [];
  while (orders.length < count) orders.push(await makeOrder());
  return orders;
}
type Ordered = Awaited<ReturnType<typeof makeOrder>>;

const later = (ms: number) => {
  services.clock.time = new Date(services.clock.time.getTime() + ms);
};
const notice = (body: unknown) => receiveNotification(asAdmin, "payment", body);

/** Everything that a payment writes, in one look. */
async function booksOf({ student, id }: Ordered) {
  const { prisma, pool } = services.db;
  const payments = await prisma.payment.findMany({ where: { studentId: student.id } });
  const { rows } = await pool.query(
    "SELECT FROM ledger_entries WHERE student_id = $1 AND kind = 'purchase'",
    [student.id],
  );
  const told = (await outboxOf(services, student.id)).filter(({ kind }) => kind === "order-receipt");
  return {
    status: (await findOrder(services.db, id))?.status,
    payments: payments.length,
    purchases: rows.length,
    confirmations: told.length,
    lessons: (await loadBalance(services.db, student.id)).reduce((sum, { available }) => sum + available, 0),
  };
}
const PAID_ONCE = { status: "paid", payments: 2, purchases: 2, confirmations: 1, lessons: 5 };
const nothingBooked = (status: string) => ({
  status,
  payments: 0,
  purchases: 0,
  confirmations: 0,
  lessons: 0,
});

test("a repeated notification does not pay twice", async () => {
  const made = await makeOrder();
  const body = provider.pay(made.id, 450);
  for (let time = 0; time < 4; time += 1) {
    await notice(body);
    await processNotifications(services);
  }
  expect(await booksOf(made)).toEqual(PAID_ONCE);
});

test("two simultaneous notifications that both pass the check book once", async () => {
  const made = await makeOrder();
  const body = provider.pay(made.id, 450);
  await notice(body);
  await notice(body);
  // Both are past the check before either books.
  let arrived = 0;
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  provider.onVerify = async () => {
    arrived += 1;
    if (arrived === 2) open();
    await both;
  };
  await processNotifications(services);
  expect(arrived).toBe(2);
  expect(await booksOf(made)).toEqual(PAID_ONCE);
});

test("the return page and the notification produce one confirmation", async () => {
  const made = await makeOrder();
  await notice(provider.pay(made.id, 450));
  later(3 * SECOND_MS);
  await Promise.all([
    getOrder(made.ctx, { id: made.id }),
    processNotifications(services),
    getOrder(made.ctx, { id: made.id }),
  ]);
  expect(await booksOf(made)).toEqual(PAID_ONCE);
});

test("a notification before the payer's return is booked, and the return finds it so", async () => {
  const made = await makeOrder();
  await notice(provider.pay(made.id, 450));
  await processNotifications(services);
  expect((await getOrder(made.ctx, { id: made.id })).status).toBe("paid");
  expect(await booksOf(made)).toEqual(PAID_ONCE);
});

test("a notification after the order expired is booked once", async () => {
  const made = await makeOrder();
  later(1441 * 60 * SECOND_MS);
  await checkOpenOrders(services);
  expect(await booksOf(made)).toEqual(nothingBooked("expired"));
  const body = provider.pay(made.id, 450);
  await notice(body);
  await notice(body);
  await processNotifications(services);
  expect(await booksOf(made)).toEqual(PAID_ONCE);
});

test.each([
  ["amount", { amount: 1 }],
  ["currency", { currency: "EUR" }],
])("a notification with another %s books nothing and is shown to administrators", async (_, change) => {
  const made = await makeOrder();
  await notice(provider.pay(made.id, 450, change));
  await processNotifications(services);
  expect(await booksOf(made)).toEqual(nothingBooked("failed"));
  const { items } = await listSuspects({ ...asAdmin, payments: provider });
  expect(items[0]).toMatchObject({ outcome: "mismatch", order: { id: made.id, amount: 450 } });
});

test("a wrong amount that the product finds by asking is shown to administrators, once", async () => {
  const made = await makeOrder();
  provider.pay(made.id, 450, { amount: 1 });
  later(1441 * 60 * SECOND_MS);
  await checkOpenOrders(services);
  await checkOpenOrders(services);
  expect(await booksOf(made)).toEqual(nothingBooked("failed"));
  const { items } = await listSuspects({ ...asAdmin, payments: provider });
  expect(items.filter(({ order }) => order?.id === made.id)).toMatchObject([
    { kind: "payment", outcome: "mismatch" },
  ]);
});

test("a notification with another order books nothing, neither here nor there", async () => {
  const [made, other] = [await makeOrder(), await makeOrder()];
  const body = provider.pay(made.id, 450);
  await notice({ ...body, payment: { ...body.payment, orderId: other.id } });
  await notice({ ...body, payment: { ...body.payment, orderId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a" } });
  await notice({ ...body, payment: { ...body.payment, orderId: "' OR 1=1 --" } });
  await processNotifications(services);
  expect(await booksOf(other)).toEqual(nothingBooked("open"));
  expect(await booksOf(made)).toEqual(nothingBooked("open"));
});

test("a notification with another signature changes nothing, is listed until it is reviewed", async () => {
  const made = await makeOrder();
  const admin = { ...asAdmin, payments: provider };
  const { signed: _, ...unsigned } = provider.pay(made.id, 450);
  await notice(unsigned);
  await processNotifications(services);
  expect(await booksOf(made)).toEqual(nothingBooked("open"));
  const before = await listSuspects(admin);
  expect(before.items[0]).toMatchObject({ outcome: "wrong-signature", order: null });
  const id = before.items[0]?.id ?? "";
  await Promise.all([reviewNotifications(admin, { ids: [id] }), reviewNotifications(admin, { ids: [id] })]);
  expect((await listSuspects(admin)).count).toBe(before.count - 1);
});

test("a provider that is away for a while loses nothing", async () => {
  const made = await makeOrder();
  await notice(provider.pay(made.id, 450));
  provider.isAway = true;
  for (let round = 0; round < 3; round += 1) {
    expect(await processNotifications(services)).toBe(0);
    await checkOpenOrders(services);
    later(61 * SECOND_MS);
  }
  expect(await booksOf(made)).toEqual(nothingBooked("open"));
  provider.isAway = false;
  await Promise.all([processNotifications(services), checkOpenOrders(services)]);
  expect(await booksOf(made)).toEqual(PAID_ONCE);
});

test("a notification that never comes is not missed: open orders are asked about", async () => {
  const orders = await makeOrders(22);
  for (const { id } of orders) provider.pay(id, 450);
  later(56 * SECOND_MS);
  await checkOpenOrders(services);
  for (const made of orders) expect(await booksOf(made)).toEqual(PAID_ONCE);
});

const killed = new Error("killed");
const dies = async (): Promise<never> => {
  throw killed;
};

test.each<[string, (payment: ProviderPayment) => Promise<unknown>]>([
  [
    "after the notification was taken",
    () => takeProviderNotifications(services.db, takenAt(services.clock.time)),
  ],
  [
    "before the provider was asked",
    () => {
      provider.onVerify = dies;
      return processNotifications(services);
    },
  ],
  [
    "after the provider confirmed",
    () => {
      provider.afterVerify = dies;
      return processNotifications(services);
    },
  ],
  [
    "while the payment was being booked",
    () => {
      let looks = 0;
      // The first look takes the notification, the second books.
      const now = () => {
        looks += 1;
        if (looks === 2) throw killed;
        return services.clock.time;
      };
      return processNotifications({ ...services, now });
    },
  ],
  [
    "after the payment was booked, before the notification was done with",
    async (payment) => {
      await takeProviderNotifications(services.db, takenAt(services.clock.time));
      await settleOrder(services, provider, payment);
    },
  ],
])("a process killed %s loses nothing and books once", async (_, kill) => {
  const made = await makeOrder();
  const body = provider.pay(made.id, 450);
  await notice(body);
  await kill(body.payment).catch((error: unknown) => expect(error).toBe(killed));
  provider.onVerify = async () => undefined;
  provider.afterVerify = async () => undefined;
  later(31 * SECOND_MS);
  await processNotifications(services);
  await processNotifications(services);
  expect(await booksOf(made)).toEqual(PAID_ONCE);
});

const takenAt = (now: Date) => ({ now, until: new Date(now.getTime() + 30 * SECOND_MS), limit: 20 });

test("a guardian whose right has just ended orders nothing for the child", async () => {
  const parent = await makePerson(services, "Parent");
  const child = await makeChild(services, parent);
  await relate(services, child, teacher);
  const ctx = { ...personCtx(services, parent), payments: provider };
  const made = await placeOrder(ctx, { studentId: child.id, items: [FOUR] });
  await services.db.prisma.guardianship.updateMany({
    where: { parentId: parent.id },
    data: { endedAt: services.now() },
  });
  await expect(placeOrder(ctx, { studentId: child.id, items: [FOUR] })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await getOrder(ctx, { id: made.id })).id).toBe(made.id);
  expect(await services.db.prisma.order.count({ where: { studentId: child.id } })).toBe(1);
});

test("an order races the end of the guardianship: one of them is first, and no order comes after the end", async () => {
  const parent = await makePerson(services, "Parent");
  const child = await makeChild(services, parent);
  await relate(services, child, teacher);
  const ctx = { ...personCtx(services, parent), payments: provider };
  const end = () =>
    services.db.pool.query("UPDATE guardianships SET ended_at = clock_timestamp() WHERE parent_id = $1", [
      parent.id,
    ]);
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => placeOrder(ctx, { studentId: child.id, items: [FOUR] })),
    end(),
  ]);
  const placed = outcomes.slice(0, 6).filter(({ status }) => status === "fulfilled").length;
  expect(await services.db.prisma.order.count({ where: { studentId: child.id } })).toBe(placed);
  await expect(placeOrder(ctx, { studentId: child.id, items: [FOUR] })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("the same order placed twice at once can be paid where the provider answered one call only", async () => {
  const student = await makeStudentOf(services, teacher);
  const ctx = { ...personCtx(services, student), payments: provider };
  for (const isFirstAway of [true, false]) {
    let calls = 0;
    const answers: Promise<unknown>[] = [];
    let open: () => void = () => undefined;
    const other = new Promise<void>((resolve) => {
      open = resolve;
    });
    // Both are at the provider; the one that fails is the first or the last to answer.
    provider.onRegister = async () => {
      calls += 1;
      const isAway = calls === 1;
      if (calls === 2) open();
      await other;
      if (isAway !== isFirstAway) await Promise.race(answers);
      if (isAway) throw new ProviderUnavailable("away");
    };
    const place = () => placeOrder(ctx, { items: [FOUR] }, `klucz-${isFirstAway}`);
    const placing = [place(), place()];
    answers.push(...placing.map((each) => each.catch(() => undefined)));
    const outcomes = await Promise.allSettled(placing);
    provider.onRegister = async () => undefined;
    const placed = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    for (const { id } of placed) expect((await findOrder(services.db, id))?.status).toBe("open");
    expect(placed.length).toBe(isFirstAway ? 0 : 2);
    expect((await place()).payUrl).not.toBe("");
  }
});

test("a key whose order the provider did not answer for is free once it is back", async () => {
  const student = await makeStudentOf(services, teacher);
  const ctx = { ...personCtx(services, student), payments: provider };
  const place = () => placeOrder(ctx, { items: [FOUR] }, "klucz");
  provider.isAway = true;
  await expect(place()).rejects.toMatchObject({ code: "unavailable" });
  provider.isAway = false;
  const order = await place();
  expect(order).toMatchObject({ status: "open", payUrl: `https://pay.example/${order.id}` });
  expect(await place()).toEqual(order);
});

test("a refund at the moment of a booking that uses its lessons refunds what is left, or is refused", async () => {
  for (let round = 0; round < 6; round += 1) {
    const room = await makeClassroom(services);
    const ctx = { ...room.asStudent, payments: provider };
    const order = await placeOrder(ctx, { items: [{ subject: "Fizyka", level: "liceumR", lessons: 1 }] });
    await settleOrder(services, provider, provider.pay(order.id, order.amount).payment);
    const outcomes = await Promise.allSettled([
      refundOrder({ ...asAdmin, payments: provider }, { id: order.id, reason: "Rezygnacja" }),
      bookedLesson(services, room, 2),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
    }
  }
});

test("of many unsigned notifications a sample is kept, and they keep no signed one away", async () => {
  services.freshLimits();
  await services.db.prisma.providerNotification.deleteMany({ where: { outcome: "wrong-signature" } });
  const flood = { ...asAdmin, payments: provider, limits: services.limits };
  const send = (address: string) => receiveNotification({ ...flood, address }, "payment", { spam: true });
  await Promise.all(Array.from({ length: 80 }, () => send("203.0.113.9")));
  const made = await makeOrder();
  const signed = provider.pay(made.id, 450);
  await receiveNotification({ ...flood, address: "203.0.113.9" }, "payment", signed);
  await processNotifications(services);
  expect(await booksOf(made)).toEqual(PAID_ONCE);
  for (let network = 1; network <= 20; network += 1) await send(`203.0.113.${100 + network}`);
  const kept = await services.db.prisma.providerNotification.findMany({
    where: { outcome: "wrong-signature" },
  });
  expect(kept).toMatchObject([{ repeats: 80 }]);
  expect((await listSuspects(flood)).items[0]).toMatchObject({ outcome: "wrong-signature", repeats: 80 });
  later(60 * 60 * SECOND_MS);
  await send("203.0.113.10");
  expect(await services.db.prisma.providerNotification.count({ where: { outcome: "wrong-signature" } })).toBe(
    2,
  );
});

test("thirty orders, notified one to twenty times in random order while workers die, are each booked once", async () => {
  const orders = await makeOrders(30);
  const bodies = orders.flatMap(({ id }, index) => {
    const body = provider.pay(id, 450);
    return Array.from({ length: 1 + ((index * 7) % 20) }, () => body);
  });
  for (const body of bodies.sort(() => Math.random() - 0.5)) await notice(body);
  let verified = 0;
  provider.afterVerify = async () => {
    verified += 1;
    if (verified % 5 === 0) throw killed;
  };
  for (let waiting = 1; waiting > 0; ) {
    await Promise.allSettled([1, 2, 3].map(() => processNotifications(services)));
    later(31 * SECOND_MS);
    waiting = await services.db.prisma.providerNotification.count({ where: { processedAt: null } });
  }
  for (const made of orders) expect(await booksOf(made)).toEqual(PAID_ONCE);
  await expectReceiptsWithoutGap(services);
});
