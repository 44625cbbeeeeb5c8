import { beginSending, lockNextInvoice, newId, transact } from "@korki/db";
import { addDays, today } from "@korki/domain";
import { payBillByHand } from "@korki/services/bills/pay-bill";
import { saveInvoicing } from "@korki/services/invoices/invoicing";
import { processInvoices } from "@korki/services/invoices/send-invoices";
import { requestInvoice } from "@korki/services/invoices/want-invoice";
import { refundOrder } from "@korki/services/orders/refund-order";
import { refuseRefund } from "@korki/services/orders/settle-refund";
import { voidPayment } from "@korki/services/payments/payments";
import { somebodyWaits } from "@korki/services/testing/lock-waits";
import { type Person, personCtx } from "@korki/services/testing/people";
import { actWithUndo, undoAct } from "@korki/services/undo/undo";
import { describe, expect, test } from "vitest";
import { openInvoicing, PRIVATE } from "./testing/invoicing";

/** Money that goes back: an invoice that was issued is corrected, one that waits is changed. */

const {
  services,
  prisma,
  emulator,
  asAdmin,
  turnOn,
  payer,
  payOnline,
  payByHand,
  billed,
  later,
  mine,
  sentFor,
} = await openInvoicing();

const reasonsOf = async (person: Person) => {
  const corrections = { payerId: person.id, kind: "correction" };
  const rows = await prisma.invoice.findMany({
    where: corrections,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ reason }) => reason);
};

/** Pays a bill of one lesson twice over, and returns the payment for the lesson. */
const overpaid = async (student: Person) => {
  const { id: billId } = await billed(student, 1);
  const [payment] = await payBillByHand(asAdmin, { billId, moneyAmount: 180 }, null);
  return payment?.id ?? "";
};

describe("money that goes back", () => {
  test("a refund before sending leaves an invoice of what is left", async () => {
    const student = await payer();
    const { id } = await payByHand(student);
    await voidPayment(asAdmin, { id });
    await processInvoices(services);
    expect(await mine(student)).toEqual([]);
  });

  test.each(["onRequest", "eachOrder"] as const)(
    "an invoice has the day and method of a payment that counts, not of a voided one: %s",
    async (mode) => {
      await turnOn(mode);
      const student = await payer();
      const { id: billId } = await billed(student, 2);
      const yesterday = addDays(today(services.now()), -1);
      const pay = async (terms: { method: "gotowka" | "przelew"; paidOn?: string }) => {
        const [payment] = await payBillByHand(asAdmin, { billId, moneyAmount: 90, ...terms }, null);
        return payment?.id ?? "";
      };
      const voided = await pay({ method: "gotowka" });
      const paymentId = await pay({ method: "przelew", paidOn: yesterday });
      await voidPayment(asAdmin, { id: voided });
      if (mode === "onRequest") await requestInvoice(personCtx(services, student), { paymentId });
      await processInvoices(services);
      const [invoice] = await mine(student);
      expect(invoice).toMatchObject({ state: "issued", amount: 90, paymentId });
      expect(sentFor(invoice?.id ?? "")).toMatchObject([
        { sell_date: yesterday, paid_date: yesterday, payment_type: "transfer" },
      ]);
      await voidPayment(asAdmin, { id: paymentId });
      await processInvoices(services);
      expect((await mine(student)).map(({ amount, state }) => [amount, state])).toEqual([
        [-90, "issued"],
        [90, "issued"],
      ]);
    },
  );

  test("a refund of an issued invoice makes one correction; a rejected refund takes it back", async () => {
    const student = await payer();
    const orderId = await payOnline(student);
    await processInvoices(services);
    const [invoice] = await mine(student);
    await refundOrder(asAdmin, { id: orderId, reason: "Rezygnacja" });
    await processInvoices(services);
    const [correction] = await mine(student);
    expect(correction).toMatchObject({
      kind: "correction",
      state: "issued",
      amount: -(invoice?.amount ?? 0),
    });
    expect(sentFor(correction?.id ?? "")[0]).toMatchObject({
      kind: "correction",
      invoice_id: String(sentFor(invoice?.id ?? "")[0]?.id),
      price_gross: `${-(invoice?.amount ?? 0)}.00`,
    });
    const refund = await prisma.refund.findFirstOrThrow({ where: { orderId } });
    await refuseRefund(services, refund.id, orderId);
    await processInvoices(services);
    const amounts = (await mine(student)).map(({ amount }) => amount);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(invoice?.amount);
    expect(await reasonsOf(student)).toEqual([
      "Zwrot za niewykorzystane lekcje",
      "Zwrot nie doszedł do skutku",
    ]);
  });

  test("a voided payment that is taken back within its seconds leaves its invoice as it was; later it is corrected", async () => {
    const student = await payer();
    const { id } = await payByHand(student);
    await processInvoices(services);
    const before = await mine(student);
    const voidUndoably = async (paymentId: string) => {
      const undoId = newId();
      await actWithUndo(asAdmin, undoId, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
      await processInvoices(services);
      return undoId;
    };
    await undoAct(asAdmin, { id: await voidUndoably(id) });
    later(20);
    await processInvoices(services);
    const [payment] = await prisma.payment.findMany({ where: { studentId: student.id, deletedAt: null } });
    expect(await mine(student)).toEqual(before.map((each) => ({ ...each, paymentId: payment?.id })));
    await voidUndoably(payment?.id ?? "");
    expect((await mine(student)).map(({ state }) => state)).toEqual(["wanted", "issued"]);
    later(20);
    await processInvoices(services);
    expect((await mine(student)).map(({ amount, state }) => [amount, state])).toEqual([
      [-360, "issued"],
      [360, "issued"],
    ]);
  });

  test("a correction keeps what it says once it is being sent; what is voided meanwhile has its own", async () => {
    const student = await payer();
    await payOnline(student, [4, 1]);
    await processInvoices(services);
    const [first, second] = await prisma.payment.findMany({
      where: { studentId: student.id },
      orderBy: { moneyAmount: "asc" },
    });
    await voidPayment(asAdmin, { id: first?.id ?? "" });
    const voiding = await transact(services.db, async (tx) => {
      const waiting = await lockNextInvoice(tx, services.now());
      if (!waiting) throw new Error("no correction waits");
      const terms = { buyer: PRIVATE, tax: "23", exemption: null, day: today(services.now()) } as const;
      await beginSending(tx, waiting.id, { ...waiting, ...terms, until: services.now() });
      const call = voidPayment(asAdmin, { id: second?.id ?? "" });
      await somebodyWaits(services.db);
      return [call];
    });
    await Promise.all(voiding);
    await processInvoices(services);
    const corrections = (await mine(student)).filter(({ kind }) => kind === "correction");
    expect(corrections.map(({ state }) => state)).toEqual(["issued", "issued"]);
    expect(new Set(corrections.map(({ amount }) => -amount))).toEqual(
      new Set([first?.moneyAmount, second?.moneyAmount]),
    );
  });

  test.each(["wanted", "sending"])(
    "a correction waits until the last of two deletions can no longer be taken back: %s",
    async (state) => {
      const student = await payer();
      await payOnline(student, [4, 1]);
      await processInvoices(services);
      const paid = await prisma.payment.findMany({ where: { studentId: student.id } });
      const ids = paid.map(({ id }) => id);
      const delPayment = (at: number) =>
        actWithUndo(asAdmin, newId(), { paymentId: ids[at] ?? "" }, (on) =>
          voidPayment(on, { id: ids[at] ?? "" }),
        );
      const waiting = async () => (await mine(student)).filter((each) => each.state !== "issued");
      await delPayment(0);
      if (state === "sending") {
        later(13);
        emulator.faults.add({ call: "create", how: "lost" });
        await processInvoices(services);
        later(55);
      } else later(8);
      expect(await waiting()).toMatchObject([{ state }]);
      await delPayment(1);
      later(6);
      await processInvoices(services);
      expect(await waiting()).toMatchObject([{ state: "wanted" }]);
      later(7);
      await processInvoices(services);
      expect(await waiting()).toEqual([]);
      const amounts = (await mine(student)).map(({ amount }) => amount);
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(0);
    },
  );

  test.each(["wanted", "failed"])(
    "a deleted payment that is booked again has the invoice that was asked for: %s, by hand and of a bill",
    async (state) => {
      await turnOn("onRequest");
      const student = await payer();
      const asStudent = personCtx(services, student);
      const { id: billId } = await billed(student, 1);
      const paid = [
        ...(await payBillByHand(asAdmin, { billId, moneyAmount: 90 }, null)),
        await payByHand(student),
      ];
      for (const { id: paymentId } of paid) {
        if (state === "failed") emulator.faults.add({ call: "create", how: "ok-with-error" });
        await requestInvoice(asStudent, { paymentId });
        if (state === "failed") await processInvoices(services);
      }
      expect((await mine(student)).map((each) => each.state)).toEqual([state, state]);
      for (const { id } of paid) {
        const undoId = newId();
        await actWithUndo(asAdmin, undoId, { paymentId: id }, (on) => voidPayment(on, { id }));
        expect(await mine(student)).toHaveLength(1);
        await undoAct(asAdmin, { id: undoId });
      }
      expect((await mine(student)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([90, 360]);
      await processInvoices(services);
      expect((await mine(student)).map((each) => each.state)).toEqual(["issued", "issued"]);
      // What nobody asked for has none after it, either.
      const { id } = await payByHand(student);
      const undoId = newId();
      await actWithUndo(asAdmin, undoId, { paymentId: id }, (on) => voidPayment(on, { id }));
      await undoAct(asAdmin, { id: undoId });
      expect(await mine(student)).toHaveLength(2);
    },
  );

  test("a bill's invoice that was asked for stays, also where other money had bought its lessons by then", async () => {
    await turnOn("onRequest");
    const student = await payer();
    const [undoId, paymentId] = [newId(), await overpaid(student)];
    await requestInvoice(personCtx(services, student), { paymentId });
    await actWithUndo(asAdmin, undoId, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
    await undoAct(asAdmin, { id: undoId });
    expect(await mine(student)).toMatchObject([{ state: "wanted", amount: 90 }]);
  });

  test("a bill that stays paid after one of its payments is deleted has an invoice only if it had one", async () => {
    await turnOn("onRequest");
    const student = await payer();
    const paymentId = await overpaid(student);
    await requestInvoice(personCtx(services, student), { paymentId });
    await voidPayment(asAdmin, { id: paymentId });
    await processInvoices(services);
    expect(await mine(student)).toMatchObject([{ state: "issued", amount: 90 }]);

    // One that was paid before the centre made invoices by itself.
    const other = await payer();
    const id = await overpaid(other);
    later(1);
    await turnOn("eachOrder");
    await voidPayment(asAdmin, { id });
    expect(await mine(other)).toEqual([]);
  });

  test("a bill's invoice follows what is paid and voided while invoices are off", async () => {
    const student = await payer();
    const { id: billId } = await billed(student, 3);
    await payBillByHand(asAdmin, { billId, moneyAmount: 90 }, null);
    await processInvoices(services);
    await saveInvoicing(asAdmin, { mode: "off" });
    const [payment] = await payBillByHand(asAdmin, { billId, moneyAmount: 90 }, null);
    expect(await mine(student)).toMatchObject([
      { kind: "correction", state: "wanted", amount: 90 },
      { kind: "invoice", state: "issued", amount: 90 },
    ]);
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await mine(student)).toMatchObject([{ kind: "invoice", amount: 90 }]);

    // Other money pays for what was voided.
    await payBillByHand(asAdmin, { billId, moneyAmount: 360 }, null);
    await turnOn("onRequest");
    await processInvoices(services);
    await saveInvoicing(asAdmin, { mode: "off" });
    const rest = await prisma.payment.findFirstOrThrow({
      where: { billId, lessonAmount: 2, deletedAt: null },
    });
    await voidPayment(asAdmin, { id: rest.id });
    expect((await mine(student)).map(({ amount, state }) => [amount, state])).toEqual([
      [180, "issued"],
      [90, "issued"],
    ]);
  });

  test("a payment without an invoice has none once its deletion is taken back, whatever the mode is by then", async () => {
    await saveInvoicing(asAdmin, { mode: "off" });
    const student = await payer();
    const { id: billId } = await billed(student, 1);
    const paid = [
      ...(await payBillByHand(asAdmin, { billId, moneyAmount: 90 }, null)),
      await payByHand(student),
    ];
    later(1);
    await turnOn("eachOrder");
    for (const { id } of paid) {
      const undoId = newId();
      await actWithUndo(asAdmin, undoId, { paymentId: id }, (on) => voidPayment(on, { id }));
      await undoAct(asAdmin, { id: undoId });
    }
    expect(await mine(student)).toEqual([]);
  });

  test("a refund while the answer is lost is corrected once the invoice is found", async () => {
    const student = await payer();
    emulator.faults.add({ call: "create", how: "lost" });
    const { id } = await payByHand(student);
    await processInvoices(services);
    await voidPayment(asAdmin, { id });
    later(61);
    await processInvoices(services);
    expect((await mine(student)).map(({ kind, state, amount }) => [kind, state, amount])).toEqual([
      ["correction", "issued", -360],
      ["invoice", "issued", 360],
    ]);
    expect(await reasonsOf(student)).toEqual(["Anulowanie wpłaty"]);
  });
});
