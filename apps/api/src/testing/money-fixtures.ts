import { moveBalances, newId, transact } from "@korki/db";
import { addMonths, type CivilDate, dateParts, monthBounds, monthName, monthOf } from "@korki/domain";
import type { Services } from "@korki/services";
import { uploadStatement } from "@korki/services/bank/bank-statements";
import { bookLine } from "@korki/services/bank/book-lines";
import { requestInvoice } from "@korki/services/invoices/want-invoice";
import { placeOrder } from "@korki/services/orders/place-order";
import { settleOrder } from "@korki/services/orders/settle-order";
import { deletePackage, savePackage } from "@korki/services/packages/packages";
import { addPayment } from "@korki/services/payments/add-payment";
import { voidPayment } from "@korki/services/payments/payments";
import { previewPayoutRun } from "@korki/services/payouts/payout-run";
import { addPayout, voidPayout } from "@korki/services/payouts/payouts";
import { deletePrice, setPrice } from "@korki/services/prices/prices";
import { objectToMissing } from "@korki/services/settlement/objections";
import { proposeMonth, saveSettlementSwitch } from "@korki/services/settlement/settlement";
import { inDays, makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { FakeProvider } from "@korki/services/testing/fake-provider";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
import { type Callers, ofNobody } from "./callers";

/** What is left over from the student's bills, in whole złoty. */
export const OVERPAID = 40;

export async function makeMoney(services: Services, { admin, teacher, student }: Callers) {
  const asAdmin = personCtx(services, admin);
  const paid = {
    studentId: student.id,
    moneyAmount: 90,
    lessonAmount: 1,
    subject: "Fizyka",
    level: "liceumP",
    description: "wplata",
  } as const;
  const paidOut = { teacherId: teacher.id, moneyAmount: 60, description: "wyplata" };
  await transact(services.db, (tx) => moveBalances(tx, [{ payerId: student.id, amount: OVERPAID }]));
  const payment = await addPayment(asAdmin, paid, null);
  const voidedPayment = await voidPayment(asAdmin, await addPayment(asAdmin, paid, null));
  const payout = await addPayout(asAdmin, paidOut, null);
  const voidedPayout = await voidPayout(asAdmin, await addPayout(asAdmin, paidOut, null));
  const offer = {
    name: "Pięć lekcji",
    subject: null,
    level: "liceumP",
    lessons: 5,
    price: 400,
    validDays: 60,
  } as const;
  const savedPackage = await savePackage(asAdmin, offer);
  const deletedPackage = await savePackage(asAdmin, offer);
  await deletePackage(asAdmin, deletedPackage);
  const pair = { studentId: student.id, teacherId: teacher.id, price: 70, rate: 40 };
  const price = await setPrice(asAdmin, { ...pair, level: "liceumP" });
  const deletedPrice = await setPrice(asAdmin, { ...pair, level: "liceumR" });
  await deletePrice(asAdmin, deletedPrice);
  const [order, openOrder] = [await makeOrder(services, "paid"), await makeOrder(services, "open")];
  return {
    order: ofNobody(order),
    openOrder: ofNobody(openOrder),
    bill: ofNobody(await makeBill(services)),
    approval: ofNobody(await makeApproval(services)),
    package: ofNobody(savedPackage.id, deletedPackage.id),
    individualPrice: ofNobody(price.id, deletedPrice.id),
    payment: ofNobody(payment.id, voidedPayment.id),
    payout: ofNobody(payout.id, voidedPayout.id),
  };
}

/** What the held lesson earned its teacher is due in its month. */
export async function previewRun(services: Services, { admin, teacher }: Callers) {
  const { year, month } = dateParts(inDays(services, 5));
  const { token } = await previewPayoutRun(personCtx(services, admin), { year, month });
  return { year, month, token, rows: [{ teacherId: teacher.id, moneyAmount: 60, description: "Wypłata" }] };
}

/** An order of a person outside the callers: only its payer and administrators may see it. */
async function makeOrder(services: Services, status: "open" | "paid"): Promise<string> {
  const provider = services.payments;
  if (!(provider instanceof FakeProvider)) throw new Error("the fixtures need the tests' payment provider");
  const items = [{ subject: "Fizyka", level: "liceumP", lessons: 4 } as const];
  const student = await makeStudentOf(services, await makeTeacher(services));
  const { id, amount } = await placeOrder(personCtx(services, student), { items });
  if (status === "paid") await settleOrder(services, provider, provider.pay(id, amount).payment);
  return id;
}

/** A month that ended; `back` 1 is the one before that of `day`. */
export function endedMonth(day: CivilDate, back: number): string {
  return monthName(addMonths(monthOf(day), -back));
}

/**
 * Two months that are proposed to the teachers; an objection to the last one waits for its answer. The month of the
 * payout run is accepted.
 */
export async function makeObjection(
  services: Services,
  { admin, teacher, otherTeacher }: Callers,
): Promise<string> {
  const asAdmin = personCtx(services, admin);
  const { settlement } = services.db.prisma;
  const day = inDays(services, 0);
  await saveSettlementSwitch(asAdmin, { on: true });
  for (const back of [1, 2]) {
    const month = new Date(`${endedMonth(day, back)}-01`);
    for (const { id: teacherId } of [teacher, otherTeacher])
      await settlement.create({ data: { teacherId, month } });
    await proposeMonth(asAdmin, { month: endedMonth(day, back) });
  }
  const { from } = monthBounds(monthOf(inDays(services, 5)));
  const accepted = { state: "accepted", until: new Date(from), acceptedAt: services.now() };
  await settlement.create({ data: { teacherId: teacher.id, month: new Date(from), ...accepted } });
  const input = { month: endedMonth(day, 1), text: "Brakuje lekcji z 12." };
  return (await objectToMissing(personCtx(services, teacher), input)).id;
}

/** Invoices of a person outside the callers: one that was issued, and one that the provider refused. */
export async function makeInvoices(services: Services, { admin }: Callers) {
  const { db, now } = services;
  const payer = await makePerson(services, "Student");
  const buyer = { kind: "private", name: "Anna Nowak", nip: null } as const;
  const address = { street: "Długa 1", postCode: "00-001", city: "Warszawa" };
  await db.prisma.billingData.create({ data: { userId: payer.id, ...buyer, ...address } });
  await db.prisma.invoicingSettings.updateMany({
    data: { mode: "onRequest", domain: "centrum", token: "x", tax: "23", since: now() },
  });
  const pay = () =>
    addPayment(
      personCtx(services, admin),
      {
        studentId: payer.id,
        moneyAmount: 90,
        lessonAmount: 1,
        subject: "Fizyka",
        level: "liceumP",
        description: "",
      },
      null,
    );
  const make = async (paymentId: string, document: object) => {
    const { id } = await requestInvoice(personCtx(services, payer), { paymentId });
    await db.prisma.invoice.update({ where: { id }, data: document });
    return id;
  };
  const [paid, refused, voided] = [await pay(), await pay(), await pay()];
  await voidPayment(personCtx(services, admin), voided);
  const issued = { state: "issued", number: "1/2026", providerId: "1", issuedOn: now() };
  const invoice = await make(paid.id, issued);
  const failed = await make(refused.id, { state: "failed", error: "NIP jest nieprawidłowy" });
  await db.prisma.invoiceFile.create({ data: { invoiceId: invoice, content: Buffer.from("%PDF-1.4") } });
  return {
    invoicedPayment: ofNobody(paid.id, voided.id),
    invoice: ofNobody(invoice),
    failedInvoice: ofNobody(failed),
  };
}

/** An open bill of a person outside the callers. */
async function makeBill(services: Services): Promise<string> {
  const { db } = services;
  const [id, lineId] = [newId(), newId()];
  const payer = await makePerson(services, "Student");
  const line = {
    studentId: payer.id,
    subject: "Fizyka",
    level: "liceumP",
    planned: 2,
    prepaid: 0,
    billed: 2,
  };
  await db.prisma.bill.create({
    data: {
      id,
      payerId: payer.id,
      month: new Date("2026-11-01"),
      mode: "advance",
      dueOn: new Date("2026-11-10"),
      amount: 180,
      balance: 0,
      halves: false,
      issuedAt: new Date("2026-10-25"),
      lines: { create: { ...line, id: lineId, position: 0, amount: 180 } },
    },
  });
  await db.prisma.billLesson.createMany({
    data: [0, 1].map((position) => ({ billId: id, lineId, position, price: 90 })),
  });
  return id;
}

/** A child's order that waits for a payer outside the callers. */
async function makeApproval(services: Services): Promise<string> {
  const items = [{ subject: "Fizyka", level: "liceumP", lessons: 4 } as const];
  const student = await makeStudentOf(services, await makeTeacher(services));
  await makeGuardian(services, await makePerson(services, "Parent"), student, { isPayer: true });
  const { id: orderId } = await placeOrder(personCtx(services, student), { items });
  return (await services.db.prisma.approval.findUniqueOrThrow({ where: { orderId } })).id;
}

/** A statement of which one line is booked and one is not, and one of which none is. */
export async function makeBankStatement(
  services: Services,
  admin: Person,
): Promise<{ id: string; lineId: string; unbooked: { id: string; base64: string } }> {
  const day = inDays(services, 0);
  const fileOf = (...rows: string[]) => ({
    fileName: "wyciag.csv",
    base64: Buffer.from(["Data;Kwota;Nadawca;Tytuł", ...rows].join("\n")).toString("base64"),
  });
  const ctx = personCtx(services, admin);
  const unbooked = fileOf(`${day};70,00;Ktoś Inny;różne`);
  const { id: unbookedId } = await uploadStatement(ctx, unbooked);
  const { id, lines } = await uploadStatement(
    ctx,
    fileOf(`${day};90,00;Ktoś Nieznany;lekcje`, `${day};90,00;Nikt Znany;inne`),
  );
  const [open, booked] = lines;
  if (!open || !booked) throw new Error("a statement without lines");
  const target = {
    studentId: (await makePerson(services, "Student")).id,
    subject: "Fizyka" as const,
    level: "liceumP" as const,
  };
  await bookLine(ctx, { id, lineId: booked.id, ...target });
  return { id, lineId: open.id, unbooked: { id: unbookedId, base64: unbooked.base64 } };
}
