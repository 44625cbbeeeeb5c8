import { newId } from "@korki/db";
import { beforeEach, describe, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { giveConsent, publishDocument } from "../consents/documents";
import { listHistory } from "../history/list-history";
import { bookLesson } from "../lessons/book-lesson";
import { getLesson, listMyLessons } from "../lessons/read-lessons";
import { addPayment } from "../payments/add-payment";
import { relate } from "../people/relate";
import { updatePerson } from "../people/update-person";
import { bookedLesson, bookingOf, inDays, makeClassroom } from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { listChildren } from "./children";
import { endGuardianship, saveGuardianship } from "./guardianships";

const { services, prisma, asAdmin: admin } = await openTestCentre();
const PLANNED = { group: "planned", limit: 50 } as const;
const PAID = {
  moneyAmount: 90,
  lessonAmount: 1,
  description: "",
  ...({ subject: "Fizyka", level: "liceumP" } as const),
};
let mother: Person;
const asMother = () => personCtx(services, mother);

beforeEach(async () => {
  services.freshLimits();
  mother = await makePerson(services, "Parent", { name: "Maria", surname: "Nowak" });
});

describe("what fails in other products does not here:", () => {
  test("the guardian role can read every student", async () => {
    const strangers = await Promise.all(Array.from({ length: 3 }, () => makeClassroom(services)));
    await makeGuardian(services, mother, (await makeClassroom(services)).student);
    for (const room of strangers) {
      const lesson = await bookedLesson(services, room, 1);
      const studentId = room.student.id;
      const calls = [
        () => getLesson(asMother(), { lessonId: lesson.id }),
        () => listMyLessons(asMother(), { ...PLANNED, studentId }),
      ];
      for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await listMyLessons(asMother(), PLANNED)).lessons).toEqual([]);
    expect(JSON.stringify(await getAttention(asMother()))).not.toContain("lessonId");
  });

  test("one child is visible but not the sibling", async () => {
    const rooms = await Promise.all([makeClassroom(services), makeClassroom(services)]);
    const lessons: string[] = [];
    for (const room of rooms) {
      await makeGuardian(services, mother, room.student);
      lessons.push((await bookedLesson(services, room, 1)).id);
    }
    expect((await listMyLessons(asMother(), PLANNED)).lessons.map(({ id }) => id).sort()).toEqual(
      lessons.sort(),
    );
    expect(await listChildren(asMother())).toHaveLength(2);
  });

  test("parents sign in as the child because their own account can do nothing", async () => {
    const { teacher, student } = await makeClassroom(services);
    await makeGuardian(services, mother, student);
    const booking = { ...bookingOf(teacher, inDays(services, 3), 4), studentId: student.id };
    const lesson = await bookLesson(asMother(), booking);
    const { items } = await listHistory(admin, { entityId: lesson.id, limit: 1 });
    expect(items).toMatchObject([{ actor: { name: "Maria", surname: "Nowak", role: "Parent" } }]);
  });

  test("an ended guardianship keeps receiving", async () => {
    const { student } = await makeClassroom(services);
    const id = await makeGuardian(services, mother, student, { isPayer: true });
    const where = { recipientId: mother.id, kind: "payment-noted" };
    await addPayment(admin, { ...PAID, studentId: student.id }, null);
    expect(await prisma.notification.count({ where })).toBe(1);
    await endGuardianship(admin, { id });
    await addPayment(admin, { ...PAID, studentId: student.id }, null);
    expect(await prisma.notification.count({ where })).toBe(1);
  });

  test("two parents pay the same thing twice: one alone is the payer and is asked", async () => {
    const { student } = await makeClassroom(services);
    const father = await makePerson(services, "Parent");
    const rights = { book: true, pay: true };
    const made = await Promise.allSettled(
      [mother, father].map(({ id: parentId }) =>
        saveGuardianship(admin, { parentId, studentId: student.id, rights, payer: true }),
      ),
    );
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const { id: parentId } of [mother, father]) {
      await saveGuardianship(admin, { parentId, studentId: student.id, rights, payer: false }).catch(
        () => null,
      );
    }
    await addPayment(admin, { ...PAID, studentId: student.id }, null);
    const told = { kind: "payment-noted", recipientId: { in: [mother.id, father.id] } };
    expect(await prisma.notification.count({ where: told })).toBe(1);
  });

  test("a child without a login that later gets one keeps its lessons, consents and parents", async () => {
    const { teacher } = await makeClassroom(services);
    const child = await makeChild(services, mother);
    await relate(admin, { teacherId: teacher.id, studentId: child.id });
    const { id: documentId } = await publishDocument(admin, {
      kind: `regulamin-${newId()}`,
      title: "Regulamin",
      text: "§1",
      mandatory: true,
      roles: ["Student"],
    });
    await giveConsent(asMother(), { documentId, accepted: true, studentId: child.id });
    const booking = { ...bookingOf(teacher, inDays(services, 3), 4), studentId: child.id };
    const lesson = await bookLesson(asMother(), booking);
    await updatePerson(admin, { id: child.id, email: `zosia-${newId()}@example.pl` });

    const asChild = personCtx(services, child);
    expect(await getLesson(asChild, { lessonId: lesson.id })).toMatchObject({ id: lesson.id });
    expect(await getLesson(asMother(), { lessonId: lesson.id })).toMatchObject({ id: lesson.id });
    expect(await listChildren(asMother())).toMatchObject([
      { id: child.id, hasLogin: true, rights: { book: true, pay: true }, missingConsents: [] },
    ]);
    expect(await prisma.consent.count({ where: { personId: child.id, documentId, accepted: true } })).toBe(1);
  });
});
