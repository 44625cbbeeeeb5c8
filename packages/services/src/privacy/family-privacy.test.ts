import { newId } from "@korki/db";
import { addDays, today, weekdayOf } from "@korki/domain";
import { expect, test } from "vitest";
import { linkToken } from "../accounts/link-token";
import { sendMessage } from "../chat/send-message";
import { giveConsent, listConsentStates, publishDocument } from "../consents/documents";
import { saveGuardianship } from "../families/guardianships";
import { acceptInvitation, inviteParent } from "../families/invitations";
import { adjustLedger } from "../ledger/adjust-ledger";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { addPayment } from "../payments/add-payment";
import { updatePerson } from "../people/update-person";
import { bookingOf, type Classroom, inDays, makeClassroom } from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { makePerson, personCtx, visitorCtx } from "../testing/people";
import { placesOf } from "../testing/places-of";
import { openTestCentre } from "../testing/test-services";
import { addVetting } from "../vetting/vetting";
import { erasePerson, exportPerson } from "./personal-data";

const { services, prisma, asAdmin: admin } = await openTestCentre({ RATE_LIMIT_SCALE: "1000" });
await makePerson(services, "Admin");
const PHONE = "+48600100299";
const WORDS = [
  "Bożydara",
  "Szczebrzeska",
  "szczebrzeska@example.pl",
  "Zdzisławka",
  "KRK-szczebrzeska-7",
  PHONE,
];

/** A mother who leaves her name wherever families let her, her child without a login, and the child's teacher. */
async function knownFamily() {
  const room = await makeClassroom(services);
  const email = "szczebrzeska@example.pl";
  await inviteParent(room.asStudent, { email });
  const { id } = await prisma.parentInvitation.findFirstOrThrow({ where: { email, usedAt: null } });
  await acceptInvitation(visitorCtx(services), {
    token: linkToken(services.settings.authSecret, { id }),
    account: { name: "Bożydara", surname: "Szczebrzeska", phone: PHONE, password: "Korepetycje1" },
  });
  const mother = await prisma.user.findUniqueOrThrow({ where: { email } });
  await prisma.guardianship.updateMany({ where: { parentId: mother.id }, data: { isPayer: true } });
  const child = await makeChild(services, mother);
  await updatePerson(admin, { id: child.id, name: "Zdzisławka", surname: "Szczebrzeska" });
  await updatePerson(admin, { id: room.student.id, phoneParent: PHONE });
  const trial = { studentId: room.student.id, status: "Zrealizowana", parentPhone: PHONE };
  await prisma.trialLesson.create({ data: { ...trial, id: newId(), subject: "Fizyka", level: "liceumP" } });
  const document = await publishDocument(admin, {
    kind: `regulamin-${newId()}`,
    title: "Regulamin",
    text: "§1",
    mandatory: false,
    roles: ["Student", "Parent"],
  });
  const asMother = personCtx(services, { id: mother.id, role: "Parent" });
  await giveConsent(asMother, { documentId: document.id, accepted: true });
  await giveConsent(asMother, { documentId: document.id, accepted: true, studentId: child.id });
  await addVetting(admin, {
    teacherId: room.teacher.id,
    kind: "krk",
    reference: "KRK-szczebrzeska-7",
    checkedOn: today(services.now()),
    validUntil: addDays(today(services.now()), 10),
  });
  const paid = { moneyAmount: 90, lessonAmount: 1, subject: "Fizyka", level: "liceumP" } as const;
  await addPayment(admin, { ...paid, studentId: child.id, description: "za: Zdzisławka" }, null);
  const studentId = room.student.id;
  await addPayment(admin, { ...paid, studentId, description: "od: Bożydara" }, null);
  await addPayment(admin, { ...paid, studentId, description: `za: ${room.student.surname}` }, null);
  const { id: cash } = await addPayment(admin, { ...paid, studentId, description: "babcia Bożydara" }, null);
  await prisma.payment.update({ where: { id: cash }, data: { payerId: studentId } });
  const { subject, level } = paid;
  await adjustLedger(admin, { studentId, subject, level, quantity: 1, description: "Bożydara Szczebrzeska" });
  return { room, mother, child, document };
}

test("erasing a child, its mother and its teacher leaves no data of them but the proof of their consents", async () => {
  const { room, mother, child, document } = await knownFamily();
  expect(new Set((await placesOf(services.db, WORDS)).map((place) => place.split(": ")[1]))).toEqual(
    new Set(WORDS),
  );
  const before = await prisma.consent.findMany({ orderBy: { id: "asc" } });

  // The child has nobody else.
  await expect(erasePerson(admin, { userId: mother.id })).rejects.toMatchObject({ code: "conflict" });
  await erasePerson(admin, { userId: child.id });
  await erasePerson(admin, { userId: mother.id });
  await erasePerson(admin, { userId: room.teacher.id });
  expect(await placesOf(services.db, WORDS)).toEqual([]);

  const remarks = await prisma.payment.findMany({ where: { studentId: room.student.id } });
  expect(remarks.map(({ description }) => description).sort()).toEqual([
    "",
    "",
    `za: ${room.student.surname}`,
  ]);

  expect(await prisma.consent.findMany({ orderBy: { id: "asc" } })).toEqual(before);
  const { items } = await listConsentStates(admin, {
    documentId: document.id,
    state: "accepted",
    page: 1,
    pageSize: 25,
  });
  expect(items.map(({ personName }) => personName)).toEqual(["Konto usunięte", "Konto usunięte"]);
  expect(await prisma.guardianship.count({ where: { parentId: mother.id, endedAt: null } })).toBe(0);
  expect(await prisma.vettingCheck.findMany({ where: { teacherId: room.teacher.id } })).toMatchObject([
    { kind: "krk", reference: "" },
  ]);
});

test("erasing a mother takes her phones, former ones too, from her students, but for what another guardian has", async () => {
  const [former, present, shared] = ["+48600100301", "+48600100302", "+48600100303"];
  const mother = await makePerson(services, "Parent", { phone: former });
  const father = await makePerson(services, "Parent", { phone: shared });
  const students = await Promise.all([1, 2, 3].map(() => makePerson(services, "Student")));
  const [one, two, three] = students.map(({ id }) => id);
  for (const student of students) {
    await makeGuardian(services, mother, student, { isFormer: true });
    await makeGuardian(services, father, student);
  }
  await updatePerson(admin, { id: one ?? "", phoneParent: former });
  for (const phone of [present, shared]) await updatePerson(admin, { id: mother.id, phone });
  await updatePerson(admin, { id: two ?? "", phoneParent: present });
  await updatePerson(admin, { id: three ?? "", phoneParent: shared });
  const stranger = await makePerson(services, "Student");
  await updatePerson(admin, { id: stranger.id, phoneParent: present });

  await erasePerson(admin, { userId: mother.id });
  const phones = await prisma.user.findMany({
    where: { id: { in: [...students, stranger].map(({ id }) => id) } },
    orderBy: { id: "asc" },
    select: { phoneParent: true },
  });
  expect(phones.map(({ phoneParent }) => phoneParent)).toEqual(["", "", shared, present]);
  const changes = await prisma.historyEntry.findMany({
    where: { entity: "account", entityId: { in: students.map(({ id }) => id) } },
    select: { entityId: true, changes: true },
    orderBy: { entityId: "asc" },
  });
  expect(changes.map((entry) => entry.changes)).toEqual([{}, {}, { phoneParent: { from: "", to: shared } }]);
});

test("erasing a mother leaves no name in what the other parent was told", async () => {
  const room = await makeClassroom(services);
  const mother = await makePerson(services, "Parent", { name: "Genowefa", surname: "Przybysz" });
  const father = await makePerson(services, "Parent");
  await makeGuardian(services, father, room.student, { isPayer: true });
  await saveGuardianship(admin, {
    parentId: mother.id,
    studentId: room.student.id,
    payer: false,
    rights: { book: true, pay: false },
  });
  const told = () => prisma.notification.findMany({ where: { recipientId: father.id } });
  expect(JSON.stringify(await told())).toContain("Genowefa Przybysz");
  await erasePerson(admin, { userId: mother.id });
  expect(JSON.stringify(await told())).not.toMatch(/Genowefa|Przybysz/);
});

test("erasing a mother takes her out of what is written about her child's lessons, and leaves a namesake's", async () => {
  const [room, stranger] = [await makeClassroom(services), await makeClassroom(services)];
  const named = { name: "Kunegunda", surname: "Niezapominajka", phone: "+48600100777" };
  const mother = await makePerson(services, "Parent", named);
  const father = await makePerson(services, "Parent");
  await makeGuardian(services, mother, room.student);
  await makeGuardian(services, father, room.student, { isPayer: true });
  const said = "Prosi Kunegunda Niezapominajka (+48600100777)";
  const write = async ({ teacher, student, asTeacher, asStudent }: Classroom, parentId: string) => {
    const booking = bookingOf(teacher, inDays(services, 3), 4);
    const { id: lessonId } = await bookLesson(asStudent, { ...booking, description: said });
    await cancelLesson(asTeacher, { lessonId, reason: said });
    const report = { summary: said, homework: said, privateNote: said };
    await prisma.lessonReport.create({ data: { id: newId(), lessonId, ...report } });
    const pair = { studentId: student.id, subject: "Fizyka", level: "liceumP" };
    const date = inDays(services, 7);
    const day = new Date(date);
    await prisma.series.create({
      data: {
        ...{ id: newId(), ...pair, teacherId: teacher.id, weekday: weekdayOf(date), block: 3, everyWeeks: 1 },
        ...{ firstDate: day, lastDate: day, anchorDate: day, description: said },
      },
    });
    await prisma.trialLesson.create({
      data: { id: newId(), ...pair, status: "Odwolana", description: said, lostReason: said, source: said },
    });
    const text = { kind: "text", page: 1, body: { text: said }, createdAt: services.now() };
    const operation = { seq: 1, key: newId(), authorId: teacher.id, ...text };
    await prisma.lessonBoard.create({ data: { lessonId, lastSeq: 1, operations: { create: operation } } });
    for (const recipientId of [admin.actor.id, parentId])
      await sendMessage(asTeacher, { recipientId, text: said, clientKey: newId() });
  };
  await write(room, father.id);
  const places = async () => new Set(await placesOf(services.db, [said]));
  const written = await places();
  expect(written).toEqual(
    new Set(
      [
        ...["board_operations.body", "history_entries.changes", "messages.text", "series.description"],
        ...["lesson_reports.homework", "lesson_reports.private_note", "lesson_reports.summary"],
        ...["lessons.cancel_message", "lessons.description", "notifications.facts"],
        ...["trial_lessons.description", "trial_lessons.lost_reason", "trial_lessons.source"],
      ].map((place) => `${place}: ${said}`),
    ),
  );

  await erasePerson(admin, { userId: mother.id });
  expect(await placesOf(services.db, ["Niezapominajka", named.phone])).toEqual([]);
  expect(await prisma.lesson.findFirst({ where: { studentId: room.student.id } })).toMatchObject({
    description: "Prosi Konto usunięte ()",
    cancelMessage: "Prosi Konto usunięte ()",
  });

  const namesake = await makePerson(services, "Parent", { ...named, phone: "" });
  const parent = await makePerson(services, "Parent");
  await makeGuardian(services, parent, stranger.student, { isPayer: true });
  await write(stranger, parent.id);
  await erasePerson(admin, { userId: namesake.id });
  expect(await places()).toEqual(written);
});

test("copies contain guardianships, invitations, consents and checks, and no other person's name or id", async () => {
  const room = await makeClassroom(services);
  const mother = await makePerson(services, "Parent", { name: "Genowefa", surname: "Pierwsza" });
  const child = await makeChild(services, mother);
  await makeGuardian(services, mother, room.student);
  await inviteParent(room.asStudent, { email: "tata.kopia@example.pl" });
  const { id: documentId } = await publishDocument(admin, {
    kind: `zgoda-${newId()}`,
    title: "Zgoda",
    text: "§1",
    mandatory: false,
    roles: ["Student", "Parent"],
  });
  await giveConsent(personCtx(services, mother), { documentId, accepted: true, studentId: child.id });
  const check = { kind: "rspts", reference: "R/1", checkedOn: today(services.now()) } as const;
  await addVetting(admin, { teacherId: room.teacher.id, ...check });

  const ofChild = await exportPerson(admin, { userId: child.id });
  expect(ofChild.guardianships).toMatchObject([{ as: "Student", is_payer: true }]);
  expect(ofChild.consents).toMatchObject([{ title: "Zgoda", accepted: true, given: "by a parent" }]);
  const ofMother = await exportPerson(admin, { userId: mother.id });
  expect(ofMother.guardianships).toHaveLength(2);
  expect(ofMother.consents).toMatchObject([{ title: "Zgoda", given: "for a child" }]);
  const ofStudent = await exportPerson(admin, { userId: room.student.id });
  expect(ofStudent.invitations).toMatchObject([{ email: null, used_at: null }]);
  const ofTeacher = await exportPerson(admin, { userId: room.teacher.id });
  expect(ofTeacher.vetting).toMatchObject([{ kind: "rspts", reference: "R/1" }]);

  const strangers = [mother.id, mother.surname, "tata.kopia@example.pl", admin.actor.id];
  for (const copy of [ofChild, ofStudent, ofTeacher]) {
    expect(strangers.filter((word) => JSON.stringify(copy).includes(word))).toEqual([]);
  }
  expect([child.id, room.student.id].filter((id) => JSON.stringify(ofMother).includes(id))).toEqual([]);
});

test("copies contain why a request was lost and the office's file of it, also of requests by the address alone", async () => {
  const [former, present] = ["prosba-dawna@example.pl", "prosba@example.pl"];
  const mother = await makePerson(services, "Parent", { email: former });
  const child = await makeChild(services, mother);
  const request = { subject: "Fizyka", level: "liceumP", status: "Odwolana", source: "Polecenie" };
  const filed = async (email: string, lostReason: string, studentId: string | null = null) => {
    services.clock.time = new Date(services.clock.time.getTime() + 1000);
    const id = newId();
    const createdAt = services.now();
    await prisma.trialLesson.create({ data: { id, ...request, email, lostReason, studentId, createdAt } });
    await prisma.officeNote.create({ data: { id: newId(), trialId: id, text: `Notatka: ${lostReason}` } });
    await prisma.officeTag.create({ data: { id: newId(), trialId: id, tag: `Znacznik: ${lostReason}` } });
  };
  await filed(former, "Za drogo");
  await updatePerson(admin, { id: mother.id, email: present });
  await prisma.user.update({ where: { id: mother.id }, data: { emailConfirmedAt: services.now() } });
  // Whose mailbox it is since then is not known.
  await filed(former, "Ktoś inny");
  await filed(present, "Za daleko", child.id);
  await filed("obca@example.pl", "Obca");

  const copyOf = async ({ id }: { id: string }) => {
    const { trialLessons, officeNotes, officeTags } = await exportPerson(admin, { userId: id });
    return {
      lost: trialLessons.map(({ source, lost_reason }) => [source, lost_reason]),
      notes: officeNotes.map(({ text }) => text),
      tags: officeTags.map(({ tag }) => tag).sort(),
    };
  };
  const file = (...reasons: string[]) => ({
    lost: reasons.map((reason) => ["Polecenie", reason]),
    notes: reasons.map((reason) => `Notatka: ${reason}`),
    tags: reasons.map((reason) => `Znacznik: ${reason}`).sort(),
  });
  expect(await copyOf(mother)).toEqual(file("Za drogo", "Za daleko"));
  expect(await copyOf(child)).toEqual(file("Za daleko"));
});

test("erasing who pays leaves a low balance that waits to the other parent of a child without a login", async () => {
  const [payer, other] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  const child = await makeChild(services, payer);
  await makeGuardian(services, other, child);
  const facts = { studentId: child.id, subject: "Fizyka", level: "liceumP", available: -2 };
  const crossing = `low-balance:1:${child.id}:Fizyka:liceumP`;
  const dueAt = new Date(services.now().getTime() + 20 * 86_400_000);
  const waits = { kind: "low-balance", recipientId: payer.id, childId: child.id, facts, dueAt };
  await prisma.notification.create({
    data: { ...waits, id: newId(), dedupeKey: `${crossing}:${payer.id}` },
  });
  await erasePerson(admin, { userId: payer.id });
  expect(
    await prisma.notification.findMany({ where: { dedupeKey: { startsWith: crossing } } }),
  ).toMatchObject([{ ...waits, recipientId: other.id, status: "pending" }]);
});
