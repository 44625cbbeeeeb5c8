import { commonTexts } from "@korki/contracts/texts/common";
import { newId, toDbDate } from "@korki/db";
import { addDays, instantOf, today } from "@korki/domain";
import { substituteTeacher } from "@korki/services/admin-lessons/substitute-teacher";
import { addClosure } from "@korki/services/closures/add-closure";
import { publishDocument } from "@korki/services/consents/documents";
import { endGuardianship } from "@korki/services/families/guardianships";
import { relate as assign } from "@korki/services/people/relate";
import { bookedLesson, inDays, makeClassroom, makeTeacher, relate } from "@korki/services/testing/classroom";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, type Person, personCtx, signIn } from "@korki/services/testing/people";
import { actWithUndo, undoAct } from "@korki/services/undo/undo";
import { afterEach, expect, test } from "vitest";
import { closeChatClients, connectChat, openChatClient } from "../testing/chat-client";
import { openLiveScreen } from "../testing/live-screen";
import { openTestApi } from "../testing/test-api";

const { services, origin, rest } = await openTestApi();
const { db, clock } = services;
const admin = personCtx(services, await makePerson(services, "Admin"));
closeChatClients();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  clock.time = new Date();
  await db.pool.query(
    "CREATE OR REPLACE FUNCTION warsaw_today() RETURNS date LANGUAGE sql STABLE AS $$ SELECT (now() AT TIME ZONE 'Europe/Warsaw')::date $$",
  );
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** What the specification allows between the end of a guardianship and silence. */
const SILENCE = { timeout: 2_000, interval: 20 };

/** A mother with an open screen and an open chat, who has written with the child's teacher. */
async function connectedFamily() {
  const room = await makeClassroom(services);
  const mother = await makePerson(services, "Parent");
  const guardianshipId = await makeGuardian(services, mother, room.student);
  const { accessToken } = await signIn(services, mother);
  const screen = openLiveScreen(origin, accessToken);
  cleanups.push(screen.leave);
  await expect.poll(screen.starts).toBe(1);
  const [chat, teacher] = [
    await connectChat(services, origin, mother),
    await connectChat(services, origin, room.teacher),
  ];
  cleanups.push(() => chat.socket.disconnect());
  cleanups.push(() => teacher.socket.disconnect());
  expect(await teacher.say(mother, "Dzień dobry")).toMatchObject({ ok: true });
  await expect.poll(() => chat.messages.length).toBe(1);
  let resyncs = 0;
  chat.socket.on("resync", () => {
    resyncs += 1;
  });
  const lessons = () => rest("GET", `/parent/lessons/${room.student.id}`, { token: accessToken });
  expect(await lessons()).toMatchObject({ status: 200 });
  screen.heard.splice(0);
  return { room, mother, guardianshipId, screen, chat, teacher, lessons, resyncs: () => resyncs };
}

/** Opens these people's chats. Returns who of them was told to read their contacts again. */
async function contactsHeard(...people: Person[]): Promise<Set<string>> {
  const told = new Set<string>();
  for (const person of people) {
    const { socket } = await connectChat(services, origin, person);
    cleanups.push(() => socket.disconnect());
    socket.on("resync", () => told.add(person.id));
  }
  return told;
}

/** Checks that both sockets were told, and that nothing of the child reaches them any more. */
async function expectSilence(family: Awaited<ReturnType<typeof connectedFamily>>) {
  const { room, mother, screen, chat, teacher, lessons, resyncs } = family;
  await expect.poll(() => screen.heard, SILENCE).toContain("family");
  await expect.poll(resyncs, SILENCE).toBeGreaterThan(0);
  expect(await lessons()).toMatchObject({ status: 404 });
  screen.heard.splice(0);
  const heardBefore = chat.messages.length;
  expect(await teacher.say(mother, "Czy ktoś mnie słyszy?")).toMatchObject({ code: "forbidden" });
  // A second parent, who still acts, hears of the lesson; by then the first one would have.
  const father = await makePerson(services, "Parent");
  await makeGuardian(services, father, room.student);
  const { accessToken } = await signIn(services, father);
  const other = openLiveScreen(origin, accessToken);
  cleanups.push(other.leave);
  await expect.poll(other.starts).toBe(1);
  await bookedLesson(services, room, 6);
  await expect.poll(() => other.heard).toContain("lessons");
  expect(screen.heard).toEqual([]);
  expect(chat.messages).toHaveLength(heardBefore);
}

test("a guardianship that an administrator ends is silent on both sockets within 2 s", async () => {
  const family = await connectedFamily();
  await endGuardianship(admin, { id: family.guardianshipId });
  await expectSilence(family);
});

test("a guardianship that ends with its last day is silent on both sockets within 2 s of midnight", async () => {
  const day = today(new Date());
  clock.time = new Date(instantOf(addDays(day, 1), 0).getTime() - 60_000);
  const family = await connectedFamily();
  await db.prisma.guardianship.update({
    where: { id: family.guardianshipId },
    data: { lastDay: toDbDate(day) },
  });
  await expect.poll(() => family.screen.heard).toContain("family");
  await expect.poll(family.resyncs).toBeGreaterThan(0);
  expect(await family.lessons()).toMatchObject({ status: 200 });
  family.screen.heard.splice(0);
  const resyncsBefore = family.resyncs();

  // Midnight: for the database, whose own clock cannot be set, and for the process.
  await db.pool.query(
    `CREATE OR REPLACE FUNCTION warsaw_today() RETURNS date LANGUAGE sql STABLE AS $$ SELECT date '${addDays(day, 1)}' $$`,
  );
  clock.time = new Date(clock.time.getTime() + 61_000);
  await expectSilence({ ...family, resyncs: () => family.resyncs() - resyncsBefore });
});

test("open chats of student, parents and both teachers learn of a substitute, and that it was taken back", async () => {
  const room = await makeClassroom(services);
  const [mother, substitute] = [await makePerson(services, "Parent"), await makeTeacher(services)];
  await makeGuardian(services, mother, room.student);
  const { id: lessonId } = await bookedLesson(services, room, 5);
  const told = await contactsHeard(room.student, mother, room.teacher, substitute);
  const everybody = async () => {
    await expect.poll(() => told.size, SILENCE).toBe(4);
    told.clear();
  };

  const undoId = newId();
  const input = { lessonId, teacherId: substitute.id };
  await actWithUndo(admin, undoId, input, (on) => substituteTeacher(on, input));
  await everybody();
  await undoAct(admin, { id: undoId });
  await everybody();
  const day = inDays(services, 3);
  await addClosure(admin, {
    scope: "teacher",
    teacherId: room.teacher.id,
    from: day,
    to: day,
    fromBlock: null,
    toBlock: null,
    label: "",
    decisions: [{ lessonId, action: "substitute", teacherId: substitute.id }],
  });
  await everybody();
});

test("open chats of student, parents and teacher learn of an assignment", async () => {
  const room = await makeClassroom(services);
  const [mother, other] = [await makePerson(services, "Parent"), await makeTeacher(services)];
  await makeGuardian(services, mother, room.student);
  const told = await contactsHeard(room.student, mother, other);
  await assign(admin, { teacherId: other.id, studentId: room.student.id });
  await expect.poll(() => told.size, SILENCE).toBe(3);
});

test("a missing consent keeps both sockets shut until it is given", async () => {
  const { student, teacher } = await makeClassroom(services);
  const other = await makePerson(services, "Student");
  await relate(services, teacher, other);
  clock.time = new Date(Date.now() - 60_000);
  const document = await publishDocument(admin, {
    kind: "regulamin",
    title: "Regulamin",
    text: "§1",
    mandatory: true,
    roles: ["Student"],
  });
  clock.time = new Date();
  const { accessToken } = await signIn(services, student);
  const refused = openChatClient(origin, student.id, { auth: { id: student.id, token: accessToken } });
  await expect.poll(() => refused.refusals).toEqual([commonTexts.consentsMissing]);
  const screen = openLiveScreen(origin, accessToken);
  await expect.poll(() => screen.states).toContain("error FORBIDDEN");
  expect(screen.heard).toEqual([]);
  await screen.leave();
  expect(await rest("GET", "/student/lessons", { token: accessToken })).toMatchObject({
    status: 403,
    body: { consents: [document.id] },
  });

  const body = { documentId: document.id, accepted: true };
  expect(await rest("POST", "/user/consent", { token: accessToken, body })).toMatchObject({ status: 200 });
  const open = openLiveScreen(origin, accessToken);
  cleanups.push(open.leave);
  await expect.poll(open.starts).toBe(1);
  const chat = openChatClient(origin, student.id, { auth: { id: student.id, token: accessToken } });
  await expect.poll(() => chat.socket.connected).toBe(true);
  chat.socket.disconnect();
});
