import { newId } from "@korki/db";
import { describe, expect, test } from "vitest";
import { withdrawBill } from "../bills/manage-bill";
import { sendMessage } from "../chat/send-message";
import { sendMessages } from "../chat/send-messages";
import { addClosure } from "../closures/add-closure";
import { deleteClosure } from "../closures/delete-closure";
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
import { updatePerson } from "../people/update-person";
import { bookedLesson, bookingOf, inDays, makeClassroom, makeStudentOf } from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx, visitorCtx } from "../testing/people";
import { placesOf } from "../testing/places-of";
import { cancelling, openPrivacyCentre } from "../testing/privacy-centre";
import { addTrial } from "../trial-lessons/add-trial";
import { requestTrial } from "../trial-lessons/request-trial";
import { scheduleTrial, updateTrial } from "../trial-lessons/trials";
import { erasePerson, exportPerson } from "./personal-data";

/** An erasure takes a person out of everything that the product keeps, the history included, and keeps the figures. */

const { services, prisma, admin, asAdmin, weeklyLesson } = await openPrivacyCentre();
const { pool } = services.db;

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

describe("erasing", () => {
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

  test("can be repeated, and takes out what has come since", async () => {
    const { student, teacher, asStudent } = await makeClassroom(services);
    await sendMessage(asStudent, { recipientId: teacher.id, text: "Cześć", clientKey: "raz" });
    const { erasedAt } = await erasePerson(asAdmin, { userId: student.id });
    await prisma.message.updateMany({ where: { senderId: student.id }, data: { text: "Późniejsze-słowo" } });
    services.clock.time = new Date(services.clock.time.getTime() + 1000);
    expect(await erasePerson(asAdmin, { userId: student.id })).toEqual({ userId: student.id, erasedAt });
    expect(await placesOf(services.db, ["Późniejsze-słowo"])).toEqual([]);
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

  test("refuses oneself and unknown people", async () => {
    await expect(erasePerson(asAdmin, { userId: admin.id })).rejects.toMatchObject({ code: "conflict" });
    const nobody = { userId: crypto.randomUUID() };
    await expect(erasePerson(asAdmin, nobody)).rejects.toMatchObject({ code: "not_found" });
    await expect(exportPerson(asAdmin, nobody)).rejects.toMatchObject({ code: "not_found" });
  });
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
