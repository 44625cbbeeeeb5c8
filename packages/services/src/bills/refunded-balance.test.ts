import { listPaidParts, toDbDate } from "@korki/db";
import { linesSum } from "@korki/domain";
import { expect, test } from "vitest";
import { linesOf } from "../invoices/want-invoice";
import { getStudentStatement } from "../ledger/get-statement";
import { getStudentMoney } from "../money/get-money";
import { placeOrder } from "../orders/place-order";
import { previewRefund, refundOrder } from "../orders/refund-order";
import { settleOrder } from "../orders/settle-order";
import { settleRefund } from "../orders/settle-refund";
import { voidPayment } from "../payments/payments";
import { getActivity } from "../statistics/activity";
import { openBilledFamily, PAGE } from "../testing/billed-family";
import { outboxOf } from "../testing/outbox";
import { returnBalance } from "./billing-settings";
import { withdrawBill } from "./manage-bill";
import { payBillByHand } from "./pay-bill";
import { getBill } from "./read-bills";

/** A refund of an order for lessons of which a balance, or money noted before the order, had paid a part. */

const { services, prisma, provider, asAdmin, family, lessons, issued, agrees } = await openBilledFamily();

const balance = async () =>
  (await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } }))?.balance ?? 0;

async function payOnline(billId: string): Promise<string> {
  const { id, amount } = await placeOrder(family.asPayer, { billId });
  expect(await settleOrder(services, provider, provider.pay(id, amount).payment)).toBe("booked");
  return id;
}

async function cancel(days: readonly string[]) {
  await prisma.lesson.updateMany({
    where: { studentId: family.student.id, date: { in: days.map((day) => toDbDate(day)) } },
    data: { status: "Odwolana przez nauczyciela" },
  });
}

async function refund(orderId: string, days: readonly string[]) {
  await cancel(days);
  return (await refundOrder(asAdmin, { id: orderId, reason: "Rezygnacja" })).refund?.amount;
}

const settle = async (orderId: string, outcome: "completed" | "rejected") => {
  const { id: refundId } = await prisma.refund.findFirstOrThrow({ where: { orderId } });
  return settleRefund(services, { refundId, orderId, amount: 0, outcome });
};

const invoiced = async (billId: string) =>
  linesSum(linesOf(await listPaidParts(services.db, { sourceKind: "bill", sourceId: billId })));

/** The facts of what the payer was told of refunds. */
const told = async () =>
  (await outboxOf(services, family.payer.id))
    .filter(({ kind }) => kind === "order-refunded" || kind === "order-refund-rejected")
    .map(({ facts }) => facts);

const credit = async () => {
  const { subjects } = await getStudentMoney(asAdmin, { studentId: family.student.id });
  return subjects.reduce((sum, each) => sum + each.credit, 0);
};

/** A bill of two lessons at 80 zł, of which the balance paid 30 zł and an order the rest. */
async function paidWithBalance() {
  await lessons(["2026-12-01", "2026-12-08", "2026-12-15"], { price: 80 });
  const first = await issued();
  await payBillByHand(asAdmin, { billId: first.id, moneyAmount: 100 }, null);
  await payBillByHand(asAdmin, { billId: first.id, moneyAmount: 10 }, null);
  await withdrawBill(asAdmin, { id: first.id, reason: "Pomyłka" });
  expect(await balance()).toBe(30);
  services.clock.time = new Date(services.clock.time.getTime() + 60_000);
  const { id: billId, amount } = await issued();
  expect(amount).toBe(130);
  const orderId = await payOnline(billId);
  expect(await balance()).toBe(0);
  return { billId, orderId };
}
const BOTH = ["2026-12-08", "2026-12-15"];

test("what a balance had paid is the payer's balance again, and nothing is left to invoice", async () => {
  const { billId, orderId } = await paidWithBalance();
  expect(await invoiced(billId)).toBe(160);
  expect(await refund(orderId, BOTH)).toBe(130);
  expect([await balance(), await invoiced(billId), await credit()]).toEqual([30, 0, 0]);
  await settle(orderId, "completed");
  // Only what bought the first lesson came in and stayed; the balance counts once it buys lessons.
  const months = await getActivity(asAdmin, { studentId: family.student.id, year: 2026, month: 11 });
  expect(months.at(-1)?.paidIn).toBe(80);
  const { items } = await getStudentStatement(asAdmin, {
    studentId: family.student.id,
    part: "past",
    ...PAGE,
  });
  expect(items).toContainEqual(expect.objectContaining({ lessons: -2, amount: -160 }));
});

test("it is shown before the refund is confirmed", async () => {
  const { orderId } = await paidWithBalance();
  await cancel(BOTH);
  expect(await previewRefund(asAdmin, { id: orderId })).toEqual({ lessons: 2, amount: 130, toBalance: 30 });
  expect(await balance()).toBe(0);
});

test("of one of the lessons, its part of the balance comes back", async () => {
  const { billId, orderId } = await paidWithBalance();
  expect(await refund(orderId, ["2026-12-15"])).toBe(65);
  expect([await balance(), await invoiced(billId)]).toEqual([15, 80]);
});

test("so is money that was noted for the bill before the order", async () => {
  await lessons(["2026-12-01", "2026-12-08"], { price: 80 });
  const { id: billId } = await issued();
  await payBillByHand(asAdmin, { billId, moneyAmount: 30 }, null);
  const orderId = await payOnline(billId);
  expect(await refund(orderId, ["2026-12-01", "2026-12-08"])).toBe(130);
  expect([await balance(), await invoiced(billId), await credit()]).toEqual([30, 0, 0]);
});

test("it pays for the lessons again where the refund is rejected, and comes back where that was wrong", async () => {
  const { billId, orderId } = await paidWithBalance();
  await refund(orderId, BOTH);
  for (const [outcome, left] of [
    ["rejected", [0, 160, 2]],
    ["completed", [30, 0, 0]],
  ] as const) {
    await settle(orderId, outcome);
    expect([await balance(), await invoiced(billId), await credit()]).toEqual(left);
    expect(await getBill(asAdmin, { id: billId })).toMatchObject({ status: "paid" });
    await agrees();
  }
});

test("what of it was spent by then is asked for by the bill where the refund is rejected", async () => {
  const { billId, orderId } = await paidWithBalance();
  await refund(orderId, BOTH);
  await prisma.billingPayer.update({ where: { payerId: family.payer.id }, data: { balance: 10 } });
  await settle(orderId, "rejected");
  expect([await balance(), await credit()]).toEqual([0, 2]);
  expect(await getBill(asAdmin, { id: billId })).toMatchObject({ status: "open", amount: 130, paid: 110 });
  await agrees();
  await settle(orderId, "completed");
  expect([await balance(), await credit()]).toEqual([10, 0]);
  expect(await getBill(asAdmin, { id: billId })).toMatchObject({ status: "paid" });
  await agrees();
  const facts = { orderId, amount: 130, lessons: 2 };
  expect(await told()).toEqual([
    { ...facts, toBalance: 30 },
    { ...facts, fromBalance: 10, missing: 20 },
    { ...facts, toBalance: 10 },
  ]);
});

test.each([
  { when: "after the refund", outcomes: ["void"] },
  { when: "before the refund is rejected", outcomes: ["void", "rejected", "completed"] },
  { when: "after the refund was rejected", outcomes: ["rejected", "void", "completed"] },
] as const)("it counts for its bill once more where the payment is voided $when", async ({ outcomes }) => {
  const { billId, orderId } = await paidWithBalance();
  await refund(orderId, BOTH);
  const { id } = await prisma.payment.findFirstOrThrow({ where: { billId } });
  for (const outcome of outcomes) {
    if (outcome === "void") await voidPayment(asAdmin, { id });
    else await settle(orderId, outcome);
  }
  expect([await balance(), await invoiced(billId), await credit()]).toEqual([0, 0, 0]);
  expect(await prisma.bill.findUnique({ where: { id: billId } })).toMatchObject({
    status: "open",
    amount: 130,
    balance: 30,
    paid: 0,
    credited: 0,
  });
});

test("where the payment is voided after the balance was given back, the bill asks for that part, too", async () => {
  const { billId, orderId } = await paidWithBalance();
  await refund(orderId, BOTH);
  await returnBalance(asAdmin, { payerId: family.payer.id, amount: 30 });
  const { id } = await prisma.payment.findFirstOrThrow({ where: { billId } });
  await voidPayment(asAdmin, { id });
  expect(await placeOrder(family.asPayer, { billId })).toMatchObject({ amount: 160 });
});
