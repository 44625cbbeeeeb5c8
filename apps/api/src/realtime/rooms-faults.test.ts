import { type EnteredRoom, ROOM_NAMESPACE, type RoomWindow } from "@korki/contracts/classroom";
import { blockStart } from "@korki/domain";
import { getEvidence } from "@korki/services/classroom/get-room";
import { bookedLesson, forceStatus, makeClassroom } from "@korki/services/testing/classroom";
import { type Person, signIn } from "@korki/services/testing/people";
import { openTestServices } from "@korki/services/testing/test-services";
import { testRedisUrl } from "@korki/testing/redis";
import { io, type Socket } from "socket.io-client";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { type ApiProcess, startApiProcess } from "../testing/api-process";

const services = await openTestServices();
const room = await makeClassroom(services);
const { teacher, student } = room;
const lesson = await bookedLesson(services, room, 9);
const lessonId = lesson.id;
await forceStatus(services, lessonId, "Potwierdzona");
// The processes' clock runs on from the lesson's start; what is signed here has to stand under it.
const start = blockStart(lesson.date, lesson.block);
services.clock.time = start;
const env = { DEMO: "1", DEMO_NOW: start.toISOString(), REDIS_URL: await testRedisUrl() };
const [one, two] = await Promise.all([startApiProcess(services, env), startApiProcess(services, env)]);

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.disconnect();
});

const SOON = { timeout: 20_000 };

async function open({ origin }: Pick<ApiProcess, "origin">, person: Person) {
  const { accessToken: token } = await signIn(services, person);
  const socket = io(`${origin}${ROOM_NAMESPACE}`, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: { token },
  });
  sockets.push(socket);
  const seen = { people: [] as RoomWindow[], signals: [] as unknown[], isLost: false };
  socket.on("people", ({ people }: { people: RoomWindow[] }) => {
    seen.people = people;
  });
  socket.on("signal", ({ data }: { data: unknown }) => void seen.signals.push(data));
  socket.on("disconnect", () => {
    seen.isLost = true;
  });
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  const enter = (window?: string): Promise<EnteredRoom> =>
    socket.timeout(15_000).emitWithAck("enter", { lessonId, ...(window === undefined ? {} : { window }) });
  return { socket, seen, enter };
}
const names = ({ people }: { people: readonly RoomWindow[] }) => people.map(({ role }) => role);

test("a room outlives a killed process and a lost database, and its evidence has no gap", {
  timeout: 120_000,
}, async () => {
  const [nina, ola] = [await open(one, teacher), await open(two, student)];
  const { self } = await nina.enter();
  const { self: other } = await ola.enter();
  await expect.poll(() => names(nina.seen), SOON).toEqual(["teacher", "student"]);

  // A process is killed: the window goes on at the other one, and for the student nobody left.
  await one.kill();
  await expect.poll(() => nina.seen.isLost, SOON).toBe(true);
  const again = await open(two, teacher);
  expect(await again.enter(self)).toMatchObject({ self });
  ola.socket.emit("signal", { to: self, generation: 2, data: "after the kill" });
  await expect.poll(() => again.seen.signals, SOON).toEqual(["after the kill"]);
  expect(names(ola.seen)).toEqual(["teacher", "student"]);

  // It comes back, and so does the window.
  const successor = await startApiProcess(services, env);
  onTestFinished(() => successor.kill());
  const third = await open(successor, teacher);
  expect(await third.enter(self)).toMatchObject({ self });

  // The database breaks every connection: signals between the processes wait for it.
  await services.db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  third.socket.emit("signal", { to: other, generation: 2, data: "after the loss" });
  await expect.poll(() => ola.seen.signals, SOON).toEqual(["after the loss"]);
  expect([third.seen.isLost, ola.seen.isLost]).toEqual([false, false]);

  ola.socket.emit("leave", {});
  await expect.poll(() => names(third.seen), SOON).toEqual(["teacher"]);
  third.socket.emit("leave", {});
  const visits = async () => (await getEvidence(room.asTeacher, { lessonId })).visits;
  await expect.poll(async () => (await visits()).every(({ leftAt }) => leftAt !== null), SOON).toBe(true);
  expect((await visits()).map(({ role }) => role)).toEqual(["teacher", "student"]);
});
