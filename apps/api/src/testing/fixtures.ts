import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { PayoutRunInput } from "@korki/contracts/payments";
import { finishUndoStep, insertUndoStep, type LinkKind, newId, transact } from "@korki/db";
import { addMonths, type CivilDate, dateParts, monthBounds, monthOf, weekdayOf } from "@korki/domain";
import type { Services } from "@korki/services";
import { linkToken, loginCode, readLinkToken } from "@korki/services/accounts/link-token";
import { createLesson } from "@korki/services/admin-lessons/create-lesson";
import { deleteLessonAsAdmin } from "@korki/services/admin-lessons/delete-lesson";
import { updateLessonAsAdmin } from "@korki/services/admin-lessons/update-lesson";
import { saveDay } from "@korki/services/availability/day-hours";
import { uploadStatement } from "@korki/services/bank/bank-statements";
import { bookLine } from "@korki/services/bank/book-lines";
import { previewBills } from "@korki/services/bills/issue-bills";
import { addCalendar } from "@korki/services/busy-times/calendars";
import { sendMessage } from "@korki/services/chat/send-message";
import { addClosure } from "@korki/services/closures/add-closure";
import { runImport } from "@korki/services/imports/run-import";
import { requestInvoice } from "@korki/services/invoices/want-invoice";
import { proposeReschedule } from "@korki/services/lessons/propose-reschedule";
import { addOfficeNote } from "@korki/services/office/office-file";
import { placeOrder } from "@korki/services/orders/place-order";
import { settleOrder } from "@korki/services/orders/settle-order";
import { deletePackage, savePackage } from "@korki/services/packages/packages";
import { addPayment } from "@korki/services/payments/add-payment";
import { voidPayment } from "@korki/services/payments/payments";
import { previewPayoutRun } from "@korki/services/payouts/payout-run";
import { addPayout, voidPayout } from "@korki/services/payouts/payouts";
import { deletePrice, setPrice } from "@korki/services/prices/prices";
import { saveReport } from "@korki/services/reports/save-report";
import { createSeries, previewSeries } from "@korki/services/series/create-series";
import { previewExtension } from "@korki/services/series/extend-series";
import { moveSeries, previewMove } from "@korki/services/series/move-series";
import { objectToMissing, proposeMonth, saveSettlementSwitch } from "@korki/services/settlement/settlement";
import { inDays, makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { FakeProvider } from "@korki/services/testing/fake-provider";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
import { addWatch } from "@korki/services/watches/watches";
import type { Resource } from "../trpc/access";
import { type CallerName, type Callers, makeCallers, PERSON_NAMES, type PersonName } from "./callers";
import { makeSecurityOf, type SecurityFixture } from "./security-fixtures";

/** One resource of a kind: who owns it, who is related to it, and one that was deleted, where there are such. */
export type Fixture = { id: string; deletedId?: string; own: CallerName[]; related: CallerName[] };

/** One of everything, and everybody with a session. */
export type Fixtures = {
  people: Callers;
  /** Everybody's second session, authenticator and passkey. */
  security: Record<PersonName, SecurityFixture>;
  resources: Record<Resource, Fixture>;
  /** Ids of the open proposals, by their lessons. */
  proposals: Record<string, string>;
  /** The wish to move of `movingSeries`. */
  moveId: string;
  /** Tokens of previews of `SAMPLE_SERIES`, its move and its extension, by caller. */
  seriesTokens: Partial<Record<CallerName, SeriesTokens>>;
  /** Tokens of previews of this month's bills, by caller. */
  billTokens: Partial<Record<CallerName, string>>;
  /** Unused links of e-mails. */
  /** Each person's act that can be taken back. */
  undoIds: Record<PersonName, string>;
  /** An open line of the bank statement. */
  bankLineId: string;
  tokens: Record<
    "confirm" | "reset" | "notMe" | "invitation" | "login" | "loginRequest" | "loginCode",
    string
  >;
  /** A payout run that was previewed and can be confirmed. */
  payoutRun: PayoutRunInput;
  /** Where a calendar elsewhere is. */
  calendarUrl: string;
  /** Eight digits that the bot has just handed out. */
  telegramCode: string;
  /** A date so many days from now. */
  inDays(days: number): CivilDate;
};

/** In so many days the teacher's hours differ from the week. */
export const DIFFERENT_DAY = 23;

export async function makeFixtures(services: Services): Promise<Fixtures> {
  const people = await makeCallers(services);
  const { teacher, student, parent } = people;
  const greeting = { recipientId: student.id, text: "Dzień dobry", clientKey: "powitanie" };
  await sendMessage(personCtx(services, teacher), greeting);
  const { lessons, proposals } = await makeLessons(services, people);
  await saveDay(personCtx(services, teacher), {
    ...{ date: inDays(services, DIFFERENT_DAY), replaces: false },
    sections: [{ startBlock: 0, endBlock: 0 }],
  });
  const series = await makeSeries(services, people);
  const moving = await makeMovingSeries(services, people);
  const calendarUrl = await serveCalendar();
  const bank = await makeBankStatement(services, people.admin);
  return {
    people,
    bankLineId: bank.lineId,
    undoIds: await makeUndoSteps(services, people, lessons.confirmedLesson.id),
    security: await makeSecurity(services, people),
    proposals,
    moveId: moving.moveId,
    seriesTokens: series.tokens,
    resources: {
      teacher: { id: teacher.id, own: ["teacher"], related: ["student"] },
      student: { id: student.id, own: ["student"], related: ["teacher"] },
      ...lessons,
      series: { id: series.id, own: ["teacher", "student"], related: [] },
      movingSeries: { id: moving.seriesId, own: ["teacher", "student"], related: [] },
      closure: { id: await makeClosure(services, teacher), own: ["teacher"], related: [] },
      ...(await makeMoney(services, people)),
      trialRequest: { id: await makeTrial(services), own: [], related: [] },
      parent: { id: parent.id, own: [], related: [] },
      document: { id: await makeDocument(services, people), own: [], related: [] },
      guardianship: await makeGuardianships(services, people),
      parentInvitation: { ...(await openInvitation(services, people)), own: ["student"], related: [] },
      import: { id: await makeImport(services, people.admin), own: [], related: [] },
      officeNote: { id: await makeOfficeNote(services, people), own: [], related: [] },
      bankStatement: { id: bank.id, own: [], related: [] },
      ...(await makeInvoices(services, people)),
      settlementLine: { id: await makeObjection(services, people), own: ["teacher"], related: [] },
      failedNotification: { id: await makeFailedNotification(services, student), own: [], related: [] },
      outsideCalendar: {
        id: (await addCalendar(personCtx(services, teacher), { url: `${calendarUrl}/plan`, label: "" })).id,
        own: ["teacher"],
        related: [],
      },
      watch: { id: await makeWatch(services, people), own: ["student"], related: [] },
      pushDevice: { id: await makeDevice(services, people), own: ["teacher"], related: [] },
    },
    tokens: {
      confirm: await makeLink(services, student, "confirm-email"),
      reset: await makeLink(services, parent, "reset-password"),
      notMe: await makeLink(services, student, "not-me"),
      invitation: await makeInvitation(services, people),
      ...(await makeLoginLink(services)),
    },
    billTokens: {
      admin: (
        await previewBills(personCtx(services, people.admin), { month: inDays(services, 0).slice(0, 7) })
      ).token,
    },
    payoutRun: await previewRun(services, people),
    calendarUrl,
    telegramCode: await makeTelegramCode(services),
    inDays: (days) => inDays(services, days),
  };
}

type SeriesTokens = { create: string; move: string; extend: string };

/** What callers ask for when they try to create, move and extend a series; `skipped` is its skipped date. */
export function sampleSeries(
  { inDays }: Pick<Fixtures, "inDays">,
  people: Pick<Callers, "teacher" | "student">,
) {
  const weekday = weekdayOf(inDays(8));
  const pair = { subject: "Fizyka", level: "liceumP" } as const;
  const { teacher, student } = people;
  return {
    skipped: inDays(15),
    create: {
      ...{
        teacherId: teacher.id,
        studentId: student.id,
        ...pair,
        weekday,
        block: 12,
        everyWeeks: 1 as const,
      },
      ...{ from: inDays(8), to: inDays(22), description: "" },
    },
    move: { from: inDays(8), weekday, block: 13 },
    extend: { to: inDays(36) },
  };
}

async function makeSeries(services: Services, people: Callers) {
  const { admin, teacher, student } = people;
  const asAdmin = personCtx(services, admin);
  const sample = sampleSeries({ inDays: (days) => inDays(services, days) }, people);
  const busy = {
    teacherId: teacher.id,
    studentId: student.id,
    date: sample.skipped,
    block: 11,
    description: "",
  };
  const inTheWay = await createLesson(asAdmin, { ...busy, subject: "Fizyka", level: "liceumP" });
  const body = { ...sample.create, block: 11 };
  const { token } = await previewSeries(asAdmin, body);
  const { id } = await createSeries(asAdmin, { ...body, token });
  await deleteLessonAsAdmin(asAdmin, { id: inTheWay.id });
  const tokens: Fixtures["seriesTokens"] = {};
  for (const name of ["teacher", "student", "bookingParent", "admin"] as const) {
    const ctx = personCtx(services, people[name]);
    tokens[name] = {
      create: (await previewSeries(ctx, sample.create)).token,
      move: (await previewMove(ctx, { seriesId: id, ...sample.move })).token,
      extend: (await previewExtension(ctx, { seriesId: id, ...sample.extend })).token,
    };
  }
  return { id, tokens };
}

/** A weekly lesson that the student asks to move. */
async function makeMovingSeries(services: Services, { admin, teacher, student }: Callers) {
  const [asAdmin, asStudent] = [personCtx(services, admin), personCtx(services, student)];
  const [from, to] = [inDays(services, 9), inDays(services, 23)];
  const body = {
    ...({ teacherId: teacher.id, studentId: student.id, subject: "Fizyka", level: "liceumP" } as const),
    ...{ weekday: weekdayOf(from), block: 2, everyWeeks: 1 as const, from, to, description: "" },
  };
  const { token } = await previewSeries(asAdmin, body);
  const { id: seriesId } = await createSeries(asAdmin, { ...body, token });
  const wish = { seriesId, from, weekday: weekdayOf(from), block: 3 };
  const preview = await previewMove(asStudent, wish);
  const { move } = await moveSeries(asStudent, { ...wish, token: preview.token });
  return { seriesId, moveId: move?.id ?? "" };
}

async function makeClosure(services: Services, teacher: Person): Promise<string> {
  const day = inDays(services, 60);
  const { id } = await addClosure(personCtx(services, teacher), {
    ...{ scope: "teacher", from: day, to: day, label: "Urlop", decisions: [] },
  });
  return id;
}

async function makeLessons(services: Services, { admin, teacher, student }: Callers) {
  const asAdmin = personCtx(services, admin);
  const make = async (block: number) => {
    const { id } = await createLesson(asAdmin, {
      teacherId: teacher.id,
      studentId: student.id,
      date: inDays(services, 5),
      block,
      subject: "Fizyka",
      level: "liceumP",
      description: "Dynamika",
    });
    return id;
  };
  const confirm = async (id: string) => {
    await updateLessonAsAdmin(asAdmin, { id, status: "Potwierdzona" });
    return id;
  };
  const unconfirmed = await make(0);
  const confirmed = await confirm(await make(1));
  const byTeacher = await confirm(await make(2));
  const byStudent = await confirm(await make(3));
  const deletedId = await confirm(await make(4));
  await deleteLessonAsAdmin(asAdmin, { id: deletedId });
  const held = await make(5);
  await updateLessonAsAdmin(asAdmin, { id: held, status: "Zrealizowana" });
  await saveReport(personCtx(services, teacher), {
    lessonId: held,
    summary: "Dynamika",
    homework: "Zadanie 5",
    homeworkDue: null,
    privateNote: "Notatka tylko dla nauczyciela",
    understanding: 3,
  });
  const late = async (block: number, data: { charged: true } | { lateDecision: "open" }) => {
    const id = await confirm(await make(block));
    await services.db.prisma.lesson.update({
      where: { id },
      data: { ...data, status: "Odwolana przez ucznia" },
    });
    return id;
  };
  const undecided = await late(6, { lateDecision: "open" });
  const charged = await late(7, { charged: true });
  const proposals: Record<string, string> = {};
  for (const [lessonId, proposer, block] of [
    [byTeacher, teacher, 8],
    [byStudent, student, 9],
  ] as const) {
    const lesson = await proposeReschedule(personCtx(services, proposer), {
      lessonId,
      date: inDays(services, 6),
      block,
    });
    proposals[lessonId] = lesson.proposal?.id ?? "";
  }
  const fixture = (id: string): Fixture => ({ id, deletedId, own: ["student", "teacher"], related: [] });
  return {
    proposals,
    lessons: {
      unconfirmedLesson: fixture(unconfirmed),
      confirmedLesson: fixture(confirmed),
      heldLesson: fixture(held),
      undecidedLesson: fixture(undecided),
      chargedLesson: fixture(charged),
      lessonProposedByTeacher: fixture(byTeacher),
      lessonProposedByStudent: fixture(byStudent),
    },
  };
}

async function makeDocument({ db, now }: Services, { admin }: Callers): Promise<string> {
  const id = newId();
  const text = { kind: "wizerunek", title: "Zgoda na wizerunek", text: "Zgadzam się.", mandatory: false };
  const by = { createdById: admin.id, createdAt: now() };
  await db.prisma.document.create({ data: { id, version: 1, roles: ["Student", "Parent"], ...text, ...by } });
  return id;
}

/** One that stands, and one that has ended. */
async function makeGuardianships(services: Services, { seeingParent, formerParent }: Callers) {
  const find = async (parentId: string) =>
    (await services.db.prisma.guardianship.findFirstOrThrow({ where: { parentId } })).id;
  return { id: await find(seeingParent.id), deletedId: await find(formerParent.id), own: [], related: [] };
}

/** One that can be withdrawn, and one that was used. */
async function openInvitation({ db, now }: Services, { student, admin }: Callers) {
  const expiresAt = new Date(now().getTime() + 3_600_000);
  const make = async (email: string, usedAt: Date | null) => {
    const data = { id: newId(), studentId: student.id, email, invitedById: admin.id, expiresAt, usedAt };
    return (await db.prisma.parentInvitation.create({ data })).id;
  };
  return { id: await make("czeka@example.pl", null), deletedId: await make("byla@example.pl", now()) };
}

async function makeInvitation({ db, now, settings }: Services, { student, admin }: Callers) {
  const id = newId();
  const expiresAt = new Date(now().getTime() + 3_600_000);
  const email = "nowa.mama@example.pl";
  await db.prisma.parentInvitation.create({
    data: { id, studentId: student.id, email, invitedById: admin.id, expiresAt },
  });
  return linkToken(settings.authSecret, { id });
}

async function makeMoney(services: Services, { admin, teacher, student }: Callers) {
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
    order: { id: order, own: [], related: [] } as Fixture,
    openOrder: { id: openOrder, own: [], related: [] } as Fixture,
    bill: { id: await makeBill(services), own: [], related: [] } as Fixture,
    approval: { id: await makeApproval(services), own: [], related: [] } as Fixture,
    package: { id: savedPackage.id, deletedId: deletedPackage.id, own: [], related: [] },
    individualPrice: { id: price.id, deletedId: deletedPrice.id, own: [], related: [] },
    payment: { id: payment.id, deletedId: voidedPayment.id, own: [], related: [] } as Fixture,
    payout: { id: payout.id, deletedId: voidedPayout.id, own: [], related: [] } as Fixture,
  };
}

/** What the held lesson earned its teacher is due in its month. */
async function previewRun(services: Services, { admin, teacher }: Callers) {
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
  return monthBounds(addMonths(monthOf(day), -back)).from.slice(0, 7);
}

/**
 * Two months that are proposed to the teachers; an objection to the last one waits for its answer. The month of the
 * payout run is accepted.
 */
async function makeObjection(services: Services, { admin, teacher, otherTeacher }: Callers): Promise<string> {
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
async function makeInvoices(services: Services, { admin }: Callers) {
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
    invoicedPayment: { id: paid.id, deletedId: voided.id, own: [], related: [] } as Fixture,
    invoice: { id: invoice, own: [], related: [] } as Fixture,
    failedInvoice: { id: failed, own: [], related: [] } as Fixture,
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
      ...{
        id,
        payerId: payer.id,
        month: new Date("2026-11-01"),
        mode: "advance",
        dueOn: new Date("2026-11-10"),
      },
      ...{ amount: 180, balance: 0, halves: false, issuedAt: new Date("2026-10-25") },
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

async function makeTrial({ db }: Services): Promise<string> {
  const id = newId();
  const request = {
    subject: "Fizyka",
    level: "liceumP",
    email: "gosc@example.pl",
    studentPhone: "+48600100200",
  };
  await db.prisma.trialLesson.create({ data: { ...request, id, status: "Nowa" } });
  return id;
}

async function makeFailedNotification({ db, now }: Services, { id: recipientId }: Person): Promise<string> {
  const id = newId();
  const facts = { otherName: "Anna Kowalska", otherRole: "Teacher" };
  await db.prisma.notification.create({
    data: { id, kind: "relation-added", recipientId, facts, status: "failed", finishedAt: now() },
  });
  return id;
}

/** Returns the address of a server that has an empty calendar for everybody. */
async function serveCalendar(): Promise<string> {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Szkoła//PL", "END:VCALENDAR", ""];
  const server = createServer((_request, response) => void response.end(lines.join("\r\n")));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
  server.unref();
  return `http://127.0.0.1:${port}`;
}

async function makeWatch(services: Services, { teacher, student }: Callers): Promise<string> {
  const { id } = await addWatch(personCtx(services, student), {
    ...{ teacherId: teacher.id, subject: "Fizyka", level: "liceumP", weekdays: ["pon", "czw"] },
    ...{ fromBlock: 8, toBlock: 10, until: inDays(services, 20) },
  });
  return id;
}

/** A device of the teacher, at a push service that takes every message. */
async function makeDevice(services: Services, { teacher }: Callers): Promise<string> {
  const pushService = createServer((_request, response) => void response.writeHead(201).end());
  const port = await new Promise<number>((resolve) => {
    pushService.listen(0, "127.0.0.1", () => resolve((pushService.address() as AddressInfo).port));
  });
  pushService.unref();
  const pair = createECDH("prime256v1");
  const session = await services.db.prisma.session.findFirstOrThrow({
    where: { userId: teacher.id, endedAt: null },
  });
  const device = await services.db.prisma.pushSubscription.create({
    data: {
      id: newId(),
      userId: teacher.id,
      sessionId: session.id,
      endpoint: `http://127.0.0.1:${port}/telefon`,
      p256dh: pair.generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
      name: "Chrome, Android",
      publicKey: services.settings.push?.publicKey ?? "",
    },
  });
  return device.id;
}

async function makeImport(services: Services, admin: Person): Promise<string> {
  const base64 = Buffer.from("Imię;E-mail\nLena;lena.z.pliku@example.pl\n").toString("base64");
  const file = { kind: "students" as const, fileName: "uczniowie.csv", base64, invite: false };
  return (await runImport(personCtx(services, admin), file)).id;
}

async function makeUndoSteps(
  { db }: Services,
  people: Callers,
  lessonId: string,
): Promise<Fixtures["undoIds"]> {
  const ids: Partial<Fixtures["undoIds"]> = {};
  for (const name of PERSON_NAMES) {
    const id = newId();
    const step = { id, actorId: people[name].id, target: { lessonId }, until: new Date("2100-01-01") };
    await transact(db, async (tx) => {
      await insertUndoStep(tx, step);
      await finishUndoStep(tx, id);
    });
    ids[name] = id;
  }
  return ids as Fixtures["undoIds"];
}

async function makeOfficeNote(services: Services, { admin, student }: Callers): Promise<string> {
  const note = { of: "person" as const, id: student.id, text: "Woli zajęcia po 17" };
  const { notes } = await addOfficeNote(personCtx(services, admin), note);
  return notes[0]?.id ?? "";
}

async function makeBankStatement(services: Services, admin: Person): Promise<{ id: string; lineId: string }> {
  const rows = `Data;Kwota;Nadawca;Tytuł\n${inDays(services, 0)};90,00;Ktoś Nieznany;lekcje\n${inDays(services, 0)};90,00;Nikt Znany;inne\n`;
  const ctx = personCtx(services, admin);
  const file = { fileName: "wyciag.csv", base64: Buffer.from(rows).toString("base64") };
  const { id, lines } = await uploadStatement(ctx, file);
  const [open, booked] = lines;
  if (!open || !booked) throw new Error("a statement without lines");
  const target = {
    studentId: (await makePerson(services, "Student")).id,
    subject: "Fizyka" as const,
    level: "liceumP" as const,
  };
  await bookLine(ctx, { id, lineId: booked.id, ...target });
  return { id, lineId: open.id };
}

async function makeSecurity(services: Services, people: Callers): Promise<Fixtures["security"]> {
  const made: Partial<Fixtures["security"]> = {};
  for (const name of PERSON_NAMES) made[name] = await makeSecurityOf(services, people[name]);
  return made as Fixtures["security"];
}

async function makeLink(
  { db, now, settings }: Services,
  { id: userId }: Person,
  kind: LinkKind,
): Promise<string> {
  const id = newId();
  const expiresAt = new Date(now().getTime() + 3_600_000);
  await db.prisma.oneTimeLink.create({ data: { id, userId, kind, createdAt: now(), expiresAt } });
  return linkToken(settings.authSecret, { id });
}

/** A link to sign in, the cookie of the browser that asked for it, and its code. */
async function makeLoginLink(services: Services) {
  const { db, now, settings } = services;
  const login = await makeLink(services, await makePerson(services, "Student"), "login");
  const linkId = readLinkToken(settings.authSecret, login) ?? "";
  const request = { id: newId(), linkId, expiresAt: new Date(now().getTime() + 900_000) };
  await db.prisma.loginRequest.create({ data: request });
  const loginRequest = linkToken(settings.authSecret, request);
  return { login, loginRequest, loginCode: loginCode(settings.authSecret, { id: linkId }) };
}

async function makeTelegramCode({ db, now }: Services): Promise<string> {
  const code = "12345678";
  const expiresAt = new Date(now().getTime() + 600_000);
  await db.prisma.telegramCode.create({
    data: { id: newId(), chatId: "777000", code, createdAt: now(), expiresAt },
  });
  return code;
}
