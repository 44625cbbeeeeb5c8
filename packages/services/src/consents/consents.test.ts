import { enforceVetting } from "@korki/db";
import { addDays, today } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { authenticate } from "../accounts/authenticate";
import { register } from "../accounts/register";
import { bookLesson } from "../lessons/book-lesson";
import { relate } from "../people/relate";
import { bookingOf, inDays, makeStudentOf, makeTeacher } from "../testing/classroom";
import { makeChild } from "../testing/families";
import { makePerson, personCtx, signIn, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { addVetting, listVetting } from "../vetting/vetting";
import { giveConsent, listDocuments, publishDocument } from "./documents";

const services = await openTestServices();
const admin = personCtx(services, await makePerson(services, "Admin"));
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

test("registration needs the mandatory documents of its role", async () => {
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
  await register(visitor, { ...form, consents: [document?.id ?? ""] });
  const { id } = await services.db.prisma.user.findUniqueOrThrow({ where: { email: form.email } });
  expect(await services.db.prisma.consent.findMany({ where: { personId: id } })).toMatchObject([
    { documentId: document?.id, givenById: id, accepted: true },
  ]);
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
  const check = { teacherId: teacher.id, checkedOn: addDays(day, -400), reference: "1/2026" };
  await addVetting(admin, { ...check, kind: "rspts" });
  await addVetting(admin, { ...check, kind: "oswiadczenie" });
  await addVetting(admin, { ...check, kind: "krk", validUntil: addDays(day, -1) });
  await expect(relate(admin, pair)).rejects.toMatchObject({ code: "conflict" });
  await addVetting(admin, { ...check, kind: "krk", validUntil: day });
  await relate(admin, pair);
  expect(await listVetting(admin, { teacherId: teacher.id })).toHaveLength(4);
  await enforceVetting(services.db, false);
});
