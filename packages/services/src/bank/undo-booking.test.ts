import { newId, query, sql, transact } from "@korki/db";
import { describe, expect, test } from "vitest";
import { withdrawBill } from "../bills/manage-bill";
import { payBillByHand } from "../bills/pay-bill";
import { getStudentMoney } from "../money/get-money";
import { voidPayment } from "../payments/payments";
import { somebodyWaits } from "../testing/lock-waits";
import { outboxOf } from "../testing/outbox";
import { NOW, only, openStatementFamily } from "../testing/statement-family";
import { actWithUndo, undoAct } from "../undo/undo";
import { getStatement, listBankStatements } from "./bank-statements";
import { bookLine, undoBooking } from "./book-lines";

/** What was booked of a statement is taken back, and nothing else that was paid. */

const { services, prisma, asAdmin, family, own, upload, owed, billed, myBill, balance } =
  await openStatementFamily();

test("undoing takes payments, a bill's money and its rest back, for 24 hours", async () => {
  const bill = await billed();
  const { id, lines } = await upload(`04.12.2026;200,00;${own()};lekcje;`, "04.12.2026;30;Q;w;");
  const [whole, part] = lines;
  if (!whole || !part) throw new Error("no lines");
  await bookLine(asAdmin, { id, lineId: part.id, billId: bill.id });
  expect(await myBill()).toMatchObject({ status: "open", paid: 30 });
  await bookLine(asAdmin, { id, lineId: whole.id, billId: bill.id });
  expect(await myBill()).toMatchObject({ status: "paid", paid: 230 });
  expect((await getStatement(asAdmin, { id })).canUndo).toBe(true);
  expect(await undoBooking(asAdmin, { id })).toEqual({ removed: 2, kept: 0 });
  expect(await myBill()).toMatchObject({ status: "open", paid: 0 });
  for (const [person, bills] of [
    [family.student, []],
    [family.payer, [{ billId: bill.id, month: "2026-12" }]],
  ] as const) {
    const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-voided");
    expect(told).toMatchObject([{ facts: { bills } }]);
  }
  expect(await prisma.payment.count({ where: { billId: bill.id, deletedAt: null } })).toBe(0);
  await expect(undoBooking(asAdmin, { id })).rejects.toMatchObject({ code: "conflict" });
  await bookLine(asAdmin, { id, lineId: whole.id, billId: bill.id });
  services.clock.time = new Date(NOW.getTime() + 24 * 3_600_000 + 1);
  await expect(undoBooking(asAdmin, { id })).rejects.toMatchObject({ code: "conflict" });
  const entry = (await listBankStatements(asAdmin, { page: 1, pageSize: 50 })).items.find(
    (each) => each.id === id,
  );
  expect(entry).toMatchObject({ count: 2, booked: 1, canUndo: false });
});

test("undoing leaves what came for the bill from elsewhere, to the złoty", async () => {
  const bill = await billed();
  await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 100 }, null);
  const { id, lines } = await upload(`04.12.2026;80,00;${own()};lekcje;`);
  const book = () => bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
  expect(await book()).toMatchObject([{ moneyAmount: 90 }]);
  await undoBooking(asAdmin, { id });
  expect(await myBill()).toMatchObject({ status: "open", paid: 100 });
  await book();
  expect(await myBill()).toMatchObject({ status: "paid", paid: 180 });
});

describe("undoing after a payment was voided by hand", () => {
  test("leaves what came for the bill from elsewhere, to the złoty", async () => {
    const bill = await billed();
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 100 }, null);
    const { id, lines } = await upload(`04.12.2026;80,00;${own()};lekcje;`);
    const [payment] = await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await myBill()).toMatchObject({ status: "open", paid: 90 });
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", paid: 100 });
  });

  test("leaves it also where a balance had paid for a part", async () => {
    const bill = await billed({ balance: 20 });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 30 }, null);
    const { id, lines } = await upload(`04.12.2026;130,00;${own()};lekcje;`);
    const [payment] = await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await myBill()).toMatchObject({ status: "open", paid: 0 });
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", amount: 160, paid: 30 });
  });

  /** A line that one payment was booked as, which can be voided so that it can be taken back. */
  async function bookedAlone() {
    await owed(1);
    const { id, lines } = await upload(`04.12.2026;90,00;${own()};lekcje;`);
    const lineId = only(lines).id;
    const book = () => bookLine(asAdmin, { id, lineId, studentId: family.student.id });
    const [undoId, paymentId] = [newId(), only(await book()).id];
    const voidBy = (ctx: typeof asAdmin) =>
      actWithUndo(ctx, undoId, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
    return { id, lineId, paymentId, undoId, book, voidBy };
  }

  test("lets nobody take the voiding back: the line is booked anew", async () => {
    const { id, undoId, book, voidBy } = await bookedAlone();
    await voidBy(asAdmin);
    await undoBooking(asAdmin, { id });
    await expect(undoAct(asAdmin, { id: undoId })).rejects.toMatchObject({ code: "conflict" });
    await book();
    const counting = { studentId: family.student.id, deletedAt: null };
    expect(await prisma.payment.count({ where: counting })).toBe(1);
  });

  test("waits for a voiding that is under way, and ends the time to take it back", async () => {
    const { id, paymentId, voidBy, undoId } = await bookedAlone();
    const calls = await transact(services.db, async (tx) => {
      await voidBy({ ...asAdmin, db: { ...services.db, tx } });
      const undoing = undoBooking(asAdmin, { id });
      await somebodyWaits(services.db);
      return [undoing];
    });
    expect(await Promise.all(calls)).toEqual([{ removed: 1, kept: 0 }]);
    await expect(undoAct(asAdmin, { id: undoId })).rejects.toMatchObject({ code: "conflict" });
    expect(await prisma.payment.count({ where: { id: paymentId, deletedAt: null } })).toBe(0);
  });

  test("voids a payment itself that somebody begins to void meanwhile", async () => {
    const { id, lineId, voidBy, undoId } = await bookedAlone();
    const calls = await transact(services.db, async (tx) => {
      await query(tx, sql`SELECT FROM bank_lines WHERE id = ${lineId}::uuid FOR UPDATE`);
      const undoing = undoBooking(asAdmin, { id });
      await somebodyWaits(services.db);
      const voiding = voidBy(asAdmin).catch((error: unknown) => error);
      await somebodyWaits(services.db, 2);
      return [undoing, voiding];
    });
    expect(await Promise.all(calls)).toMatchObject([{ removed: 1, kept: 0 }, { code: "not_found" }]);
    await expect(undoAct(asAdmin, { id: undoId })).rejects.toMatchObject({ code: "not_found" });
  });

  test("takes back the lessons, too, that the rest of the transfer bought in its place", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;400,00;${own()};lekcje;`);
    const [payment] = await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await myBill()).toMatchObject({ status: "paid" });
    expect(await balance()).toBe(40);
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", paid: 0 });
    expect(await balance()).toBe(0);
    expect(await prisma.payment.count({ where: { billId: bill.id, deletedAt: null } })).toBe(0);
    expect((await getStudentMoney(asAdmin, { studentId: family.student.id })).due).toBe(180);
  });
});

describe("undoing money for a bill that other money pays", () => {
  test("leaves it paid, its lessons bought, and what is over with the payer", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;100,00;${own()};lekcje;`);
    await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 260 }, null);
    expect(await balance()).toBe(180);
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "paid", paid: 260 });
    expect(await balance()).toBe(80);
    const bought = await prisma.payment.findMany({ where: { billId: bill.id, deletedAt: null } });
    expect(bought.map(({ lessonAmount }) => lessonAmount)).toEqual([1, 1]);
    expect((await getStudentMoney(asAdmin, { studentId: family.student.id })).due).toBe(0);
  });

  test("makes no invoice that nobody asked for", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;100,00;${own()};lekcje;`);
    await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 260 }, null);
    await services.db.pool.query(
      "UPDATE invoicing_settings SET mode = 'eachOrder', domain = 'd', token = 't', tax = '23', since = $1",
      [new Date(`${only(lines).on}T00:00:00Z`)],
    );
    try {
      await undoBooking(asAdmin, { id });
      expect(await prisma.invoice.count({ where: { payerId: family.payer.id } })).toBe(0);
    } finally {
      await services.db.pool.query("UPDATE invoicing_settings SET mode = 'off'");
    }
  });

  test("leaves what is over with the payer, also where it had bought nothing", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;50,00;${own()};lekcje;`);
    await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 300 }, null);
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "paid", paid: 300 });
    expect(await balance()).toBe(120);
  });

  test("buys nothing with another line that is taken back with it", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;260,00;${own()};a;`, `04.12.2026;100,00;${own()};b;`);
    for (const { id: lineId } of lines.toReversed()) await bookLine(asAdmin, { id, lineId, billId: bill.id });
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", paid: 0 });
    expect(await balance()).toBe(0);
    expect(await prisma.payment.count({ where: { billId: bill.id, deletedAt: null } })).toBe(0);
  });
});

test("undoing money for a bill that was withdrawn leaves what else came for it with the payer", async () => {
  const bill = await billed({ balance: 15 });
  await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 25 }, null);
  const { id, lines } = await upload(`04.12.2026;80,00;${own()};lekcje;`);
  await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
  await withdrawBill(asAdmin, { id: bill.id, reason: "pomyłka" });
  expect(await balance()).toBe(30);
  await undoBooking(asAdmin, { id });
  expect(await balance()).toBe(40);
});
