import { enableManyInput, PEOPLE_BULK_MAX, unrelateManyInput } from "@korki/contracts/people-bulk";
import { debtTexts } from "@korki/contracts/texts/debts";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import { newId } from "@korki/db";
import { expect, test } from "vitest";
import { remindMany } from "../debts/debts";
import { listHistory } from "../history/list-history";
import {
  bookedLesson,
  inDays,
  makeClassroom,
  makeTeacher,
  notificationsFor,
  storedLesson,
} from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx, signIn } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { addTrial } from "../trial-lessons/add-trial";
import { updateTrial } from "../trial-lessons/trials";
import { createPerson } from "./create-person";
import { disableMany, enableMany } from "./disable-many";
import { inviteMany } from "./invite-many";
import { listStudentsForAdmin } from "./list-people";
import { showPlannedLessons } from "./planned-lessons";
import { relateMany, unrelateMany } from "./relate-many";
import { updatePerson } from "./update-person";

const services = await openTestServices();
const { prisma } = services.db;
const asAdmin = personCtx(services, await makePerson(services, "Admin"));
const FILTER = { search: "", showDisabled: false, owing: false };

test("assigns a teacher to all whom a filter shows but a few, with one message each and one to the teacher", async () => {
  const mark = newId().slice(-8);
  const teacher = await makeTeacher(services);
  const addStudent = (at: number) =>
    makePerson(services, "Student", { surname: `Wspólny${at}`, email: `u${at}@${mark}.pl` });
  const [one, two, had, spared] = [
    await addStudent(1),
    await addStudent(2),
    await addStudent(3),
    await addStudent(4),
  ];
  await prisma.teachingRelation.create({ data: { teacherId: teacher.id, studentId: had.id } });
  const chosen = { filter: { ...FILTER, search: mark }, except: [spared.id] };

  const outcome = await relateMany(asAdmin, { teacherId: teacher.id, people: chosen });
  expect(outcome.done.toSorted()).toEqual([one.id, two.id].toSorted());
  expect(outcome).toMatchObject({ leftCount: 1, left: [{ id: had.id, name: "Anna Wspólny3" }] });
  const list = { ...FILTER, search: mark, sort: "name", direction: "asc", page: 1, pageSize: 10 } as const;
  const without = await listStudentsForAdmin(asAdmin, { ...list, without: "teacher" });
  expect(without.items.map(({ id }) => id)).toEqual([spared.id]);
  expect((await listStudentsForAdmin(asAdmin, { ...list, teacherId: teacher.id })).total).toBe(3);
  expect(await notificationsFor(services, one)).toEqual(["relation-added"]);
  expect(await outboxOf(services, teacher.id)).toEqual([
    { kind: "relation-added", facts: expect.objectContaining({ otherRole: "Student", count: 2 }) },
  ]);
  const history = await listHistory(asAdmin, { entity: "relation", studentId: two.id, limit: 10 });
  expect(history.items).toMatchObject([{ action: "relate", changes: [{ from: false, to: true }] }]);

  await unrelateMany(asAdmin, { teacherId: teacher.id, ids: [...outcome.done, spared.id] });
  expect((await listStudentsForAdmin(asAdmin, { ...list, teacherId: teacher.id })).total).toBe(1);
  await expect(relateMany(asAdmin, { teacherId: one.id, people: { ids: [two.id] } })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("invites those without a password once; others are named with the reason", async () => {
  const invited = await createPerson(asAdmin, {
    role: "Student",
    name: "Ewa",
    surname: "Nowa",
    email: `${newId()}@example.pl`,
    phone: "",
    phoneParent: "",
  });
  const lapsed = await createPerson(asAdmin, {
    role: "Student",
    name: "Jan",
    surname: "Nowy",
    email: `${newId()}@example.pl`,
    phone: "",
    phoneParent: "",
  });
  await prisma.oneTimeLink.updateMany({ where: { userId: lapsed.id }, data: { voidedAt: services.now() } });
  const active = await makePerson(services, "Student");
  const gone = newId();
  const people = { ids: [invited.id, lapsed.id, active.id, gone] };
  const outcome = await inviteMany(asAdmin, { role: "Student", people });
  expect(outcome.done).toEqual([lapsed.id]);
  expect(new Map(outcome.left.map(({ id, reason }) => [id, reason]))).toEqual(
    new Map([
      [invited.id, "ma już ważne zaproszenie"],
      [active.id, "ma już hasło"],
      [gone, "Nie znaleziono"],
    ]),
  );
  expect(await notificationsFor(services, lapsed)).toEqual(["account-invitation", "account-invitation"]);
  expect((await inviteMany(asAdmin, { role: "Student", people })).done).toEqual([]);
  // A list of one role says nothing of another.
  expect((await inviteMany(asAdmin, { role: "Parent", people: { ids: [lapsed.id] } })).leftCount).toBe(1);
});

test("reminds the payers of those who owe; who owes nothing is left alone", async () => {
  const room = await makeClassroom(services);
  const parent = await makePerson(services, "Parent");
  await makeGuardian(services, parent, room.student, { isPayer: true });
  await bookedLesson(services, room, 1);
  const other = await makePerson(services, "Student");
  const unreachable = await makeClassroom(services);
  await bookedLesson(services, unreachable, 1);
  await prisma.user.update({ where: { id: unreachable.student.id }, data: { isDisabled: true } });
  const ids = [room.student.id, other.id, unreachable.student.id];
  const outcome = await remindMany(asAdmin, { people: { ids } });
  expect(outcome).toMatchObject({ done: [room.student.id], leftCount: 2 });
  expect(outcome.left.map(({ id, reason }) => [id, reason])).toEqual(
    expect.arrayContaining([
      [other.id, debtTexts.nothingOwed],
      [unreachable.student.id, debtTexts.payerDisabled],
    ]),
  );
  const reminders = await prisma.notification.findMany({ where: { kind: "debt-reminder" } });
  expect(reminders).toMatchObject([{ facts: { studentId: room.student.id, moneyAmount: 90 } }]);
  const owing = { ...FILTER, owing: true };
  expect((await remindMany(asAdmin, { people: { filter: owing, except: [] } })).done).toEqual([
    room.student.id,
  ]);
});

test("a parent of several children is reminded once of the sum, and told once of their teacher", async () => {
  const room = await makeClassroom(services);
  const mother = await makePerson(services, "Parent");
  const sister = await makeClassroom(services);
  for (const each of [room, sister]) {
    await makeGuardian(services, mother, each.student, { isPayer: true });
    await bookedLesson(services, each, 1);
  }
  const ids = [room, sister].map(({ student: { id } }) => id);
  await prisma.notification.deleteMany();
  await remindMany(asAdmin, { people: { ids } });
  const toldOf = (kind: string) => prisma.notification.findMany({ where: { kind, recipientId: mother.id } });
  expect(await toldOf("debt-reminder")).toMatchObject([
    { childId: null, facts: { moneyAmount: 180, studentIds: expect.arrayContaining(ids) } },
  ]);
  expect(await prisma.notification.count({ where: { kind: "debt-reminder" } })).toBe(1);

  const children = [await makeChild(services, mother), await makeChild(services, mother)];
  const teacher = await makePerson(services, "Teacher");
  await relateMany(asAdmin, { teacherId: teacher.id, people: { ids: children.map(({ id }) => id) } });
  expect(await toldOf("relation-added")).toMatchObject([
    { childId: null, facts: { studentNames: [expect.any(String), expect.any(String)] } },
  ]);
});

test("disables accounts, ends their sessions, cancels their lessons if asked, and enables them again", async () => {
  const room = await makeClassroom(services);
  const session = await signIn(services, room.student);
  const lesson = await bookedLesson(services, room, 2);
  const out = await makePerson(services, "Student", { isDisabled: true });
  const outcome = await disableMany(asAdmin, {
    role: "Student",
    people: { ids: [room.student.id, out.id] },
    plannedLessons: "cancel",
  });
  expect(outcome).toMatchObject({ done: [room.student.id], left: [{ id: out.id }] });
  const ended = await prisma.session.findMany({ where: { userId: room.student.id } });
  expect([Boolean(session), ended.every(({ endedAt }) => endedAt !== null)]).toEqual([true, true]);
  expect((await storedLesson(services, lesson.id))?.status).toBe("Odwolana przez nauczyciela");
  expect(await notificationsFor(services, room.teacher)).toContain("lessons-called-off");
  const student = () => prisma.user.findUniqueOrThrow({ where: { id: room.student.id } });
  expect((await student()).isDisabled).toBe(true);

  expect((await enableMany(asAdmin, { role: "Student", ids: outcome.done })).done).toEqual([room.student.id]);
  expect((await student()).isDisabled).toBe(false);
});

test("as many as one action takes are enabled again, and lose the teacher again, at once", () => {
  const [teacherId, ...ids] = Array.from({ length: PEOPLE_BULK_MAX + 1 }, newId);
  for (const taken of [ids, [...ids, newId()]]) {
    const isTaken = taken.length === PEOPLE_BULK_MAX;
    expect(enableManyInput.safeParse({ role: "Student", ids: taken }).success).toBe(isTaken);
    expect(unrelateManyInput.safeParse({ teacherId, ids: taken }).success).toBe(isTaken);
  }
});

/** A trial lesson that this teacher is to give. */
async function agreedTrial(teacher: { id: string }, email: string, block = 4) {
  const trial = await addTrial(asAdmin, {
    ...{ subject: "Matematyka", level: "liceumP", name: "Ewa Próbna", email, description: "" },
    ...{ studentPhone: "+48600100200", parentPhone: "", teacherId: teacher.id },
    ...{ date: inDays(services, 2), block },
  });
  return { ...trial, stored: () => prisma.trialLesson.findUniqueOrThrow({ where: { id: trial.id } }) };
}

test("whoever is disabled takes agreed trial lessons along: they are shown, and cancelled if asked", async () => {
  const teacher = await makeTeacher(services);
  const email = `${newId()}@example.pl`;
  const trial = await agreedTrial(teacher, email);
  expect(await showPlannedLessons(asAdmin, { id: teacher.id })).toEqual({
    total: 1,
    lessons: [expect.objectContaining({ id: trial.id, block: 4, withName: "Ewa Próbna", isTrial: true })],
  });

  await updatePerson(asAdmin, { id: teacher.id, isDisabled: true, plannedLessons: "keep" });
  expect((await trial.stored()).status).toBe("Umowiona");
  await updatePerson(asAdmin, { id: teacher.id, isDisabled: false });
  await updatePerson(asAdmin, { id: teacher.id, isDisabled: true, plannedLessons: "cancel" });
  const cancelled = await trial.stored();
  expect(cancelled.status).toBe("Odwolana");
  expect(await prisma.notification.count({ where: { email, kind: "trial-cancelled" } })).toBe(1);
  expect((await showPlannedLessons(asAdmin, { id: teacher.id })).total).toBe(0);
  const again = { id: trial.id, version: cancelled.version, status: "Umowiona" } as const;
  await expect(updateTrial(asAdmin, again)).rejects.toThrow(trialTexts.teacherDisabled);
});

test("many who are disabled take their trial lessons along, as teacher and as the account made of the request", async () => {
  const [one, two] = [await makeTeacher(services), await makeTeacher(services)];
  const mine = await agreedTrial(one, `${newId()}@example.pl`);
  const theirs = await agreedTrial(two, `${newId()}@example.pl`);
  const pupil = await makePerson(services, "Student");
  await prisma.trialLesson.update({ where: { id: theirs.id }, data: { studentId: pupil.id } });
  const cancel = { plannedLessons: "cancel" } as const;
  await disableMany(asAdmin, { role: "Teacher", people: { ids: [one.id] }, ...cancel });
  await disableMany(asAdmin, { role: "Student", people: { ids: [pupil.id] }, ...cancel });
  expect([(await mine.stored()).status, (await theirs.stored()).status]).toEqual(["Odwolana", "Odwolana"]);
  expect(await notificationsFor(services, two)).toContain("trial-cancelled");
});
