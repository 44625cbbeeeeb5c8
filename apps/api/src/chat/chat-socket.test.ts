import { randomUUID } from "node:crypto";
import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { MESSAGE_MAX } from "@korki/domain";
import { makeClassroom, relate } from "@korki/services/testing/classroom";
import { makePerson, signIn } from "@korki/services/testing/people";
import { expect, test, vi } from "vitest";
import { closeChatClients, connectChat, openChatClient, webSocketOf } from "../testing/chat-client";
import { loseDatabase } from "../testing/lose-database";
import { openTestApi } from "../testing/test-api";

const { services, origin } = await openTestApi({ PUBLIC_URL: "http://korki.test" });
closeChatClients();
const { teacher, student } = await makeClassroom(services);

const stored = () => services.db.prisma.message.count();

test("a message reaches the recipient and the sender's other window; the sender learns that it is stored", async () => {
  const [ola, olaToo, nina] = await Promise.all(
    [student, student, teacher].map((person) => connectChat(services, origin, person)),
  );
  const before = Date.now();
  const answer = await ola?.say(teacher, "Dzień dobry 🙂", {
    sender: teacher.id,
    _id: "moje-1",
    createdAt: "1999-01-01T00:00:00.000Z",
  });
  expect(answer).toMatchObject({ ok: true, seq: 1 });
  await expect.poll(() => nina?.messages.length).toBe(1);
  await expect.poll(() => olaToo?.messages.length).toBe(1);
  const [message] = nina?.messages ?? [];
  expect(message).toEqual({
    _id: (answer as { _id: string })._id,
    sender: student.id,
    recipient: teacher.id,
    text: "Dzień dobry 🙂",
    createdAt: (answer as { createdAt: string }).createdAt,
    readAt: null,
    seq: 1,
    clientKey: "moje-1",
  });
  expect(Math.abs(Date.parse(message?.createdAt ?? "") - before)).toBeLessThan(60_000);
  expect(olaToo?.messages).toEqual([message]);
  expect(ola?.messages).toEqual([]);

  const again = await ola?.say(teacher, "Dzień dobry 🙂", { _id: "moje-1" });
  expect(again).toEqual(answer);
  expect(await stored()).toBe(1);
  expect(nina?.messages).toHaveLength(1);
  for (const client of [ola, olaToo, nina]) client?.socket.disconnect();
});

test("reading, by number or all, is announced to both sides", async () => {
  const [ola, nina] = await Promise.all(
    [student, teacher].map((person) => connectChat(services, origin, person)),
  );
  await ola?.say(teacher, "jeden");
  await ola?.say(teacher, "dwa");
  await nina?.socket.emitWithAck("messages_read", JSON.stringify({ sender: student.id, seq: 2 }));
  await expect.poll(() => ola?.reads.map(({ seq }) => seq)).toEqual([2]);
  expect(await nina?.socket.emitWithAck("messages_read", student.id)).toEqual({ ok: true });
  await expect.poll(() => ola?.reads.length).toBe(2);
  expect(ola?.reads[1]).toMatchObject({ reader: teacher.id, sender: student.id, seq: 3 });
  await expect.poll(() => nina?.reads.length).toBe(2);
  expect(await services.db.prisma.message.count({ where: { readAt: null } })).toBe(0);
  for (const client of [ola, nina]) client?.socket.disconnect();
});

test("nobody gets in without proof, with another's id, or by a foreign page's cookie", async () => {
  const { accessToken } = await signIn(services, student);
  const refusalOf = async (options: object) => {
    const client = openChatClient(origin, student.id, options);
    await expect.poll(() => client.refusals.length + Number(client.socket.connected)).toBe(1);
    client.socket.disconnect();
    return client.refusals[0] ?? "let in";
  };
  const cookie = `accessToken=${accessToken}`;
  const auth = { id: student.id };
  for (const transports of [["websocket"], ["polling"], ["polling", "websocket"]]) {
    const refusal = (shown: object) => refusalOf({ auth: shown, transports });
    expect(await refusal(auth)).toBe(commonTexts.loginRequired);
    expect(await refusal({ ...auth, token: "x" })).toBe(commonTexts.sessionExpired);
    expect(await refusal({ id: teacher.id, token: accessToken })).toBe(chatTexts.wrongUser);
    expect(await refusal({ token: accessToken })).toBe(chatTexts.wrongUser);
  }
  expect(await refusalOf({ auth, extraHeaders: { cookie } })).toBe(commonTexts.loginRequired);
  expect(await refusalOf({ auth, extraHeaders: { cookie, origin: "https://evil.test" } })).toBe(
    commonTexts.loginRequired,
  );
  const withToken = { auth: { ...auth, token: accessToken }, extraHeaders: { origin: "https://evil.test" } };
  expect(await refusalOf(withToken)).toBe(commonTexts.loginRequired);
  for (const ours of ["http://korki.test", origin]) {
    expect(await refusalOf({ auth, extraHeaders: { cookie, origin: ours } })).toBe("let in");
  }
  expect(await refusalOf({ auth: { ...auth, token: accessToken }, transports: ["polling"] })).toBe("let in");
});

test("says in Polish why a message is not stored, and stores none", async () => {
  const ola = await connectChat(services, origin, student);
  const before = await stored();
  const stranger = await makePerson(services, "Teacher");
  const error = async (text: unknown, recipient: unknown = teacher.id) =>
    (await ola.sayRaw(JSON.stringify({ recipient, text }))) as { error?: string };
  expect(await error("  \n ")).toMatchObject({ error: chatTexts.empty, code: "input" });
  expect(await error("a".repeat(MESSAGE_MAX + 1))).toMatchObject({ error: chatTexts.tooLong });
  for (const unreadable of ["a\0b", "a\ud800b", 17, undefined]) {
    expect(await error(unreadable)).toMatchObject({ error: commonTexts.invalidInput, code: "input" });
  }
  expect(await error("hej", "nie-id")).toMatchObject({ code: "input" });
  expect(await error("hej", stranger.id)).toMatchObject({
    error: chatTexts.recipientUnknown,
    code: "not_found",
  });
  expect(await error("hej", randomUUID())).toMatchObject({ error: chatTexts.recipientUnknown });
  expect(await error("hej", student.id)).toMatchObject({ error: chatTexts.recipientUnknown });
  expect(await stored()).toBe(before);
  expect(await error("😀".repeat(MESSAGE_MAX))).toMatchObject({ ok: true });
  expect(ola.losses).toEqual([]);
  ola.socket.disconnect();
});

test("a refused message is in the log with its sender, and nothing of what was written", async () => {
  const person = await makePerson(services, "Student");
  const stranger = await makePerson(services, "Teacher");
  const client = await connectChat(services, origin, person);
  await client.say(stranger, "Tajna wiadomość");
  const lines = services.logged.filter((line) => line.includes("call refused") && line.includes(person.id));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { status: 404, userId: person.id, route: "/socket.io/" },
  ]);
  expect(services.logged.join()).not.toMatch(/Tajna wiadomość/);
  client.socket.disconnect();
});

test("what cannot be parsed closes its connection and no other", async () => {
  const nina = await connectChat(services, origin, teacher);
  for (const payload of ["{", "[]", "null", "7", 7, { recipient: teacher.id, text: "obiekt" }]) {
    const somebody = await makePerson(services, "Student");
    const client = await connectChat(services, origin, somebody);
    void client.sayRaw(payload).catch(() => undefined);
    await expect.poll(() => client.losses).toEqual(["transport close"]);
  }
  const somebody = await makePerson(services, "Student");
  await relate(services, somebody, teacher);
  const raw = await connectChat(services, origin, somebody);
  let told = "";
  const webSocket = webSocketOf(raw.socket);
  webSocket.addEventListener("close", ({ code, reason }) => {
    told = `${code} ${reason}`;
  });
  webSocket.send('42["send_message",');
  await expect.poll(() => told).toBe("1007 parse error");

  const big = await connectChat(services, origin, somebody);
  void big.sayRaw("x".repeat(1_000_000)).catch(() => undefined);
  await expect.poll(() => big.losses).toHaveLength(1);
  const after = await connectChat(services, origin, somebody);
  expect(await after.say(teacher, "nadal działa")).toMatchObject({ ok: true });
  expect(nina.losses).toEqual([]);
  for (const client of [after, nina]) client.socket.disconnect();
});

test("accepts thirty messages in ten seconds and disconnects a client that floods on", async () => {
  const somebody = await makePerson(services, "Student");
  await relate(services, somebody, teacher);
  services.freshLimits();
  const client = await connectChat(services, origin, somebody);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => client.say(teacher, `nr ${at}`)));
  expect(answers.filter((answer) => "ok" in answer)).toHaveLength(30);
  expect(answers[39]).toMatchObject({ error: chatTexts.tooMany, code: "rate_limited" });
  for (let at = 0; at < 1_000; at += 1) void client.say(teacher, "potop").catch(() => undefined);
  await expect.poll(() => client.losses).toEqual(["io server disconnect"]);
  services.freshLimits();
});

test("an ended session, a disabled account and an expired token close their connections", async () => {
  const ended = await connectChat(services, origin, student);
  const other = await connectChat(services, origin, student);
  await services.db.prisma.session.update({
    where: { id: ended.sessionId },
    data: { endedAt: services.now() },
  });
  await expect.poll(() => ended.losses, { timeout: 5_000 }).toHaveLength(1);
  expect(other.losses).toEqual([]);
  const somebody = await makePerson(services, "Teacher");
  const disabled = await connectChat(services, origin, somebody);
  await services.db.prisma.user.update({ where: { id: somebody.id }, data: { isDisabled: true } });
  await expect.poll(() => disabled.losses, { timeout: 5_000 }).toHaveLength(1);

  const renewed = await connectChat(services, origin, student);
  const { time } = services.clock;
  services.clock.time = new Date(time.getTime() + 10 * 60_000);
  const { accessToken } = await signIn(services, student);
  expect(await renewed.socket.emitWithAck("renew", accessToken)).toEqual({ error: chatTexts.wrongUser });
  expect(await renewed.socket.emitWithAck("renew", renewed.token)).toEqual({ ok: true });
  services.clock.time = new Date(time.getTime() + 16 * 60_000);
  await expect.poll(() => other.losses, { timeout: 5_000 }).toHaveLength(1);
  await expect.poll(() => renewed.losses, { timeout: 5_000 }).toHaveLength(1);
  services.clock.time = time;
});

test("while the database is away, every event and every new connection is answered for a moment", async () => {
  const ola = await connectChat(services, origin, student);
  const { accessToken: token } = await signIn(services, student);
  loseDatabase(services);
  const away = { error: commonTexts.temporarilyAway };
  expect(await ola.socket.emitWithAck("messages_read", teacher.id)).toEqual(away);
  expect(await ola.socket.emitWithAck("renew", ola.token)).toEqual(away);
  expect(await ola.say(teacher, "Halo?")).toEqual({
    error: chatTexts.tooBusy,
    code: "unavailable",
    retryAfterSeconds: 5,
  });
  const refused = openChatClient(origin, student.id, { auth: { id: student.id, token } });
  const failure = new Promise((resolve) => refused.socket.once("connect_error", resolve));
  expect(await failure).toMatchObject({ message: away.error, data: { code: "unavailable" } });
  ola.socket.disconnect();
});

test("an ended relation ends new messages at once", async () => {
  const somebody = await makePerson(services, "Student");
  await relate(services, somebody, teacher);
  const client = await connectChat(services, origin, somebody);
  expect(await client.say(teacher, "przed")).toMatchObject({ ok: true });
  await services.db.prisma.teachingRelation.deleteMany({ where: { studentId: somebody.id } });
  expect(await client.say(teacher, "po")).toMatchObject({
    error: chatTexts.sendingEnded,
    code: "forbidden",
  });
  client.socket.disconnect();
});

test("both people are notified of changed contacts when a relation begins and when it ends", async () => {
  const pupil = await makePerson(services, "Student");
  const [ola, nina, stranger] = await Promise.all(
    [pupil, teacher, await makePerson(services, "Teacher")].map((person) =>
      connectChat(services, origin, person),
    ),
  );
  const heard = [ola, nina, stranger].map((client) => {
    const times = { count: 0 };
    client?.socket.on("resync", () => {
      times.count += 1;
    });
    return times;
  });
  const counts = () => heard.map(({ count }) => count);
  await relate(services, pupil, teacher);
  await expect.poll(counts).toEqual([1, 1, 0]);
  await services.db.prisma.teachingRelation.deleteMany({ where: { studentId: pupil.id } });
  await expect.poll(counts).toEqual([2, 2, 0]);
  for (const client of [ola, nina, stranger]) client?.socket.disconnect();
});

test("contacts see presence changes; strangers do not", async () => {
  const nina = await connectChat(services, origin, teacher);
  const stranger = await connectChat(services, origin, await makePerson(services, "Student"));
  const pupil = await makePerson(services, "Student");
  await relate(services, pupil, teacher);
  const heard = () => nina.presence.filter(({ _id }) => _id === pupil.id).map(({ online }) => online);
  const ola = await connectChat(services, origin, pupil);
  await expect.poll(heard, { timeout: 10_000 }).toEqual([true]);
  ola.socket.disconnect();
  await expect.poll(heard, { timeout: 10_000 }).toEqual([true, false]);
  expect(stranger.presence).toEqual([]);
  for (const client of [nina, stranger]) client.socket.disconnect();
});

test("typing is seen by the person who is written to, in windows that understand it, and by nobody else", async () => {
  const pupil = await makePerson(services, "Student");
  await relate(services, pupil, teacher);
  const connect = async (person: { id: string }, typing: boolean) => {
    const { accessToken: token } = await signIn(services, person);
    return connectChat(services, origin, person, { auth: { id: person.id, token, typing } });
  };
  const [ola, nina, ninaBefore, stranger] = await Promise.all([
    connect(pupil, true),
    connect(teacher, true),
    connect(teacher, false),
    connect(await makePerson(services, "Student"), true),
  ]);
  const toNina = JSON.stringify({ recipient: teacher.id });
  const heardAll = vi.fn();
  ninaBefore.socket.onAny(heardAll);
  // A stranger may not write to her, an older client sends no typing, and malformed input has no effect.
  stranger.socket.emit("typing", toNina);
  ninaBefore.socket.emit("typing", JSON.stringify({ recipient: pupil.id }));
  for (const odd of ["", "{", "[]", '{"recipient":7}']) ola.socket.emit("typing", odd);
  ola.socket.emit("typing", toNina);
  ola.socket.emit("typing", toNina);
  await expect.poll(() => nina.typists, { timeout: 10_000 }).toEqual([pupil.id]);
  // What was said before the message would have been heard before it.
  expect(await ola.say(teacher, "Już piszę")).toMatchObject({ ok: true });
  await expect.poll(() => nina.messages.at(-1)?.text, { timeout: 10_000 }).toBe("Już piszę");
  await expect.poll(() => ninaBefore.messages.at(-1)?.text, { timeout: 10_000 }).toBe("Już piszę");
  expect([nina.typists, ola.typists, stranger.typists, ninaBefore.typists]).toEqual([[pupil.id], [], [], []]);
  expect(heardAll).not.toHaveBeenCalledWith("typing", expect.anything());
  expect(ola.losses).toEqual([]);
  for (const client of [ola, nina, ninaBefore, stranger]) client.socket.disconnect();
});

test("a person has twenty connections at most; another one is refused, and those go on", async () => {
  const person = await makePerson(services, "Student");
  const clients = [];
  for (let count = 0; count < 20; count += 1) clients.push(await connectChat(services, origin, person));
  const { accessToken: token } = await signIn(services, person);
  const refused = openChatClient(origin, person.id, { auth: { id: person.id, token } });
  await expect.poll(() => refused.refusals).toEqual([commonTexts.tooManyAttempts]);
  expect(clients.every(({ socket }) => socket.connected)).toBe(true);
  clients[0]?.socket.disconnect();
  await connectChat(services, origin, person);
  for (const { socket } of clients) socket.disconnect();
});
