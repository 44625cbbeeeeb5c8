import { commonTexts } from "@korki/contracts/texts/common";
import { relate } from "@korki/services/testing/classroom";
import { makePerson, signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import {
  type ChatClient,
  closeChatClients,
  connectChat,
  openChatClient,
  webSocketOf,
} from "../testing/chat-client";
import { openTestApi } from "../testing/test-api";

const { services, origin } = await openTestApi();
closeChatClients();

const PAIRS = 5;
const MESSAGES = 20;

/** What each of them does with a connection, until it is taken away. */
const DISTURBANCES: Record<string, (client: ChatClient) => void> = {
  "garbage in place of a message": ({ socket }) => socket.emit("send_message", "{".repeat(1_000)),
  "garbage in place of a frame": ({ socket }) => webSocketOf(socket).send('42["send_message",'),
  "frames of a megabyte": ({ socket }) => socket.emit("send_message", "x".repeat(1_000_000)),
  "a thousand messages at once": (client) => {
    for (let at = 0; at < 1_000; at += 1) client.socket.emit("send_message", `{"text":"${at}"}`);
  },
  "a thousand events that nobody knows": ({ socket }) => {
    for (let at = 0; at < 1_000; at += 1) socket.emit("nonsense" as "send_message", "");
  },
};

test("a disturbing client is disconnected and then refused, while all other messages arrive", async () => {
  const writing = Array.from({ length: PAIRS }, async () => {
    const [student, teacher] = [await makePerson(services, "Student"), await makePerson(services, "Teacher")];
    await relate(services, student, teacher);
    const [ola, nina] = await Promise.all(
      [student, teacher].map((person) => connectChat(services, origin, person)),
    );
    for (let at = 0; at < MESSAGES; at += 1) {
      expect(await ola?.say(teacher, `nr ${at}`)).toMatchObject({ ok: true, seq: at + 1 });
    }
    await expect.poll(() => nina?.messages.length).toBe(MESSAGES);
    expect(nina?.messages.map(({ text }) => text)).toEqual(
      Array.from({ length: MESSAGES }, (_, at) => `nr ${at}`),
    );
    expect([ola?.losses, nina?.losses]).toEqual([[], []]);
  });
  const disturbing = Object.values(DISTURBANCES).map(async (disturb) => {
    const person = await makePerson(services, "Student");
    const auth = { id: person.id, token: (await signIn(services, person)).accessToken };
    for (let losses = 0; ; losses += 1) {
      const client = openChatClient(origin, person.id, { auth });
      await expect.poll(() => client.socket.connected || client.refusals.length > 0).toBe(true);
      if (!client.socket.connected) return { losses, refusals: client.refusals };
      disturb(client);
      await expect.poll(() => client.losses).toHaveLength(1);
    }
  });
  const ends = await Promise.all(disturbing);
  expect(ends.map(({ refusals }) => refusals)).toEqual(ends.map(() => [commonTexts.tooManyAttempts]));
  for (const { losses } of ends) expect(losses).toBeLessThan(10);
  await Promise.all(writing);
});
