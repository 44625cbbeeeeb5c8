import type { PayoutRunInput } from "@korki/contracts/payments";
import { type LinkKind, newId } from "@korki/db";
import { type CivilDate, dateParts, weekdayOf } from "@korki/domain";
import type { Services } from "@korki/services";
import { linkToken } from "@korki/services/accounts/link-token";
import { createLesson } from "@korki/services/admin-lessons/create-lesson";
import { deleteLessonAsAdmin } from "@korki/services/admin-lessons/delete-lesson";
import { updateLessonAsAdmin } from "@korki/services/admin-lessons/update-lesson";
import { sendMessage } from "@korki/services/chat/send-message";
import { addClosure } from "@korki/services/closures/add-closure";
import { runImport } from "@korki/services/imports/run-import";
import { proposeReschedule } from "@korki/services/lessons/propose-reschedule";
import { placeOrder } from "@korki/services/orders/place-order";
import { settleOrder } from "@korki/services/orders/settle-order";
import { deletePackage } from "@korki/services/packages/delete-package";
import { savePackage } from "@korki/services/packages/save-package";
import { addPayment } from "@korki/services/payments/add-payment";
import { voidPayment } from "@korki/services/payments/void-payment";
import { addPayout } from "@korki/services/payouts/add-payout";
import { previewPayoutRun } from "@korki/services/payouts/payout-run";
import { voidPayout } from "@korki/services/payouts/void-payout";
import { deletePrice } from "@korki/services/prices/delete-price";
import { setPrice } from "@korki/services/prices/set-price";
import { saveReport } from "@korki/services/reports/save-report";
import { createSeries, previewSeries } from "@korki/services/series/create-series";
import { previewExtension } from "@korki/services/series/extend-series";
import { previewMove } from "@korki/services/series/move-series";
import { inDays } from "@korki/services/testing/classroom";
import { FakeProvider } from "@korki/services/testing/fake-provider";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
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
  /** Tokens of previews of `SAMPLE_SERIES`, its move and its extension, by caller. */
  seriesTokens: Partial<Record<CallerName, SeriesTokens>>;
  /** Unused links of e-mails. */
  tokens: { confirm: string; reset: string; notMe: string; invitation: string };
  /** A payout run that was previewed and can be confirmed. */
  payoutRun: PayoutRunInput;
  /** Eight digits that the bot has just handed out. */
  telegramCode: string;
  /** A date so many days from now. */
  inDays(days: number): CivilDate;
};

export async function makeFixtures(services: Services): Promise<Fixtures> {
  const people = await makeCallers(services);
  const { teacher, student, parent } = people;
  const greeting = { recipientId: student.id, text: "Dzień dobry", clientKey: "powitanie" };
  await sendMessage(personCtx(services, teacher), greeting);
  const { lessons, proposals } = await makeLessons(services, people);
  const series = await makeSeries(services, people);
  return {
    people,
    security: await makeSecurity(services, people),
    proposals,
    seriesTokens: series.tokens,
    resources: {
      teacher: { id: teacher.id, own: ["teacher"], related: ["student"] },
      student: { id: student.id, own: ["student"], related: ["teacher"] },
      ...lessons,
      series: { id: series.id, own: ["teacher", "student"], related: [] },
      closure: { id: await makeClosure(services, teacher), own: ["teacher"], related: [] },
      ...(await makeMoney(services, people)),
      trialRequest: { id: await makeTrial(services), own: [], related: [] },
      parent: { id: parent.id, own: [], related: [] },
      document: { id: await makeDocument(services, people), own: [], related: [] },
      guardianship: await makeGuardianships(services, people),
      parentInvitation: { ...(await openInvitation(services, people)), own: ["student"], related: [] },
      import: { id: await makeImport(services, people.admin), own: [], related: [] },
      failedNotification: { id: await makeFailedNotification(services, student), own: [], related: [] },
    },
    tokens: {
      confirm: await makeLink(services, student, "confirm-email"),
      reset: await makeLink(services, parent, "reset-password"),
      notMe: await makeLink(services, student, "not-me"),
      invitation: await makeInvitation(services, people),
    },
    payoutRun: await previewRun(services, people),
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
  const student = await makePerson(services, "Student");
  const { id, amount } = await placeOrder(personCtx(services, student), { items });
  if (status === "paid") await settleOrder(services, provider, provider.pay(id, amount).payment);
  return id;
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

async function makeImport(services: Services, admin: Person): Promise<string> {
  const base64 = Buffer.from("Imię;E-mail\nLena;lena.z.pliku@example.pl\n").toString("base64");
  const file = { kind: "students" as const, fileName: "uczniowie.csv", base64, invite: false };
  return (await runImport(personCtx(services, admin), file)).id;
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

async function makeTelegramCode({ db, now }: Services): Promise<string> {
  const code = "12345678";
  const expiresAt = new Date(now().getTime() + 600_000);
  await db.prisma.telegramCode.create({
    data: { id: newId(), chatId: "777000", code, createdAt: now(), expiresAt },
  });
  return code;
}
