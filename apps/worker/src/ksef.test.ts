import { getAttention } from "@korki/services/attention/get-attention";
import { getInvoicePdf, retryInvoice } from "@korki/services/invoices/list-invoices";
import { processInvoices } from "@korki/services/invoices/send-invoices";
import { type Person, personCtx } from "@korki/services/testing/people";
import { beforeEach, describe, expect, test } from "vitest";
import { COMPANY, openInvoicing } from "./testing/invoicing";

/** Invoices to companies are sent on to KSeF, the national system of invoices. */

const { services, prisma, asAdmin, turnOn, payer, payByHand, later, mine, sentFor } = await openInvoicing();

describe("KSeF", () => {
  beforeEach(() => turnOn("eachOrder", true));
  const ksefOf = async (student: Person) => (await mine(student))[0]?.ksef;

  test("documents of companies are sent on, those of private people are not", async () => {
    const [company, person] = [await payer(COMPANY), await payer()];
    await payByHand(company);
    await payByHand(person);
    await processInvoices(services);
    expect([await ksefOf(company), await ksefOf(person)]).toEqual(["processing", "none"]);
    later(11);
    await processInvoices(services);
    expect(await ksefOf(company)).toBe("ok");
  });

  test("its own failure is tried three times, after one and five pauses; then it is an error to send again", async () => {
    const company = await payer({ ...COMPANY, nip: "3333333333" });
    await payByHand(company);
    const tries: [number, string | undefined][] = [];
    for (const seconds of [0, 61, 240, 61]) {
      later(seconds);
      await processInvoices(services);
      const [invoice] = await mine(company);
      tries.push([sentFor(invoice?.id ?? "")[0]?.govSent ?? 0, invoice?.ksef]);
    }
    expect(tries).toEqual([
      [1, "processing"],
      [2, "processing"],
      [2, "processing"],
      [3, "error"],
    ]);
    const [invoice] = await mine(company);
    expect(invoice).toMatchObject({ state: "issued", error: "KSeF jest niedostępny" });
    expect((await getAttention(asAdmin)).find(({ kind }) => kind === "invoice-failed")?.count).toBe(1);
    await retryInvoice(asAdmin, { id: invoice?.id ?? "" });
    await processInvoices(services);
    expect(sentFor(invoice?.id ?? "")[0]?.govSent).toBe(4);
  });

  test("a refusal is an error at once, with its words", async () => {
    const company = await payer({ ...COMPANY, nip: "2222222222" });
    await payByHand(company);
    await processInvoices(services);
    const [invoice] = await mine(company);
    expect(invoice).toMatchObject({
      ksef: "error",
      error: "NIP nabywcy - nie występuje w rejestrze",
    });
  });

  test("a file is kept once KSeF has taken the document, not while it says an error", async () => {
    const company = await payer({ ...COMPANY, nip: "2222222222" });
    await payByHand(company);
    await processInvoices(services);
    const id = (await mine(company))[0]?.id ?? "";
    const files = () => prisma.invoiceFile.count({ where: { invoiceId: id } });
    await getInvoicePdf(personCtx(services, company), { id });
    expect(await files()).toBe(0);
    await prisma.invoiceFile.create({ data: { invoiceId: id, content: Buffer.from("%PDF-") } });
    await retryInvoice(asAdmin, { id });
    expect(await files()).toBe(0);
  });
});
