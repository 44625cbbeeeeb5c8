import { billTexts } from "@korki/contracts/texts/bills";
import { listPaidParts, toDbDate } from "@korki/db";
import { expect, test } from "vitest";
import { issueBills, previewBills } from "../bills/issue-bills";
import { withdrawBill } from "../bills/manage-bill";
import { payBillByHand } from "../bills/pay-bill";
import { getStudentMoney } from "../money/get-money";
import { placeOrder } from "../orders/place-order";
import { refundOrder } from "../orders/refund-order";
import { settleOrder } from "../orders/settle-order";
import type { FakeProvider } from "../testing/fake-provider";
import { outboxOf } from "../testing/outbox";
import { personCtx } from "../testing/people";
import { only, openStatementFamily } from "../testing/statement-family";
import { bookLine, undoBooking } from "./book-lines";

/** A bill whose money was undone after its lessons were bought or the next bill had spent a part. */

const { services, prisma, asAdmin, family, own, upload, planned, billed, myBill, balance } =
  await openStatementFamily();

test("undoing money of which the next bill spent a part leaves that part to pay, too", async () => {
  const bill = await billed();
  const { id, lines } = await upload(`04.12.2026;200,00;${own()};lekcje;`);
  const book = () => bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
  await book();
  await prisma.billingPayer.update({ where: { payerId: family.payer.id }, data: { balance: 0 } });
  await undoBooking(asAdmin, { id });
  const { id: studentId } = family.student;
  expect((await getStudentMoney(asAdmin, { studentId })).due).toBe(200);
  const { amount, paid } = await myBill();
  expect(amount - paid).toBe(200);
  await book();
  expect(await myBill()).toMatchObject({ status: "paid" });
  expect((await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } }))?.balance).toBe(0);
});

/** A bill of 180 zł whose 200 zł were undone after the next bill had spent the 20 that were left over. */
async function overspent() {
  const bill = await billed();
  const { id, lines } = await upload(`04.12.2026;200,00;${own()};lekcje;`);
  await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
  await planned(family.student, "2027-01-05");
  const { token } = await previewBills(asAdmin, { month: "2027-01" });
  await issueBills(asAdmin, { month: "2027-01", token });
  const next = await prisma.bill.findFirstOrThrow({
    where: { payerId: family.payer.id, month: toDbDate("2027-01-01") },
  });
  expect(next).toMatchObject({ balance: 20 });
  await undoBooking(asAdmin, { id });
  return { bill, next };
}

test("a bill of which the next one spent more than came for it is withdrawn after that one", async () => {
  const { bill, next } = await overspent();
  const reason = "pomyłka";
  await expect(withdrawBill(asAdmin, { id: bill.id, reason })).rejects.toMatchObject({
    code: "conflict",
    message: billTexts.spentElsewhere(20),
  });
  await withdrawBill(asAdmin, { id: next.id, reason });
  expect(await balance()).toBe(20);
  expect(await withdrawBill(asAdmin, { id: bill.id, reason })).toMatchObject({ status: "withdrawn" });
  expect(await balance()).toBe(0);
  const withdrawn = (await outboxOf(services, family.payer.id)).filter(
    ({ kind }) => kind === "bill-withdrawn",
  );
  expect(withdrawn.map(({ facts }) => facts)).toMatchObject([{ credit: 20 }, { credit: 0 }]);
});

test("a bill of which the next one spent more than came for it is withdrawn once that is there again", async () => {
  const { bill } = await overspent();
  await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 20 }, null);
  await withdrawBill(asAdmin, { id: bill.id, reason: "pomyłka" });
  expect(await balance()).toBe(0);
});

test.each([
  ["the bill", (bill: { id: string }) => ({ billId: bill.id })],
  ["what is due", () => ({ studentId: family.student.id, due: true as const })],
])(
  "a bill whose lessons are all bought, a part with money that was undone, asks for that part: %s",
  async (_, order) => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;50,00;${own()};lekcje;`);
    await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 130 }, null);
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", amount: 180, paid: 130 });
    const due = async () => (await getStudentMoney(asAdmin, { studentId: family.student.id })).due;
    expect(await due()).toBe(50);
    const placed = await placeOrder(personCtx(services, family.payer), order(bill));
    expect(placed).toMatchObject({ amount: 50 });
    const provider = services.payments as FakeProvider;
    expect(await settleOrder(services, provider, provider.pay(placed.id, 50).payment)).toBe("booked");
    expect(await myBill()).toMatchObject({ status: "paid", paid: 180 });
    expect(await due()).toBe(0);
  },
);

test("a refund does not pay back what the next bill spent", async () => {
  const { bill } = await overspent();
  const asPayer = personCtx(services, family.payer);
  const order = await placeOrder(asPayer, { billId: bill.id });
  expect(order).toMatchObject({ amount: 200, items: [{ lessons: 2, amount: 200 }] });
  const { payment } = (services.payments as FakeProvider).pay(order.id, 200);
  expect(await settleOrder(services, services.payments as FakeProvider, payment)).toBe("booked");
  await prisma.lesson.updateMany({
    where: { studentId: family.student.id },
    data: { status: "Odwolana przez nauczyciela" },
  });
  const { refund } = await refundOrder(asAdmin, { id: order.id, reason: "rezygnacja" });
  expect(refund).toMatchObject({ amount: 180 });
  const parts = await listPaidParts(services.db, { sourceKind: "bill", sourceId: bill.id });
  expect(parts.filter(({ isVoided }) => !isVoided)).toMatchObject([{ amount: 180, refunded: 180 }]);
});
