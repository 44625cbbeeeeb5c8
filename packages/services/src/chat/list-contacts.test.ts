import { contactsInput } from "@korki/contracts/chat";
import { PAGE_SIZE_MAX } from "@korki/contracts/paging";
import { listAudience, newId } from "@korki/db";
import { chatAccess, ROLES } from "@korki/domain";
import { expect, test } from "vitest";
import { getPerson } from "../accounts/get-person";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { bookLesson } from "../lessons/book-lesson";
import { getLesson } from "../lessons/read-lessons";
import { getStudentCard } from "../people/own-people";
import {
  bookedLesson,
  bookingOf,
  forceStatus,
  inDays,
  makeClassroom,
  makeTeacher,
  relate,
} from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { judgePairs } from "./judge-drafts";
import { listContactPage, listContacts } from "./list-contacts";

const services = await openTestServices();

/** Everybody of every role, some related, some with a conversation, some with both, some disabled. */
const people: Person[] = [];
for (const role of [...ROLES, ...ROLES]) people.push(await makePerson(services, role));
const [s1, t1, , a1, s2, t2, p2] = people as [Person, Person, Person, Person, Person, Person, Person, Person];
await relate(services, s1, t1);
await relate(services, s2, t2);
const related = new Set([s1.id + t1.id, t1.id + s1.id, s2.id + t2.id, t2.id + s2.id]);
const disabled = new Set<string>();
for (const role of ["Student", "Teacher", "Admin"] as const) {
  const person = await makePerson(services, role, { isDisabled: true });
  people.push(person);
  disabled.add(person.id);
  if (role === "Admin") continue;
  const partner = role === "Student" ? t1 : s1;
  await (role === "Student" ? relate(services, person, partner) : relate(services, partner, person));
  related.add(person.id + partner.id).add(partner.id + person.id);
}
const talking = new Set<string>();
for (const [one, two] of [
  [s1, t1],
  [s2, t1],
  [s1, a1],
  [p2, a1],
  [s1, s2],
] as const) {
  const [low, high] = [one.id, two.id].sort() as [string, string];
  const id = newId();
  await services.db.prisma.conversation.create({
    data: { id, lowUserId: low, highUserId: high, lastSeq: 1 },
  });
  await services.db.prisma.message.create({
    data: {
      id: newId(),
      conversationId: id,
      seq: 1,
      senderId: one.id,
      recipientId: two.id,
      text: "Cześć",
      clientKey: newId(),
    },
  });
  talking.add(one.id + two.id).add(two.id + one.id);
}
const empty = [t2.id, s1.id].sort() as [string, string];
await services.db.prisma.conversation.create({
  data: { id: newId(), lowUserId: empty[0], highUserId: empty[1] },
});

/** What is asked for by a call that says nothing. */
const FIRST_PAGE = contactsInput.parse(undefined);

function accessOf(me: Person, other: Person) {
  const pair = me.id + other.id;
  return chatAccess({
    me,
    other,
    related: related.has(pair),
    otherDisabled: disabled.has(other.id),
    otherHasLogin: true,
    hasConversation: talking.has(pair),
  });
}

test("the query and the rule agree on everybody's contacts and on whom they may write to", async () => {
  for (const me of people) {
    const expected = people.filter((other) => accessOf(me, other).contact);
    const contacts = await listContacts(personCtx(services, me), FIRST_PAGE);
    expect(new Set(contacts.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)));
    for (const { id, canSend } of contacts) {
      const other = people.find((person) => person.id === id);
      expect(canSend).toBe(other && accessOf(me, other).send);
    }
  }
});

test("presence is announced to people with that contact, and to nobody else", async () => {
  const ids = people.map(({ id }) => id);
  const heard = await listAudience(services.db, ids, ids);
  const expected = people.flatMap((viewer) =>
    people.filter((user) => accessOf(viewer, user).contact).map((user) => viewer.id + user.id),
  );
  expect(new Set(heard.map(({ viewerId, userId }) => viewerId + userId))).toEqual(new Set(expected));
});

test("an administrator's presence is announced to a parent while there is a child", async () => {
  const mother = await makePerson(services, "Parent");
  const heard = () => listAudience(services.db, [a1.id], [mother.id]);
  const listed = async () =>
    (await listContacts(personCtx(services, mother), FIRST_PAGE)).map(({ id }) => id);
  expect(await heard()).toEqual([]);
  expect(await listed()).not.toContain(a1.id);
  await makeChild(services, mother);
  expect(await heard()).toEqual([{ viewerId: mother.id, userId: a1.id }]);
  expect(await listed()).toContain(a1.id);
});

test("a substitute and the parents of the student write with each other while the lesson is planned", async () => {
  const room = await makeClassroom(services);
  const mother = await makePerson(services, "Parent");
  await makeGuardian(services, mother, room.student);
  const substitute = await makeTeacher(services);
  const { id: lessonId } = await bookedLesson(services, room, 3);
  const known = async () => {
    const pairs = [
      { senderId: mother.id, recipientId: substitute.id },
      { senderId: substitute.id, recipientId: mother.id },
    ];
    const listed = await Promise.all(
      [mother, substitute].map((me) => listContacts(personCtx(services, me), FIRST_PAGE)),
    );
    const ids = pairs.map(({ senderId }) => senderId);
    return {
      mayWrite: (await judgePairs(services, pairs)).map((verdict) => !(verdict instanceof Error)),
      isListed: pairs.map(({ recipientId }, at) => listed[at]?.some(({ id }) => id === recipientId)),
      hears: (await listAudience(services.db, ids, ids)).length,
    };
  };
  expect(await known()).toEqual({ mayWrite: [false, false], isListed: [false, false], hears: 0 });
  await substituteTeacher(personCtx(services, a1), { lessonId, teacherId: substitute.id });
  expect(await known()).toEqual({ mayWrite: [true, true], isListed: [true, true], hears: 2 });
  await forceStatus(services, lessonId, "Odwolana przez nauczyciela");
  expect(await known()).toEqual({ mayWrite: [false, false], isListed: [false, false], hears: 0 });
});

test("one writes with a student, for a child without a login with the parent who is told, or with nobody", async () => {
  const room = await makeClassroom(services);
  const [mother, father] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  const child = await makeChild(services, mother);
  await makeGuardian(services, father, child);
  await relate(services, child, room.teacher);
  const booking = bookingOf(room.teacher, inDays(services, 3), 4);
  const booked = await bookLesson(personCtx(services, mother), { ...booking, studentId: child.id });
  const contactIds = async (student: Person, { id: lessonId }: { id: string }) => [
    (await getLesson(room.asTeacher, { lessonId })).studentContactId,
    (await getStudentCard(room.asTeacher, { studentId: student.id })).contactId,
    (await getPerson(personCtx(services, a1), { id: student.id })).contactId,
  ];
  expect(booked.studentContactId).toBe(mother.id);
  for (const told of [mother.id, father.id, null]) {
    expect(await contactIds(child, booked)).toEqual([told, told, told]);
    if (told) await services.db.prisma.user.update({ where: { id: told }, data: { isDisabled: true } });
  }
  const own = Array(3).fill(room.student.id);
  expect(await contactIds(room.student, await bookedLesson(services, room, 5))).toEqual(own);
});

test("an erased account is a contact only where a conversation exists", async () => {
  const [withWords, without] = [await makePerson(services, "Student"), await makePerson(services, "Student")];
  const [low, high] = [a1.id, withWords.id].sort() as [string, string];
  await services.db.prisma.conversation.create({
    data: { id: newId(), lowUserId: low, highUserId: high, lastSeq: 1 },
  });
  await services.db.prisma.user.updateMany({
    where: { id: { in: [withWords.id, without.id] } },
    data: { isDisabled: true, erasedAt: services.now() },
  });
  const contacts = await listContacts(personCtx(services, a1), FIRST_PAGE);
  expect(contacts.find(({ id }) => id === withWords.id)).toMatchObject({ canSend: false });
  expect(contacts.map(({ id }) => id)).not.toContain(without.id);
});

test("the latest conversation comes first, and disabled people without one last", async () => {
  await services.db.prisma.user.updateMany({
    where: { id: { in: [t1.id, t2.id] } },
    data: { isDisabled: true },
  });
  const ofS1 = await listContacts(personCtx(services, s1), FIRST_PAGE);
  const isKnown = ({ id }: { id: string }) => [t1.id, a1.id, s2.id].includes(id);
  expect(ofS1.slice(0, 3).every(isKnown)).toBe(true);
  expect(ofS1.slice(3)).toMatchObject([{ role: "Teacher", canSend: false, lastMessage: null }]);
  expect(ofS1[0]?.lastMessage).toMatchObject({ text: "Cześć" });
  const ofAdmin = await listContacts(personCtx(services, a1), FIRST_PAGE);
  expect(ofAdmin.find(({ id }) => id === t2.id)).toMatchObject({ canSend: false });
  const silent = ofAdmin.filter(({ lastSeq }) => lastSeq === 0).map(({ canSend }) => canSend);
  expect(silent).toEqual([...silent].sort().reverse());
  expect(ofAdmin.slice(0, 2).every(({ lastMessage }) => lastMessage)).toBe(true);
  expect(ofAdmin.find(({ id }) => id === p2.id)).toMatchObject({ unread: 1, canSend: true, role: "Parent" });
});

test("a long list is turned page by page, and searched by name", async () => {
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  await makePerson(services, "Student", { name: "Łucja", surname: "Żółkiewska" });
  await makePerson(services, "Teacher", { name: "Lucjan", surname: "Nowak" });
  const all = await listContacts(asAdmin, FIRST_PAGE);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => listContacts(asAdmin, { search: "", page, pageSize: 4 })),
  );
  expect(pages.map((page) => page.length)).toEqual([4, 4, Math.min(4, all.length - 8)]);
  expect(pages.flat()).toEqual(all.slice(0, 12));
  const beyond = { page: 100, pageSize: 4 };
  expect(await listContactPage(asAdmin, { search: "", ...beyond })).toEqual({
    items: [],
    total: all.length,
    ...beyond,
  });
  const found = async (search: string) =>
    (await listContacts(asAdmin, { search, page: 1, pageSize: 25 })).map(({ surname }) => surname);
  expect(await found("zolk łuc")).toEqual(["Żółkiewska"]);
  expect(await found("LUCJ")).toEqual(["Nowak", "Żółkiewska"]);
  expect(await found("nikt taki")).toEqual([]);
  const ids = all.slice(2, 4).map(({ id }) => id);
  expect(await listContacts(asAdmin, { search: "", ids, page: 1, pageSize: 4 })).toEqual(all.slice(2, 4));
  // An address is not shown in the chat, so it is not to be guessed at either.
  expect(await found("@")).toEqual([]);
});

test("a call that says nothing is answered with a page, not with however many there are", () => {
  expect(FIRST_PAGE).toEqual({ search: "", page: 1, pageSize: PAGE_SIZE_MAX });
});
