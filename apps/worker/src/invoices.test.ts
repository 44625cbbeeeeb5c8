import { billMonth } from "@korki/contracts/texts/bills";
import { today } from "@korki/domain";
import { payBillByHand } from "@korki/services/bills/pay-bill";
import { saveBillingData } from "@korki/services/invoices/billing-data";
import { getInvoicing, saveInvoicing } from "@korki/services/invoices/invoicing";
import { getInvoicePdf, listAllInvoices } from "@korki/services/invoices/list-invoices";
import { processInvoices } from "@korki/services/invoices/send-invoices";
import { requestInvoice } from "@korki/services/invoices/want-invoice";
import { placeOrder } from "@korki/services/orders/place-order";
import { settleOrder } from "@korki/services/orders/settle-order";
import { erasePerson } from "@korki/services/privacy/personal-data";
import { personCtx } from "@korki/services/testing/people";
import { describe, expect, test } from "vitest";
import { ACCOUNT, COMPANY, openInvoicing, PAGE, PRIVATE } from "./testing/invoicing";

/** Which payments get an invoice, what it says, and the settings of invoices. */

const {
  services,
  payments,
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

describe("issuing", () => {
  test("an order of two items gets one invoice with the number, the lines and the file, and the payer is told", async () => {
    const student = await payer();
    await payOnline(student, [4, 1]);
    await processInvoices(services);
    const [invoice, ...others] = await mine(student);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ kind: "invoice", state: "issued", ksef: "none", error: null });
    const [sent] = sentFor(invoice?.id ?? "");
    expect(invoice?.number).toBe(sent?.number);
    expect(Number(sent?.price_gross)).toBe(invoice?.amount);
    expect(sent?.positions.map(({ name }) => name.replace(/\S+ \d{4}/, "MIESIĄC"))).toEqual([
      "Korepetycje: Matematyka, szkoła podstawowa, MIESIĄC, 1 lekcja",
      "Korepetycje: Matematyka, liceum podstawowy, MIESIĄC, 4 lekcje",
    ]);
    const pdf = await getInvoicePdf(personCtx(services, student), { id: invoice?.id ?? "" });
    expect(pdf.content.subarray(0, 5).toString()).toBe("%PDF-");
    expect(
      await prisma.notification.count({ where: { recipientId: student.id, kind: "invoice-issued" } }),
    ).toBe(1);
  });

  test("all payments of a bill share its one invoice, by hand and online, before and after it is issued", async () => {
    const student = await payer();
    const asStudent = personCtx(services, student);
    const { id: billId, month } = await billed(student, 4);
    const pay = (moneyAmount: number) => payBillByHand(asAdmin, { billId, moneyAmount }, null);
    const [first] = await pay(90);
    await pay(90);
    expect(await mine(student)).toMatchObject([{ state: "wanted", amount: 180 }]);
    await processInvoices(services);
    const [third] = await pay(90);
    const order = await placeOrder(asStudent, { billId });
    await settleOrder(services, payments, payments.pay(order.id, order.amount).payment);
    const documents = await mine(student);
    expect(documents.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ["correction", 180],
      ["invoice", 180],
    ]);
    await processInvoices(services);
    const invoice = documents.find(({ kind }) => kind === "invoice");
    for (const payment of [first, third])
      expect((await requestInvoice(asStudent, { paymentId: payment?.id ?? "" })).id).toBe(invoice?.id);
    expect(sentFor(invoice?.id ?? "")[0]?.positions[0]?.name).toContain(billMonth(month));
  });

  test("two payers of one name keep their own addresses", async () => {
    const [first, second] = [await payer(), await payer({ ...PRIVATE, street: "Krótka 2", city: "Łódź" })];
    await payByHand(first);
    await payByHand(second);
    await processInvoices(services);
    const streets = await Promise.all(
      [first, second].map(async (person) => sentFor((await mine(person))[0]?.id ?? "")[0]),
    );
    expect(streets.map((sent) => [sent?.buyer_street, sent?.buyer_city, sent?.buyer_email])).toEqual([
      ["Długa 1", "Warszawa", first.email],
      ["Krótka 2", "Łódź", second.email],
    ]);
  });

  test("many workers at once issue each document once", async () => {
    const student = await payer();
    await Promise.all(Array.from({ length: 12 }, () => payByHand(student)));
    await Promise.all([1, 2, 3].map(() => processInvoices(services)));
    const invoices = await mine(student);
    expect(invoices.map(({ state }) => state)).toEqual(Array(12).fill("issued"));
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(12);
  });

  test("waits for billing data, and those of companies alone where the centre says so", async () => {
    const student = await payer(null);
    await payByHand(student);
    await processInvoices(services);
    expect((await mine(student))[0]).toMatchObject({ state: "wanted" });
    await saveBillingData(personCtx(services, student), PRIVATE);
    await processInvoices(services);
    expect((await mine(student))[0]).toMatchObject({ state: "issued" });
    await turnOn("eachCompanyOrder");
    const company = await payer(COMPANY);
    await payByHand(student);
    await payByHand(company);
    expect([(await mine(student)).length, (await mine(company)).length]).toEqual([1, 1]);
  });

  test("pays no heed to what was paid before the mode was saved", async () => {
    await turnOn("onRequest");
    const student = await payer();
    await payByHand(student);
    later(60);
    await turnOn("eachOrder");
    await payByHand(student, { paidOn: "2026-01-02" });
    expect(await mine(student)).toEqual([]);
  });
});

test("erasing an account keeps its invoices, without how the buyer is reached", async () => {
  const student = await payer();
  await payByHand(student);
  await processInvoices(services);
  await erasePerson(asAdmin, { userId: student.id });
  expect(await prisma.billingData.count({ where: { userId: student.id } })).toBe(0);
  const { buyer } = await prisma.invoice.findFirstOrThrow({ where: { payerId: student.id } });
  expect(buyer).toEqual({ ...PRIVATE });
});

describe("settings", () => {
  test("are saved after a call to the provider, and never show the token", async () => {
    await expect(
      saveInvoicing(asAdmin, { ...ACCOUNT, token: "zly-kod", mode: "eachOrder" }),
    ).rejects.toMatchObject({
      code: "input",
      message: expect.stringContaining("Nieprawidłowy kod"),
    });
    emulator.faults.add({ call: "check", how: "error" });
    await expect(turnOn("onRequest")).rejects.toMatchObject({ code: "unavailable" });
    expect(await getInvoicing(asAdmin)).toMatchObject({
      mode: "eachOrder",
      hasToken: true,
      on: true,
      tax: 23,
    });
    await expect(
      saveInvoicing(asAdmin, { domain: "inne", tax: "23", mode: "eachOrder" }),
    ).rejects.toMatchObject({
      code: "input",
    });
    const saved = await saveInvoicing(asAdmin, {
      domain: "centrum",
      tax: "zw",
      exemption: "art. 113",
      mode: "onRequest",
    });
    expect(saved).toEqual({
      domain: "centrum",
      hasToken: true,
      on: true,
      mode: "onRequest",
      tax: "zw",
      exemption: "art. 113",
      ksef: false,
    });
    const kept = JSON.stringify([
      await prisma.invoicingSettings.findMany(),
      await prisma.historyEntry.findMany({ where: { entityId: "invoicing" }, select: { changes: true } }),
      services.logged,
    ]);
    expect(kept).not.toContain(ACCOUNT.token);
  });

  test("a month lists what was issued in it", async () => {
    const student = await payer();
    await payByHand(student);
    await processInvoices(services);
    const month = today(services.now()).slice(0, 7);
    expect((await listAllInvoices(asAdmin, { month, ...PAGE })).total).toBe(1);
    expect((await listAllInvoices(asAdmin, { month: "2025-01", ...PAGE })).total).toBe(0);
  });
});
