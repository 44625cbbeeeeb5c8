import { once } from "node:events";
import { commonTexts } from "@korki/contracts/texts/common";
import { SIGNALS_APPLICATION } from "@korki/db";
import { ACCESS_TOKEN_MINUTES } from "@korki/domain";
import { signAccessToken } from "@korki/services";
import { bookLesson } from "@korki/services/lessons/book-lesson";
import { deleteLesson } from "@korki/services/lessons/cancel-lesson";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { addPayment } from "@korki/services/payments/add-payment";
import { unrelate } from "@korki/services/people/relate";
import {
  bookedLesson,
  bookingOf,
  type Classroom,
  inDays,
  makeClassroom,
} from "@korki/services/testing/classroom";
import { makePerson, personCtx, signIn } from "@korki/services/testing/people";
import { createTRPCClient, createWSClient, wsLink } from "@trpc/client";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { BrowserWebSocket, openLiveScreen } from "../testing/live-screen";
import { openTestApi } from "../testing/test-api";
import type { AppRouter } from "../trpc/router";

const { services, origin } = await openTestApi();
const { db } = services;
const socketUrl = `${origin.replace("http", "ws")}/trpc`;
/** Statements that wait for a lock in this database. */
const LOCK_WAITS =
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function watch(token: string | (() => Promise<string>)) {
  const screen = openLiveScreen(origin, token);
  cleanups.push(screen.leave);
  return screen;
}

async function openScreen(room: Classroom, who: "student" | "teacher") {
  const { accessToken } = await signIn(services, room[who]);
  const screen = watch(accessToken);
  await expect.poll(screen.starts).toBe(1);
  await settle(screen, room[who].id);
  return screen;
}

/** Waits until what was signalled before has been heard, and forgets it: signals wait a moment and keep their order. */
async function settle(screen: ReturnType<typeof watch>, personId: string) {
  await db.pool.query("SELECT signal_change('money', ARRAY[$1::uuid])", [personId]);
  await expect.poll(() => screen.heard).toContain("money");
  screen.heard.length = 0;
}

test("a change of a lesson is signalled to both people at once, and to nobody else", async () => {
  const room = await makeClassroom(services);
  const stranger = await makeClassroom(services);
  const [student, teacher, other] = [
    await openScreen(room, "student"),
    await openScreen(room, "teacher"),
    await openScreen(stranger, "student"),
  ];
  const lesson = await bookLesson(room.asStudent, bookingOf(room.teacher, inDays(services, 3), 1));
  for (const { heard } of [student, teacher]) await expect.poll(() => heard.splice(0)).toEqual(["lessons"]);
  await confirmLesson(room.asTeacher, { lessonId: lesson.id });
  for (const { heard } of [student, teacher]) await expect.poll(() => heard.splice(0)).toEqual(["lessons"]);
  await deleteLesson(room.asStudent, { lessonId: (await bookedLesson(services, room, 2)).id });
  await expect.poll(() => teacher.heard).toContain("lessons");
  expect(other.heard).toEqual([]);
});

test("an admin gets signals of every lesson", async () => {
  const room = await makeClassroom(services);
  const { accessToken } = await signIn(services, await makePerson(services, "Admin"));
  const admin = watch(accessToken);
  await expect.poll(admin.starts).toBe(1);
  await bookedLesson(services, room, 1);
  await expect.poll(() => admin.heard).toContain("lessons");
});

test("a payment is heard of by its student, a relation by both, and by nobody else", async () => {
  const room = await makeClassroom(services);
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const [student, teacher] = [await openScreen(room, "student"), await openScreen(room, "teacher")];
  const paid = {
    moneyAmount: 90,
    lessonAmount: 1,
    subject: "Fizyka",
    level: "liceumP",
    description: "",
  } as const;
  await addPayment(asAdmin, { ...paid, studentId: room.student.id }, null);
  await expect.poll(() => student.heard.splice(0)).toEqual(["money"]);
  await unrelate(asAdmin, { studentId: room.student.id, teacherId: room.teacher.id });
  for (const { heard } of [student, teacher]) await expect.poll(() => heard).toEqual(["people"]);
});

test("a chat that the bot connects or lets go is heard of by its person alone", async () => {
  const room = await makeClassroom(services);
  const [student, teacher] = [await openScreen(room, "student"), await openScreen(room, "teacher")];
  for (const telegramChatId of [`live-${room.student.id}`, null]) {
    await db.prisma.user.update({ where: { id: room.student.id }, data: { telegramChatId } });
    await expect.poll(() => student.heard.splice(0)).toEqual(["attention"]);
  }
  expect(teacher.heard).toEqual([]);
});

test("a broken connection reconnects and starts again", async () => {
  const room = await makeClassroom(services);
  const screen = await openScreen(room, "teacher");
  screen.client.connection?.ws?.close();
  await expect.poll(() => screen.states).toContainEqual(expect.stringContaining("closed"));
  await expect.poll(screen.starts).toBe(2);
  await bookedLesson(services, room, 6);
  await expect.poll(() => screen.heard).toContain("lessons");
});

test("after a gap in the database's signals every client reads everything again", async () => {
  const room = await makeClassroom(services);
  const screen = await openScreen(room, "student");
  await db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
    [SIGNALS_APPLICATION],
  );
  await expect.poll(() => screen.heard).toContain("all");
  await bookedLesson(services, room, 7);
  await expect.poll(() => screen.heard.at(-1)).toBe("lessons");
});

describe("access", () => {
  test("ends with the account: its connections are closed, and no new one is opened", async () => {
    const room = await makeClassroom(services);
    const [screen, teacher] = [await openScreen(room, "student"), await openScreen(room, "teacher")];
    await db.prisma.user.update({ where: { id: room.student.id }, data: { isDisabled: true } });
    await expect.poll(() => screen.states[0]).toBe("closed 4401");
    const both = [room.student.id, room.teacher.id];
    await db.pool.query("SELECT signal_change('lessons', $1::uuid[])", [both]);
    await expect.poll(() => teacher.heard).toContain("lessons");
    expect(screen.heard).not.toContain("lessons");
  });

  test("ends with the session, and no other session's", async () => {
    const room = await makeClassroom(services);
    const { accessToken, sessionId } = await signIn(services, room.student);
    const [ended, kept] = [watch(accessToken), await openScreen(room, "student")];
    await expect.poll(ended.starts).toBe(1);
    await db.prisma.session.update({ where: { id: sessionId }, data: { endedAt: new Date() } });
    await expect.poll(() => ended.states[0]).toBe("closed 4401");
    expect(kept.states).toEqual([]);
  });

  test.each(["", "nonsense"])("is refused to the token %j", async (token) => {
    const screen = watch(token);
    await expect.poll(() => screen.states.length).toBeGreaterThan(1);
    expect(screen.heard).toEqual([]);
  });

  test.each([
    ['{"method":"connectionParams","data":{"token":"nonsense"}}', 401, commonTexts.sessionExpired],
    ["{", 400, commonTexts.requestUnreadable],
  ])("answers %s as REST and tRPC do", async (shown, httpStatus, message) => {
    const socket = new WebSocket(`${socketUrl}?connectionParams=1`);
    cleanups.push(() => socket.terminate());
    const answered = new Promise((resolve) => socket.once("message", resolve));
    socket.once("open", () => socket.send(shown));
    expect(JSON.parse(String(await answered))).toMatchObject({ error: { message, data: { httpStatus } } });
  });

  test("ends when the token expires, and goes on with a new one", async () => {
    const room = await makeClassroom(services);
    const { sessionId, accessToken } = await signIn(services, room.student);
    const almostExpired = new Date(services.now().getTime() - (ACCESS_TOKEN_MINUTES * 60 - 2) * 1000);
    const claims = { userId: room.student.id, sessionId };
    const tokens = [await signAccessToken(services.settings.authSecret, claims, almostExpired), accessToken];
    const screen = watch(async () => tokens.shift() ?? accessToken);
    await expect.poll(screen.starts).toBe(1);
    await expect.poll(() => screen.states).toEqual(["closed 4401"]);
    await expect.poll(screen.starts).toBe(2);
    await bookedLesson(services, room, 1);
    await expect.poll(() => screen.heard).toContain("lessons");
  });
});

test("paths that nobody owns are hung up on, and the websocket runs subscriptions alone", async () => {
  for (const path of ["/", "/api", "/trpcx", "/trpc/live.changes"]) {
    const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`);
    await expect(
      new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject)),
    ).rejects.toThrow();
  }
  const room = await makeClassroom(services);
  const { accessToken } = await signIn(services, room.student);
  const client = createWSClient({
    url: socketUrl,
    WebSocket: BrowserWebSocket,
    connectionParams: { token: accessToken },
  });
  cleanups.push(() => client.close());
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] });
  await expect(trpc.lessons.list.query()).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
});

test("a page of another site opens no websocket", async () => {
  const opened = (from: string) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(socketUrl, { origin: from });
      cleanups.push(() => socket.close());
      socket.once("open", () => resolve("open")).once("error", reject);
    });
  await expect(opened("https://zly.example")).rejects.toThrow("403");
  await expect(opened(origin)).resolves.toBe("open");
});

test("what cannot be read harms nobody", async () => {
  const room = await makeClassroom(services);
  const screen = await openScreen(room, "teacher");
  const loggedBefore = services.logged.length;
  for (const rubbish of ["{", "[]", "null", "1", '{"id":1,"method":"subscription"}', "x".repeat(20_000)]) {
    const socket = new WebSocket(socketUrl);
    await new Promise((resolve) => socket.once("open", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.send(rubbish);
    socket.close();
    await closed;
  }
  // Anybody can send it: nothing of it is a fault of ours.
  const levels = services.logged.slice(loggedBefore).map((line): number => JSON.parse(line).level);
  expect(levels.filter((level) => level >= 50)).toEqual([]);
  await bookedLesson(services, room, 8);
  await expect.poll(() => screen.heard).toContain("lessons");
});

test("a person has twenty connections open; the next one is closed until another ends", async () => {
  const person = await makePerson(services, "Student");
  const tokens = await Promise.all(Array.from({ length: 21 }, () => signIn(services, person)));
  const screens = [];
  for (const { accessToken } of tokens.slice(0, 20)) {
    const screen = watch(accessToken);
    await expect.poll(screen.starts).toBe(1);
    screens.push(screen);
  }
  const next = watch(tokens[20]?.accessToken ?? "");
  await expect.poll(() => next.states).toContain("closed 1013");
  expect(next.starts()).toBe(0);
  await screens[0]?.leave();
  await expect.poll(next.starts).toBe(1);
});

test("connections that close while their token is looked up count as none", async () => {
  const { accessToken } = await signIn(services, await makePerson(services, "Student"));
  const blocker = await db.pool.connect();
  try {
    await blocker.query("BEGIN");
    await blocker.query("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE");
    const sockets = Array.from({ length: 20 }, () => new WebSocket(`${socketUrl}?connectionParams=1`));
    await Promise.all(sockets.map((socket) => once(socket, "open")));
    for (const socket of sockets)
      socket.send(JSON.stringify({ method: "connectionParams", data: { token: accessToken } }));
    await expect.poll(async () => (await db.pool.query(LOCK_WAITS)).rowCount).toBeGreaterThan(0);
    const closed = sockets.map((socket) => once(socket, "close"));
    for (const socket of sockets) socket.close();
    await Promise.all(closed);
  } finally {
    await blocker.query("ROLLBACK");
    blocker.release();
  }
  const screen = watch(accessToken);
  await expect.poll(screen.starts).toBe(1);
  expect(screen.states).not.toContain("closed 1013");
});
