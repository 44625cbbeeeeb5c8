import { invoiceTexts } from "@korki/contracts/texts/invoices";
import { getAttention } from "@korki/services/attention/get-attention";
import { saveBillingData } from "@korki/services/invoices/billing-data";
import { saveInvoicing } from "@korki/services/invoices/invoicing";
import { retryInvoice } from "@korki/services/invoices/list-invoices";
import { processInvoices } from "@korki/services/invoices/send-invoices";
import { personCtx } from "@korki/services/testing/people";
import { refuseRows } from "@korki/services/testing/refuse-rows";
import { describe, expect, test } from "vitest";
import { ACCOUNT, openInvoicing, PRIVATE } from "./testing/invoicing";

/** The provider of invoices fails: nothing is issued twice, and administrators see what stopped. */

const { services, prisma, emulator, asAdmin, payer, payByHand, later, mine, sentFor } = await openInvoicing();

describe("the provider fails", () => {
  test("an answer that was lost after saving is looked up, not repeated", async () => {
    const student = await payer();
    emulator.faults.add({ call: "create", how: "lost" });
    await payByHand(student);
    await processInvoices(services);
    const [invoice] = await mine(student);
    expect(invoice).toMatchObject({ state: "sending", number: null });
    later(61);
    await processInvoices(services);
    expect((await mine(student))[0]).toMatchObject({
      state: "issued",
      number: sentFor(invoice?.id ?? "")[0]?.number,
    });
    expect(sentFor(invoice?.id ?? "")).toHaveLength(1);
  });

  test("a document that cannot be sent keeps no other from its number", async () => {
    const [spoilt, other] = [await payer(), await payer()];
    for (const student of [spoilt, other]) await payByHand(student);
    const accept = await refuseRows(
      services,
      "invoices",
      `NEW.payer_id = '${spoilt.id}' AND NEW.state = 'sending'`,
    );
    await processInvoices(services);
    expect(await mine(spoilt)).toMatchObject([{ number: null }]);
    expect(await mine(other)).toMatchObject([{ state: "issued" }]);
    await accept();
    later(61);
    await processInvoices(services);
    expect(await mine(spoilt)).toMatchObject([{ state: "issued" }]);
  });

  test("a file that is made slowly is waited for, and mailed", async () => {
    const student = await payer();
    emulator.faults.add({ call: "pdf", how: "slow" });
    await payByHand(student);
    await processInvoices(services);
    expect(
      await prisma.notification.count({ where: { recipientId: student.id, kind: "invoice-issued" } }),
    ).toBe(1);
  });

  test("errors and too many requests are tried again, an error in an answer 200 is a failure with its words", async () => {
    const student = await payer();
    emulator.faults.add({ call: "create", how: "error" });
    emulator.faults.add({ call: "create", how: "busy" });
    await payByHand(student);
    for (let round = 0; round < 3; round += 1) {
      await processInvoices(services);
      later(61);
    }
    expect((await mine(student))[0]).toMatchObject({ state: "issued" });
    emulator.faults.add({ call: "create", how: "ok-with-error" });
    await payByHand(student);
    await processInvoices(services);
    const [failed] = await mine(student);
    expect(failed).toMatchObject({ state: "failed", error: "Konto zablokowane: brak opłaconego abonamentu" });
    const line = (await getAttention(asAdmin)).find(({ kind }) => kind === "invoice-failed");
    expect(line?.items[0]).toMatchObject({
      invoiceId: failed?.id,
      text: expect.stringContaining("abonamentu"),
    });
    await retryInvoice(asAdmin, { id: failed?.id ?? "" });
    await expect(retryInvoice(asAdmin, { id: failed?.id ?? "" })).rejects.toMatchObject({ code: "conflict" });
    await processInvoices(services);
    expect((await mine(student))[0]).toMatchObject({ state: "issued", error: null });
  });

  test("a refused document says what is wrong, and takes the payer's new data when it is sent again", async () => {
    const student = await payer({ ...PRIVATE, city: " " });
    await payByHand(student);
    await processInvoices(services);
    const [failed] = await mine(student);
    expect(failed).toMatchObject({ state: "failed", error: "buyer_city: nie może być puste" });
    await saveBillingData(personCtx(services, student), PRIVATE);
    await retryInvoice(asAdmin, { id: failed?.id ?? "" });
    await processInvoices(services);
    expect((await mine(student))[0]).toMatchObject({ state: "issued" });
  });

  test("a refused token stops the queue for five minutes with one line", async () => {
    const student = await payer();
    emulator.faults.add({ call: "create", how: "unauthorised" });
    for (let count = 0; count < 3; count += 1) await payByHand(student);
    const calls = emulator.list().length;
    await processInvoices(services);
    later(240);
    await processInvoices(services);
    expect(emulator.list().length - calls).toBeLessThan(8);
    const lines = (await getAttention(asAdmin)).filter(({ kind }) => kind === "invoices-stopped");
    expect(lines).toMatchObject([{ count: 1, items: [{ text: expect.stringContaining("wygasł") }] }]);
    later(61);
    await processInvoices(services);
    expect((await mine(student)).map(({ state }) => state)).toEqual(Array(3).fill("issued"));
    expect((await getAttention(asAdmin)).some(({ kind }) => kind === "invoices-stopped")).toBe(false);
  });
});

describe("a queue that stopped", () => {
  const isStopped = async () => (await getAttention(asAdmin)).some(({ kind }) => kind === "invoices-stopped");

  test.each([
    ["a file was fetched", "pdf", PRIVATE],
    ["a document was refused for what it says", "create", { ...PRIVATE, city: " " }],
  ] as const)("is no news any more once %s", async (_what, call, data) => {
    const student = await payer(data);
    emulator.faults.add({ call, how: "unauthorised" });
    await payByHand(student);
    await processInvoices(services);
    expect(await isStopped()).toBe(true);
    later(301);
    await processInvoices(services);
    expect(await isStopped()).toBe(false);
  });

  test("with another AUTH_SECRET waits for the token, and says so", async () => {
    const settings = { ...services.settings, authSecret: "another secret of at least 32 characters" };
    const student = await payer();
    await payByHand(student);
    expect(await processInvoices({ ...services, settings })).toBe(0);
    const line = (await getAttention(asAdmin)).find(({ kind }) => kind === "invoices-stopped");
    expect(line?.items).toMatchObject([{ text: expect.stringContaining(invoiceTexts.unreadableToken) }]);
    const asOther = { ...asAdmin, settings };
    const { token, ...rest } = ACCOUNT;
    await expect(saveInvoicing(asOther, { ...rest, mode: "eachOrder" })).rejects.toMatchObject({
      code: "input",
      message: invoiceTexts.token,
    });
    await saveInvoicing(asOther, { ...rest, token, mode: "eachOrder" });
    await processInvoices({ ...services, settings });
    expect((await mine(student))[0]).toMatchObject({ state: "issued" });
    expect(await isStopped()).toBe(false);
  });
});
