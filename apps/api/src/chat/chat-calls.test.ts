import { newId } from "@korki/db";
import { makeClassroom } from "@korki/services/testing/classroom";
import { makePerson, signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { closeChatClients, connectChat } from "../testing/chat-client";
import { openTestApi } from "../testing/test-api";

const { services, origin, rest, trpc } = await openTestApi();
closeChatClients();
const { teacher, student } = await makeClassroom(services);
const stranger = await makePerson(services, "Teacher");
const { accessToken: asStudent } = await signIn(services, student);
const { accessToken: asTeacher } = await signIn(services, teacher);
const { accessToken: asStranger } = await signIn(services, stranger);

const write = (token: string, recipientId: string, text: string, clientKey = newId()) =>
  trpc(token).chat.send.mutate({ recipientId, text, clientKey });

test("the three REST calls answer with the specification's names; opening a conversation reads it", async () => {
  const sent = await write(asStudent, teacher.id, "Pierwsza");
  await write(asStudent, teacher.id, "Druga");
  expect((await rest("GET", "/user/contacts", { token: asTeacher })).body).toEqual([
    {
      _id: student.id,
      name: student.name,
      surname: student.surname,
      userType: "Student",
      online: false,
      toRead: true,
    },
  ]);
  expect((await rest("GET", "/user/unread_messages", { token: asTeacher })).body).toEqual([student.id]);
  const older = await rest("GET", `/user/messages/${student.id}?before=2&limit=1`, { token: asTeacher });
  expect(older.body).toMatchObject([{ text: "Pierwsza" }]);
  await rest("GET", `/user/messages/${teacher.id}`, { token: asStudent });
  expect((await rest("GET", "/user/unread_messages", { token: asTeacher })).body).toEqual([student.id]);
  const { body } = await rest("GET", `/user/messages/${student.id}`, { token: asTeacher });
  expect(body).toMatchObject([
    {
      _id: sent.id,
      sender: student.id,
      recipient: teacher.id,
      text: "Pierwsza",
      createdAt: sent.createdAt,
      readAt: null,
      seq: 1,
    },
    { text: "Druga", seq: 2 },
  ]);
  expect((await rest("GET", "/user/unread_messages", { token: asTeacher })).body).toEqual([]);
  const seen = (await rest("GET", `/user/messages/${teacher.id}`, { token: asStudent })).body;
  expect((seen as { readAt: unknown }[]).map(({ readAt }) => readAt)).not.toContain(null);
});

test("contacts and conversations say how long they are, and where the older messages are", async () => {
  const contacts = await rest("GET", "/user/contacts", { token: asTeacher });
  expect(contacts.headers.get("x-total-count")).toBe("1");
  const address = `/user/messages/${student.id}`;
  const newer = await rest("GET", `${address}?before=3&limit=1`, { token: asTeacher });
  expect(newer.body).toMatchObject([{ text: "Druga" }]);
  expect(newer.headers.get("x-total-count")).toBe("2");
  expect(newer.headers.get("link")).toBe(`</api${address}?before=2&limit=1>; rel="next"`);
  const oldest = await rest("GET", `${address}?before=2&limit=1`, { token: asTeacher });
  expect(oldest.headers.get("link")).toBeNull();
});

test("a conversation is turned page by page from the newest message; older pages are not read by it", async () => {
  const { student: one, teacher: two } = await makeClassroom(services);
  const asOne = (await signIn(services, one)).accessToken;
  const asTwo = (await signIn(services, two)).accessToken;
  for (const text of ["1", "2", "3", "4", "5"]) await write(asOne, two.id, text);
  const address = `/user/messages/${one.id}`;
  const read = async (query: string) => {
    const { status, body, headers } = await rest("GET", `${address}?${query}`, { token: asTwo });
    expect([status, headers.get("x-total-count")]).toEqual([200, "5"]);
    const texts = (body as { text: string }[]).map(({ text }) => text).join("");
    return [texts, /\?(.*)>/.exec(headers.get("link") ?? "")?.[1]];
  };
  expect(await read("page=3&limit=2")).toEqual(["1", undefined]);
  expect(await read("page=2&limit=2")).toEqual(["23", "page=3&limit=2"]);
  expect(await read("page=2")).toEqual(["", undefined]);
  expect(await read("page=100000")).toEqual(["", undefined]);
  expect(await read("before=5&limit=2&page=2")).toEqual(["12", undefined]);
  expect((await rest("GET", "/user/unread_messages", { token: asTwo })).body).toEqual([one.id]);
  expect(await read("page=1&limit=2")).toEqual(["45", "page=2&limit=2"]);
  expect(await read("limit=2")).toEqual(["45", "limit=2&page=2"]);
  expect((await rest("GET", "/user/unread_messages", { token: asTwo })).body).toEqual([]);
  expect((await rest("GET", `${address}?page=0`, { token: asTwo })).status).toBe(400);
});

test("nobody reads others' messages, over REST or tRPC", async () => {
  for (const id of [student.id, newId(), "nie-id"]) {
    const { status } = await rest("GET", `/user/messages/${id}`, { token: asStranger });
    expect(status).toBe(id === "nie-id" ? 400 : 404);
  }
  expect((await rest("GET", "/user/contacts", { token: asStranger })).body).toEqual([]);
  await expect(trpc(asStranger).chat.history.query({ userId: student.id })).rejects.toThrow();
  await expect(write(asStranger, student.id, "hej")).rejects.toThrow();
  for (const path of ["/user/contacts", "/user/unread_messages", `/user/messages/${student.id}`]) {
    expect((await rest("GET", path)).status).toBe(401);
  }
});

test("what is sent by a call reaches the open sockets of both", async () => {
  const [nina, ola] = await Promise.all([
    connectChat(services, origin, teacher),
    connectChat(services, origin, student),
  ]);
  const { id } = await write(asStudent, teacher.id, "Przez wywołanie");
  await expect.poll(() => nina.messages.map(({ _id }) => _id)).toEqual([id]);
  await expect.poll(() => ola.messages.map(({ _id }) => _id)).toEqual([id]);
});
