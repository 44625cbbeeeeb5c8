import { newId, transact } from "@korki/db";
import { describe, expect, test } from "vitest";
import { recordSecurityEvent } from "../accounts/security-events";
import { sendMessage } from "../chat/send-message";
import { addClosure } from "../closures/add-closure";
import { bookLesson } from "../lessons/book-lesson";
import { placeOrder } from "../orders/place-order";
import { refundOrder } from "../orders/refund-order";
import { settleOrder } from "../orders/settle-order";
import { addPayment } from "../payments/add-payment";
import { addPayout } from "../payouts/payouts";
import { bookingOf, inDays, makeClassroom } from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx, signIn, visitorCtx } from "../testing/people";
import { openPrivacyCentre } from "../testing/privacy-centre";
import { requestTrial } from "../trial-lessons/request-trial";
import { exportPerson } from "./personal-data";

/** The copy of a person's data: all of theirs, and nothing of others. */

const { services, prisma, admin, asAdmin, weeklyLesson } = await openPrivacyCentre();

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
