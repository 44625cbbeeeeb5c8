import { promisify } from "node:util";
import {
  type EnteredRoom,
  ROOM_NAMESPACE,
  type RoomClientEvents,
  type RoomServerEvents,
  type RoomWindow,
} from "@korki/contracts/classroom";
import { classroomTexts } from "@korki/contracts/texts/classroom";
import { commonTexts } from "@korki/contracts/texts/common";
import { addDays, blockStart, ROOM_SIGNALS, today, VISIT_GAP_MS } from "@korki/domain";
import { getEvidence, getRoom } from "@korki/services/classroom/get-room";
import { unrelate } from "@korki/services/people/relate";
import { bookedLesson, type Classroom, forceStatus, makeClassroom } from "@korki/services/testing/classroom";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, type Person, personCtx, signIn } from "@korki/services/testing/people";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { loseDatabase } from "../testing/lose-database";
import { openTestApi, startServer } from "../testing/test-api";

/** An entry that is written down and not answered yet; null: all are answered at once. */
const slow = vi.hoisted(() => ({ answer: null as Promise<void> | null }));
vi.mock(import("@korki/services/classroom/enter-room"), async (original) => {
  const { enterRoom, ...others } = await original();
  return {
    ...others,
    enterRoom: async (...args: Parameters<typeof enterRoom>) => {
      const { answer } = slow;
      const entered = await enterRoom(...args);
      await answer;
      return entered;
    },
  };
});

const api = await openTestApi();
const { services } = api;
const second = await startServer(services, api.redisUrl);
const [here, there] = [api.origin, second.origin];
const connectionsThere = promisify(second.server.getConnections.bind(second.server));
const admin = await makePerson(services, "Admin");
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.disconnect();
});

const SOON = { timeout: 30_000 };

type Window = {
  socket: Socket<RoomServerEvents, RoomClientEvents>;
  people: RoomWindow[];
  signals: { from: string; generation: number; data: unknown }[];
  said: string[];
  enter(window?: string): Promise<EnteredRoom>;
};

/** The window's connection, for what no window sends. */
const untyped = ({ socket }: Window): Socket => socket as Socket;

async function open(origin: string, person: Pick<Person, "id">): Promise<Window> {
  const { accessToken: token } = await signIn(services, person);
  const socket: Window["socket"] = io(`${origin}${ROOM_NAMESPACE}`, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: { token },
  });
  sockets.push(socket);
  const window: Window = {
    socket,
    people: [],
    signals: [],
    said: [],
    enter: (id) =>
      socket.timeout(10_000).emitWithAck("enter", {
        lessonId,
        ...(id === undefined ? {} : { window: id }),
      }) as Promise<EnteredRoom>,
  };
  socket.on("people", ({ people }) => {
    window.people = people;
  });
  socket.on("signal", (signal) => void window.signals.push(signal));
  socket.on("taken-over", () => void window.said.push("taken-over"));
  socket.on("closed", ({ reason }) => void window.said.push(reason));
  socket.on("disconnect", () => void window.said.push("disconnect"));
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  return window;
}

let room: Classroom;
let lessonId: string;
beforeEach(async () => {
  services.clock.time = new Date();
  room = await makeClassroom(services);
  const lesson = await bookedLesson(services, room, 9);
  lessonId = lesson.id;
  await forceStatus(services, lessonId, "Potwierdzona");
  services.clock.time = blockStart(lesson.date, lesson.block);
});

const roles = ({ people }: { people: readonly RoomWindow[] }) => people.map(({ role }) => role);

test("two windows at two processes see each other and pass signals of any size", async () => {
  const [teacher, student] = [await open(here, room.teacher), await open(there, room.student)];
  const first = await teacher.enter();
  expect(first).toMatchObject({
    generation: 1,
    iceServers: [],
    lastSeq: 0,
    people: [{ window: first.self }],
  });
  const other = await student.enter();
  expect(other.generation).toBe(2);
  expect(roles(other)).toEqual(["teacher", "student"]);
  await expect.poll(() => roles(teacher), SOON).toEqual(["teacher", "student"]);
  const sdp = "ż".repeat(30_000);
  student.socket.emit("signal", { to: first.self, generation: 2, data: { sdp } });
  await expect
    .poll(() => teacher.signals, SOON)
    .toEqual([{ from: other.self, generation: 2, data: { sdp } }]);
  teacher.socket.emit("signal", { to: other.self, generation: 2, data: { sdp: "answer" } });
  await expect.poll(() => student.signals, SOON).toHaveLength(1);

  student.socket.emit("leave", {});
  await expect.poll(() => roles(teacher), SOON).toEqual(["teacher"]);
});

test("who enters while another's entry is on its way is known to both", async () => {
  const [teacher, student] = [await open(here, room.teacher), await open(here, room.student)];
  let answer = () => {};
  slow.answer = new Promise((resolve) => {
    answer = resolve;
  });
  const first = teacher.enter();
  await expect
    .poll(async () => (await getRoom(personCtx(services, room.teacher), { lessonId })).people.length, SOON)
    .toBe(1);
  slow.answer = null;
  expect(roles(await student.enter())).toEqual(["teacher", "student"]);
  await expect.poll(() => roles(student), SOON).toEqual(["teacher", "student"]);
  answer();
  expect(roles(await first)).toEqual(["teacher"]);
  await expect.poll(() => roles(teacher), SOON).toEqual(["teacher", "student"]);
});

test("a signal reaches no window of another room", async () => {
  const teacher = await open(here, room.teacher);
  const { self } = await teacher.enter();
  const before = lessonId;
  const stranger = await makeClassroom(services);
  services.clock.time = new Date();
  const lesson = await bookedLesson(services, stranger, 9);
  services.clock.time = blockStart(lesson.date, lesson.block);
  lessonId = lesson.id;
  for (const origin of [here, there]) {
    const window = await open(origin, stranger.student);
    await window.enter();
    window.socket.emit("signal", { to: self, generation: 9, data: "hello" });
    await window.enter();
  }
  lessonId = before;
  const student = await open(there, room.student);
  await student.enter();
  student.socket.emit("signal", { to: self, generation: 2, data: "mine" });
  await expect.poll(() => teacher.signals.map(({ data }) => data), SOON).toEqual(["mine"]);
});

test("another window of the person takes over, at the other process too", async () => {
  const [one, two] = [await open(here, room.teacher), await open(there, room.teacher)];
  await one.enter();
  await two.enter();
  await expect.poll(() => one.said, SOON).toEqual(["taken-over"]);
  expect(two.said).toEqual([]);
  // A connection that is lost goes on with its window at the other process.
  const { self } = await two.enter();
  two.socket.disconnect();
  const again = await open(here, room.teacher);
  expect(await again.enter(self)).toMatchObject({ self });
  // The one that is only thought to be open hears nothing more.
  const third = await open(there, room.teacher);
  expect(await third.enter(self)).toMatchObject({ self });
  const student = await open(here, room.student);
  await student.enter();
  student.socket.emit("signal", { to: self, generation: 2, data: "for the latest" });
  await expect.poll(() => third.signals.length, SOON).toBe(1);
  expect([again.signals, again.said]).toEqual([[], []]);
});

test("a window that was taken over while it was away says so when it comes back, and takes nothing back", async () => {
  const away = await open(here, room.teacher);
  const { self } = await away.enter();
  away.socket.disconnect();
  const other = await open(there, room.teacher);
  await other.enter();
  const back = await open(here, room.teacher);
  expect(await back.enter(self)).toEqual({ status: 409, error: classroomTexts.takenOver });
  expect([back.said, other.said]).toEqual([["taken-over"], []]);
  // By its button it does.
  await back.enter();
  await expect.poll(() => other.said, SOON).toEqual(["taken-over"]);
});

test("who is refused at another lesson stays in the room; who enters there has left it", async () => {
  const [teacher, student] = [await open(here, room.teacher), await open(there, room.student)];
  await teacher.enter();
  await student.enter();
  await expect.poll(() => roles(teacher), SOON).toEqual(["teacher", "student"]);
  const first = lessonId;
  const present = async () => {
    const { people } = await getRoom(personCtx(services, room.teacher), { lessonId: first });
    return people.map(({ role }) => role);
  };
  lessonId = (await bookedLesson(services, room, 9)).id;
  expect(await teacher.enter()).toMatchObject({ status: 409 });
  expect(await present()).toEqual(["teacher", "student"]);
  student.socket.emit("leave", {});
  await expect.poll(() => roles(teacher), SOON).toEqual(["teacher"]);
  const date = new Date(today(services.now()));
  await services.db.prisma.lesson.update({ where: { id: lessonId }, data: { date, block: 8 } });
  expect(await teacher.enter()).toMatchObject({ people: [{ role: "teacher" }] });
  await expect.poll(present, SOON).toEqual([]);
});

test.each<[string, string, () => Promise<unknown>]>([
  ["cancelled", "cancelled", () => forceStatus(services, lessonId, "Odwolana przez nauczyciela")],
  [
    "moved",
    "moved",
    () =>
      services.db.prisma.lesson.update({
        where: { id: lessonId },
        data: { date: new Date(addDays(today(services.now()), 3)) },
      }),
  ],
  [
    "given to another teacher",
    "access",
    async () => {
      const teacher = await makePerson(services, "Teacher");
      await services.db.prisma.lesson.update({ where: { id: lessonId }, data: { teacherId: teacher.id } });
    },
  ],
  [
    "earlier now",
    "moved",
    () => services.db.prisma.lesson.update({ where: { id: lessonId }, data: { block: 6 } }),
  ],
  [
    "at an address outside now",
    "moved",
    () =>
      services.db.prisma.lesson.update({
        where: { id: lessonId },
        data: { meetingLink: "https://zoom.example/j/1" },
      }),
  ],
  [
    "of people who were unassigned",
    "access",
    () => unrelate(personCtx(services, admin), { teacherId: room.teacher.id, studentId: room.student.id }),
  ],
])("whoever is in the room of a lesson that is %s is out within 2 s: %s", async (_, reason, change) => {
  const teacher = await open(there, room.teacher);
  await teacher.enter();
  await change();
  await expect.poll(() => teacher.said, { timeout: 2_000 }).toEqual([reason]);
  expect(await teacher.enter()).toMatchObject({ status: reason === "access" ? 404 : 409 });
});

test("a disabled account and an ended guardianship are out within 2 s", async () => {
  const parent = await makePerson(services, "Parent");
  const guardianshipId = await makeGuardian(services, parent, room.student);
  const [mother, student] = [await open(here, parent), await open(there, room.student)];
  await mother.enter();
  await student.enter();
  const { prisma } = services.db;
  await prisma.guardianship.update({ where: { id: guardianshipId }, data: { endedAt: services.now() } });
  await expect.poll(() => mother.said, { timeout: 2_000 }).toEqual(["access"]);
  await prisma.user.update({ where: { id: room.student.id }, data: { isDisabled: true } });
  await expect.poll(() => student.said, { timeout: 2_000 }).toEqual(["access", "disconnect"]);
});

test("nobody else enters, and bad input closes that connection and no other", async () => {
  const person = await makePerson(services, "Student");
  const stranger = await open(here, person);
  expect(await stranger.enter()).toMatchObject({ status: 404 });
  const refusals = services.logged
    .map((line) => JSON.parse(line))
    .filter(({ userId }) => userId === person.id);
  expect(refusals).toMatchObject([{ msg: "call refused", status: 404, route: "/socket.io/room" }]);
  const teacher = await open(here, room.teacher);
  await teacher.enter();
  for (const input of [null, "lekcja", { lessonId: "x" }, { lessonId: 5 }, {}]) {
    const answer = await untyped(teacher).timeout(5_000).emitWithAck("enter", input);
    expect(answer).toMatchObject({ status: 400 });
  }
  const offences: ((window: Window) => void)[] = [
    (window) => untyped(window).emit("signal", "?"),
    ({ socket }) => socket.emit("signal", { to: "x", generation: 0, data: {} }),
    ({ socket }) => {
      const data = "x".repeat(ROOM_SIGNALS.bytesMax);
      socket.emit("signal", { to: lessonId, generation: 0, data });
    },
    ({ socket }) => {
      // Nested so deeply that it cannot be written as JSON again.
      const data = "[".repeat(20_000) + "]".repeat(20_000);
      socket.io.engine.write(
        `2${ROOM_NAMESPACE},["signal",{"to":"${lessonId}","generation":0,"data":${data}}]`,
      );
    },
    ({ socket }) => {
      for (let sent = 0; sent <= ROOM_SIGNALS.tries; sent++) {
        socket.emit("signal", { to: lessonId, generation: 0, data: sent });
      }
    },
    (window) => {
      // More in a while than two boards hold.
      for (let sent = 0; sent < 3; sent++) untyped(window).emit("board", "x".repeat(4_000_000));
    },
  ];
  for (const offend of offences) {
    const student = await open(here, room.student);
    await student.enter();
    offend(student);
    await expect.poll(() => student.said, SOON).toEqual(["disconnect"]);
  }
  expect(teacher.said).toEqual([]);
});

test("while the database is away, a room answers that it is for a moment", async () => {
  const teacher = await open(here, room.teacher);
  const { accessToken: token } = await signIn(services, room.teacher);
  loseDatabase(services);
  const away = { error: commonTexts.temporarilyAway, status: 503, retryAfterSeconds: 5 };
  expect(await teacher.enter()).toEqual(away);
  expect(await teacher.socket.emitWithAck("renew", { token })).toEqual(away);
  expect(await teacher.socket.emitWithAck("board", { lessonId, operations: [] })).toEqual(away);
});

test("a window that is not heard for 20 s has left, as of when it was heard", async () => {
  const [teacher, student] = [await open(here, room.teacher), await open(there, room.student)];
  await teacher.enter();
  await student.enter();
  await expect.poll(() => roles(teacher), SOON).toEqual(["teacher", "student"]);
  const before = await connectionsThere();
  student.socket.disconnect();
  // Its farewell, too, is something that is heard.
  await expect.poll(connectionsThere, SOON).toBeLessThan(before);
  services.clock.time = new Date(services.now().getTime() + VISIT_GAP_MS);
  await expect.poll(() => roles(teacher), SOON).toEqual(["teacher"]);
  const { studentSeconds, teacherSeconds } = await getEvidence(personCtx(services, room.teacher), {
    lessonId,
  });
  expect([studentSeconds, teacherSeconds]).toEqual([0, 20]);
});

test("the room closes when its hours are over", async () => {
  const teacher = await open(here, room.teacher);
  await teacher.enter();
  services.clock.time = new Date(services.clock.time.getTime() + 91 * 60_000);
  await expect.poll(() => teacher.said, SOON).toContain("ended");
});
