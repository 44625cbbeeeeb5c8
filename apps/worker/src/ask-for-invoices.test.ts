import { invoiceTexts } from "@korki/contracts/texts/invoices";
import { saveBillingData } from "@korki/services/invoices/billing-data";
import { saveInvoicing } from "@korki/services/invoices/invoicing";
import { requestInvoice } from "@korki/services/invoices/want-invoice";
import { getMyStatement } from "@korki/services/ledger/get-statement";
import { voidPayment } from "@korki/services/payments/payments";
import { makeStudentOf } from "@korki/services/testing/classroom";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
import { beforeEach, describe, expect, test } from "vitest";
import { openInvoicing, PAGE, PRIVATE } from "./testing/invoicing";

/** The payer of a payment, or an administrator, asks for its invoice. */

const { services, prisma, admin, asAdmin, teacher, turnOn, payer, payByHand } = await openInvoicing();

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
      const { items } = await getMyStatement(ctx, { ...PAGE, ...input, part: "past" });
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
