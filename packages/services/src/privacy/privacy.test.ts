import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { privacyTexts } from "@korki/contracts/texts/privacy";
import { newId, transact } from "@korki/db";
import { weekdayOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { recordSecurityEvent } from "../accounts/security-events";
import { createLesson } from "../admin-lessons/create-lesson";
import { restoreManyLessons } from "../admin-lessons/restore-many-lessons";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { withdrawBill } from "../bills/manage-bill";
import { sendMessage } from "../chat/send-message";
import { sendMessages } from "../chat/send-messages";
import { addClosure } from "../closures/add-closure";
import { deleteClosure } from "../closures/delete-closure";
import { listHistory } from "../history/list-history";
import { adjustLedger } from "../ledger/adjust-ledger";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { generateMeetingLink } from "../lessons/generate-meeting-link";
import { placeOrder } from "../orders/place-order";
import { refundOrder } from "../orders/refund-order";
import { settleOrder } from "../orders/settle-order";
import { addPayment } from "../payments/add-payment";
import { addPayout } from "../payouts/payouts";
import { relate, unrelate } from "../people/relate";
import { saveTeacherSubjects } from "../people/teacher-subjects";
import { updatePerson } from "../people/update-person";
import { setPrice } from "../prices/prices";
import { createSeries, previewSeries } from "../series/create-series";
import { extendSeries, previewExtension } from "../series/extend-series";
import { fillDate } from "../series/fill-date";
import { moveSeries, previewMove } from "../series/move-series";
import {
  bookedLesson,
  bookingOf,
  inDays,
  makeClassroom,
  makeStudentOf,
  makeTeacher,
  notificationsFor,
} from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx, signIn, visitorCtx } from "../testing/people";
import { placesOf } from "../testing/places-of";
import { openTestServices } from "../testing/test-services";
import { addTrial } from "../trial-lessons/add-trial";
import { requestTrial } from "../trial-lessons/request-trial";
import { scheduleTrial, updateTrial } from "../trial-lessons/trials";
import { addVetting } from "../vetting/vetting";
import { erasePerson, exportPerson } from "./personal-data";

const services = await openTestServices({ RATE_LIMIT_SCALE: "1000" });
const admin = await makePerson(services, "Admin");
await makePerson(services, "Admin");
const asAdmin = personCtx(services, admin);
const { prisma, pool } = services.db;

const cancelling = (userId: string) => ({ userId, plannedLessons: "cancel" as const });

/** A teacher and a student who leave their names wherever the product lets them. */
async function knownPair() {
  const room = await makeClassroom(services);
  const { student, teacher, asStudent, asTeacher } = room;
  // Names of before an edit, and characters that JSON and patterns write otherwise.
  await updatePerson(asAdmin, { id: student.id, name: "Jaśmina", surname: "Dawniejska" });
  await updatePerson(asAdmin, { id: student.id, surname: `O"Żyra\\fowska (jr.)` });
  await updatePerson(asAdmin, { id: student.id, email: "zyrafa@example.pl", phone: "+48611222333" });
  await updatePerson(asAdmin, { id: student.id, phoneParent: "+48644555666" });
  await updatePerson(asAdmin, {
    id: teacher.id,
    name: "Teofil",
    surname: "Lwowski",
    email: "lew@example.pl",
  });
  await updatePerson(asAdmin, { id: teacher.id, phone: "+48677888999" });
  await prisma.user.update({ where: { id: student.id }, data: { emailConfirmedAt: services.now() } });
  await unrelate(asAdmin, { teacherId: teacher.id, studentId: student.id });
  await relate(asAdmin, { teacherId: teacher.id, studentId: student.id });

  const first = await bookLesson(asStudent, {
    ...bookingOf(teacher, inDays(services, 3), 4),
    description: "Temat-o-żyrafach",
  });
  await confirmLesson(asTeacher, { lessonId: first.id });
  await generateMeetingLink(asTeacher, { lessonId: first.id });
  await cancelLesson(asTeacher, { lessonId: first.id, reason: "Powód-z-lwem" });
  await bookedLesson(services, room, 5);
  const write = (ctx: typeof asStudent, to: string, text: string) =>
    sendMessage(ctx, { recipientId: to, text, clientKey: crypto.randomUUID() });
  await write(asStudent, teacher.id, "Tajemnica-z-czatu");
  await write(asTeacher, student.id, "Proszę zadzwonić: +48611222333 albo zyrafa@example.pl");
  await write(asStudent, teacher.id, "Czy to Pan Teofil Lwowski, lew@example.pl?");
  const money = { studentId: student.id, moneyAmount: 90, lessonAmount: 1, subject: "Matematyka" } as const;
  await addPayment(
    asAdmin,
    { ...money, level: "liceumP", description: "wpłata za Jaśmina Dawniejska" },
    null,
  );
  await addPayment(asAdmin, { ...money, level: "liceumP", description: "wplata" }, null);
  await addPayout(asAdmin, { teacherId: teacher.id, moneyAmount: 50, description: "dla: Lwowski" }, null);

  await prisma.settlement.create({
    data: {
      ...{ teacherId: teacher.id, month: new Date("2026-08-01") },
      objections: {
        create: {
          ...{ lineId: newId(), kind: "missing", state: "rejected", createdAt: services.now() },
          text: "Brakuje lekcji: Jaśmina Dawniejska",
          answer: "Jaśmina Dawniejska nie potwierdza.",
        },
      },
    },
  });

  // Banks write the surname first, and without Polish letters.
  await bankLine("DAWNIEJSKA JASMINA", "korepetycje");
  await bankLine("Jan Inny", "za: Jasmina Ewa DAWNIEJSKA");
  await bankLine("Dorota Przelewska", "za: Jasmina");

  const asked = { subject: "Fizyka", level: "liceumP", parentPhone: "" } as const;
  await requestTrial(visitorCtx(services), {
    ...asked,
    email: "zyrafa@example.pl",
    studentPhone: "+48611222333",
    description: "Jaśmina ma dysleksję",
  });
  const trial = await prisma.trialLesson.findFirstOrThrow({ where: { email: "zyrafa@example.pl" } });
  const named = await updateTrial(asAdmin, { id: trial.id, version: 0, name: "Jaśmina Dawniejska" });
  const slot = { teacherId: teacher.id, date: inDays(services, 5), block: 6 };
  const scheduled = await scheduleTrial(asAdmin, { id: trial.id, version: named.version, ...slot });
  await updateTrial(asAdmin, {
    id: trial.id,
    version: scheduled.version,
    description: "Jaśmina ma orzeczenie o dysleksji",
    source: "Polecenie: Dawniejska",
  });
  await addTrial(asAdmin, {
    ...asked,
    ...slot,
    block: 7,
    name: "Ktoś Inny",
    email: "inny@example.pl",
    studentPhone: "",
    description: "Ułamki",
  });
  return room;
}

/** A credit that nobody booked. */
function bankLine(payer: string, title: string) {
  const day = new Date(inDays(services, -2));
  return prisma.bankLine.create({
    data: { id: newId(), fingerprint: newId(), day, amount: 9000, payer, title },
  });
}

const STUDENT_WORDS = [
  "Jaśmina",
  "Dawniejska",
  "Żyra\\fowska",
  "zyrafa@example.pl",
  "+48611222333",
  "+48644555666",
  "Temat-o-żyrafach",
  "Tajemnica-z-czatu",
  "dysleksj",
];
const TEACHER_WORDS = ["Teofil", "Lwowski", "lew@example.pl", "+48677888999", "Powód-z-lwem"];

/** A weekly lesson of which there is one date so far. */
async function weeklyLesson(student: Person, teacher: Person, description: string, block = 3) {
  const day = inDays(services, 7);
  const body = {
    ...({ teacherId: teacher.id, studentId: student.id, subject: "Matematyka", level: "liceumP" } as const),
    ...({ weekday: weekdayOf(day), block, from: day, to: day, everyWeeks: 1, description } as const),
  };
  const { token } = await previewSeries(asAdmin, body);
  return createSeries(asAdmin, { ...body, token });
}

describe("erasing", () => {
  test("takes the address of the trial request that became the account, though it was another one", async () => {
    const student = await makePerson(services, "Student");
    const email = "przed-kontem@example.pl";
    const asked = { subject: "Fizyka", level: "liceumP", parentPhone: "", description: "" } as const;
    await requestTrial(visitorCtx(services), { ...asked, email, studentPhone: "+48611222334" });
    await prisma.trialLesson.updateMany({ where: { email }, data: { studentId: student.id } });
    await erasePerson(asAdmin, { userId: student.id });
    expect(await placesOf(services.db, [email])).toEqual([]);
  });

  test("takes former addresses out of alerts, trial requests and invitations of their time, and leaves another's", async () => {
    const [former, given] = ["dawna-skrzynka@example.pl", "oddana-skrzynka@example.pl"];
    const student = await makePerson(services, "Student", { email: given });
    await updatePerson(asAdmin, { id: student.id, email: former });
    await makePerson(services, "Parent", { email: given });
    const asked = { subject: "Fizyka", level: "liceumP", studentPhone: "", parentPhone: "" } as const;
    const ask = async (email: string) => {
      services.clock.time = new Date(services.clock.time.getTime() + 1000);
      await requestTrial(visitorCtx(services), { ...asked, email, description: `Prośba: ${email}` });
      const invited = { studentId: (await makePerson(services, "Student")).id, invitedById: admin.id };
      const expiresAt = new Date(services.now().getTime() + 86_400_000);
      const createdAt = services.now();
      await prisma.parentInvitation.create({
        data: { id: newId(), email, createdAt, expiresAt, ...invited },
      });
    };
    await ask(former);
    await ask(given);
    await updatePerson(asAdmin, { id: student.id, email: "obecna-skrzynka@example.pl" });
    expect(await prisma.notification.count({ where: { email: former, kind: "account-alert" } })).toBe(1);
    // Who uses the mailbox since then may be somebody else.
    await ask(former);
    const kept = services.now();
    await erasePerson(asAdmin, { userId: student.id });
    expect(await prisma.notification.count({ where: { email: former } })).toBe(0);
    for (const email of [given, former]) {
      expect(await prisma.trialLesson.findMany({ where: { email } })).toMatchObject([
        { status: "Nowa", description: `Prośba: ${email}` },
      ]);
      expect(await prisma.parentInvitation.count({ where: { email } })).toBe(1);
    }
    expect(await prisma.trialLesson.count({ where: { email: former, createdAt: kept } })).toBe(1);
    expect(await placesOf(services.db, [former])).toEqual(
      ["parent_invitations.email", "trial_lessons.description", "trial_lessons.email"].map(
        (place) => `${place}: ${former}`,
      ),
    );
  });

  test("takes student and teacher out of every text and JSON column, and keeps the figures", async () => {
    const { student, teacher } = await knownPair();
    expect(
      new Set((await placesOf(services.db, STUDENT_WORDS)).map((place) => place.split(": ")[1])).size,
    ).toBe(STUDENT_WORDS.length);

    const { erasedAt } = await erasePerson(asAdmin, cancelling(student.id));
    expect(await placesOf(services.db, STUDENT_WORDS)).toEqual([]);
    expect(await prisma.settlementObjection.findFirst({ where: { teacherId: teacher.id } })).toMatchObject({
      text: "Brakuje lekcji: Konto usunięte",
      answer: "Konto usunięte nie potwierdza.",
    });
    await erasePerson(asAdmin, cancelling(teacher.id));
    expect(await placesOf(services.db, TEACHER_WORDS)).toEqual([]);

    expect(await prisma.user.findUnique({ where: { id: student.id } })).toMatchObject({
      isDisabled: true,
      passwordHash: null,
      erasedAt: new Date(erasedAt),
    });
    expect(await prisma.lesson.count({ where: { studentId: student.id } })).toBe(2);
    const lines = await prisma.bankLine.findMany({ where: { amount: 9000 }, orderBy: { id: "asc" } });
    expect(lines.map(({ payer, title }) => [payer, title])).toEqual([
      ["", ""],
      ["", ""],
      ["Dorota Przelewska", "za: Jasmina"],
    ]);
    const payments = await prisma.payment.findMany({ where: { studentId: student.id } });
    expect(payments.map(({ moneyAmount, description }) => [moneyAmount, description]).sort()).toEqual([
      [90, ""],
      [90, "wplata"],
    ]);
    expect(await prisma.trialLesson.findMany({ select: { status: true, name: true } })).toEqual(
      expect.arrayContaining([
        { status: "Odwolana", name: "" },
        // A stranger's request stays the stranger's.
        { status: "Odwolana", name: "Ktoś Inny" },
      ]),
    );
  });

  test("takes topics of weekly lessons, and reasons of absences, refunds and withdrawn bills, out of the history too", async () => {
    const { student, teacher, asStudent, asTeacher } = await makeClassroom(services);
    await weeklyLesson(student, teacher, "Całki-co-tydzień");
    const absence = { scope: "teacher", teacherId: teacher.id, label: "Operacja-kolana" } as const;
    const day = { from: inDays(services, 40), to: inDays(services, 40) };
    const { id } = await addClosure(asTeacher, { ...absence, ...day, decisions: [] });
    await deleteClosure(asTeacher, { id });
    await addClosure(asTeacher, { ...absence, ...day, decisions: [] });
    const four = { subject: "Matematyka", level: "liceumP", lessons: 4 } as const;
    const order = await placeOrder(asStudent, { items: [four] });
    const provider = services.payments as FakeProvider;
    await settleOrder(services, provider, provider.pay(order.id, order.amount).payment);
    await refundOrder(asAdmin, { id: order.id, reason: "Choroba-w-domu" });
    const parent = await makePerson(services, "Parent");
    // An order for two children: the first is the order's, the second one item's.
    const sibling = await makeStudentOf(services, teacher);
    await makeGuardian(services, parent, sibling, { isPayer: true });
    const items = [four, { ...four, subject: "Fizyka" as const }];
    const both = await placeOrder(personCtx(services, parent), { studentId: sibling.id, items });
    await prisma.orderItem.updateMany({
      where: { orderId: both.id, subject: "Fizyka" },
      data: { studentId: student.id },
    });
    await settleOrder(services, provider, provider.pay(both.id, both.amount).payment);
    await refundOrder(asAdmin, { id: both.id, reason: "Wyjazd-rodzeństwa" });
    const parts = { subject: "Fizyka", level: "liceumP", planned: 1, prepaid: 0, billed: 1, amount: 90 };
    const lines = { create: { id: newId(), position: 0, studentId: student.id, ...parts } };
    const billOf = (payerId: string) => ({
      ...{ id: newId(), payerId, mode: "advance", amount: 90, balance: 0, halves: false },
      ...{ month: new Date("2026-12-01"), dueOn: new Date("2026-12-10"), issuedAt: services.now() },
    });
    const own = await prisma.bill.create({ data: billOf(student.id) });
    await withdrawBill(asAdmin, { id: own.id, reason: "Brak-pieniędzy" });
    const family = await prisma.bill.create({ data: { ...billOf(parent.id), lines } });
    await withdrawBill(asAdmin, { id: family.id, reason: "Koniec-nauki" });
    // What the parent was told stays the parent's.
    await prisma.notification.deleteMany({ where: { recipientId: parent.id } });

    const words = [
      ...["Całki-co-tydzień", "Operacja-kolana", "Choroba-w-domu"],
      ...["Brak-pieniędzy", "Koniec-nauki", "Wyjazd-rodzeństwa"],
    ];
    const left = async () =>
      new Set((await placesOf(services.db, words)).map((place) => place.split(": ")[1]));
    expect(await left()).toEqual(new Set(words));
    await erasePerson(asAdmin, cancelling(student.id));
    expect(await left()).toEqual(new Set(["Operacja-kolana"]));
    await erasePerson(asAdmin, { userId: teacher.id });
    expect(await left()).toEqual(new Set());
    expect(await prisma.closure.count({ where: { teacherId: teacher.id } })).toBe(1);
  });

  test("takes an erased teacher's name out of the topic of a student's weekly lesson, and leaves other topics", async () => {
    const { student, teacher } = await makeClassroom(services);
    await updatePerson(asAdmin, { id: teacher.id, surname: "Krasnoludek" });
    await weeklyLesson(student, teacher, "Matura z panem Krasnoludek");
    await weeklyLesson(student, teacher, "Matura z fizyki", 6);
    await erasePerson(asAdmin, cancelling(teacher.id));
    const series = await prisma.series.findMany({
      where: { teacherId: teacher.id },
      orderBy: { block: "asc" },
    });
    expect(series.map(({ description }) => description)).toEqual(["", "Matura z fizyki"]);
  });

  test("reads what was told to people who had to do with the person, and to no stranger of a namesake", async () => {
    const room = await makeClassroom(services);
    const { teacher, student } = room;
    await updatePerson(asAdmin, { id: teacher.id, name: "Wit_old", surname: "50%-towy" });
    await updatePerson(asAdmin, { id: teacher.id, phone: "+48600700800" });
    await bookedLesson(services, room, 2);
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, student);
    // A trial lesson that another teacher took over, and whose visitor has an account by now.
    const visitor = { email: "gosc-wit@example.pl", name: "Gość", studentPhone: "", parentPhone: "" };
    const given = { teacherId: teacher.id, date: inDays(services, 5), block: 3 };
    const about = { subject: "Fizyka", level: "liceumP", description: "" } as const;
    await addTrial(asAdmin, { ...visitor, ...about, ...given });
    const trial = await prisma.trialLesson.findFirstOrThrow({ where: { email: visitor.email } });
    const pupil = await makePerson(services, "Student");
    const other = await makeClassroom(services);
    await prisma.trialLesson.update({
      where: { id: trial.id },
      data: { studentId: pupil.id, teacherId: other.teacher.id },
    });
    const stranger = await makePerson(services, "Student");

    const text = "Zajęcia prowadzi WIT_OLD 50%-towy, +48600700800.";
    const tell = (to: { recipientId: string } | { email: string }) =>
      prisma.notification.create({
        data: { ...to, id: newId(), kind: "lesson-moved", facts: { text }, sentText: text, status: "sent" },
      });
    const near = [student, parent, admin, pupil].map(({ id }) => ({ recipientId: id }));
    const told = await Promise.all([...near, { email: visitor.email }].map(tell));
    const untold = await Promise.all([stranger, other.student].map(({ id }) => tell({ recipientId: id })));

    await erasePerson(asAdmin, cancelling(teacher.id));
    const now = await prisma.notification.findMany({ where: { id: { in: told.map(({ id }) => id) } } });
    const without = `Zajęcia prowadzi ${privacyTexts.erasedName} ${privacyTexts.erasedSurname}, .`;
    expect(now.map(({ sentText, facts }) => [sentText, facts])).toEqual(
      told.map(() => [without, { text: without }]),
    );
    for (const { id } of untold)
      expect(await prisma.notification.findUnique({ where: { id } })).toMatchObject({ sentText: text });
  });

  test("takes teachers out of what is kept and told of substitutions, on either side", async () => {
    const room = await makeClassroom(services);
    const { teacher } = room;
    const substitute = await makeTeacher(services);
    await updatePerson(asAdmin, { id: teacher.id, name: "Zbigniew", surname: "Dotychczasowy" });
    await updatePerson(asAdmin, { id: substitute.id, name: "Wacława", surname: "Zastępująca" });
    const [given, closed] = [await bookedLesson(services, room, 3), await bookedLesson(services, room, 4)];
    await substituteTeacher(asAdmin, { lessonId: given.id, teacherId: substitute.id });
    const decisions = [{ lessonId: closed.id, action: "substitute" as const, teacherId: substitute.id }];
    const day = { from: closed.date, to: closed.date };
    await addClosure(asAdmin, { scope: "teacher", teacherId: teacher.id, label: "", ...day, decisions });
    const named = { from: "Zbigniew Dotychczasowy", to: "Wacława Zastępująca" };
    const substituted = async (entityId: string) =>
      (await listHistory(asAdmin, { entity: "lesson", entityId, limit: 50 })).items
        .filter(({ action }) => action === "substitute")
        .flatMap(({ changes }) => changes);
    for (const { id } of [given, closed])
      expect(await substituted(id)).toEqual([{ field: "teacher", ...named }]);
    // Entries of before hold the names.
    await prisma.historyEntry.create({
      data: {
        at: services.now(),
        ...{ entity: "lesson", entityId: given.id, action: "substitute", teacherId: teacher.id },
        changes: { teacher: named },
      },
    });

    await erasePerson(asAdmin, cancelling(teacher.id));
    expect(await placesOf(services.db, ["Zbigniew", "Dotychczasowy"])).toEqual([]);
    const erased = `${privacyTexts.erasedName} ${privacyTexts.erasedSurname}`;
    expect(await substituted(closed.id)).toEqual([{ field: "teacher", ...named, from: erased }]);
    await prisma.historyEntry.create({
      data: {
        at: services.now(),
        ...{ entity: "lesson", entityId: given.id, action: "substitute", teacherId: teacher.id },
        changes: { teacher: named },
      },
    });
    await erasePerson(asAdmin, cancelling(substitute.id));
    expect(await placesOf(services.db, ["Wacława", "Zastępująca"])).toEqual([]);
  });

  test("can be repeated, and takes out what has come since", async () => {
    const { student, teacher, asStudent } = await makeClassroom(services);
    await sendMessage(asStudent, { recipientId: teacher.id, text: "Cześć", clientKey: "raz" });
    const { erasedAt } = await erasePerson(asAdmin, { userId: student.id });
    await prisma.message.updateMany({ where: { senderId: student.id }, data: { text: "Późniejsze-słowo" } });
    services.clock.time = new Date(services.clock.time.getTime() + 1000);
    expect(await erasePerson(asAdmin, { userId: student.id })).toEqual({ userId: student.id, erasedAt });
    expect(await placesOf(services.db, ["Późniejsze-słowo"])).toEqual([]);
  });

  test("leaves alone other accounts with the phone that the person typed", async () => {
    const { student } = await makeClassroom(services);
    await requestTrial(visitorCtx(services), {
      subject: "Fizyka",
      level: "liceumP",
      email: "obcy@example.com",
      studentPhone: "+48566777888",
      parentPhone: "",
      description: "prywatne",
    });
    await updatePerson(asAdmin, { id: student.id, phoneParent: "+48566777888" });
    expect(JSON.stringify(await exportPerson(asAdmin, { userId: student.id }))).not.toContain("prywatne");
    await erasePerson(asAdmin, { userId: student.id });
    expect(await prisma.trialLesson.findFirst({ where: { email: "obcy@example.com" } })).toMatchObject({
      status: "Nowa",
      studentPhone: "+48566777888",
      description: "prywatne",
    });
  });

  test("lets no message through that is written at the same moment", async () => {
    const rooms = await Promise.all(Array.from({ length: 4 }, () => makeClassroom(services)));
    await Promise.all(
      rooms.flatMap(({ student, teacher }, room) => [
        ...Array.from({ length: 25 }, (_, at) =>
          sendMessages(
            services,
            [{ senderId: student.id, recipientId: teacher.id, text: "W-biegu", clientKey: `${room}.${at}` }],
            null,
          ),
        ),
        erasePerson(asAdmin, { userId: student.id }),
      ]),
    );
    expect(await placesOf(services.db, ["W-biegu"])).toEqual([]);
  });

  test("asks about planned lessons first, cancels them and notifies the others once each", async () => {
    const room = await makeClassroom(services);
    const { teacher, student } = room;
    const lessons = [await bookedLesson(services, room, 1), await bookedLesson(services, room, 2)];
    await expect(erasePerson(asAdmin, { userId: teacher.id })).rejects.toMatchObject({
      code: "conflict",
      message: privacyTexts.plannedLessons(2),
    });
    expect(await prisma.user.findUnique({ where: { id: teacher.id } })).toMatchObject({ erasedAt: null });

    await erasePerson(asAdmin, cancelling(teacher.id));
    expect(
      await prisma.lesson.findMany({
        where: { id: { in: lessons.map(({ id }) => id) } },
        select: { status: true },
      }),
    ).toEqual(lessons.map(() => ({ status: "Odwolana przez nauczyciela" })));
    expect(await notificationsFor(services, student)).toEqual(["lessons-called-off"]);
    expect(await notificationsFor(services, teacher)).toEqual([]);
  });

  test("refuses oneself and unknown people", async () => {
    await expect(erasePerson(asAdmin, { userId: admin.id })).rejects.toMatchObject({ code: "conflict" });
    const nobody = { userId: crypto.randomUUID() };
    await expect(erasePerson(asAdmin, nobody)).rejects.toMatchObject({ code: "not_found" });
    await expect(exportPerson(asAdmin, nobody)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("disabling a person with planned lessons", () => {
  test("keeps them, or cancels them and notifies the others", async () => {
    const room = await makeClassroom(services);
    const { student, teacher } = room;
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, student, { isPayer: true });
    const lesson = await bookedLesson(services, room, 1);
    const status = async () => (await prisma.lesson.findUniqueOrThrow({ where: { id: lesson.id } })).status;
    await updatePerson(asAdmin, { id: student.id, isDisabled: true });
    expect(await status()).toBe("Nie potwierdzona");
    await updatePerson(asAdmin, { id: student.id, isDisabled: false });
    await updatePerson(asAdmin, { id: student.id, isDisabled: true, plannedLessons: "cancel" });
    expect(await status()).toBe("Odwolana przez nauczyciela");
    expect(await notificationsFor(services, teacher)).toEqual(["lesson-booked", "lessons-called-off"]);
    expect(await notificationsFor(services, payer)).toEqual(["lessons-called-off"]);
    expect(await notificationsFor(services, student)).toEqual([]);
  });
});

test("an erased account is a tombstone: neither edited nor enabled, related, taught, booked or paid for", async () => {
  const { teacher, student } = await makeClassroom(services);
  const other = await makeClassroom(services);
  await erasePerson(asAdmin, { userId: student.id });
  await erasePerson(asAdmin, { userId: teacher.id });
  const lesson = {
    date: inDays(services, -3),
    block: 3,
    subject: "Fizyka",
    level: "liceumP",
    description: "",
  } as const;
  const calls = [
    () => updatePerson(asAdmin, { id: student.id, name: "Nowe", email: "nowe@example.pl" }),
    () => updatePerson(asAdmin, { id: student.id, isDisabled: false }),
    () => relate(asAdmin, { teacherId: other.teacher.id, studentId: student.id }),
    () => relate(asAdmin, { teacherId: teacher.id, studentId: other.student.id }),
    () => saveTeacherSubjects(asAdmin, { teacherId: teacher.id, subjects: [] }),
    () => createLesson(asAdmin, { teacherId: other.teacher.id, studentId: student.id, ...lesson }),
    () => addPayment(asAdmin, { studentId: student.id, moneyAmount: 90, lessonAmount: 1, ...lesson }, null),
    () => adjustLedger(asAdmin, { studentId: student.id, quantity: 1, ...lesson }),
    () =>
      setPrice(asAdmin, { studentId: student.id, teacherId: null, level: "liceumP", price: 80, rate: 60 }),
    () =>
      addVetting(asAdmin, {
        teacherId: teacher.id,
        kind: "krk",
        checkedOn: inDays(services, -1),
        reference: "1",
      }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "conflict" });
  await expect(
    pool.query("UPDATE users SET is_disabled = false WHERE id = $1", [student.id]),
  ).rejects.toThrow("users_erased_disabled_check");
});

describe("an erased account gets no lesson", () => {
  const refused = { code: "conflict", message: adminPeopleTexts.erasedAccount };

  test.each(["student", "teacher"] as const)("from a weekly lesson of an erased %s", async (erased) => {
    const room = await makeClassroom(services);
    const body = {
      teacherId: room.teacher.id,
      studentId: room.student.id,
      subject: "Matematyka",
      level: "liceumP",
      weekday: weekdayOf(inDays(services, 7)),
      block: 3,
      from: inDays(services, 7),
      to: inDays(services, 28),
      everyWeeks: 1,
      description: "",
    } as const;
    const { token } = await previewSeries(asAdmin, body);
    const series = await createSeries(asAdmin, { ...body, token });
    const seriesId = series.id;
    const skippedDate = series.lessons[0]?.date ?? "";
    await prisma.seriesSkip.create({ data: { seriesId, date: new Date(skippedDate), outcome: "closed" } });
    const move = { seriesId, from: inDays(services, 7), weekday: body.weekday, block: 5 } as const;
    const extension = { seriesId, to: inDays(services, 56) };
    const tokens = {
      create: (await previewSeries(asAdmin, { ...body, block: 7 })).token,
      move: (await previewMove(asAdmin, move)).token,
      extend: (await previewExtension(asAdmin, extension)).token,
    };
    await erasePerson(asAdmin, cancelling(room[erased].id));
    const calls = [
      () => previewSeries(asAdmin, body),
      () => createSeries(asAdmin, { ...body, block: 7, token: tokens.create }),
      () => previewMove(asAdmin, move),
      () => moveSeries(asAdmin, { ...move, token: tokens.move }),
      () => previewExtension(asAdmin, extension),
      () => extendSeries(asAdmin, { ...extension, token: tokens.extend }),
      () => fillDate(asAdmin, { seriesId, skippedDate, date: skippedDate, block: 9 }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(refused);
  });

  test("from one that was cancelled, and a trial lesson gets no erased teacher", async () => {
    const room = await makeClassroom(services);
    const { id } = await bookedLesson(services, room, 4);
    const trial = await addTrial(asAdmin, {
      name: "Nowa osoba",
      email: "",
      studentPhone: "600100200",
      parentPhone: "",
      description: "",
      subject: "Fizyka",
      level: "liceumP",
      teacherId: room.teacher.id,
      date: inDays(services, 5),
      block: 2,
    });
    await erasePerson(asAdmin, cancelling(room.teacher.id));
    const { version } = await prisma.lesson.findUniqueOrThrow({ where: { id } });
    const planned = { id, status: "Potwierdzona" } as const;
    await expect(updateLessonAsAdmin(asAdmin, planned)).rejects.toMatchObject(refused);
    expect(await restoreManyLessons(asAdmin, { lessons: [{ ...planned, version }] })).toMatchObject([
      { refusal: adminPeopleTexts.erasedAccount },
    ]);
    const { version: now } = await prisma.trialLesson.findUniqueOrThrow({ where: { id: trial.id } });
    await expect(
      updateTrial(asAdmin, { id: trial.id, version: now, status: "Umowiona" }),
    ).rejects.toMatchObject(refused);
  });
});

describe("a copy of a person's data", () => {
  test("contains all of their data, without secrets", async () => {
    const { student } = await pairWithData();
    const { refreshToken } = await signIn(services, student);
    const copy = await exportPerson(asAdmin, { userId: student.id });
    expect(copy.account).toMatchObject({ email: student.email, surname: student.surname });
    expect(copy.lessons).toEqual([
      expect.objectContaining({ description: "Mój temat", price: 90 }),
      expect.objectContaining({ description: "Mój stały temat" }),
    ]);
    expect(copy.messages).toEqual([expect.objectContaining({ text: "Moja wiadomość" })]);
    expect(copy.trialLessons).toEqual([expect.objectContaining({ description: "Moje zgłoszenie" })]);
    expect(copy.sessions).toHaveLength(1);
    expect(copy.relations).toHaveLength(1);
    expect(copy.series).toEqual([expect.objectContaining({ description: "Mój stały temat", block: 6 })]);
    const text = JSON.stringify(copy);
    for (const secret of ["password", "argon2", "token", "calendar_key", refreshToken]) {
      expect(text).not.toContain(secret);
    }
  });

  test("contains no other person's id, name, text or rate", async () => {
    const { student, teacher } = await pairWithData();
    const ofStudent = await exportPerson(asAdmin, { userId: student.id });
    expect(ofStudent.lessons.map(({ rate }) => rate)).toEqual([null, null]);
    const ofTeacher = await exportPerson(asAdmin, { userId: teacher.id });
    expect(ofTeacher.lessons).toEqual([
      expect.objectContaining({ rate: 60, price: null, description: null }),
      expect.objectContaining({ rate: 60, price: null, description: null }),
    ]);
    expect(ofTeacher.series).toEqual([expect.objectContaining({ description: null, block: 6 })]);
    expect(ofTeacher.absences).toEqual([expect.objectContaining({ label: "Mój powód" })]);
    expect(ofStudent.absences).toEqual([]);
    const strangers = (copy: typeof ofStudent, person: typeof student) =>
      [person.id, person.email, person.surname, admin.id].filter((word) =>
        JSON.stringify(copy).includes(word),
      );
    expect(strangers(ofStudent, teacher)).toEqual([]);
    expect(strangers(ofTeacher, student)).toEqual([]);
    expect(JSON.stringify(ofStudent)).not.toContain("Słowa nauczyciela");
    expect(JSON.stringify(ofTeacher)).not.toContain("Moja wiadomość");
  });

  test("contains what a parent ordered and paid for a child, and nothing of the child", async () => {
    const { student } = await makeClassroom(services);
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, student, { isPayer: true });
    const pair = { subject: "Fizyka", level: "liceumP" } as const;
    const paid = { studentId: student.id, moneyAmount: 80, lessonAmount: 1, paidOn: inDays(services, -1) };
    await addPayment(asAdmin, { ...paid, ...pair, method: "gotowka", description: "Słowa o dziecku" }, null);
    const asPayer = { ...personCtx(services, payer), device: "Firefox" };
    const order = await placeOrder(asPayer, { studentId: student.id, items: [{ ...pair, lessons: 4 }] });
    const provider = services.payments as FakeProvider;
    await settleOrder(services, provider, provider.pay(order.id, order.amount).payment);
    await refundOrder(asAdmin, { id: order.id, reason: "Rezygnacja" });
    await transact(services.db, (tx) =>
      recordSecurityEvent(tx, asPayer, { userId: payer.id, kind: "password-changed" }),
    );
    const key = { credentialId: newId(), publicKey: "tajny-klucz", counter: 0, name: "Mój telefon" };
    await prisma.passkey.create({ data: { id: newId(), userId: payer.id, ...key } });

    const copy = await exportPerson(asAdmin, { userId: payer.id });
    const { amount } = order;
    expect(copy.payments).toEqual([
      expect.objectContaining({ money_amount: 80, paid_on: paid.paidOn, method: "gotowka", subject: null }),
      expect.objectContaining({ money_amount: amount, method: "online", description: null }),
    ]);
    expect(copy.orders).toEqual([
      expect.objectContaining({
        ...{ as: "Payer", amount, receipt_number: expect.any(Number) },
        items: [expect.objectContaining({ ...pair, lessons: 4, amount })],
      }),
    ]);
    expect(copy.refunds).toEqual([expect.objectContaining({ amount, lessons: 4, reason: "Rezygnacja" })]);
    expect(copy.securityEvents).toEqual([
      expect.objectContaining({ kind: "password-changed", device: "Firefox" }),
    ]);
    expect(copy.passkeys).toEqual([expect.objectContaining({ name: "Mój telefon", last_used_at: null })]);
    for (const word of [student.id, student.surname, "Słowa o dziecku", key.publicKey, key.credentialId]) {
      expect(JSON.stringify(copy)).not.toContain(word);
    }
    // A second child is the student of one item only.
    const sibling = await makePerson(services, "Student");
    await prisma.orderItem.updateMany({ where: { orderId: order.id }, data: { studentId: sibling.id } });
    for (const child of [student, sibling]) {
      const ofChild = await exportPerson(asAdmin, { userId: child.id });
      expect(ofChild.orders).toEqual([expect.objectContaining({ as: "Student", amount: null })]);
      expect(ofChild.refunds).toEqual([
        expect.objectContaining({ order_id: order.id, amount: null, lessons: null, reason: null }),
      ]);
      expect(JSON.stringify(ofChild)).not.toContain(payer.id);
    }
  });

  /** A student and a teacher with one of everything. */
  async function pairWithData() {
    const room = await makeClassroom(services);
    const { student, teacher, asStudent, asTeacher } = room;
    await bookLesson(asStudent, { ...bookingOf(teacher, inDays(services, 3), 4), description: "Mój temat" });
    await weeklyLesson(student, teacher, "Mój stały temat", 6);
    const day = inDays(services, 40);
    const absence = {
      scope: "teacher",
      teacherId: teacher.id,
      from: day,
      to: day,
      label: "Mój powód",
    } as const;
    await addClosure(asTeacher, { ...absence, decisions: [] });
    await sendMessage(asStudent, { recipientId: teacher.id, text: "Moja wiadomość", clientKey: "1" });
    await sendMessage(asTeacher, { recipientId: student.id, text: "Słowa nauczyciela", clientKey: "2" });
    await addPayment(
      asAdmin,
      {
        studentId: student.id,
        moneyAmount: 90,
        lessonAmount: 1,
        subject: "Fizyka",
        level: "liceumP",
        description: "wplata",
      },
      null,
    );
    await addPayout(asAdmin, { teacherId: teacher.id, moneyAmount: 50, description: "wyplata" }, null);
    await requestTrial(visitorCtx(services), {
      subject: "Fizyka",
      level: "liceumP",
      email: student.email,
      studentPhone: "",
      parentPhone: "",
      description: "Moje zgłoszenie",
    });
    return room;
  }
});

test("the history can be changed by an erasure alone, and then only in what was written", async () => {
  const { asStudent, teacher } = await makeClassroom(services);
  await bookLesson(asStudent, bookingOf(teacher, inDays(services, 4), 5));
  await expect(pool.query("UPDATE history_entries SET changes = '{}'")).rejects.toThrow("append-only");
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SELECT set_config('korki.erasing', 'on', true)");
    await expect(client.query("UPDATE history_entries SET action = 'x'")).rejects.toThrow("append-only");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
