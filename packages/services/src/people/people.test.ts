import { randomUUID } from "node:crypto";
import { contactsInput } from "@korki/contracts/chat";
import { transact } from "@korki/db";
import { DEFAULT_TEACHER_SUBJECT } from "@korki/domain";
import { expect, test } from "vitest";
import { authenticate } from "../accounts/authenticate";
import { confirmEmail } from "../accounts/confirm-email";
import { getPerson } from "../accounts/get-person";
import { mailLink } from "../accounts/mail-link";
import { listSubstitutes } from "../admin-lessons/substitute-teacher";
import { listContacts } from "../chat/list-contacts";
import { listConsentStates, listOwnConsents, publishDocument } from "../consents/documents";
import { listChildren } from "../families/children";
import { bookLesson } from "../lessons/book-lesson";
import { listAllPrices, setPrice } from "../prices/prices";
import {
  bookedLesson,
  bookingOf,
  forceStatus,
  inDays,
  makeClassroom,
  makeTeacher,
  storedLesson,
} from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { mailedTokens, outboxOf } from "../testing/outbox";
import { makePerson, PASSWORD, personCtx, signIn } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { createPerson } from "./create-person";
import { listParentsForAdmin, listStudentsForAdmin, listTeachersForAdmin } from "./list-people";
import { getStudentCard, listOwnStudents, listOwnTeachers } from "./own-people";
import { listRelatedPeople, listRelationCandidates, relate, unrelate } from "./relate";
import { saveTeacherSubjects } from "./teacher-subjects";
import { updatePerson } from "./update-person";

const services = await openTestServices();
const admin = await makePerson(services, "Admin");
const asAdmin = personCtx(services, admin);
const LIST = {
  owing: false,
  search: "",
  sort: "name",
  direction: "asc",
  showDisabled: false,
  page: 1,
  pageSize: 100,
} as const;
const PAGE = { search: "", page: 1, pageSize: 100 };

test("a list is searched by name, e-mail and phone, with and without Polish letters", async () => {
  // With a letter: digits alone would be part of a number.
  const mark = `m${randomUUID().slice(0, 7)}`;
  await makePerson(services, "Teacher", { name: "Łukasz", surname: `Żółć-${mark}`, phone: "+48511222333" });
  await makePerson(services, "Teacher", {
    name: "Lucyna",
    surname: `Zaręba-${mark}`,
    email: `lucyna.${mark}@szkola.pl`,
  });
  const find = async (search: string) =>
    (await listTeachersForAdmin(asAdmin, { ...LIST, search })).items.map(({ name }) => name);
  expect(await find(`lukasz ${mark}`)).toEqual(["Łukasz"]);
  expect(await find(`ŻÓŁĆ-${mark}`)).toEqual(["Łukasz"]);
  expect(await find(`${mark} 511222`)).toEqual(["Łukasz"]);
  const own = `5${String(Date.now()).slice(-8)}`;
  await makePerson(services, "Teacher", { name: "Telefon", phone: `+48${own}` });
  expect(await find(`+48 ${own.slice(0, 3)}-${own.slice(3, 6)} ${own.slice(6)}`)).toEqual(["Telefon"]);
  expect(await find(`lucyna.${mark}@SZKOLA`)).toEqual(["Lucyna"]);
  expect(await find(mark)).toEqual(["Lucyna", "Łukasz"]);
  expect(await find(`${mark} %_'"\\`)).toEqual([]);
});

test("the alphabet is Polish, pages do not overlap", async () => {
  const mark = randomUUID().slice(0, 8);
  for (const surname of ["Zając", "Łoś", "Ćma", "Lis", "Cap"]) {
    await makePerson(services, "Student", { surname, email: `${randomUUID()}@${mark}.pl` });
  }
  const page = (number: number) =>
    listStudentsForAdmin(asAdmin, { ...LIST, search: mark, page: number, pageSize: 2 });
  const pages = [await page(1), await page(2), await page(3), await page(4)];
  expect(pages.flatMap(({ items }) => items.map(({ surname }) => surname))).toEqual([
    "Cap",
    "Ćma",
    "Lis",
    "Łoś",
    "Zając",
  ]);
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
});

test("all other lists of people are in the order of the Polish alphabet", async () => {
  const expected = ["Lis", "Łabędź", "Nowak", "Zając", "Żak"];
  const room = await makeClassroom(services);
  const mother = await makePerson(services, "Parent");
  const [asMother, studentId, teacherId] = [personCtx(services, mother), room.student.id, room.teacher.id];
  for (const name of expected.toSorted()) {
    const person = { name, surname: name };
    const teacher = await makePerson(services, "Teacher", person);
    await saveTeacherSubjects(asAdmin, { teacherId: teacher.id, subjects: [DEFAULT_TEACHER_SUBJECT] });
    await relate(asAdmin, { studentId, teacherId: teacher.id });
    const student = await makePerson(services, "Student", person);
    await relate(asAdmin, { studentId: student.id, teacherId });
    await setPrice(asAdmin, {
      studentId: student.id,
      teacherId: null,
      level: "liceumP",
      price: 77,
      rate: 50,
    });
    await makeGuardian(services, mother, student);
    await makeGuardian(services, await makePerson(services, "Parent", person), room.student);
  }
  const document = { kind: "wizerunek", title: "Wizerunek", text: "§1", mandatory: false };
  const { id: documentId } = await publishDocument(asAdmin, { ...document, roles: ["Student"] });
  const { id: lessonId } = await bookedLesson(services, room, 12, 6);

  const undecided = { documentId, state: "missing", page: 1, pageSize: 100 } as const;
  const lists = {
    teachers: await listOwnTeachers(room.asStudent, {}),
    students: await listOwnStudents(room.asTeacher),
    contacts: await listContacts(room.asStudent, contactsInput.parse({})),
    children: await listChildren(asMother),
    parents: (await getStudentCard(asAdmin, { studentId })).office?.parents ?? [],
    prices: (await listAllPrices(asAdmin, { page: 1, pageSize: 100 })).items.map(({ student }) => student),
    substitutes: await listSubstitutes(asAdmin, { lessonId }),
    undecided: (await listConsentStates(asAdmin, undecided)).items.map(({ personName: name }) => ({ name })),
    childrenConsents: (await listOwnConsents(asMother)).map(({ personName: name }) => ({ name })),
  };
  const shown = Object.entries(lists).map(([list, people]) => {
    const names = people.map((person) => person?.name.split(" ")[0]);
    return [list, names.filter((name) => name && expected.includes(name))];
  });
  expect(shown).toEqual(Object.keys(lists).map((list) => [list, expected]));
});

test("a student's teacher is shown with the subjects in the centre's order", async () => {
  const { student, asStudent } = await makeClassroom(services);
  const teacher = await makePerson(services, "Teacher");
  await relate(asAdmin, { studentId: student.id, teacherId: teacher.id });
  const subjects = [
    { subject: "Matematyka", level: "szkolaP" },
    { subject: "Matematyka", level: "liceumP" },
    { subject: "Angielski", level: "liceumR" },
  ] as const;
  const rows = subjects.toReversed().map((pair) => ({ ...pair, teacherId: teacher.id }));
  await services.db.prisma.teacherSubject.createMany({ data: rows });
  const shown = (await listOwnTeachers(asStudent, {})).find(({ id }) => id === teacher.id);
  expect(shown?.subjects.map(({ price: _, ...pair }) => pair)).toEqual(subjects);
});

test("disabled people are hidden unless asked for; balances are beside the names", async () => {
  const { teacher, student } = await makeClassroom(services);
  const room = { teacherId: teacher.id, studentId: student.id };
  const { prisma } = services.db;
  const lesson = {
    ...room,
    block: 1,
    subject: "Fizyka",
    level: "liceumP",
    title: "Fizyka",
    price: 90,
    rate: 60,
  };
  for (const [index, status] of [
    "Zrealizowana",
    "Uczen nieobecny",
    "Potwierdzona",
    "Odwolana przez ucznia",
  ].entries()) {
    const date = new Date(Date.UTC(2026, 0, 1 + index));
    await prisma.lesson.create({ data: { ...lesson, id: randomUUID(), date, status } });
  }
  const money = { moneyAmount: 100, description: "" };
  await prisma.payout.create({ data: { ...money, id: randomUUID(), teacherId: teacher.id } });
  await prisma.payout.create({
    data: { ...money, id: randomUUID(), teacherId: teacher.id, deletedAt: new Date() },
  });
  const paid = { ...money, lessonAmount: 2, subject: "Fizyka", level: "liceumP", studentId: student.id };
  await prisma.payment.create({ data: { ...paid, id: randomUUID() } });

  const teachers = await listTeachersForAdmin(asAdmin, { ...LIST, search: teacher.email });
  expect(teachers.items).toMatchObject([{ id: teacher.id, receivable: 20, studentCount: 1 }]);
  const students = await listStudentsForAdmin(asAdmin, { ...LIST, search: student.email });
  expect(students.items).toMatchObject([
    {
      id: student.id,
      teachers: [{ id: teacher.id, name: teacher.name, surname: teacher.surname }],
      nextLesson: null,
      payer: null,
      tags: [],
      owed: 90,
      balances: [{ subject: "Fizyka", level: "liceumP", available: -1 }],
    },
  ]);

  await updatePerson(asAdmin, { id: teacher.id, isDisabled: true });
  expect((await listTeachersForAdmin(asAdmin, { ...LIST, search: teacher.email })).total).toBe(0);
  expect(
    (await listTeachersForAdmin(asAdmin, { ...LIST, search: teacher.email, showDisabled: true })).total,
  ).toBe(1);
});

test("a row names who pays for a child without a login, also where no parent is marked as payer", async () => {
  const room = await makeClassroom(services);
  const [parent, other] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  await makeGuardian(services, parent, room.student);
  await makeGuardian(services, other, room.student);
  await bookedLesson(services, room, 9, 5);
  const { surname } = await services.db.prisma.user.update({
    where: { id: room.student.id },
    data: { email: null, passwordHash: null, surname: `D${randomUUID()}` },
  });
  const { items } = await listStudentsForAdmin(asAdmin, { ...LIST, search: surname });
  expect(items).toMatchObject([{ payer: { id: parent.id }, owed: 90 }]);
  const owed = async ({ email }: { email: string }) =>
    (await listParentsForAdmin(asAdmin, { ...LIST, search: email })).items.map((row) => row.owed);
  expect([await owed(parent), await owed(other)]).toEqual([[90], [0]]);
});

test("a row names the next lesson, the payer, the parent's children and what is due for them", async () => {
  const room = await makeClassroom(services);
  const { student } = room;
  const parent = await makePerson(services, "Parent", { phone: "+48600700800" });
  await makeGuardian(services, parent, student, { isPayer: true });
  await bookedLesson(services, room, 9, 5);
  const next = await bookedLesson(services, room, 4, 3);
  const nextLesson = { date: next.date, block: 4 };
  const child = { id: student.id, name: student.name, surname: student.surname };
  const payer = { id: parent.id, name: parent.name, surname: parent.surname, phone: "+48600700800" };
  const students = await listStudentsForAdmin(asAdmin, { ...LIST, search: student.email });
  expect(students.items).toMatchObject([{ nextLesson, payer, owed: 180 }]);
  const parents = await listParentsForAdmin(asAdmin, { ...LIST, search: parent.email });
  expect(parents.items).toMatchObject([{ children: [child], owed: 180, tags: [] }]);
  const teachers = await listTeachersForAdmin(asAdmin, { ...LIST, search: room.teacher.email });
  expect(teachers.items).toMatchObject([{ nextLesson }]);
  const without = (search: string) =>
    listStudentsForAdmin(asAdmin, { ...LIST, search, without: "lesson" }).then(({ total }) => total);
  expect(await without(student.email)).toBe(0);
  await forceStatus(services, next.id, "Odwolana przez nauczyciela");
  expect((await listStudentsForAdmin(asAdmin, { ...LIST, search: student.email })).items).toMatchObject([
    { nextLesson: { block: 9 } },
  ]);
});

test("students are sorted by debt and filtered by it; a surplus elsewhere hides no debt", async () => {
  const mark = randomUUID().slice(0, 8);
  const { prisma } = services.db;
  const teacher = await makePerson(services, "Teacher");
  const addStudent = async (surname: string, day: number, prices: number[]) => {
    const student = await makePerson(services, "Student", { surname, email: `${randomUUID()}@${mark}.pl` });
    const date = new Date(Date.UTC(2026, 0, day));
    for (const [block, price] of prices.entries()) {
      const pair = { studentId: student.id, teacherId: teacher.id, subject: "Fizyka", level: "liceumP" };
      const lesson = { ...pair, date, block, title: "Fizyka", rate: 60, price, status: "Zrealizowana" };
      await prisma.lesson.create({ data: { ...lesson, id: randomUUID() } });
    }
    const paid = { studentId: student.id, moneyAmount: 900, lessonAmount: 10, description: "" };
    await prisma.payment.create({
      data: { ...paid, id: randomUUID(), subject: "Polski", level: "szkolaP" },
    });
  };
  await addStudent("Adamska", 1, [90]);
  await addStudent("Bąk", 2, []);
  await addStudent("Cis", 3, [75, 75, 75]);
  const list = async (input: object) => {
    const { items, total } = await listStudentsForAdmin(asAdmin, { ...LIST, search: mark, ...input });
    return [total, ...items.map(({ surname, owed }) => `${surname} ${owed}`)];
  };
  const byOwed = { sort: "owed", direction: "desc" };
  expect(await list(byOwed)).toEqual([3, "Cis 225", "Adamska 90", "Bąk 0"]);
  expect(await list({ ...byOwed, direction: "asc" })).toEqual([3, "Bąk 0", "Adamska 90", "Cis 225"]);
  expect(await list({ ...byOwed, page: 1, pageSize: 2 })).toEqual([3, "Cis 225", "Adamska 90"]);
  expect(await list({ ...byOwed, page: 2, pageSize: 2 })).toEqual([3, "Bąk 0"]);
  const ones = await Promise.all([1, 2, 3, 4].map((page) => list({ ...byOwed, page, pageSize: 1 })));
  expect(ones).toEqual([[3, "Cis 225"], [3, "Adamska 90"], [3, "Bąk 0"], [3]]);
  expect(await list({ owing: true })).toEqual([2, "Adamska 90", "Cis 225"]);
  for (const surname of ["Dąb", "Ewert", "Fok"]) await addStudent(surname, 4, []);
  const [, ...whole] = await list(byOwed);
  expect(whole.slice(0, 2)).toEqual(["Cis 225", "Adamska 90"]);
  for (const [at, row] of whole.entries())
    expect(await list({ ...byOwed, page: at + 1, pageSize: 1 })).toEqual([6, row]);
});

test("an edit writes what the screen edits; an older one is refused", async () => {
  const student = await makePerson(services, "Student");
  const before = await getPerson(asAdmin, student);
  const edit = {
    id: student.id,
    version: before.version,
    name: "Zofia",
    surname: "",
    phoneParent: "+48500600700",
  };
  const after = await updatePerson(asAdmin, edit);
  expect(after).toMatchObject({
    name: "Zofia",
    surname: "",
    phoneParent: "+48500600700",
    version: before.version + 1,
  });
  await expect(updatePerson(asAdmin, edit)).rejects.toMatchObject({ code: "conflict" });
  await expect(updatePerson(asAdmin, { id: student.id, role: "Teacher", name: "Ela" })).rejects.toMatchObject(
    {
      code: "not_found",
    },
  );
  const entries = await services.db.prisma.historyEntry.findMany({ where: { entityId: student.id } });
  expect(entries).toMatchObject([{ action: "update", changes: { name: { from: "Anna", to: "Zofia" } } }]);
});

test("an address belongs to one account, regardless of case", async () => {
  const [one, two] = [await makePerson(services, "Student"), await makePerson(services, "Teacher")];
  await expect(updatePerson(asAdmin, { id: one.id, email: two.email })).rejects.toMatchObject({
    code: "conflict",
  });
  const outcomes = await Promise.allSettled(
    [one, two].map(({ id }) => updatePerson(asAdmin, { id, email: "nowy@example.pl" })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("disabling ends every session at once; nobody disables oneself", async () => {
  const teacher = await makePerson(services, "Teacher");
  const { accessToken } = await signIn(services, teacher);
  await authenticate(services, accessToken);
  await updatePerson(asAdmin, { id: teacher.id, isDisabled: true });
  await expect(authenticate(services, accessToken)).rejects.toMatchObject({ code: "forbidden" });
  expect(await services.db.prisma.session.count({ where: { userId: teacher.id, endedAt: null } })).toBe(0);
  await updatePerson(asAdmin, { id: teacher.id, isDisabled: false });
  await expect(authenticate(services, accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(updatePerson(asAdmin, { id: admin.id, isDisabled: true })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("a person of any role is made, and invited to set a password", async () => {
  for (const role of ["Student", "Teacher", "Parent", "Admin"] as const) {
    const person = await createPerson(asAdmin, {
      role,
      name: "Nowa",
      surname: "Osoba",
      email: `${randomUUID()}@example.pl`,
      phone: "",
      phoneParent: "",
    });
    expect(person).toMatchObject({ role, hasPassword: false, isEmailConfirmed: false });
    expect(await outboxOf(services, person.id)).toMatchObject([{ kind: "account-invitation" }]);
  }
});

test("a new address before the first login: the old invitation is void, a new one goes out", async () => {
  const person = await createPerson(asAdmin, {
    role: "Student",
    name: "Ewa",
    surname: "Pomyłka",
    email: `${randomUUID()}@example.pl`,
    phone: "",
    phoneParent: "",
  });
  await updatePerson(asAdmin, { id: person.id, email: `${randomUUID()}@example.pl` });
  expect(await mailedTokens(services, person.id)).toHaveLength(2);
  const links = await services.db.prisma.oneTimeLink.findMany({
    where: { userId: person.id },
    orderBy: { id: "asc" },
  });
  expect(links.map(({ voidedAt }) => voidedAt === null)).toEqual([false, true]);
});

test("a new address takes all access from the old mailbox, and both are notified", async () => {
  const person = await makePerson(services, "Teacher");
  const { accessToken } = await signIn(services, person);
  await services.db.prisma.user.update({
    where: { id: person.id },
    data: { telegramChatId: `chat of ${person.id}`, calendarKey: `key of ${person.id}` },
  });
  await updatePerson(asAdmin, { id: person.id, email: `${randomUUID()}@example.pl` });
  await expect(authenticate(services, accessToken)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await services.db.prisma.user.findUnique({ where: { id: person.id } })).toMatchObject({
    telegramChatId: null,
    calendarKey: null,
  });
  const told = await services.db.prisma.notification.findMany({
    where: { kind: "account-alert", OR: [{ recipientId: person.id }, { email: person.email }] },
  });
  expect(told.map(({ facts }) => facts)).toEqual([
    expect.objectContaining({ event: "email-changed", linkId: null }),
    expect.objectContaining({ event: "email-changed", linkId: null }),
  ]);
});

test("a new address of a confirmed account without a password is an alert, not an invitation", async () => {
  const person = await makePerson(services, "Student");
  const { id } = person;
  await services.db.prisma.user.update({ where: { id }, data: { passwordHash: null } });
  await updatePerson(asAdmin, { id, email: `${randomUUID()}@example.pl` });
  const told = await services.db.prisma.notification.findMany({
    where: { OR: [{ recipientId: id }, { email: person.email }] },
  });
  const alert = { kind: "account-alert", facts: { event: "email-changed" } };
  expect(told).toMatchObject([alert, alert]);
});

test("an administrator's address is changed with the caller's password only", async () => {
  const other = await makePerson(services, "Admin");
  const email = `${randomUUID()}@example.pl`;
  const asCaller = personCtx(services, await makePerson(services, "Admin"));
  for (const { id } of [other, asCaller.actor]) {
    await expect(updatePerson(asCaller, { id, email })).rejects.toMatchObject({ code: "input" });
    const wrong = updatePerson(asCaller, { id, email, password: "Niepoprawne1" });
    await expect(wrong).rejects.toMatchObject({ code: "unauthenticated", details: { sessionStands: true } });
  }
  await updatePerson(asCaller, { id: other.id, name: "Zofia", email: other.email });

  const move = { id: other.id, email, password: PASSWORD };
  const moved = await updatePerson(asCaller, move, "klucz");
  expect(moved).toMatchObject({ name: "Zofia", email });
  expect(await updatePerson(asCaller, move, "klucz")).toEqual(moved);
  const guess = updatePerson(asCaller, { ...move, password: "Niepoprawne1" }, "klucz");
  await expect(guess).rejects.toMatchObject({ code: "unauthenticated" });
  const unproven = updatePerson(asCaller, { id: other.id, email }, "klucz");
  await expect(unproven).rejects.toMatchObject({ code: "conflict" });
});

test("a new address before it was confirmed: only the link that goes there confirms it", async () => {
  const person = await makePerson(services, "Student", { isConfirmed: false });
  await transact(services.db, (tx) => mailLink(tx, asAdmin, { userId: person.id, kind: "confirm-email" }));
  await updatePerson(asAdmin, { id: person.id, email: `${randomUUID()}@example.pl` });
  const [old = "", fresh = ""] = await mailedTokens(services, person.id);
  await expect(confirmEmail(asAdmin, { token: old })).rejects.toMatchObject({ code: "input" });
  await confirmEmail(asAdmin, { token: fresh });
  expect(await getPerson(asAdmin, person)).toMatchObject({ isEmailConfirmed: true });
});

test("a relation is added once and notifies both; once removed, it books nothing new and keeps planned lessons", async () => {
  const room = await makeClassroom(services);
  const other = await makeTeacher(services);
  const pair = { teacherId: other.id, studentId: room.student.id };
  const clicks = await Promise.allSettled([1, 2, 3].map(() => relate(asAdmin, pair)));
  expect(clicks.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await outboxOf(services, other.id)).toMatchObject([
    { kind: "relation-added", facts: { otherRole: "Student", otherName: `Ola ${room.student.surname}` } },
  ]);
  expect(await outboxOf(services, room.student.id)).toMatchObject([{ kind: "relation-added" }]);

  const lesson = await bookedLesson(services, room, 2);
  const old = { teacherId: room.teacher.id, studentId: room.student.id };
  await unrelate(asAdmin, old);
  await expect(unrelate(asAdmin, old)).rejects.toMatchObject({ code: "not_found" });
  expect(await storedLesson(services, lesson.id)).toMatchObject({
    status: "Nie potwierdzona",
    deletedAt: null,
  });
  await expect(
    bookLesson(room.asStudent, bookingOf(room.teacher, inDays(services, 3), 3)),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("a relation joins a teacher and a student, nobody else", async () => {
  const [teacher, student] = [await makePerson(services, "Teacher"), await makePerson(services, "Student")];
  for (const pair of [
    { teacherId: student.id, studentId: teacher.id },
    { teacherId: teacher.id, studentId: teacher.id },
    { teacherId: teacher.id, studentId: admin.id },
    { teacherId: teacher.id, studentId: randomUUID() },
  ]) {
    await expect(relate(asAdmin, pair)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("candidates are those who are not related yet and not disabled", async () => {
  const { teacher, student } = await makeClassroom(services);
  const [free, disabled] = [
    await makePerson(services, "Student"),
    await makePerson(services, "Student", { isDisabled: true }),
  ];
  const ids = async (search: string) =>
    (await listRelationCandidates(asAdmin, { ...PAGE, id: teacher.id, search })).items.map(({ id }) => id);
  expect(await ids(free.email)).toEqual([free.id]);
  expect(await ids(student.email)).toEqual([]);
  expect(await ids(disabled.email)).toEqual([]);
  const related = await listRelatedPeople(asAdmin, { ...PAGE, id: student.id });
  expect(related.items.map(({ id }) => id)).toEqual([teacher.id]);
  await expect(listRelatedPeople(asAdmin, { ...PAGE, id: admin.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a teacher's subjects are replaced, a pair named twice counts once", async () => {
  const { teacher, student, asStudent } = await makeClassroom(services);
  const maths = { subject: "Matematyka", level: "liceumP" } as const;
  const physics = { subject: "Fizyka", level: "szkolaP" } as const;
  const saved = await saveTeacherSubjects(asAdmin, {
    teacherId: teacher.id,
    subjects: [physics, maths, physics],
  });
  expect(saved.subjects).toEqual([maths, physics]);
  await saveTeacherSubjects(asAdmin, {
    teacherId: teacher.id,
    subjects: [physics],
    before: [physics, maths],
  });
  await expect(
    saveTeacherSubjects(asAdmin, { teacherId: teacher.id, subjects: [maths], before: [physics, maths] }),
  ).rejects.toMatchObject({ code: "conflict" });
  await expect(bookLesson(asStudent, bookingOf(teacher, inDays(services, 3), 3))).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(saveTeacherSubjects(asAdmin, { teacherId: student.id, subjects: [] })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("bookings race the removal of their relation, the disabling of their teacher, the change of subjects", async () => {
  for (const undo of [
    (teacherId: string, studentId: string) => unrelate(asAdmin, { teacherId, studentId }),
    (teacherId: string) => updatePerson(asAdmin, { id: teacherId, isDisabled: true }),
    (teacherId: string) => saveTeacherSubjects(asAdmin, { teacherId, subjects: [] }),
  ]) {
    const { teacher, student, asStudent } = await makeClassroom(services);
    const bookings = Array.from({ length: 6 }, (_, block) =>
      bookLesson(asStudent, bookingOf(teacher, inDays(services, 3), block)),
    );
    const outcomes = await Promise.allSettled([
      ...bookings.slice(0, 3),
      undo(teacher.id, student.id),
      ...bookings.slice(3),
    ]);
    expect(outcomes[3]?.status).toBe("fulfilled");
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason.code).toMatch(/conflict|not_found/);
    }
    await expect(bookLesson(asStudent, bookingOf(teacher, inDays(services, 4), 0))).rejects.toMatchObject({
      code: expect.stringMatching(/conflict|not_found/),
    });
  }
});
