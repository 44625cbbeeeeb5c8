import type { OrderItemInput } from "@korki/contracts/orders";
import { orderTexts } from "@korki/contracts/texts/orders";
import { findOrder, listPaidParts, loadBalance } from "@korki/db";
import { linesSum, today } from "@korki/domain";
import { describe, expect, onTestFinished, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { exportPayments } from "../exports/export-money";
import { linesOf } from "../invoices/want-invoice";
import { getStudentStatement } from "../ledger/get-statement";
import { savePackage } from "../packages/packages";
import { voidPayment } from "../payments/payments";
import { setPrice } from "../prices/prices";
import { getActivity } from "../statistics/activity";
import { bookedLesson, forceStatus, makeClassroom, makeStudentOf, makeTeacher } from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { outboxOf } from "../testing/outbox";
import { personCtx } from "../testing/people";
import { expectReceiptsWithoutGap } from "../testing/receipts";
import { openTestCentre } from "../testing/test-services";
import { cancelOrder } from "./cancel-order";
import { getOrder, getOrderOffer, listMyOrders } from "./get-order";
import { placeOrder, sendPaymentLink } from "./place-order";
import { checkOpenOrders, processNotifications, sendRefunds } from "./process-payments";
import { listSuspects, receiveNotification, reviewNotifications } from "./provider-notifications";
import { reconcileOrders } from "./reconcile-orders";
import { previewRefund, refundOrder } from "./refund-order";
import { settleOrder } from "./settle-order";

const { services, prisma, asAdmin } = await openTestCentre();
const provider = services.payments as FakeProvider;
const FOUR = { subject: "Matematyka", level: "liceumP", lessons: 4 } as const;

async function makeOrder(items: OrderItemInput[] = [FOUR]) {
  const student = await makeStudentOf(services, await makeTeacher(services));
  const ctx = personCtx(services, student);
  return { student, ctx, order: await placeOrder(ctx, { items }) };
}

const paymentsOf = (studentId: string) => prisma.payment.findMany({ where: { studentId } });
const later = (ms: number) => {
  services.clock.time = new Date(services.clock.time.getTime() + ms);
};

/** What a student's money comes to in złoty, less what was paid back, in every place that tells it. */
async function moneyIn(studentId: string, orderId: string) {
  const [year = 0, month = 0] = today(services.now()).split("-").map(Number);
  const { content } = await exportPayments(asAdmin, { studentId });
  const rows = content.split("\r\n").slice(1, -1);
  const page = { page: 1, pageSize: 100, part: "past" } as const;
  const { items } = await getStudentStatement(asAdmin, { studentId, ...page });
  const money = items.filter(({ lessonId }) => lessonId === null);
  return {
    month: (await getActivity(asAdmin, { studentId, year, month })).at(-1)?.paidIn,
    file: rows.reduce((sum, row) => sum + Number(row.split(";")[2]), 0),
    statement: money.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    invoices: linesSum(linesOf(await listPaidParts(services.db, { sourceKind: "order", sourceId: orderId }))),
  };
}

/** The provider says what became of a refund. */
async function notifyRefund(orderId: string, refundId: string, outcome: "completed" | "rejected") {
  const refund = { refundId, orderId, amount: 0, outcome };
  await receiveNotification(asAdmin, "refund", { signed: true, refund });
  await processNotifications(services);
}

test("orders lessons at the price list's price and says where to pay", async () => {
  const { order, student } = await makeOrder();
  expect(order).toMatchObject({
    studentId: student.id,
    payerId: student.id,
    amount: 360,
    status: "open",
    payUrl: `https://pay.example/${order.id}`,
    receiptNumber: null,
  });
});

test.each([
  ["the payer's e-mail", 50],
  ["the centre's instead of a longer one", 51],
])("tells the provider %s", async (_, length) => {
  const told: string[] = [];
  provider.onRegister = async ({ email }) => void told.push(email);
  onTestFinished(() => {
    provider.onRegister = async () => undefined;
  });
  const student = await makeStudentOf(services, await makeTeacher(services));
  const email = `${student.id}@example.pl`.padStart(length, "x");
  await prisma.user.update({ where: { id: student.id }, data: { email } });
  await placeOrder(personCtx(services, student), { items: [FOUR] });
  expect(told).toEqual([length > 50 ? services.settings.contactEmail : email]);
});

test("orders unpaid lessons at the prices that they carry, further ones at what one more costs with the teacher", async () => {
  const room = await makeClassroom(services);
  const { id: studentId } = room.student;
  const price = (price: number, of: { studentId?: string; teacherId?: string }) =>
    setPrice(asAdmin, { studentId: null, teacherId: null, ...of, level: "liceumP", price, rate: 40 });
  await price(60, { studentId, teacherId: room.teacher.id });
  for (const block of [3, 4]) await bookedLesson(services, room, block);
  await price(120, { teacherId: room.teacher.id });
  await price(75, { studentId, teacherId: room.teacher.id });
  const lessons = (count: number) => ({ ...FOUR, lessons: count });
  const place = async (...items: OrderItemInput[]) =>
    (await placeOrder(room.asStudent, { items })).items.map((item) => [item.lessons, item.amount]);
  const { level, subject } = FOUR;
  expect(await getOrderOffer(room.asStudent, { page: 1, pageSize: 10 })).toMatchObject({
    lessons: [{ subject, level, prices: [60, 60], morePrice: 75 }],
  });
  expect(await place(lessons(2))).toEqual([[2, 120]]);
  // The second item does not take the lessons that the first one took.
  expect(await place(lessons(1), lessons(2))).toEqual([
    [1, 60],
    [1, 60],
    [1, 75],
  ]);
  expect(await place({ ...FOUR, subject: "Fizyka" })).toEqual([[4, 360]]);
  const order = await sendPaymentLink(asAdmin, { studentId, items: [lessons(3)] });
  expect(order).toMatchObject({
    amount: 195,
    items: [
      { lessons: 2, amount: 120 },
      { lessons: 1, amount: 75 },
    ],
  });
  await settleOrder(services, provider, provider.pay(order.id, 195).payment);
  expect(await previewRefund(asAdmin, order)).toEqual({ lessons: 1, amount: 75 });
  const paid = { month: 195, file: 195, statement: 195, invoices: 195 };
  expect(await moneyIn(studentId, order.id)).toEqual(paid);
});

test("orders packages, whose subject may be chosen", async () => {
  const any = await savePackage(asAdmin, {
    name: "Pakiet",
    validDays: null,
    subject: null,
    level: "liceumR",
    lessons: 10,
    price: 900,
  });
  const maths = await savePackage(asAdmin, {
    name: "Pakiet",
    validDays: null,
    subject: "Matematyka",
    level: "liceumP",
    lessons: 5,
    price: 400,
  });
  const { order, ctx } = await makeOrder([{ packageId: any.id, subject: "Fizyka" }, { packageId: maths.id }]);
  expect(order.amount).toBe(1300);
  expect(order.items).toMatchObject([
    { subject: "Fizyka", level: "liceumR", lessons: 10, amount: 900, packageId: any.id },
    { subject: "Matematyka", lessons: 5, amount: 400 },
  ]);
  await expect(placeOrder(ctx, { items: [{ packageId: any.id }] })).rejects.toMatchObject({ code: "input" });
  await expect(
    placeOrder(ctx, { items: [{ packageId: maths.id, subject: "Fizyka" }] }),
  ).rejects.toMatchObject({ code: "input" });
});

test("books a paid order once, however often and concurrently it is reported", async () => {
  const { order, student, ctx } = await makeOrder([FOUR, { ...FOUR, subject: "Fizyka", lessons: 1 }]);
  const notification = provider.pay(order.id, 450);
  for (let time = 0; time < 5; time += 1) await receiveNotification(asAdmin, "payment", notification);
  await Promise.all([
    processNotifications(services),
    processNotifications(services),
    checkOpenOrders(services),
    ...[1, 2, 3, 4].map(() => settleOrder(services, provider, notification.payment)),
    getOrder(ctx, { id: order.id }),
  ]);
  expect(await paymentsOf(student.id)).toMatchObject([{ method: "online" }, { method: "online" }]);
  expect(await loadBalance(services.db, student.id)).toEqual(
    expect.arrayContaining([
      { subject: "Matematyka", level: "liceumP", available: 4 },
      { subject: "Fizyka", level: "liceumP", available: 1 },
    ]),
  );
  expect(await getOrder(ctx, { id: order.id })).toMatchObject({
    status: "paid",
    payUrl: "",
    receiptNumber: expect.stringMatching(/^PW\/\d{4}\/\d+$/),
  });
  const messages = (await outboxOf(services, student.id)).filter(({ kind }) => kind === "order-receipt");
  expect(messages).toHaveLength(1);
});

test.each([
  ["amount", { amount: 35_999 }],
  ["currency", { currency: "EUR" }],
])("books nothing for a wrong %s, and marks the order", async (_, change) => {
  const { order, student } = await makeOrder();
  await receiveNotification(asAdmin, "payment", provider.pay(order.id, 360, change));
  await processNotifications(services);
  expect(await paymentsOf(student.id)).toEqual([]);
  expect((await findOrder(services.db, order.id))?.status).toBe("failed");
});

test("a student has at most five open orders, however many come at once, and ten an hour", async () => {
  services.freshLimits();
  const student = await makeStudentOf(services, await makeTeacher(services));
  const ctx = { ...personCtx(services, student), limits: services.limits };
  const place = () => placeOrder(ctx, { items: [FOUR] });
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, place));
  const placed = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(placed).toHaveLength(5);
  expect(outcomes).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: "conflict" }) }),
  );
  for (const { id } of placed) {
    await cancelOrder(ctx, { id });
    await place();
  }
  await expect(place()).rejects.toMatchObject({ code: "rate_limited" });
  // The centre's own link is no order of the student's.
  await expect(sendPaymentLink(asAdmin, { studentId: student.id, items: [FOUR] })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("a student orders for nobody else", async () => {
  const [student, other] = [
    await makeStudentOf(services, await makeTeacher(services)),
    await makeStudentOf(services, await makeTeacher(services)),
  ];
  const order = placeOrder(personCtx(services, student), { studentId: other.id, items: [FOUR] });
  await expect(order).rejects.toMatchObject({ code: "forbidden" });
  expect(await prisma.order.count({ where: { studentId: student.id } })).toBe(0);
});

test.each([0, 5 * 3_600_000])(
  "asks about an order that is open for %i ms at least every minute",
  async (ms) => {
    const { order } = await makeOrder();
    const asked: number[] = [];
    const find = async (id: string) => {
      if (id === order.id) asked.push(services.clock.time.getTime());
      return null;
    };
    const asking = { ...services, payments: Object.assign(Object.create(provider), { find }) };
    later(ms);
    let last = services.clock.time.getTime();
    if (ms > 0) await checkOpenOrders(asking);
    for (let round = 0; round < 40; round += 1) {
      later(15_000);
      await checkOpenOrders(asking);
    }
    const gaps = asked.map((at) => {
      const gap = (at - last) / 1000;
      last = at;
      return gap;
    });
    expect(Math.max(...gaps)).toBeLessThanOrEqual(60);
    expect(gaps.length).toBeGreaterThanOrEqual(10);
  },
);

test("stores an unsigned notification, which changes nothing", async () => {
  const { order, student } = await makeOrder();
  await receiveNotification(asAdmin, "payment", { payment: { orderId: order.id, amount: 36_000 } });
  await processNotifications(services);
  expect(await paymentsOf(student.id)).toEqual([]);
  expect((await findOrder(services.db, order.id))?.status).toBe("open");
  const stored = await prisma.providerNotification.findMany({
    where: { outcome: "wrong-signature" },
  });
  expect(stored).toHaveLength(1);
});

test("does not book what the provider does not confirm", async () => {
  const { order, student } = await makeOrder();
  const { payment } = provider.pay(order.id, 360);
  expect(await settleOrder(services, provider, { ...payment, transactionId: "8" })).toBe("not-confirmed");
  expect(await paymentsOf(student.id)).toEqual([]);
});

test("keeps a notification until the provider answers again", async () => {
  const { order, student } = await makeOrder();
  await receiveNotification(asAdmin, "payment", provider.pay(order.id, 360));
  provider.isAway = true;
  expect(await processNotifications(services)).toBe(0);
  provider.isAway = false;
  later(31_000);
  expect(await processNotifications(services)).toBe(1);
  expect(await paymentsOf(student.id)).toHaveLength(1);
});

test("answers 503 while the provider is away, and nobody can pay that order", async () => {
  const student = await makeStudentOf(services, await makeTeacher(services));
  const ctx = personCtx(services, student);
  provider.isAway = true;
  await expect(placeOrder(ctx, { items: [FOUR] })).rejects.toMatchObject({ code: "unavailable" });
  provider.isAway = false;
  expect(await listMyOrders(ctx, { page: 1, pageSize: 10 })).toMatchObject({
    items: [{ status: "failed", payUrl: "" }],
    total: 1,
  });
});

test("lets an order expire, and still books money that arrives afterwards, once", async () => {
  const { order, student, ctx } = await makeOrder();
  later(1441 * 60_000);
  await checkOpenOrders(services);
  expect((await getOrder(ctx, { id: order.id })).status).toBe("expired");
  const { payment } = provider.pay(order.id, 360);
  expect(await settleOrder(services, provider, payment)).toBe("booked");
  expect(await settleOrder(services, provider, payment)).toBe("already-booked");
  expect(await paymentsOf(student.id)).toHaveLength(1);
});

test("numbers confirmations without a gap under concurrent payments", async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => makeOrder()));
  await Promise.all(
    orders.map(({ order }) => settleOrder(services, provider, provider.pay(order.id, 360).payment)),
  );
  await expectReceiptsWithoutGap(services);
});

test("refunds what is unused, once, at the provider", async () => {
  const { order, student } = await makeOrder();
  await settleOrder(services, provider, provider.pay(order.id, 360).payment);
  // Looking takes nothing back, however often.
  for (const look of [1, 2])
    expect([look, await previewRefund(asAdmin, order)]).toEqual([look, { lessons: 4, amount: 360 }]);
  await expect(refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" })).resolves.toMatchObject({
    status: "refunded",
    refund: { amount: 360, status: "pending" },
  });
  for (const again of [
    () => previewRefund(asAdmin, order),
    () => refundOrder(asAdmin, { id: order.id, reason: "Znowu" }),
  ])
    await expect(again()).rejects.toMatchObject({ code: "conflict" });
  expect(
    (await loadBalance(services.db, student.id)).reduce((sum, { available }) => sum + available, 0),
  ).toBe(0);
  await sendRefunds(services);
  const [refundId] = provider.refunded.slice(-1);
  await receiveNotification(asAdmin, "refund", {
    signed: true,
    refund: { refundId, orderId: order.id, amount: 36_000, outcome: "rejected" },
  });
  await processNotifications(services);
  expect((await findOrder(services.db, order.id))?.status).toBe("paid");
  expect(await loadBalance(services.db, student.id)).toMatchObject([{ available: 4 }]);
  // The payer hears that no money comes, and administrators see it until one of them has looked into it.
  const told = async () =>
    (await outboxOf(services, student.id)).filter(({ kind }) => kind === "order-refund-rejected");
  expect(await told()).toMatchObject([{ facts: { orderId: order.id, amount: 360, lessons: 4 } }]);
  expect(await prisma.historyEntry.count({ where: { entityId: order.id, action: "rejectRefund" } })).toBe(1);
  const seen = async () => (await listSuspects(asAdmin)).items.filter(({ order: of }) => of?.id === order.id);
  const [item] = await seen();
  expect(item).toMatchObject({ kind: "refund", outcome: "refund-rejected" });
  const attention = (await getAttention(asAdmin)).find(({ kind }) => kind === "payment-suspect")?.items ?? [];
  expect(attention.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Odrzucony zwrot.*360/));
  await reviewNotifications(asAdmin, { ids: [item?.id ?? ""] });
  await receiveNotification(asAdmin, "refund", {
    signed: true,
    refund: { refundId, orderId: order.id, amount: 36_000, outcome: "rejected" },
  });
  await processNotifications(services);
  expect([await seen(), (await told()).length]).toEqual([[], 1]);
});

test("a refund that the provider refuses at once is told and shown as well", async () => {
  const { order, student } = await makeOrder();
  await settleOrder(services, provider, provider.pay(order.id, 360).payment);
  await refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
  provider.refund = async () => false;
  await sendRefunds(services);
  Reflect.deleteProperty(provider, "refund");
  expect((await findOrder(services.db, order.id))?.status).toBe("paid");
  expect((await outboxOf(services, student.id)).map(({ kind }) => kind)).toContain("order-refund-rejected");
  const { items } = await listSuspects(asAdmin);
  expect(items.find(({ order: of }) => of?.id === order.id)).toMatchObject({ outcome: "refund-rejected" });
});

test("what was refunded counts alike in the month, the file, the statement and the documents, and once if voided", async () => {
  const room = await makeClassroom(services);
  const { id: studentId } = room.student;
  const order = await placeOrder(room.asStudent, { items: [FOUR] });
  await settleOrder(services, provider, provider.pay(order.id, 360).payment);
  for (const block of [3, 4]) await bookedLesson(services, room, block);
  await refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
  await sendRefunds(services);
  await receiveNotification(asAdmin, "refund", {
    signed: true,
    refund: { refundId: provider.refunded.at(-1), orderId: order.id, amount: 18_000, outcome: "completed" },
  });
  await processNotifications(services);
  const sums = () => moneyIn(studentId, order.id);
  expect(await sums()).toEqual({ month: 180, file: 180, statement: 180, invoices: 180 });
  const [payment] = await paymentsOf(studentId);
  await voidPayment(asAdmin, { id: payment?.id ?? "" });
  expect(await sums()).toEqual({ month: 0, file: 0, statement: 0, invoices: 0 });
});

test("takes the lessons of a rejected refund again, once, where the provider paid it back after all", async () => {
  const { order, student } = await makeOrder();
  await settleOrder(services, provider, provider.pay(order.id, 360).payment);
  await refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
  await sendRefunds(services);
  const [refundId] = provider.refunded.slice(-1);
  const told = async () =>
    (await outboxOf(services, student.id)).filter(({ kind }) => kind === "order-refunded").length;
  const suspects = async () =>
    (await listSuspects(asAdmin)).items.filter(({ order: of }) => of?.id === order.id).length;
  const before = await told();
  const seen: number[] = [];
  for (const outcome of ["rejected", "completed", "completed", "rejected"] as const) {
    const refund = { refundId, orderId: order.id, amount: 36_000, outcome };
    await receiveNotification(asAdmin, "refund", { signed: true, refund });
    await processNotifications(services);
    seen.push(await suspects());
  }
  // Nobody is asked to give the money back another way once it went back.
  expect(seen).toEqual([1, 0, 0, 0]);
  expect(await findOrder(services.db, order.id)).toMatchObject({
    status: "refunded",
    refund: { amount: 360, status: "completed" },
  });
  const left = await loadBalance(services.db, student.id);
  expect(left.reduce((sum, { available }) => sum + available, 0)).toBe(0);
  expect(await told()).toBe(before + 1);
});

test.each([
  { when: "after the rejection", outcomes: ["rejected", "void", "completed"] },
  { when: "before it", outcomes: ["void", "rejected", "completed"] },
] as const)("a payment that is voided $when leaves none of the lessons", async ({ outcomes }) => {
  const { order, student } = await makeOrder();
  await settleOrder(services, provider, provider.pay(order.id, 360).payment);
  await refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
  await sendRefunds(services);
  const [refundId = ""] = provider.refunded.slice(-1);
  const left: number[] = [];
  for (const outcome of outcomes) {
    if (outcome !== "void") await notifyRefund(order.id, refundId, outcome);
    else await voidPayment(asAdmin, { id: (await paymentsOf(student.id))[0]?.id ?? "" });
    left.push((await loadBalance(services.db, student.id))[0]?.available ?? 0);
  }
  expect(left.slice(outcomes.indexOf("void"))).toEqual(left.slice(outcomes.indexOf("void")).map(() => 0));
});

test("what a rejected refund took of a payment is not refunded at the provider again", async () => {
  const room = await makeClassroom(services);
  const order = await placeOrder(room.asStudent, { items: [FOUR] });
  await settleOrder(services, provider, provider.pay(order.id, 360).payment);
  const lesson = await bookedLesson(services, room, 3);
  await refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
  await sendRefunds(services);
  await notifyRefund(order.id, provider.refunded.at(-1) ?? "", "rejected");
  await forceStatus(services, lesson.id, "Odwolana przez nauczyciela");
  const again = refundOrder(asAdmin, { id: order.id, reason: "Znowu" });
  await expect(again).rejects.toMatchObject({ code: "conflict", message: orderTexts.nothingUnused });
});

test("a rejected refund that is paid after all is seen where one of its payments was voided meanwhile", async () => {
  const room = await makeClassroom(services);
  const items = (["Matematyka", "Fizyka"] as const).map((subject) => ({ ...FOUR, subject, lessons: 1 }));
  const order = await placeOrder(room.asStudent, { items });
  await settleOrder(services, provider, provider.pay(order.id, 180).payment);
  await refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
  await sendRefunds(services);
  const refundId = provider.refunded.at(-1) ?? "";
  await notifyRefund(order.id, refundId, "rejected");
  await voidPayment(asAdmin, { id: (await paymentsOf(room.student.id))[0]?.id ?? "" });
  await notifyRefund(order.id, refundId, "completed");
  const left = await loadBalance(services.db, room.student.id);
  expect(left.map(({ available }) => available)).toEqual([0, 0]);
  const { items: suspects } = await listSuspects(asAdmin);
  expect(suspects.find(({ order: of }) => of?.id === order.id)).toMatchObject({ outcome: "mismatch" });
});

describe("an order that is refunded again after a rejection", () => {
  /** Physics is refunded and rejected; then the lesson of mathematics is given back and is refunded. */
  async function refundTwice() {
    const room = await makeClassroom(services);
    const { id: studentId } = room.student;
    const items = (["Matematyka", "Fizyka"] as const).map((subject) => ({ ...FOUR, subject, lessons: 1 }));
    const order = await placeOrder(room.asStudent, { items });
    await settleOrder(services, provider, provider.pay(order.id, 180).payment);
    const lesson = await bookedLesson(services, room, 5);
    const refund = async () => {
      later(60_000);
      const { refund: made } = await refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
      expect(made).toMatchObject({ amount: 90 });
      await sendRefunds(services);
      return provider.refunded.at(-1) ?? "";
    };
    const first = await refund();
    await notifyRefund(order.id, first, "rejected");
    await forceStatus(services, lesson.id, "Odwolana przez nauczyciela");
    const second = await refund();
    const lessons = async () =>
      Object.fromEntries(
        (await loadBalance(services.db, studentId)).map(({ subject, available }) => [subject, available]),
      );
    const suspects = async () =>
      (await listSuspects(asAdmin)).items
        .filter(({ order: of }) => of?.id === order.id)
        .map(({ outcome }) => outcome);
    return { orderId: order.id, studentId, first, second, lessons, suspects };
  }

  test("pays back what the second refund took, everywhere", async () => {
    const { orderId, studentId, second, lessons } = await refundTwice();
    await notifyRefund(orderId, second, "completed");
    expect(await moneyIn(studentId, orderId)).toEqual({ month: 90, file: 90, statement: 90, invoices: 90 });
    expect(await lessons()).toMatchObject({ Fizyka: 1 });
  });

  test("gives back what the second one took where that is rejected, too", async () => {
    const { orderId, studentId, first, second, lessons, suspects } = await refundTwice();
    await notifyRefund(orderId, second, "rejected");
    expect(await suspects()).toEqual(["refund-rejected", "refund-rejected"]);
    expect(await lessons()).toEqual({ Matematyka: 1, Fizyka: 1 });
    expect(await moneyIn(studentId, orderId)).toEqual({
      month: 180,
      file: 180,
      statement: 180,
      invoices: 180,
    });
    // The first one was paid after all.
    await notifyRefund(orderId, first, "completed");
    expect(await lessons()).toMatchObject({ Matematyka: 1 });
    expect(await suspects()).toEqual(["refund-rejected"]);
    expect(await moneyIn(studentId, orderId)).toEqual({ month: 90, file: 90, statement: 90, invoices: 90 });
    expect(await findOrder(services.db, orderId)).toMatchObject({
      status: "refunded",
      refund: { amount: 90, status: "completed" },
    });
  });

  test("is shown to administrators where the first refund was paid beside the second", async () => {
    const { orderId, first, suspects, lessons } = await refundTwice();
    await notifyRefund(orderId, first, "completed");
    expect(await suspects()).toEqual(["mismatch"]);
    expect(await prisma.providerNotification.count({ where: { processedAt: null } })).toBe(0);
    expect(await lessons()).toMatchObject({ Fizyka: 1 });
  });
});

test("says how an order is given back whose payment was voided by hand, and sends nothing to the provider", async () => {
  const { order } = await makeOrder();
  await settleOrder(services, provider, provider.pay(order.id, 360).payment);
  const [item] = (await findOrder(services.db, order.id))?.items ?? [];
  if (!item?.paymentId) throw new Error("a paid order has a payment");
  await voidPayment(asAdmin, { id: item.paymentId });
  const sent = provider.refunded.length;
  await expect(refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" })).rejects.toMatchObject({
    code: "conflict",
    message: orderTexts.nothingUnused,
  });
  await sendRefunds(services);
  expect(provider.refunded.length).toBe(sent);
});

test("shows an order to its payer and to administrators alone", async () => {
  const { order } = await makeOrder();
  const stranger = personCtx(services, await makeStudentOf(services, await makeTeacher(services)));
  await expect(getOrder(stranger, { id: order.id })).rejects.toMatchObject({ code: "not_found" });
  expect((await getOrder(asAdmin, { id: order.id })).id).toBe(order.id);
});

test("sends a payment link to the student where nobody else pays", async () => {
  const student = await makeStudentOf(services, await makeTeacher(services));
  const order = await sendPaymentLink(asAdmin, { studentId: student.id, items: [FOUR] });
  expect(order.payerId).toBe(student.id);
  expect(await outboxOf(services, student.id)).toMatchObject([
    { kind: "payment-link", facts: { orderId: order.id } },
  ]);
});

test("lists where the books and the provider disagree", async () => {
  const { order } = await makeOrder();
  provider.pay(order.id, 360);
  expect(await reconcileOrders(asAdmin)).toContainEqual(
    expect.objectContaining({ orderId: order.id, difference: "not-booked" }),
  );
});

test("does not exist for a centre without a provider", async () => {
  const { ctx, order } = await makeOrder();
  const without = { ...ctx, payments: null };
  await expect(placeOrder(without, { items: [FOUR] })).rejects.toMatchObject({ code: "not_found" });
  await expect(getOrder(without, { id: order.id })).rejects.toMatchObject({ code: "not_found" });
  await expect(receiveNotification(without, "payment", {})).rejects.toMatchObject({ code: "not_found" });
});
