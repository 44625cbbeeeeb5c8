import { billTexts } from "@korki/contracts/texts/bills";
import { newId } from "@korki/db";
import { instantOf } from "@korki/domain";
import { readNotification } from "@korki/notifications";
import { beforeEach, describe, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { listHistory } from "../history/list-history";
import { revalidate } from "../notifications/revalidate";
import { placeOrder } from "../orders/place-order";
import { voidPayment } from "../payments/payments";
import { openBilledFamily, PAGE, TUESDAYS } from "../testing/billed-family";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson } from "../testing/people";
import { actWithUndo, undoAct } from "../undo/undo";
import { getPayerMode, returnBalance, setPayerMode } from "./billing-settings";
import { issueDueBills } from "./issue-bills";
import { withdrawBill } from "./manage-bill";
import { payBillByHand } from "./pay-bill";
import { getBill, listMyBills } from "./read-bills";

/** What a payer has left over: bills take it off, it buys lessons, and it is given back. */

const { services, prisma, asAdmin, family, lessons, myPreview, issued, agrees } = await openBilledFamily();

describe("a bill", () => {
  test("of which the balance leaves nothing is not issued: the balance buys its lessons on the day", async () => {
    await services.db.pool.query(
      "UPDATE invoicing_settings SET mode = 'eachOrder', domain = 'd', token = 't', tax = '23', since = $1",
      [services.now()],
    );
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    await payBillByHand(asAdmin, { billId, moneyAmount: 460 }, null);
    await lessons(["2027-01-05"]);
    services.clock.time = instantOf("2026-12-25", 9 * 60);
    await issueDueBills(services);
    expect((await listMyBills(family.asPayer, PAGE)).total).toBe(1);
    expect(await prisma.invoice.findMany({ where: { payerId: family.payer.id } })).toMatchObject([
      { kind: "invoice", amount: 360 },
      { kind: "invoice", amount: 90 },
    ]);
    expect(
      await prisma.payment.findFirst({ where: { studentId: family.student.id, method: "inne" } }),
    ).toMatchObject({
      moneyAmount: 90,
      lessonAmount: 1,
    });
    expect(await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } })).toMatchObject({
      balance: 10,
    });
    const [{ id } = { id: "" }] = await prisma.payment.findMany({
      where: { method: "inne", student: { id: family.student.id } },
    });
    const facts = { paymentId: id, moneyAmount: 90, lessonAmount: 1, balanceMonth: "2027-01" };
    for (const person of [family.payer, family.student]) {
      const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-noted");
      expect(told.filter(({ facts: { balanceMonth } }) => balanceMonth !== undefined)).toMatchObject([
        { facts },
      ]);
    }
    expect(await prisma.historyEntry.findMany({ where: { entityId: id } })).toMatchObject([
      { entity: "payment", action: "add", actorId: null, studentId: family.student.id },
    ]);
    // It is the balance of who paid, also once another parent does.
    await prisma.guardianship.updateMany({
      where: { studentId: family.student.id },
      data: { isPayer: false },
    });
    await makeGuardian(services, await makePerson(services, "Parent"), family.student, { isPayer: true });
    const balance = async () =>
      (await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } }))?.balance;
    const deleteOne = async (paymentId: string) => {
      const undoId = newId();
      await actWithUndo(asAdmin, undoId, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
      return { id: undoId };
    };
    const deleted = await deleteOne(id);
    expect(await balance()).toBe(100);
    // Taken back, the balance pays for it once more.
    await undoAct(asAdmin, deleted);
    expect(await balance()).toBe(10);
    const counting = await prisma.payment.findMany({
      where: { studentId: family.student.id, method: "inne", deletedAt: null },
    });
    expect(counting).toMatchObject([
      { moneyAmount: 90, payerId: family.payer.id, createdById: null, billId: null },
    ]);
    const paymentAgain = counting[0]?.id ?? "";
    const again = await deleteOne(paymentAgain);
    expect(await balance()).toBe(100);
    const told = (await outboxOf(services, family.payer.id)).filter(({ kind }) => kind === "payment-voided");
    expect(told).toMatchObject([
      { facts: { payments: [{ paymentId: paymentAgain }], bills: [], toBalance: 90 } },
    ]);
    await prisma.billingPayer.update({ where: { payerId: family.payer.id }, data: { balance: 89 } });
    await expect(undoAct(asAdmin, again)).rejects.toMatchObject({ code: "conflict" });
    expect(await balance()).toBe(89);
  });

  test("stays paid by what else came for it when one of its payments is voided", async () => {
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    const [first] = await payBillByHand(asAdmin, { billId, moneyAmount: 720 }, null);
    await voidPayment(asAdmin, { id: first?.id ?? "" });
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "paid", paid: 360 });
    const counting = await prisma.payment.findMany({ where: { billId, deletedAt: null } });
    expect(counting).toMatchObject([{ moneyAmount: 360, lessonAmount: 4 }]);
    await voidPayment(asAdmin, { id: counting[0]?.id ?? "" });
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "open", paid: 0 });
    expect((await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } }))?.balance).toBe(0);
    await agrees();
    for (const [person, bills] of [
      [family.student, [[], []]],
      [family.payer, [[{ billId, left: 360 }], [{ billId, left: 360 }]]],
    ] as const) {
      const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-voided");
      const shown = await Promise.all(
        told.map(async ({ kind, facts }) => {
          const stored = readNotification(kind, facts);
          return typeof stored === "string" ? null : (await revalidate(services, stored, person.id))?.facts;
        }),
      );
      expect(shown).toMatchObject(bills.map((open) => ({ bills: open })));
    }
  });

  test("a part of which the balance paid is as it was once its deleted payment is booked again", async () => {
    await prisma.billingPayer.update({ where: { payerId: family.payer.id }, data: { balance: 20 } });
    await lessons(["2026-12-01", "2026-12-08"]);
    const { id: billId, amount } = await issued();
    expect(amount).toBe(160);
    const [payment] = await payBillByHand(asAdmin, { billId, moneyAmount: 160 }, null);
    const [id, paymentId] = [newId(), payment?.id ?? ""];
    await actWithUndo(asAdmin, id, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "open", paid: 0 });
    await undoAct(asAdmin, { id });
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "paid", paid: 160 });
    expect(await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } })).toMatchObject({
      balance: 0,
    });
    await agrees();
  });

  test("that is opened again asks in every place for what the next bill has spent of it", async () => {
    await lessons(["2026-12-01", "2026-12-08"]);
    const { id: billId } = await issued();
    const [payment] = await payBillByHand(asAdmin, { billId, moneyAmount: 200 }, null);
    await lessons(["2027-01-05"]);
    expect(await issued("2027-01")).toMatchObject({ amount: 70, balance: 20 });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({
      status: "open",
      amount: 180,
      paid: 0,
    });
    await agrees();
    expect(await placeOrder(family.asPayer, { billId })).toMatchObject({ amount: 180 });
    services.clock.time = instantOf("2026-12-24", 9 * 60);
    const overdue = (await getAttention(asAdmin)).find(({ kind }) => kind === "bill-overdue")?.items;
    expect(overdue?.find((item) => item.billId === billId)).toMatchObject({
      text: expect.stringContaining("180\u00a0zł"),
    });
    expect(await payBillByHand(asAdmin, { billId, moneyAmount: 180 }, null)).toHaveLength(1);
    expect(await getBill(family.asPayer, { id: billId })).toMatchObject({ status: "paid" });
    await agrees();
  });

  test("that was withdrawn has its lesson again, and its payer no more, once a deleted payment is booked again", async () => {
    const { id: payerId } = family.payer;
    const balance = async () => (await prisma.billingPayer.findUnique({ where: { payerId } }))?.balance;
    await prisma.billingPayer.update({ where: { payerId }, data: { balance: 20 } });
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    await payBillByHand(asAdmin, { billId, moneyAmount: 80 }, null);
    const deleteBought = async () => {
      const bought = await prisma.payment.findMany({ where: { billId, deletedAt: null } });
      expect(bought).toMatchObject([{ moneyAmount: 90, lessonAmount: 1 }]);
      const [id, paymentId] = [newId(), bought[0]?.id ?? ""];
      await actWithUndo(asAdmin, id, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
      return { id };
    };
    const early = await deleteBought();
    await withdrawBill(asAdmin, { id: billId, reason: "Pomyłka" });
    await undoAct(asAdmin, early);
    expect(await balance()).toBe(10);
    await undoAct(asAdmin, await deleteBought());
    expect(await balance()).toBe(10);
    await agrees();

    // The balance that had paid a part is spent by then.
    const act = await deleteBought();
    await prisma.billingPayer.update({ where: { payerId }, data: { balance: 9 } });
    await expect(undoAct(asAdmin, act)).rejects.toMatchObject({ code: "conflict" });
    expect(await balance()).toBe(9);
  });

  test("that was withdrawn leaves what was left over with its payer, whatever is voided later", async () => {
    await lessons(TUESDAYS);
    const { id } = await issued();
    const [bought] = await payBillByHand(asAdmin, { billId: id, moneyAmount: 100 }, null);
    await withdrawBill(asAdmin, { id, reason: "Pomyłka" });
    await voidPayment(asAdmin, { id: bought?.id ?? "" });
    expect((await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } }))?.balance).toBe(10);
    await agrees();
  });
});

describe("an overpayment", () => {
  beforeEach(async () => {
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    await payBillByHand(asAdmin, { billId, moneyAmount: 400 }, null);
  });
  const own = async () => (await listMyBills(family.asPayer, PAGE)).overpaid;
  const shown = async () => (await getPayerMode(asAdmin, { payerId: family.payer.id })).overpaid;
  const giveBack = (amount: number) => returnBalance(asAdmin, { payerId: family.payer.id, amount });

  test("is shown to its payer and to administrators, also once the payer gets no more bills", async () => {
    expect([await own(), await shown()]).toEqual(Array(2).fill({ amount: 40, isBilled: true }));
    expect((await listMyBills(family.asStudent, PAGE)).overpaid).toBeNull();
    await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "perLesson" });
    expect([await own(), await shown()]).toEqual(Array(2).fill({ amount: 40, isBilled: false }));
    await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "advance" });
    await prisma.guardianship.updateMany({ where: { parentId: family.payer.id }, data: { isPayer: false } });
    expect([await own(), await shown()]).toEqual(Array(2).fill({ amount: 40, isBilled: false }));
  });

  test("that was given back is on no bill, and its history says so", async () => {
    await giveBack(40);
    expect([await own(), await shown()]).toEqual([null, null]);
    await lessons(["2027-01-05", "2027-01-12"]);
    expect(await myPreview("2027-01")).toMatchObject({ amount: 180, balance: 0 });
    const { items } = await listHistory(asAdmin, { entity: "account", entityId: family.payer.id, limit: 10 });
    expect(items).toContainEqual(
      expect.objectContaining({
        action: "returnBalance",
        changes: [{ field: "moneyAmount", from: 40, to: 0 }],
      }),
    );
    await agrees();
  });

  test("is given back only as it was shown, and once", async () => {
    await expect(giveBack(50)).rejects.toMatchObject({ code: "conflict", message: billTexts.balanceChanged });
    const twice = await Promise.allSettled([giveBack(40), giveBack(40)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(giveBack(40)).rejects.toMatchObject({ code: "conflict" });
    const teacher = { payerId: family.teacher.id, amount: 40 };
    await expect(returnBalance(asAdmin, teacher)).rejects.toMatchObject({ code: "not_found" });
  });

  test("that was given back no longer counts for its bill, should the payment be voided", async () => {
    await giveBack(40);
    const [payment] = await prisma.payment.findMany({ where: { studentId: family.student.id } });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect((await listMyBills(family.asPayer, PAGE)).items).toMatchObject([
      { status: "open", amount: 360, paid: 0 },
    ]);
    expect(await own()).toBeNull();
    await agrees();
  });
});
