import { billMonth } from "@korki/contracts/texts/bills";
import { invoiceTexts } from "@korki/contracts/texts/invoices";
import { beginSending, lockNextInvoice, newId, toDbDate, transact } from "@korki/db";
import { addDays, addMonths, monthBounds, monthOf, today } from "@korki/domain";
import { startInvoicesEmulator } from "@korki/sandbox";
import { getAttention } from "@korki/services/attention/get-attention";
import { setPayerMode } from "@korki/services/bills/billing-settings";
import { issueBills, previewBills } from "@korki/services/bills/issue-bills";
import { payBillByHand } from "@korki/services/bills/pay-bill";
import { listMyBills } from "@korki/services/bills/read-bills";
import { saveBillingData } from "@korki/services/invoices/billing-data";
import { getInvoicing, saveInvoicing } from "@korki/services/invoices/invoicing";
import {
  getInvoicePdf,
  listAllInvoices,
  listMyInvoices,
  retryInvoice,
} from "@korki/services/invoices/list-invoices";
import { processInvoices } from "@korki/services/invoices/send-invoices";
import { requestInvoice } from "@korki/services/invoices/want-invoice";
import { getMyStatement } from "@korki/services/ledger/get-statement";
import { placeOrder } from "@korki/services/orders/place-order";
import { refundOrder } from "@korki/services/orders/refund-order";
import { settleOrder } from "@korki/services/orders/settle-order";
import { refuseRefund } from "@korki/services/orders/settle-refund";
import { addPayment } from "@korki/services/payments/add-payment";
import { voidPayment } from "@korki/services/payments/payments";
import { erasePerson } from "@korki/services/privacy/personal-data";
import { makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { FakeProvider } from "@korki/services/testing/fake-provider";
import { makeGuardian } from "@korki/services/testing/families";
import { somebodyWaits } from "@korki/services/testing/lock-waits";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
import { refuseRows } from "@korki/services/testing/refuse-rows";
import { openTestServices } from "@korki/services/testing/test-services";
import { actWithUndo, undoAct } from "@korki/services/undo/undo";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

const { url, emulator, close } = await startInvoicesEmulator();
afterAll(close);
const services = await openTestServices({
  DEMO: "1",
  FAKTUROWNIA_API_ROOT: url,
  INVOICE_RETRY_SECONDS: "60",
});
const payments = new FakeProvider();
services.payments = payments;
const { prisma } = services.db;
const admin = await makePerson(services, "Admin");
const asAdmin = personCtx(services, admin);
const teacher = await makeTeacher(services);
const page = { page: 1, pageSize: 100 };
const ADDRESS = { street: "Długa 1", postCode: "00-001", city: "Warszawa" };
const PRIVATE = { kind: "private", name: "Jan Kowalski", nip: null, ...ADDRESS } as const;
const MATHS = { subject: "Matematyka", level: "liceumP" } as const;
const COMPANY = { kind: "company", name: "Nowak sp. z o.o.", nip: "1111111111", ...ADDRESS } as const;

const account = { domain: "centrum", token: "sekret-konta", tax: "23" } as const;
const turnOn = (mode: "onRequest" | "eachOrder" | "eachCompanyOrder", ksef = false) =>
  saveInvoicing(asAdmin, { ...account, mode, ksef });

beforeEach(async () => {
  emulator.faults.clear();
  await prisma.invoiceFile.deleteMany();
  await prisma.invoice.deleteMany({ where: { kind: "correction" } });
  await prisma.invoice.deleteMany();
  await turnOn("eachOrder");
});

async function payer(data: Parameters<typeof saveBillingData>[1] | null = PRIVATE): Promise<Person> {
  const student = await makeStudentOf(services, teacher);
  if (data) await saveBillingData(personCtx(services, student), data);
  return student;
}

async function payOnline(student: Person, lessons = [4]): Promise<string> {
  const items = lessons.map(
    (count, at) => ({ ...MATHS, level: at ? "szkolaP" : "liceumP", lessons: count }) as const,
  );
  const order = await placeOrder(personCtx(services, student), { items });
  await settleOrder(services, payments, payments.pay(order.id, order.amount).payment);
  return order.id;
}

const payByHand = (student: Person, change: { moneyAmount?: number; paidOn?: string } = {}) =>
  addPayment(
    asAdmin,
    { studentId: student.id, ...MATHS, moneyAmount: 360, lessonAmount: 4, description: "", ...change },
    null,
  );

const later = (seconds: number) =>
  (services.clock.time = new Date(services.now().getTime() + seconds * 1000));
const mine = async (person: Person) => (await listMyInvoices(personCtx(services, person), page)).items;
const reasonsOf = async (person: Person) => {
  const corrections = { payerId: person.id, kind: "correction" };
  const rows = await prisma.invoice.findMany({
    where: corrections,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ reason }) => reason);
};
const sentFor = (id: string) => emulator.list().filter(({ oid }) => oid === id);

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
    const month = addMonths(monthOf(today(services.now())), 1);
    await setPayerMode(asAdmin, { payerId: student.id, mode: "advance" });
    await prisma.lesson.createMany({
      data: [0, 1, 2, 3].map((at) => ({
        id: newId(),
        teacherId: teacher.id,
        studentId: student.id,
        ...MATHS,
        title: "Matematyka",
        date: toDbDate(addDays(monthBounds(month).from, 7 * at)),
        block: at,
        status: "Potwierdzona",
        price: 90,
        rate: 60,
      })),
    });
    const name = monthBounds(month).from.slice(0, 7);
    const { token } = await previewBills(asAdmin, { month: name });
    await issueBills(asAdmin, { month: name, token });
    const [bill] = (await listMyBills(asStudent, page)).items;
    const billId = bill?.id ?? "";
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
    expect(sentFor(invoice?.id ?? "")[0]?.positions[0]?.name).toContain(billMonth(name));
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

describe("asking", () => {
  beforeEach(() => turnOn("onRequest"));

  test("the payer and administrators ask, others find nothing; asking again is the same", async () => {
    const student = await payer();
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, student, { rights: ["pay"], isPayer: true });
    const { id: paymentId } = await payByHand(student);
    const ask = (person: Person) => requestInvoice(personCtx(services, person), { paymentId });
    await expect(ask(student)).rejects.toMatchObject({ code: "not_found" });
    await expect(ask(await payer())).rejects.toMatchObject({ code: "not_found" });
    await expect(ask(parent)).rejects.toMatchObject({
      code: "conflict",
      message: invoiceTexts.noBillingData,
    });
    await expect(ask(admin)).rejects.toMatchObject({
      code: "conflict",
      message: invoiceTexts.payerWithoutData,
    });
    await saveBillingData(personCtx(services, parent), PRIVATE);
    const [first, second] = await Promise.all([ask(parent), ask(admin)]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ paymentId, payerId: parent.id, state: "wanted", amount: 360 });
  });

  test("a later payer asks for nothing that was paid before, and sees no invoice of it", async () => {
    const student = await makeStudentOf(services, teacher);
    const [former, present] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
    for (const parent of [former, present]) await saveBillingData(personCtx(services, parent), PRIVATE);
    await makeGuardian(services, former, student, { rights: ["pay"], isPayer: true });
    const { id: paymentId } = await payByHand(student);
    await prisma.guardianship.updateMany({ where: { studentId: student.id }, data: { isPayer: false } });
    await makeGuardian(services, present, student, { rights: ["pay"], isPayer: true });
    const ask = (person: Person) => requestInvoice(personCtx(services, person), { paymentId });
    await expect(ask(present)).rejects.toMatchObject({ code: "not_found" });
    expect(await ask(former)).toMatchObject({ paymentId, payerId: former.id, amount: 360 });
    await expect(ask(present)).rejects.toMatchObject({ code: "not_found" });
    expect(await ask(admin)).toMatchObject({ payerId: former.id });
  });

  test("each statement offers it to who paid, while the payment has none and is not too old", async () => {
    const student = await payer();
    const parent = await makePerson(services, "Parent");
    const own = await payByHand(student);
    await payByHand(student, { paidOn: "2025-11-20" });
    await makeGuardian(services, parent, student, { rights: ["pay"], isPayer: true });
    const theirs = await payByHand(student);
    const offeredTo = async (person: Person, input: { studentId?: string } = {}) => {
      const ctx = personCtx(services, person);
      const { items } = await getMyStatement(ctx, { ...page, ...input, part: "past" });
      return items.filter(({ mayInvoice }) => mayInvoice).map(({ paymentId }) => paymentId);
    };
    expect(await offeredTo(parent, { studentId: student.id })).toEqual([theirs.id]);
    expect(await offeredTo(student)).toEqual([own.id]);
    await requestInvoice(personCtx(services, student), { paymentId: own.id });
    expect(await offeredTo(student)).toEqual([]);
    await saveInvoicing(asAdmin, { mode: "off" });
    expect(await offeredTo(parent, { studentId: student.id })).toEqual([]);
  });

  test("not for what is too old, voided or without invoices", async () => {
    const student = await payer();
    const old = await payByHand(student, { paidOn: "2025-11-20" });
    const voided = await payByHand(student);
    await voidPayment(asAdmin, voided);
    const ask = (paymentId: string) => requestInvoice(personCtx(services, student), { paymentId });
    await expect(ask(old.id)).rejects.toMatchObject({ code: "conflict" });
    await expect(ask(voided.id)).rejects.toMatchObject({ code: "not_found" });
    await saveInvoicing(asAdmin, { mode: "off" });
    const { id } = await payByHand(student);
    await expect(ask(id)).rejects.toMatchObject({ code: "conflict" });
  });
});

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
    const { token, ...rest } = account;
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

describe("money that goes back", () => {
  test("a refund before sending leaves an invoice of what is left", async () => {
    const student = await payer();
    const { id } = await payByHand(student);
    await voidPayment(asAdmin, { id });
    await processInvoices(services);
    expect(await mine(student)).toEqual([]);
  });

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
      const month = addMonths(monthOf(today(services.now())), 1);
      await setPayerMode(asAdmin, { payerId: student.id, mode: "advance" });
      await prisma.lesson.create({
        data: {
          id: newId(),
          teacherId: (await makeTeacher(services)).id,
          studentId: student.id,
          ...MATHS,
          title: "Matematyka",
          date: toDbDate(monthBounds(month).from),
          block: 0,
          status: "Potwierdzona",
          price: 90,
          rate: 60,
        },
      });
      const name = monthBounds(month).from.slice(0, 7);
      const { token } = await previewBills(asAdmin, { month: name });
      await issueBills(asAdmin, { month: name, token });
      const [bill] = (await listMyBills(asStudent, page)).items;
      const paid = [
        ...(await payBillByHand(asAdmin, { billId: bill?.id ?? "", moneyAmount: 90 }, null)),
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

test("erasing an account keeps its invoices, without how the buyer is reached", async () => {
  const student = await payer();
  await payByHand(student);
  await processInvoices(services);
  await erasePerson(asAdmin, { userId: student.id });
  expect(await prisma.billingData.count({ where: { userId: student.id } })).toBe(0);
  const { buyer } = await prisma.invoice.findFirstOrThrow({ where: { payerId: student.id } });
  expect(buyer).toEqual({ ...PRIVATE });
});

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
    expect((await mine(company))[0]).toMatchObject({
      ksef: "error",
      error: "NIP nabywcy - nie występuje w rejestrze",
    });
  });
});

describe("settings", () => {
  test("are saved after a call to the provider, and never show the token", async () => {
    await expect(
      saveInvoicing(asAdmin, { ...account, token: "zly-kod", mode: "eachOrder" }),
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
    expect(kept).not.toContain(account.token);
  });

  test("a month lists what was issued in it", async () => {
    const student = await payer();
    await payByHand(student);
    await processInvoices(services);
    const month = today(services.now()).slice(0, 7);
    expect((await listAllInvoices(asAdmin, { month, ...page })).total).toBe(1);
    expect((await listAllInvoices(asAdmin, { month: "2025-01", ...page })).total).toBe(0);
  });
});
