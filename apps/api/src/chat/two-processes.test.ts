import { execFile } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { makeClassroom, relate } from "@korki/services/testing/classroom";
import { makePerson } from "@korki/services/testing/people";
import { openTestServices } from "@korki/services/testing/test-services";
import { testRedisUrl } from "@korki/testing/redis";
import { expect, test } from "vitest";
import { startApiProcess } from "../testing/api-process";
import { closeChatClients, connectChat, openChatClient } from "../testing/chat-client";

const services = await openTestServices();
closeChatClients();
const REDIS_URL = await testRedisUrl();
const [here, there, pool] = await Promise.all([
  startApiProcess(services, { REDIS_URL }),
  startApiProcess(services, { REDIS_URL }),
  startApiProcess(services, { REDIS_URL, API_PROCESSES: "2" }),
]);
const { teacher, student } = await makeClassroom(services);

/** The processes that a process has started, by the system's own account. */
async function childrenOf(parent: number | undefined): Promise<number[]> {
  const asked = promisify(execFile)("ps", ["-o", "pid=", "--ppid", String(parent)]);
  const { stdout } = await asked.catch(() => ({ stdout: "" }));
  return stdout.split("\n").map(Number).filter(Boolean);
}

const SOON = { timeout: 15_000 };

test("messages, readings and presence pass between processes", async () => {
  const nina = await connectChat(services, there.origin, teacher);
  const [ola, olaToo] = await Promise.all([
    connectChat(services, here.origin, student),
    connectChat(services, there.origin, student),
  ]);
  await expect.poll(() => nina.presence, SOON).toContainEqual({ _id: student.id, online: true });
  const answer = await ola.say(teacher, "Z procesu do procesu");
  await expect.poll(() => nina.messages, SOON).toHaveLength(1);
  expect(nina.messages[0]).toMatchObject({ _id: (answer as { _id: string })._id, seq: 1 });
  await expect.poll(() => olaToo.messages, SOON).toEqual(nina.messages);
  expect(ola.messages).toEqual([]);
  nina.socket.emit("messages_read", JSON.stringify({ sender: student.id }));
  await expect.poll(() => ola.reads, SOON).toMatchObject([{ reader: teacher.id, seq: 1 }]);
  await expect.poll(() => olaToo.reads, SOON).toHaveLength(1);

  // Leaving one of two windows is not leaving.
  ola.socket.disconnect();
  olaToo.socket.disconnect();
  await expect.poll(() => nina.presence.at(-1), SOON).toEqual({ _id: student.id, online: false });
  expect(nina.presence.filter(({ online }) => !online)).toHaveLength(1);
  nina.socket.disconnect();
});

test("the limit of messages is shared between processes", async () => {
  const pupil = await makePerson(services, "Student");
  await relate(services, pupil, teacher);
  const [one, two] = await Promise.all(
    [here, there].map(({ origin }) => connectChat(services, origin, pupil)),
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 ? one : two)?.say(teacher, `nr ${at}`)),
  );
  expect(answers.filter((answer) => answer && "ok" in answer)).toHaveLength(30);
  expect(
    answers.filter((answer) => answer && "error" in answer && answer.error === chatTexts.tooMany),
  ).toHaveLength(10);
});

test("disabling an account closes its connections in every process within two seconds; an ended relation counts in all", async () => {
  const pupil = await makePerson(services, "Student");
  await relate(services, pupil, teacher);
  const clients = await Promise.all(
    [here, there, pool, pool, pool, pool].map(({ origin }, at) =>
      connectChat(services, origin, pupil, at > 3 ? { transports: ["polling"] } : {}),
    ),
  );
  expect(await clients[0]?.say(teacher, "przed")).toMatchObject({ ok: true });
  await services.db.prisma.teachingRelation.deleteMany({ where: { studentId: pupil.id } });
  for (const client of clients) {
    expect(await client.say(teacher, "po")).toMatchObject({ error: chatTexts.sendingEnded });
  }
  await services.db.prisma.user.update({ where: { id: pupil.id }, data: { isDisabled: true } });
  await expect
    .poll(() => clients.map(({ losses }) => losses.length), { timeout: 2_000 })
    .toEqual(clients.map(() => 1));
});

test("clients that can only poll work with several processes on one port, and so does upgrading to a websocket", async () => {
  const nina = await connectChat(services, pool.origin, teacher);
  for (const transports of [["polling"], ["polling", "websocket"]]) {
    const clients = await Promise.all(
      Array.from({ length: 6 }, () => connectChat(services, pool.origin, student, { transports })),
    );
    for (const client of clients)
      expect(await client.say(teacher, "Dzień dobry")).toMatchObject({ ok: true });
    if (transports.length === 2) {
      for (const { socket } of clients) {
        await expect.poll(() => socket.io.engine.transport.name, SOON).toBe("websocket");
        expect(socket.connected).toBe(true);
      }
    }
    for (const client of clients) {
      expect(client.losses).toEqual([]);
      client.socket.disconnect();
    }
  }
  await expect.poll(() => nina.messages.length, SOON).toBe(12);
  nina.socket.disconnect();
});

test("every process refuses a client in words, by every transport", async () => {
  for (const { origin } of [here, pool]) {
    for (const transports of [["websocket"], ["polling"], ["polling", "websocket"]]) {
      const clients = Array.from({ length: 3 }, () =>
        openChatClient(origin, student.id, { transports, auth: { id: student.id, token: "nie-token" } }),
      );
      for (const client of clients) {
        await expect.poll(() => client.refusals, SOON).toEqual([commonTexts.sessionExpired]);
        client.socket.disconnect();
      }
    }
  }
});

test("several processes on one port share it, and another takes the place of one that dies", async () => {
  const nina = await connectChat(services, pool.origin, teacher);
  const pupils = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const pupil = await makePerson(services, "Student");
      await relate(services, pupil, teacher);
      const transports = [["polling"], ["websocket"], ["polling", "websocket"]][at % 3] ?? [];
      return connectChat(services, pool.origin, pupil, { transports });
    }),
  );
  for (const pupil of pupils) {
    expect(await pupil.say(teacher, "Cześć")).toMatchObject({ ok: true });
    expect(await nina.say(pupil.userId, "Cześć")).toMatchObject({ ok: true });
  }
  await expect.poll(() => nina.messages.length, SOON).toBe(6);
  for (const pupil of pupils) await expect.poll(() => pupil.messages.length, SOON).toBe(1);

  const [first = 0] = await childrenOf(pool.child.pid);
  process.kill(first, "SIGKILL");
  const alive = async () => (await childrenOf(pool.child.pid)).filter((pid) => pid !== first).length;
  await expect.poll(alive, SOON).toBe(2);
  for (const pupil of pupils.filter(({ losses }) => losses.length === 0)) {
    expect(await pupil.say(teacher, "Nadal jestem")).toMatchObject({ ok: true });
  }
  const newcomer = await connectChat(services, pool.origin, teacher);
  expect(await newcomer.say(pupils[0]?.userId ?? "", "Ja też")).toMatchObject({ ok: true });
});

test("the supervisor outlives clients that hang up while the process that answers them dies", async () => {
  const supervisor = pool.child.pid ?? 0;
  // The supervisor keeps a connection whose body is on its way, and tells the process when it ends.
  const clients = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const client = net.connect(pool.port, "127.0.0.1");
      client.write("POST /api/user/login HTTP/1.1\r\nHost: korki\r\nContent-Type: application/json\r\n");
      client.write("Content-Length: 10\r\nExpect: 100-continue\r\n\r\n");
      const [answer] = (await once(client, "data")) as [Buffer];
      expect(answer.toString()).toContain("100 Continue");
      return client;
    }),
  );
  const patient = clients.splice(0, 10);
  const told = Promise.all(patient.map((client) => once(client, "close")));
  const before = await childrenOf(supervisor);
  for (const pid of before) process.kill(pid, "SIGKILL");
  for (const client of clients) {
    client.resetAndDestroy();
    await pause(1);
  }
  // Who waits for an answer learns that none comes.
  await told;
  const successors = async () => (await childrenOf(supervisor)).filter((pid) => !before.includes(pid));
  await expect.poll(async () => (await successors()).length, SOON).toBe(2);
  expect((await fetch(`${pool.origin}/healthz`)).status).toBe(200);
  expect(pool.child.exitCode).toBeNull();
});

test("presence heals when a process dies", async () => {
  const nina = await connectChat(services, here.origin, teacher);
  const pupil = await makePerson(services, "Student");
  await relate(services, pupil, teacher);
  await connectChat(services, there.origin, pupil);
  const heard = () => nina.presence.filter(({ _id }) => _id === pupil.id).map(({ online }) => online);
  await expect.poll(heard, SOON).toEqual([true]);
  await there.kill();
  await expect.poll(heard, { timeout: 25_000 }).toEqual([true, false]);
});
