import { commonTexts } from "@korki/contracts/texts/common";
import { newId } from "@korki/db";
import type { NotificationKind } from "@korki/notifications";
import { beforeEach, describe, expect, test } from "vitest";
import { authenticate } from "../accounts/authenticate";
import { linkToken } from "../accounts/link-token";
import { findFreeDays } from "../availability/availability";
import { sendMessage } from "../chat/send-message";
import { listHistory } from "../history/list-history";
import { acceptReschedule, declineReschedule } from "../lessons/answer-proposal";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson, deleteLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { getLesson, listMyLessons } from "../lessons/read-lessons";
import { addPayment } from "../payments/add-payment";
import { listMyPayments } from "../payments/payments";
import { relate } from "../people/relate";
import { updatePerson } from "../people/update-person";
import {
  bookedLesson,
  bookingOf,
  type Classroom,
  inDays,
  makeClassroom,
  makeTeacher,
  notificationsFor,
} from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, type Person, personCtx, visitorCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { createChild, listChildren } from "./children";
import { endGuardianship, listGuardianships, listParents, saveGuardianship } from "./guardianships";
import {
  acceptInvitation,
  getInvitation,
  inviteParent,
  listInvitations,
  withdrawInvitation,
} from "./invitations";

const { services, prisma, asAdmin: admin } = await openTestCentre();
const PLANNED = { group: "planned", limit: 50 } as const;
let room: Classroom;
let mother: Person;
const asMother = () => personCtx(services, mother);

beforeEach(async () => {
  services.freshLimits();
  room = await makeClassroom(services);
  mother = await makePerson(services, "Parent", { name: "Maria", surname: "Nowak" });
});

const NOT_FOUND = { code: "not_found" };
const FORBIDDEN = { code: "forbidden" };
const CONFLICT = { code: "conflict" };

/** Whether the teacher's and the student's messages of a kind say that a parent acted. */
async function toldOfParent(kind: NotificationKind): Promise<boolean[]> {
  const recipientId = { in: [room.teacher.id, room.student.id] };
  const told = await prisma.notification.findMany({ where: { kind, recipientId } });
  return told.map(({ facts }) => (facts as { byParent?: boolean }).byParent ?? false);
}

describe("a parent", () => {
  test("books, sees and deletes for a child as the child would, and the history says who did it", async () => {
    await makeGuardian(services, mother, room.student);
    const booking = { ...bookingOf(room.teacher, inDays(services, 3), 4), studentId: room.student.id };
    const lesson = await bookLesson(asMother(), booking);
    expect(lesson).toMatchObject({ studentId: room.student.id, status: "Nie potwierdzona" });
    expect(await getLesson(asMother(), { lessonId: lesson.id })).toMatchObject({ id: lesson.id });
    expect(await getLesson(room.asStudent, { lessonId: lesson.id })).toMatchObject({ id: lesson.id });
    await deleteLesson(asMother(), { lessonId: lesson.id });
    expect(await toldOfParent("lesson-deleted-by-student")).toEqual([true, true]);
    const { items } = await listHistory(admin, { entityId: lesson.id, limit: 10 });
    expect(items.map(({ action, actor }) => [action, actor?.surname, actor?.role])).toEqual([
      ["delete", "Nowak", "Parent"],
      ["book", "Nowak", "Parent"],
    ]);
  });

  test("cancels a confirmed lesson; the teacher is notified once, the payer who did it is not", async () => {
    await makeGuardian(services, mother, room.student, { isPayer: true });
    const lesson = await bookedLesson(services, room, 2);
    await confirmLesson(room.asTeacher, { lessonId: lesson.id });
    const cancelled = await cancelLesson(asMother(), { lessonId: lesson.id });
    expect(cancelled.status).toBe("Odwolana przez ucznia");
    expect(await toldOfParent("lesson-cancelled-by-student")).toEqual([true, true]);
    expect(await notificationsFor(services, room.teacher)).toEqual([
      "lesson-booked",
      "lesson-cancelled-by-student",
    ]);
    expect(await notificationsFor(services, mother)).toEqual([]);
    expect(await notificationsFor(services, room.student)).toEqual([
      "lesson-confirmed",
      "lesson-cancelled-by-student",
    ]);
  });

  test("gives up a booking and answers a proposal; the student hears of both", async () => {
    await makeGuardian(services, mother, room.student);
    const lesson = await bookedLesson(services, room, 2);
    const slot = { lessonId: lesson.id, date: inDays(services, 4) };
    for (const [block, answer] of [[8, declineReschedule] as const, [9, acceptReschedule] as const]) {
      const { proposal } = await proposeReschedule(room.asTeacher, { ...slot, block });
      await answer(asMother(), { lessonId: lesson.id, proposalId: proposal?.id ?? "" });
    }
    await deleteLesson(asMother(), { lessonId: lesson.id });
    const answers = ["reschedule-declined", "reschedule-accepted", "lesson-deleted-by-student"];
    for (const person of [room.student, room.teacher]) {
      const told = await notificationsFor(services, person);
      expect(told.filter((kind) => answers.includes(kind))).toEqual(answers);
    }
    expect(await notificationsFor(services, mother)).toEqual([]);
  });

  test("hears the answer to what the parent proposed, as does the student, each once", async () => {
    const child = await makeChild(services, mother);
    await relate(admin, { studentId: child.id, teacherId: room.teacher.id });
    for (const student of [room.student, child]) {
      if (student !== child) await makeGuardian(services, mother, student);
      const booking = { ...bookingOf(room.teacher, inDays(services, 3), 4), studentId: student.id };
      const { id: lessonId } = await bookLesson(asMother(), booking);
      for (const [block, answer] of [[8, declineReschedule] as const, [9, acceptReschedule] as const]) {
        const slot = { lessonId, date: inDays(services, 4), block };
        const { proposal } = await proposeReschedule(asMother(), slot);
        await answer(room.asTeacher, { lessonId, proposalId: proposal?.id ?? "" });
      }
      await deleteLesson(asMother(), { lessonId });
      expect(new Set(await toldOfParent("reschedule-proposed"))).toEqual(new Set([true]));
      const where = { kind: { startsWith: "reschedule-" }, recipientId: mother.id, childId: student.id };
      const told = await prisma.notification.findMany({ where, orderBy: { id: "asc" } });
      expect(told.map(({ kind }) => kind)).toEqual(["reschedule-declined", "reschedule-accepted"]);
    }
    expect(await notificationsFor(services, room.student)).toEqual([
      "reschedule-declined",
      "reschedule-accepted",
      "lesson-deleted-by-student",
    ]);
  });

  test("sees every child, not only one, and both lists together", async () => {
    const sibling = await makeClassroom(services);
    await makeGuardian(services, mother, room.student);
    await makeGuardian(services, mother, sibling.student);
    const [one, other] = [await bookedLesson(services, room, 1), await bookedLesson(services, sibling, 2)];
    expect((await listChildren(asMother())).map(({ id }) => id).sort()).toEqual(
      [room.student.id, sibling.student.id].sort(),
    );
    const idsOf = async (studentId?: string) =>
      (await listMyLessons(asMother(), { ...PLANNED, studentId })).lessons.map(({ id }) => id);
    expect(await idsOf(room.student.id)).toEqual([one.id]);
    expect(await idsOf(sibling.student.id)).toEqual([other.id]);
    expect(await idsOf()).toEqual([one.id, other.id]);
  });

  test("reads nobody else's child, and nothing without a child", async () => {
    const lesson = await bookedLesson(services, room, 1);
    await makeGuardian(services, mother, (await makeClassroom(services)).student);
    const studentId = room.student.id;
    const booking = { ...bookingOf(room.teacher, inDays(services, 3), 4), studentId };
    await expect(listMyLessons(asMother(), { ...PLANNED, studentId })).rejects.toMatchObject(NOT_FOUND);
    await expect(getLesson(asMother(), { lessonId: lesson.id })).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteLesson(asMother(), { lessonId: lesson.id })).rejects.toMatchObject(NOT_FOUND);
    await expect(bookLesson(asMother(), booking)).rejects.toMatchObject(NOT_FOUND);
    await expect(findFreeDays(asMother(), { teacherId: room.teacher.id, studentId })).rejects.toMatchObject(
      NOT_FOUND,
    );
    expect((await listMyLessons(asMother(), PLANNED)).lessons).toEqual([]);
  });

  test("needs the right for what changes something or shows money, and none to see", async () => {
    await makeGuardian(services, mother, room.student, { rights: [] });
    const lesson = await bookedLesson(services, room, 1);
    const studentId = room.student.id;
    expect(await getLesson(asMother(), { lessonId: lesson.id })).toMatchObject({ id: lesson.id });
    expect(await findFreeDays(asMother(), { teacherId: room.teacher.id, studentId })).not.toEqual([]);
    const booking = { ...bookingOf(room.teacher, inDays(services, 3), 4), studentId };
    await expect(bookLesson(asMother(), booking)).rejects.toMatchObject(FORBIDDEN);
    await expect(deleteLesson(asMother(), { lessonId: lesson.id })).rejects.toMatchObject(FORBIDDEN);
    const money = { page: 1, pageSize: 10, studentId };
    await expect(listMyPayments(asMother(), money)).rejects.toMatchObject(FORBIDDEN);
  });

  test("books nothing for a disabled child", async () => {
    await makeGuardian(services, mother, room.student);
    await prisma.user.update({ where: { id: room.student.id }, data: { isDisabled: true } });
    const booking = { ...bookingOf(room.teacher, inDays(services, 3), 4), studentId: room.student.id };
    await expect(bookLesson(asMother(), booking)).rejects.toMatchObject(FORBIDDEN);
  });

  test("writes with the child's teachers and not with the child", async () => {
    const write = (recipientId: string) =>
      sendMessage(asMother(), { recipientId, text: "Dzień dobry", clientKey: newId() });
    await expect(write(room.teacher.id)).rejects.toMatchObject(NOT_FOUND);
    const id = await makeGuardian(services, mother, room.student);
    await write(room.teacher.id);
    const answer = { recipientId: mother.id, text: "Dzień dobry", clientKey: newId() };
    await sendMessage(room.asTeacher, answer);
    await expect(write(room.student.id)).rejects.toMatchObject(NOT_FOUND);
    await endGuardianship(admin, { id });
    await expect(write(room.teacher.id)).rejects.toMatchObject(FORBIDDEN);
    await expect(sendMessage(room.asTeacher, { ...answer, clientKey: newId() })).rejects.toMatchObject(
      FORBIDDEN,
    );
  });
});

test("its parent, the student and who pays are told once what an administrator does with a guardianship", async () => {
  const father = await makePerson(services, "Parent");
  await makeGuardian(services, father, room.student, { isPayer: true });
  const pair = { parentId: mother.id, studentId: room.student.id, payer: false };
  const people = [mother, father, room.student];
  const events = async () => {
    const told = await Promise.all(people.map(({ id }) => outboxOf(services, id)));
    await prisma.notification.deleteMany();
    return told.map((each) => each.map(({ kind, facts: { event, isOwn } }) => [kind, event, isOwn]));
  };
  const all = (event: string) => people.map(({ id }) => [["guardianship-changed", event, id === mother.id]]);
  await prisma.notification.deleteMany();
  const { id } = await saveGuardianship(admin, { ...pair, rights: { book: true, pay: false } });
  expect(await events()).toEqual(all("added"));
  await saveGuardianship(admin, { ...pair, id, rights: { book: true, pay: true } });
  expect(await events()).toEqual(all("changed"));
  await saveGuardianship(admin, { ...pair, id, rights: { book: true, pay: true } });
  expect(await events()).toEqual([[], [], []]);
  await endGuardianship(admin, { id });
  expect(await events()).toEqual(all("ended"));
  await saveGuardianship(admin, { ...pair, id, rights: { book: false, pay: true } });
  expect(await events()).toEqual([[], [], []]);

  const { id: childId } = await createChild(admin, {
    name: "Zosia",
    surname: "Nowak",
    parentId: mother.id,
    phoneParent: "",
  });
  expect(await events()).toEqual([[["guardianship-changed", "added", true]], [], []]);
  expect(await prisma.guardianship.count({ where: { studentId: childId } })).toBe(1);
});

test("a student reads the names of the present parents alone, also of one who has just accepted", async () => {
  const terms = {
    present: {},
    former: { isFormer: true },
    lapsed: { isLapsed: true },
    future: { isFuture: true },
  };
  for (const [name, more] of Object.entries(terms)) {
    const parent = await makePerson(services, "Parent", { name, surname: "Łoś" });
    await makeGuardian(services, parent, room.student, more);
  }
  await inviteParent(room.asStudent, { email: mother.email });
  const { id } = await prisma.parentInvitation.findFirstOrThrow({ where: { email: mother.email } });
  await acceptInvitation(asMother(), { token: linkToken(services.settings.authSecret, { id }) });
  const parents = await listParents(room.asStudent);
  expect(parents).toEqual(["present Łoś", "Maria Nowak"].map((name) => ({ id: expect.any(String), name })));
  expect(await listParents((await makeClassroom(services)).asStudent)).toEqual([]);
});

describe("a guardianship that ended", () => {
  test("gives nothing from the next call on", async () => {
    const id = await makeGuardian(services, mother, room.student, { isPayer: true });
    const lesson = await bookedLesson(services, room, 1);
    await endGuardianship(admin, { id });
    await expect(getLesson(asMother(), { lessonId: lesson.id })).rejects.toMatchObject(NOT_FOUND);
    expect(await listChildren(asMother())).toEqual([]);
    await addPayment(admin, paymentFor(room.student), null);
    expect(await notificationsFor(services, mother)).toEqual(["guardianship-changed"]);
    await expect(endGuardianship(admin, { id })).rejects.toMatchObject(NOT_FOUND);
    expect(await listGuardianships(admin, { studentId: room.student.id })).toMatchObject([
      { id, hasEnded: true },
    ]);
  });

  test("is over on the day after its last one, and has not begun before its first", async () => {
    const studentId = room.student.id;
    const terms = { parentId: mother.id, studentId, rights: { book: true, pay: true }, payer: false };
    const days = (from: number, to: number) => ({ from: inDays(services, from), to: inDays(services, to) });
    await saveGuardianship(admin, { ...terms, ...days(-9, -1) });
    expect(await listChildren(asMother())).toEqual([]);
    const future = await saveGuardianship(admin, { ...terms, ...days(1, 9) });
    expect(await listChildren(asMother())).toEqual([]);
    await saveGuardianship(admin, { ...terms, id: future.id, ...days(-1, 0) });
    expect(await listChildren(asMother())).toHaveLength(1);
  });

  test("stays over when only its rights are corrected, and goes on when its last day is moved", async () => {
    const id = await makeGuardian(services, mother, room.student);
    const edit = { id, parentId: mother.id, studentId: room.student.id, rights: { book: true, pay: false } };
    await endGuardianship(admin, { id });
    await saveGuardianship(admin, { ...edit, payer: false });
    await saveGuardianship(admin, { ...edit, payer: false, to: inDays(services, 0) });
    expect(await listChildren(asMother())).toEqual([]);
    await saveGuardianship(admin, { ...edit, payer: false, to: null });
    expect(await listChildren(asMother())).toHaveLength(1);
  });

  test("is not revived, nor given back a right, by a form that was opened before", async () => {
    const id = await makeGuardian(services, mother, room.student);
    const [seen] = await listGuardianships(admin, { studentId: room.student.id });
    if (!seen) throw new Error("there is no guardianship");
    const edit = { id, parentId: mother.id, studentId: room.student.id, payer: false, to: null, seen };
    const refused = { code: "conflict", message: commonTexts.changedMeanwhile };
    const saved = await saveGuardianship(admin, { ...edit, rights: { book: true, pay: false } });
    await expect(
      saveGuardianship(admin, { ...edit, rights: { book: true, pay: true } }),
    ).rejects.toMatchObject(refused);
    await endGuardianship(admin, { id });
    await expect(
      saveGuardianship(admin, { ...edit, rights: { book: true, pay: true }, seen: saved }),
    ).rejects.toMatchObject(refused);
    expect(await listChildren(asMother())).toEqual([]);
  });

  test("does not count for the one payer and the one pair, but no past one is added to a present one", async () => {
    const studentId = room.student.id;
    const past = { from: inDays(services, -9), to: inDays(services, -1) };
    const terms = { parentId: mother.id, studentId, rights: { book: true, pay: true }, payer: true };
    const father = await makePerson(services, "Parent");
    await saveGuardianship(admin, { ...terms, parentId: father.id });
    const { id } = await saveGuardianship(admin, { ...terms, ...past });
    await saveGuardianship(admin, { ...terms, ...past, id });
    await saveGuardianship(admin, { ...terms, payer: false });
    await saveGuardianship(admin, { ...terms, ...past, id, rights: { book: false, pay: true } });
    await expect(saveGuardianship(admin, { ...terms, ...past })).rejects.toMatchObject(CONFLICT);
    await expect(saveGuardianship(admin, { ...terms, id, to: null })).rejects.toMatchObject(CONFLICT);
  });
});

describe("guardianships", () => {
  test("have one payer per student, even when two are made at once", async () => {
    const parents = await Promise.all(Array.from({ length: 8 }, () => makePerson(services, "Parent")));
    const rights = { book: true, pay: true };
    const results = await Promise.allSettled(
      parents.map(({ id: parentId }) =>
        saveGuardianship(admin, { parentId, studentId: room.student.id, rights, payer: true }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject(CONFLICT);
    }
  });

  test("are one per pair, and a payer needs the right to pay", async () => {
    const terms = {
      parentId: mother.id,
      studentId: room.student.id,
      rights: { book: true, pay: false },
      payer: false,
    };
    await saveGuardianship(admin, terms);
    await expect(saveGuardianship(admin, terms)).rejects.toMatchObject(CONFLICT);
    await expect(saveGuardianship(admin, { ...terms, payer: true })).rejects.toMatchObject({ code: "input" });
    await expect(saveGuardianship(admin, { ...terms, parentId: room.teacher.id })).rejects.toMatchObject(
      NOT_FOUND,
    );
    await expect(saveGuardianship(admin, { ...terms, studentId: mother.id })).rejects.toMatchObject(
      NOT_FOUND,
    );
  });
});

const paymentFor = (student: Pick<Person, "id">) =>
  ({
    studentId: student.id,
    moneyAmount: 90,
    lessonAmount: 1,
    subject: "Fizyka",
    level: "liceumP",
    description: "",
  }) as const;

describe("a notification for a child", () => {
  test("goes to the payer once where the child has no login, and names the child", async () => {
    const father = await makePerson(services, "Parent");
    const child = await makeChild(services, mother);
    await makeGuardian(services, father, child);
    await relate(admin, { teacherId: room.teacher.id, studentId: child.id });
    await addPayment(admin, paymentFor(child), null);
    expect(await notificationsFor(services, mother)).toEqual(["relation-added", "payment-noted"]);
    expect(await notificationsFor(services, father)).toEqual([]);
    expect(await notificationsFor(services, child)).toEqual([]);
    const rows = await prisma.notification.findMany({ where: { recipientId: mother.id } });
    expect(new Set(rows.map(({ childId }) => childId))).toEqual(new Set([child.id]));
  });

  test("goes to every parent with `book` where nobody pays", async () => {
    const [father, aunt] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
    const child = await makeChild(services, mother);
    await prisma.guardianship.updateMany({ where: { studentId: child.id }, data: { isPayer: false } });
    await makeGuardian(services, father, child, { rights: ["book"] });
    await makeGuardian(services, aunt, child, { rights: ["pay"] });
    await relate(admin, { teacherId: room.teacher.id, studentId: child.id });
    expect(await notificationsFor(services, mother)).toEqual(["relation-added"]);
    expect(await notificationsFor(services, father)).toEqual(["relation-added"]);
    expect(await notificationsFor(services, aunt)).toEqual([]);
  });

  test("goes to the child once it has a login; those about money still go to the payer too", async () => {
    const child = await makeChild(services, mother);
    await updatePerson(admin, { id: child.id, email: `zosia-${newId()}@example.pl` });
    expect(await notificationsFor(services, child)).toEqual(["account-invitation"]);
    await relate(admin, { teacherId: room.teacher.id, studentId: child.id });
    await addPayment(admin, paymentFor(child), null);
    expect(await notificationsFor(services, child)).toEqual([
      "account-invitation",
      "relation-added",
      "payment-noted",
    ]);
    expect(await notificationsFor(services, mother)).toEqual(["payment-noted"]);
  });
});

describe("a child without a login", () => {
  test("is made with a parent who has all rights, and keeps one", async () => {
    const child = await createChild(admin, {
      name: "Zosia",
      surname: "Nowak",
      parentId: mother.id,
      phoneParent: "",
    });
    expect(child).toMatchObject({ email: "", role: "Student" });
    const [first] = await listGuardianships(admin, { studentId: child.id });
    expect(first).toMatchObject({ parentId: mother.id, rights: { book: true, pay: true }, payer: true });
    if (!first) throw new Error("no guardianship was made");
    await expect(endGuardianship(admin, { id: first.id })).rejects.toMatchObject(CONFLICT);
    const { id, parentId, studentId } = first;
    const less = { id, parentId, studentId, rights: { book: false, pay: true }, payer: true };
    await expect(saveGuardianship(admin, less)).rejects.toMatchObject(CONFLICT);
    await makeGuardian(services, await makePerson(services, "Parent"), child);
    await endGuardianship(admin, { id });
  });

  test("whose payer is disabled has the other parents who may book told of its lessons", async () => {
    const child = await makeChild(services, mother);
    const [father, aunt] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
    await makeGuardian(services, father, child);
    await makeGuardian(services, aunt, child, { rights: [] });
    const assign = async () =>
      relate(admin, { teacherId: (await makeTeacher(services)).id, studentId: child.id });
    await assign();
    expect(await notificationsFor(services, mother)).toEqual(["relation-added"]);
    expect(await notificationsFor(services, father)).toEqual([]);
    await updatePerson(admin, { id: mother.id, isDisabled: true });
    await assign();
    expect(await notificationsFor(services, mother)).toEqual(["relation-added"]);
    expect(await notificationsFor(services, father)).toEqual(["relation-added"]);
    expect(await notificationsFor(services, aunt)).toEqual([]);
  });
});

describe("an invitation", () => {
  async function invited(email: string, by = room.asStudent): Promise<string> {
    await inviteParent(by, { email, ...(by === room.asStudent ? {} : { studentId: room.student.id }) });
    const { id } = await prisma.parentInvitation.findFirstOrThrow({ where: { email } });
    return linkToken(services.settings.authSecret, { id });
  }
  const account = { name: "Anna", surname: "Nowa", phone: "+48600100200", password: "Korepetycje1" };

  test("makes the account once, which may book and see payments but does not pay", async () => {
    const email = `mama-${newId()}@example.pl`;
    const token = await invited(email);
    const visitor = visitorCtx(services);
    expect(await getInvitation(visitor, { token })).toMatchObject({ email, hasAccount: false });
    const answers = await Promise.allSettled([
      acceptInvitation(visitor, { token, account }),
      acceptInvitation(visitor, { token, account }),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await listGuardianships(admin, { studentId: room.student.id })).toMatchObject([
      { parentName: "Anna Nowa", rights: { book: true, pay: true }, payer: false },
    ]);
    await expect(acceptInvitation(visitor, { token, account })).rejects.toMatchObject({ code: "not_found" });
    for (const told of [room.student.id, admin.actor.id]) {
      const notices = (await outboxOf(services, told)).filter(({ kind }) => kind === "parent-joined");
      expect(notices.filter(({ facts }) => facts.parentEmail === email)).toHaveLength(1);
    }
  });

  test("signs the new account in where that is wished for", async () => {
    const token = await invited(`tata-${newId()}@example.pl`);
    const { begun } = await acceptInvitation(visitorCtx(services), { token, account, signIn: true });
    expect(await authenticate(services, begun?.pair.accessToken ?? "")).toMatchObject({ role: "Parent" });
  });

  test("is listed and withdrawn by the student and administrators; nobody can use it then", async () => {
    const email = "pomylka@example.pl";
    const token = await invited(email);
    const asStudent = room.asStudent;
    const open = await listInvitations(asStudent, {});
    expect(open).toMatchObject([{ email }]);
    expect(await listInvitations(admin, { studentId: room.student.id })).toEqual(open);
    const id = open[0]?.id ?? "";
    const other = await makeClassroom(services);
    await expect(withdrawInvitation(other.asStudent, { id })).rejects.toMatchObject({ code: "not_found" });
    await expect(listInvitations(other.asStudent, { studentId: room.student.id })).rejects.toMatchObject({
      code: "forbidden",
    });
    await withdrawInvitation(asStudent, { id });
    expect(await listInvitations(asStudent, {})).toEqual([]);
    await expect(withdrawInvitation(admin, { id })).rejects.toMatchObject({ code: "not_found" });
    await expect(acceptInvitation(visitorCtx(services), { token, account })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("the paying parent hears of a second one whom the centre invited", async () => {
    await makeGuardian(services, mother, room.student, { isPayer: true });
    const token = await invited("tata@example.pl", admin);
    await acceptInvitation(visitorCtx(services), { token, account });
    expect(await notificationsFor(services, mother)).toEqual(["parent-joined"]);
  });

  test("is accepted by the existing account alone, once it is signed in", async () => {
    const token = await invited(mother.email);
    const stranger = personCtx(services, await makePerson(services, "Parent"));
    await expect(acceptInvitation(visitorCtx(services), { token, account })).rejects.toMatchObject(CONFLICT);
    await expect(acceptInvitation(stranger, { token })).rejects.toMatchObject(CONFLICT);
    await acceptInvitation(asMother(), { token });
    expect(await listChildren(asMother())).toMatchObject([{ id: room.student.id, payer: false }]);
  });

  test("of a student names nobody else, and ends after seven days", async () => {
    const other = await makeClassroom(services);
    await expect(
      inviteParent(room.asStudent, { email: "a@example.pl", studentId: other.student.id }),
    ).rejects.toMatchObject(FORBIDDEN);
    const token = await invited(`pozno-${newId()}@example.pl`);
    services.clock.time = new Date(services.clock.time.getTime() + 8 * 24 * 3_600_000);
    await expect(getInvitation(visitorCtx(services), { token })).rejects.toMatchObject({ code: "not_found" });
    services.clock.time = new Date();
  });
});

test("an address gets three invitations a day, whoever invites", async () => {
  const victim = "obca@example.pl";
  for (let inviter = 1; inviter <= 3; inviter += 1) {
    await inviteParent(personCtx(services, await makePerson(services, "Student")), { email: victim });
  }
  const fourth = inviteParent(personCtx(services, await makePerson(services, "Student")), { email: victim });
  await expect(fourth).rejects.toMatchObject({ code: "rate_limited" });
});
