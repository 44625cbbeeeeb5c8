import net from "node:net";
import type { ConnectionState } from "@korki/chat-client";
import { relate } from "@korki/services/testing/classroom";
import { makePerson, type Person } from "@korki/services/testing/people";
import { openTestServices } from "@korki/services/testing/test-services";
import { testRedisUrl } from "@korki/testing/redis";
import { afterAll, expect, test } from "vitest";
import { startApiProcess } from "../testing/api-process";
import { type ChatWindow, openChatWindow } from "../testing/chat-window";

const PEOPLE = 100;
const MESSAGES = 4_000;
/** Messages that a person has on their way at once. */
const AT_ONCE = 4;

const services = await openTestServices();
const env = { REDIS_URL: await testRedisUrl(), RATE_LIMIT_SCALE: "1000" };
const [killed, surviving] = await Promise.all([
  startApiProcess(services, env),
  startApiProcess(services, env),
]);
const proxy = await startRoundRobinProxy([killed.port, surviving.port]);

/** Rings of teacher, student, teacher, student: each writes with two others. */
async function makePeople(): Promise<Map<Person, Person[]>> {
  const people: Person[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    people.push(await makePerson(services, at % 2 ? "Student" : "Teacher"));
  }
  const partners = new Map<Person, Person[]>(people.map((person) => [person, []]));
  for (const [at, one] of people.entries()) {
    const other = people[(at + 1) % people.length];
    if (!other) continue;
    await relate(services, at % 2 ? one : other, at % 2 ? other : one);
    partners.get(one)?.push(other);
    partners.get(other)?.push(one);
  }
  return partners;
}

function isSettled({ client }: ChatWindow): boolean {
  return [...client.snapshot().conversations.values()].every(({ pending }) => pending.length === 0);
}

/** Writes by turns to both partners; what fails is sent again, as a person would. */
async function write({ client }: ChatWindow, partners: readonly Person[], count: number): Promise<void> {
  let written = 0;
  while (
    written < count ||
    ![...client.snapshot().conversations.values()].every((c) => c.pending.length === 0)
  ) {
    const conversations = [...client.snapshot().conversations];
    for (const [contactId, { pending }] of conversations) {
      for (const { state, clientKey } of pending)
        if (state === "failed") client.sendAgain(contactId, clientKey);
    }
    const onTheWay = conversations.reduce((sum, [, { pending }]) => sum + pending.length, 0);
    for (let free = AT_ONCE - onTheWay; free > 0 && written < count; free -= 1) {
      const partner = partners[written % partners.length];
      if (partner) client.send(partner.id, `${client.snapshot().connection} ${written}`);
      written += 1;
    }
    await new Promise<void>((resolve) => {
      const stop = client.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}

test("100 people, 4,000 messages, a process killed in the middle: all stored once, all shown, in order", {
  timeout: 240_000,
}, async () => {
  const partners = await makePeople();
  const windows: ChatWindow[] = [];
  for (const person of partners.keys()) windows.push(await openChatWindow(services, proxy.origin, person));
  const states = () => windows.map(({ client }): ConnectionState => client.snapshot().connection);
  await expect.poll(() => states().every((state) => state === "online"), { timeout: 60_000 }).toBe(true);
  for (const { client, person } of windows) {
    for (const partner of partners.get(person) ?? []) await client.open(partner.id);
  }

  const writing = windows.map((window) =>
    write(window, partners.get(window.person) ?? [], MESSAGES / PEOPLE),
  );
  const stored = () => services.db.prisma.message.count();
  await expect.poll(stored, { timeout: 120_000, interval: 100 }).toBeGreaterThan(MESSAGES * 0.4);
  await killed.kill();
  await Promise.all(writing);
  expect(windows.every(isSettled)).toBe(true);

  const rows = await services.db.prisma.message.findMany({
    orderBy: [{ conversationId: "asc" }, { seq: "asc" }],
  });
  expect(rows).toHaveLength(MESSAGES);
  expect(new Set(rows.map(({ senderId, clientKey }) => senderId + clientKey)).size).toBe(MESSAGES);
  const expected = new Map<string, string[]>();
  for (const { id, senderId, recipientId } of rows) {
    for (const key of [senderId + recipientId, recipientId + senderId]) {
      expected.set(key, [...(expected.get(key) ?? []), id]);
    }
  }
  const wrong = () =>
    windows.flatMap(({ client, person }) =>
      (partners.get(person) ?? [])
        .filter((partner) => {
          const shown = client.conversation(partner.id).messages.map(({ id }) => id);
          return shown.join() !== (expected.get(person.id + partner.id) ?? []).join();
        })
        .map((partner) => `${person.email} – ${partner.email}`),
    );
  await expect.poll(wrong, { timeout: 60_000, interval: 500 }).toEqual([]);
  for (const { client, person } of windows) {
    const known = new Set((partners.get(person) ?? []).map(({ id }) => id));
    expect([...client.snapshot().conversations.keys()].filter((id) => !known.has(id))).toEqual([]);
  }
});

/**
 * A proxy that passes each connection to the next of several ports, skipping ports without a listener. It does not
 * know sessions. Closed after the file's last test.
 */
async function startRoundRobinProxy(ports: readonly number[]): Promise<{ origin: string }> {
  let turn = 0;
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => open.delete(client));
    const first = turn++;
    const attempt = (tries: number) => {
      const port = ports[(first + tries) % ports.length] ?? 0;
      const onward = net.connect({ host: "127.0.0.1", port });
      let isThrough = false;
      onward.on("connect", () => {
        isThrough = true;
        client.pipe(onward).pipe(client);
      });
      onward.on("error", () => {
        if (!isThrough && tries + 1 < ports.length) attempt(tries + 1);
        else client.destroy();
      });
      onward.on("close", () => isThrough && client.destroy());
      client.on("close", () => onward.destroy());
    };
    attempt(0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}` };
}
