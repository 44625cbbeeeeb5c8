import { consentTexts } from "@korki/contracts/texts/consents";
import { enforceVetting, newId } from "@korki/db";
import { addDays, today } from "@korki/domain";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { authenticate } from "../accounts/authenticate";
import { confirmEmail } from "../accounts/confirm-email";
import { register } from "../accounts/register";
import { createLesson } from "../admin-lessons/create-lesson";
import { restoreManyLessons } from "../admin-lessons/restore-many-lessons";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { addClosure } from "../closures/add-closure";
import { previewClosure } from "../closures/preview-closure";
import { bookLesson } from "../lessons/book-lesson";
import { planReminders } from "../notifications/plan-reminders";
import { relate, unrelate } from "../people/relate";
import { answerMove } from "../series/answer-move";
import { previewSeries } from "../series/create-series";
import { previewExtension } from "../series/extend-series";
import { fillDate } from "../series/fill-date";
import { moveSeries, previewMove } from "../series/move-series";
import {
  bookedLesson,
  bookingOf,
  inDays,
  makeClassroom,
  makeStudentOf,
  makeTeacher,
} from "../testing/classroom";
import { makeChild } from "../testing/families";
import { mailedTokens } from "../testing/outbox";
import { makePerson, personCtx, signIn, visitorCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { makeWeeklyLessons } from "../testing/weekly-lessons";
import { addTrial } from "../trial-lessons/add-trial";
import { scheduleTrial } from "../trial-lessons/trials";
import { addVetting, getVettingState, listVetting } from "../vetting/vetting";
import {
  giveConsent,
  listConsentStates,
  listDocuments,
  listDocumentVersions,
  listOwnConsents,
  publishDocument,
} from "./documents";

const { services, prisma, asAdmin: admin } = await openTestCentre();
const later = () => {
  services.clock.time = new Date(services.clock.time.getTime() + 1000);
};
beforeEach(() => {
  services.clock.time = new Date(Date.now() - 60_000);
});

const publish = (kind: string, mandatory = true) =>
  publishDocument(admin, { kind, title: "Regulamin", text: "§1", mandatory, roles: ["Student"] });

test("a mandatory version is asked for at the next sign-in; running sessions go on", async () => {
  const student = await makePerson(services, "Student");
  const { accessToken: before } = await signIn(services, student);
  later();
  const first = await publish("regulamin");
  later();
  const { accessToken: after } = await signIn(services, student);
  expect(await authenticate(services, before)).not.toHaveProperty("missingConsents");
  expect(await authenticate(services, after)).toMatchObject({ missingConsents: [first.id] });
  const asStudent = personCtx(services, student);
  await expect(giveConsent(asStudent, { documentId: first.id, accepted: false })).rejects.toMatchObject({
    code: "conflict",
  });
  await giveConsent(asStudent, { documentId: first.id, accepted: true });
  expect(await authenticate(services, after)).not.toHaveProperty("missingConsents");
  later();
  const second = await publish("regulamin");
  expect(second.version).toBe(2);
  expect((await listDocuments(admin)).map(({ id }) => id)).toEqual([second.id]);
  await expect(giveConsent(asStudent, { documentId: first.id, accepted: true })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("parents decide only for their own children, and students only for themselves", async () => {
  const document = await publish(`zgoda-${newId()}`, false);
  const child = await makeChild(services, await makePerson(services, "Parent"));
  const strangers = [await makePerson(services, "Parent"), await makePerson(services, "Student")];
  for (const stranger of strangers) {
    const given = giveConsent(personCtx(services, stranger), {
      documentId: document.id,
      accepted: true,
      studentId: child.id,
    });
    await expect(given).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await services.db.prisma.consent.count({ where: { documentId: document.id } })).toBe(0);
});

test("a parent sees the child's documents, and administrators who accepted, withdrew or is missing", async () => {
  services.clock.time = new Date();
  const document = await publish(`wizerunek-${newId()}`, false);
  const mother = await makePerson(services, "Parent", { name: "Maria", surname: "Nowak" });
  const child = await makeChild(services, mother);
  const asMother = personCtx(services, mother);
  const own = async () => (await listOwnConsents(asMother)).find((each) => each.document.id === document.id);
  const states = (state: "accepted" | "withdrawn" | "missing", page = 1) =>
    listConsentStates(admin, { documentId: document.id, state, page, pageSize: 100 });
  expect(await own()).toMatchObject({ studentId: child.id, isAsked: true, accepted: null });
  expect((await states("missing")).items.map(({ personId }) => personId)).toContain(child.id);

  const decision = { documentId: document.id, studentId: child.id };
  await giveConsent(asMother, { ...decision, accepted: true });
  expect(await states("accepted")).toMatchObject({ total: 1, items: [{ givenBy: "Maria Nowak" }] });
  expect(await states("accepted", 2)).toMatchObject({ total: 1, items: [] });
  later();
  await giveConsent(asMother, { ...decision, accepted: false });
  expect(await own()).toMatchObject({ accepted: false });
  expect(await states("accepted")).toMatchObject({ total: 0 });
  expect(await states("withdrawn")).toMatchObject({ total: 1, items: [{ personId: child.id }] });
  const versions = await listDocumentVersions(admin);
  expect(versions.find(({ id }) => id === document.id)).toMatchObject({ accepted: 0, withdrawn: 1 });
});

test("registration needs the mandatory documents of its role; what its opened link carries is recorded", async () => {
  const [document] = await listDocuments(admin);
  const form = {
    name: "Kasia",
    surname: "Nowak",
    email: "kasia.zgoda@example.pl",
    password: "Korepetycje1",
    passwordConfirmation: "Korepetycje1",
    role: "Student",
    phone: "+48600100200",
  } as const;
  const visitor = visitorCtx(services);
  await expect(register(visitor, form)).rejects.toMatchObject({ code: "input" });
  const documentId = document?.id ?? "";
  const voluntary = await publish(`zgoda-${newId()}`, false);
  await register(visitor, { ...form, consents: [documentId, voluntary.id] });
  later();
  await register(visitor, { ...form, password: "Innehaslo11", consents: [documentId] });
  const createdAt = services.clock.time;
  const { prisma } = services.db;
  const { id } = await prisma.user.findUniqueOrThrow({ where: { email: form.email } });
  const consents = () => prisma.consent.findMany({ where: { personId: id } });
  expect(await consents()).toEqual([]);

  later();
  const [, token = ""] = await mailedTokens(services, id);
  await confirmEmail(visitor, { token });
  const recorded = [expect.objectContaining({ documentId, givenById: id, accepted: true, createdAt })];
  expect(await consents()).toEqual(recorded);
  await confirmEmail(visitor, { token });
  expect(await consents()).toEqual(recorded);
});

test("a parent accepts for a child without a login, and booking for it needs that", async () => {
  services.clock.time = new Date();
  const [document] = await listDocuments(admin);
  const documentId = document?.id ?? "";
  const mother = await makePerson(services, "Parent");
  const child = await makeChild(services, mother);
  const teacher = await makeTeacher(services);
  await relate(admin, { teacherId: teacher.id, studentId: child.id });
  const asMother = personCtx(services, mother);
  const booking = { ...bookingOf(teacher, inDays(services, 3), 4), studentId: child.id };
  await expect(bookLesson(asMother, booking)).rejects.toMatchObject({
    code: "forbidden",
    details: { consents: [documentId] },
  });
  await giveConsent(asMother, { documentId, accepted: true, studentId: child.id });
  await bookLesson(asMother, booking);
  await expect(services.db.prisma.consent.deleteMany({})).rejects.toThrow();
});

test("the database refuses a teacher without all checks, or with one that has expired", async () => {
  services.clock.time = new Date();
  const student = await makeStudentOf(services);
  const teacher = await makeTeacher(services);
  const pair = { teacherId: teacher.id, studentId: student.id };
  const day = today(services.now());
  await enforceVetting(services.db, true);
  await expect(relate(admin, pair)).rejects.toMatchObject({ code: "conflict" });
  const refused = { code: "conflict", message: consentTexts.notVetted };
  const wanted = { ...pair, subject: "Fizyka", level: "liceumP", description: "" } as const;
  const lesson = { ...wanted, date: addDays(day, 3), block: 2 };
  await expect(createLesson(admin, lesson)).rejects.toMatchObject(refused);
  const weekly = { ...wanted, weekday: "pon", block: 2, from: addDays(day, 3), everyWeeks: 1 } as const;
  await expect(previewSeries(admin, weekly)).rejects.toMatchObject(refused);
  const trial = { ...wanted, date: lesson.date, block: 2, name: "Kasia", email: "" };
  await expect(addTrial(admin, { ...trial, studentPhone: "", parentPhone: "" })).rejects.toMatchObject(
    refused,
  );
  const check = { teacherId: teacher.id, checkedOn: addDays(day, -400), reference: "1/2026" };
  await addVetting(admin, { ...check, kind: "rspts" });
  await addVetting(admin, { ...check, kind: "oswiadczenie" });
  await addVetting(admin, { ...check, kind: "krk", validUntil: addDays(day, -1) });
  await expect(relate(admin, pair)).rejects.toMatchObject({ code: "conflict" });
  await addVetting(admin, { ...check, kind: "krk", validUntil: day });
  expect(await getVettingState(admin, { teacherId: teacher.id })).toEqual({ isRequired: false, missing: [] });
  await relate(admin, pair);
  await createLesson(admin, lesson);
  const reversed = { ...check, kind: "krk", validUntil: addDays(check.checkedOn, -1) } as const;
  await expect(addVetting(admin, reversed)).rejects.toMatchObject({ code: "input" });
  expect(await listVetting(admin, { teacherId: teacher.id })).toHaveLength(4);
  await enforceVetting(services.db, false);
});

test("no unvetted teacher takes over a lesson or a trial lesson, nor is offered as a substitute", async () => {
  services.clock.time = new Date();
  const room = await makeClassroom(services);
  const other = await makeTeacher(services);
  const lesson = await bookedLesson(services, room, 2);
  const slot = { teacherId: room.teacher.id, date: inDays(services, 4), block: 6 };
  const trial = await addTrial(admin, {
    ...slot,
    subject: "Fizyka",
    level: "liceumP",
    name: "Kasia",
    email: "",
    description: "",
    studentPhone: "",
    parentPhone: "",
  });
  await enforceVetting(services.db, true);
  const taken = substituteTeacher(admin, { lessonId: lesson.id, teacherId: other.id });
  await expect(taken).rejects.toMatchObject({ code: "conflict", message: consentTexts.notVetted });
  const { id, version } = trial;
  await expect(scheduleTrial(admin, { ...slot, id, version, teacherId: other.id })).rejects.toMatchObject({
    code: "conflict",
    message: consentTexts.notVetted,
  });
  const day = { from: lesson.date, to: lesson.date };
  const closure = { scope: "teacher", teacherId: room.teacher.id, label: "", ...day } as const;
  const { affected } = await previewClosure(admin, closure);
  expect(affected.flatMap(({ substitutes }) => substitutes.map(({ id }) => id))).not.toContain(other.id);
  const decisions = [{ lessonId: lesson.id, action: "substitute" as const, teacherId: other.id }];
  await expect(addClosure(admin, { ...closure, decisions })).rejects.toMatchObject({
    code: "conflict",
    details: { preview: { affected: [{ id: lesson.id }] } },
  });
  await enforceVetting(services.db, false);
});

test("no unvetted teacher gets a lesson ahead by an edit, nor more of a series after the assignment ended", async () => {
  const weekly = await makeWeeklyLessons(services);
  const { teacher, student, asStudent } = weekly;
  const refused = { code: "conflict", message: consentTexts.notVetted };
  for (const closed of ["2026-12-01", "2026-12-15"]) await weekly.closeCentre(closed);
  const { id: seriesId } = await weekly.book(admin);
  const move = { seriesId, from: "2026-12-08", weekday: "sr", block: 9 } as const;
  const { token } = await previewMove(asStudent, move);
  const asked = await moveSeries(asStudent, { ...move, token });
  const pair = { teacherId: teacher.id, studentId: student.id };
  await unrelate(admin, pair);
  await enforceVetting(services.db, true);
  onTestFinished(() => enforceVetting(services.db, false));

  const fill = { seriesId, skippedDate: "2026-12-01", date: "2026-12-03", block: 4 };
  await expect(fillDate(admin, fill)).rejects.toMatchObject(refused);
  await expect(previewExtension(admin, { seriesId, to: "2026-12-29" })).rejects.toMatchObject(refused);
  // Each of the two would put a lesson into the week that the series left out.
  await expect(previewMove(admin, move)).rejects.toMatchObject(refused);
  const wish = { seriesId, moveId: asked.move?.id ?? "", answer: "accept" } as const;
  await expect(answerMove(admin, wish)).rejects.toMatchObject(refused);

  const wanted = { ...pair, subject: "Fizyka", level: "liceumP", description: "" } as const;
  const { id } = await createLesson(admin, { ...wanted, date: "2026-11-19", block: 2 });
  const ahead = { id, date: "2026-11-27" };
  for (const status of [undefined, "Zrealizowana", "Odwolana przez nauczyciela"] as const)
    await expect(updateLessonAsAdmin(admin, { ...ahead, status })).rejects.toMatchObject(refused);
  await updateLessonAsAdmin(admin, { id, date: "2026-11-18", status: "Zrealizowana" });
  // What the student had before goes on.
  const [{ id: own = "" } = {}] = asked.lessons;
  await updateLessonAsAdmin(admin, { id: own, date: "2026-11-27", block: 3 });
  await updateLessonAsAdmin(admin, { id: own, status: "Odwolana przez nauczyciela" });
  await updateLessonAsAdmin(admin, { id: own, description: "Zwolnienie" });
  const back = updateLessonAsAdmin(admin, { id: own, status: "Potwierdzona" });
  await expect(back).rejects.toMatchObject(refused);
  const { version } = await prisma.lesson.findUniqueOrThrow({ where: { id: own } });
  const restored = [{ id: own, version, status: "Potwierdzona" as const }];
  expect(await restoreManyLessons(admin, { lessons: restored })).toMatchObject([
    { refusal: consentTexts.notVetted },
  ]);
});

test("administrators are notified once, 30 days before, of a check that ends, unless a newer one lasts", async () => {
  services.clock.time = new Date();
  const [teacher, renewed] = [await makeTeacher(services), await makeTeacher(services)];
  const day = today(services.now());
  const check = { kind: "krk", checkedOn: addDays(day, -300), reference: "1" } as const;
  await addVetting(admin, { ...check, teacherId: teacher.id, validUntil: addDays(day, 31) });
  await addVetting(admin, { ...check, teacherId: renewed.id, validUntil: addDays(day, 20) });
  await addVetting(admin, { ...check, teacherId: renewed.id, validUntil: addDays(day, 400) });
  const notices = async () => {
    const where = { kind: "vetting-ending", recipientId: admin.actor.id };
    const rows = await services.db.prisma.notification.findMany({ where, select: { facts: true } });
    const names = [teacher.id, renewed.id];
    return rows.filter(({ facts }) => names.some((id) => JSON.stringify(facts).includes(id)));
  };
  await planReminders(services);
  expect(await notices()).toEqual([]);
  services.clock.time = new Date(services.clock.time.getTime() + 24 * 3_600_000);
  await Promise.all([planReminders(services), planReminders(services)]);
  await planReminders(services);
  const facts = { teacherId: teacher.id, kind: "krk", validUntil: addDays(day, 31) };
  expect(await notices()).toEqual([{ facts }]);
});
