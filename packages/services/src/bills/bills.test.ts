import { instantOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { getMyMoney } from "../money/get-money";
import { placeOrder } from "../orders/place-order";
import { settleOrder } from "../orders/settle-order";
import { voidPayment } from "../payments/payments";
import { DECEMBER, openBilledFamily, PAGE, TUESDAYS } from "../testing/billed-family";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx } from "../testing/people";
import { getBilling, saveBilling } from "./billing-settings";
import { issueDueBills } from "./issue-bills";
import { withdrawBill } from "./manage-bill";
import { payBillByHand } from "./pay-bill";
import { getBill, listBillsOfMonth, listMyBills } from "./read-bills";
import { remindOfBills } from "./remind-of-bills";
import { renderBillFile } from "./render-bill";

/** What a bill asks for, how it is paid online, whole or in halves, and who sees it. */

const { services, provider, prisma, asAdmin, family, lessons, myPreview, issued, agrees } =
  await openBilledFamily();

describe("a bill", () => {
  test("is what is due, and is paid online in one order: one payment per line", async () => {
    await lessons(TUESDAYS);
    await lessons(["2026-12-02"], { subject: "Fizyka", price: 100 });
    expect(await getMyMoney(family.asPayer, { studentId: family.student.id })).toMatchObject({
      due: 0,
      plannedLater: 460,
      isBilled: true,
    });
    const bill = await issued();
    expect(await getMyMoney(family.asPayer, { studentId: family.student.id })).toMatchObject({
      due: 460,
      dueBy: "2026-12-10",
      plannedLater: 0,
    });
    const order = await placeOrder(family.asPayer, { billId: bill.id });
    expect(order).toMatchObject({ amount: 460, items: [{ lessons: 4 }, { lessons: 1 }] });
    expect((await placeOrder(family.asPayer, { billId: bill.id })).id).toBe(order.id);
    await expect(placeOrder(family.asStudent, { billId: bill.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await settleOrder(services, provider, provider.pay(order.id, 460).payment);
    expect(await getBill(family.asPayer, bill)).toMatchObject({
      status: "paid",
      paid: 460,
      orderId: order.id,
    });
    const payments = await prisma.payment.findMany({ where: { billId: bill.id } });
    expect(payments.map(({ moneyAmount, lessonAmount }) => [moneyAmount, lessonAmount]).sort()).toEqual([
      [100, 1],
      [360, 4],
    ]);
    await expect(placeOrder(family.asPayer, { billId: bill.id })).rejects.toMatchObject({ code: "conflict" });
    await agrees();
  });

  test("is due after all of its lessons were cancelled, too: those are free in the next one", async () => {
    const ids = await lessons(TUESDAYS);
    await issued();
    await prisma.lesson.updateMany({
      where: { id: { in: ids } },
      data: { status: "Odwolana przez nauczyciela" },
    });
    expect(await getMyMoney(family.asPayer, { studentId: family.student.id })).toMatchObject({ due: 360 });
    await agrees();
  });

  test("can be paid in halves, the earlier lessons first", async () => {
    await saveBilling(asAdmin, { ...(await getBilling(asAdmin)), halves: true });
    await lessons([...TUESDAYS, "2026-12-29"]);
    const { id: billId } = await issued();
    const first = await placeOrder(family.asPayer, { billId, half: true });
    expect(first.amount).toBe(270);
    await settleOrder(services, provider, provider.pay(first.id, 270).payment);
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "half", paid: 270 });
    await agrees();
    services.clock.time = instantOf("2026-12-13", 9 * 60);
    const reminders = async () => {
      await remindOfBills(services);
      return (await outboxOf(services, family.payer.id)).filter(({ kind }) => kind === "bill-reminder");
    };
    expect(await reminders()).toEqual([]);
    expect(await getMyMoney(family.asPayer, { studentId: family.student.id })).toMatchObject({
      due: 180,
      dueBy: "2026-12-20",
    });
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({
      dueOn: "2026-12-10",
      payBy: "2026-12-20",
    });
    services.clock.time = instantOf("2026-12-23", 9 * 60);
    expect(await reminders()).toMatchObject([{ facts: { amount: 180, dueOn: "2026-12-20" } }]);
    const rest = await placeOrder(family.asPayer, { billId, half: true });
    expect(rest.amount).toBe(180);
    await settleOrder(services, provider, provider.pay(rest.id, 180).payment);
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "paid" });
  });

  test("whose first half the balance paid for is open, and is paid in one order of the rest", async () => {
    await saveBilling(asAdmin, { ...(await getBilling(asAdmin)), halves: true });
    await lessons(TUESDAYS);
    const { id: first } = await issued();
    await payBillByHand(asAdmin, { billId: first, moneyAmount: 560 }, null);
    await lessons(["2027-01-05", "2027-01-12", "2027-01-19", "2027-01-26"]);
    const bill = await issued("2027-01");
    expect(bill).toMatchObject({ amount: 160, balance: 200, status: "open" });
    const order = await placeOrder(family.asPayer, { billId: bill.id, half: true });
    expect(order).toMatchObject({ amount: 160, items: [{ lessons: 4, amount: 160 }] });
    const [part] = await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 10 }, null);
    expect(await getBill(family.asPayer, bill)).toMatchObject({ status: "half" });
    await voidPayment(asAdmin, { id: part?.id ?? "" });
    expect(await getBill(family.asPayer, bill)).toMatchObject({ status: "open" });
    await agrees();
  });

  test("is taken back while it is open, and its lessons are in the next one", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 50 }, null);
    expect(await withdrawBill(asAdmin, { id: bill.id, reason: "Pomyłka" })).toMatchObject({
      status: "withdrawn",
    });
    const told = (await outboxOf(services, family.payer.id)).filter(({ kind }) => kind === "bill-withdrawn");
    expect(told.map(({ facts }) => facts)).toEqual([
      { billId: bill.id, month: DECEMBER, amount: 360, credit: 50, reason: "Pomyłka" },
    ]);
    await expect(withdrawBill(asAdmin, { id: bill.id, reason: "Znowu" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await myPreview()).toMatchObject({ amount: 310, balance: 50 });
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    expect(await issueDueBills(services)).toEqual({ issued: 0 });
    await agrees();
  });

  test("belongs to its payer alone", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    const stranger = await makePerson(services, "Parent");
    for (const ctx of [family.asStudent, personCtx(services, stranger)]) {
      await expect(getBill(ctx, bill)).rejects.toMatchObject({ code: "not_found" });
      await expect(renderBillFile(ctx, bill)).rejects.toMatchObject({ code: "not_found" });
    }
    for (const ctx of [family.asPayer, asAdmin]) {
      const { fileName, content } = await renderBillFile(ctx, bill);
      expect(fileName).toBe("rachunek-2026-12.pdf");
      expect(content.subarray(0, 5).toString()).toBe("%PDF-");
    }
    expect((await getBill(family.asPayer, bill)).paysOnline).toBe(true);
    expect((await getBill({ ...family.asPayer, payments: null }, bill)).paysOnline).toBe(false);
    expect((await listMyBills(family.asStudent, PAGE)).total).toBe(0);
    const all = (await listBillsOfMonth(asAdmin, { month: DECEMBER, ...PAGE })).items;
    expect(all.map(({ id }) => id)).toContain(bill.id);
  });
});
