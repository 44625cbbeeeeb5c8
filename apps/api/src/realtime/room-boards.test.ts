import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { BOARD_LIMITS, BoardClient, type Draft, keyMaker, type Operation, unpack } from "@korki/board";
import { randomAct } from "@korki/board/testing/random-act";
import type { BoardOperation } from "@korki/contracts/board";
import {
  type EnteredRoom,
  ROOM_NAMESPACE,
  type RoomClientEvents,
  type RoomServerEvents,
} from "@korki/contracts/classroom";
import { boardRefusals, boardTexts } from "@korki/contracts/texts/board";
import { commonTexts } from "@korki/contracts/texts/common";
import { execute, sql } from "@korki/db";
import { blockEnd, blockStart } from "@korki/domain";
import { bookedLesson, type Classroom, forceStatus, makeClassroom } from "@korki/services/testing/classroom";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, type Person, signIn } from "@korki/services/testing/people";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openTestApi, startServer } from "../testing/test-api";

const api = await openTestApi({ RATE_LIMIT_SCALE: "1000" });
const { services } = api;
const { prisma } = services.db;
const second = await startServer(services, api.redisUrl);
const [here, there] = [api.origin, second.origin];
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.disconnect();
});

const SOON = { timeout: 10_000 };
type RoomSocket = Socket<RoomServerEvents, RoomClientEvents>;
type Answer = { seqs?: number[]; error?: string; status?: number };

let room: Classroom;
let lessonId: string;
let slot: { date: string; block: number };
beforeEach(async () => {
  services.clock.time = new Date();
  services.freshLimits();
  room = await makeClassroom(services);
  const lesson = await bookedLesson(services, room, 9);
  lessonId = lesson.id;
  slot = lesson;
  await forceStatus(services, lessonId, "Potwierdzona");
  services.clock.time = blockStart(lesson.date, lesson.block);
});

/** A person with a window in the room, a token for calls, and what the window heard. */
async function enter(person: Pick<Person, "id">, origin = here, transports = ["websocket"]) {
  const { accessToken: token } = await signIn(services, person);
  const socket: RoomSocket = io(`${origin}${ROOM_NAMESPACE}`, {
    transports,
    reconnection: false,
    forceNew: true,
    auth: { token },
  });
  sockets.push(socket);
  const heard: BoardOperation[] = [];
  socket.on("board", ({ operations }) => void heard.push(...operations));
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  const entered = (await socket.timeout(10_000).emitWithAck("enter", { lessonId })) as EnteredRoom;
  // Untyped: much of what the tests say is wrong.
  const say = (input: unknown): Promise<Answer> =>
    (socket as Socket).timeout(10_000).emitWithAck("board", input);
  const draw = (...operations: unknown[]) => say({ operations });
  return { token, socket, heard, entered, say, draw };
}

const read = (token: string | undefined, query = "", id = lessonId) =>
  api.rest("GET", `/lesson/${id}/board${query}`, token === undefined ? {} : { token });
const around = () => ({ key: randomUUID(), page: 1 });
const STROKE = {
  points: [
    [10.5, 20, 0.5],
    [30, 40.1, 0.7],
  ],
  tool: "pen",
  colour: "blue",
  width: 4,
};
const stroke = (page = 1) => ({ ...around(), page, kind: "stroke", body: STROKE });
const by = (kind: "undo" | "redo", key: string) => ({ ...around(), kind, body: { key } });
const erase = (...keys: string[]) => ({ ...around(), kind: "erase", body: { keys } });
const lock = (on: boolean) => ({ ...around(), kind: "lock", body: { on } });
const clear = (no: number) => ({ ...around(), kind: "clear", body: { no } });
const refused = (status: number, error: unknown = expect.any(String)) => ({ status, error });

describe("over the socket and the calls", () => {
  test("what one draws has the next number, and both windows and whoever asks later have the same", async () => {
    const teacher = await enter(room.teacher);
    expect(await read(teacher.token)).toMatchObject({
      status: 200,
      body: { pages: [{ no: 1, ground: "plain" }], operations: [], lastSeq: 0 },
    });
    const student = await enter(room.student, there);
    expect(student.entered.lastSeq).toBe(0);
    const [one, two] = [stroke(), stroke()];
    expect(await teacher.draw(one)).toEqual({ seqs: [1] });
    expect(await student.draw(two)).toEqual({ seqs: [2] });
    // The same key again keeps its number and is shown to nobody.
    expect(await student.draw(two, stroke(2))).toEqual({ seqs: [2, 3] });
    for (const { heard } of [teacher, student]) {
      await expect.poll(() => heard.map(({ seq }) => seq).toSorted(), SOON).toEqual([1, 2, 3]);
    }
    const { body } = await read(student.token, "?since=1");
    expect(body).toMatchObject({
      pages: [{ no: 1 }, { no: 2 }],
      operations: [
        { ...two, seq: 2, authorId: room.student.id, at: expect.stringMatching(/Z$/) },
        { seq: 3 },
      ],
      lastSeq: 3,
    });
    const trpc = await api.trpc(teacher.token).board.get.query({ lessonId, since: 1 });
    expect(trpc).toEqual(body);
    await api.trpc(teacher.token).board.draw.mutate({ lessonId, operations: [stroke() as Draft] });
    await expect.poll(() => student.heard.at(-1)?.seq, SOON).toBe(4);
  });

  test("unknown kinds and malformed bodies are 400 and store nothing, at both doors", async () => {
    const { token, draw, say } = await enter(room.teacher);
    const points = (count: number) => Array.from({ length: count }, () => [1, 1, 0.5]);
    const of = (kind: string, body: unknown) => ({ ...around(), kind, body });
    const wrong: unknown[] = [
      of("scribble", {}),
      of("stroke", undefined),
      of("stroke", { ...STROKE, points: points(BOARD_LIMITS.pointsPerStroke + 1) }),
      of("stroke", { ...STROKE, points: [] }),
      of("stroke", { ...STROKE, points: [[1.25, 1, 0.5]] }),
      of("stroke", { ...STROKE, points: [[1, "1", 0.5]] }),
      of("stroke", { ...STROKE, points: [[1, 1, 2]] }),
      of("stroke", { ...STROKE, points: [[1, 1e9, 0.5]] }),
      of("stroke", { ...STROKE, colour: "beige" }),
      of("stroke", { ...STROKE, width: 3 }),
      of("stroke", { ...STROKE, tool: "brush" }),
      of("shape", { shape: "star", from: [0, 0], to: [1, 1], colour: "red", width: 2 }),
      of("text", { at: [1, 1], text: "x".repeat(BOARD_LIMITS.textLength + 1), size: 32, colour: "red" }),
      of("text", { at: [1, 1], text: "a\u0000b", size: 32, colour: "red" }),
      of("text", { at: [1, 1], text: "a", size: -1, colour: "red" }),
      of("formula", { at: [1, 1], latex: "x".repeat(BOARD_LIMITS.formulaLength + 1) }),
      of("picture", { at: [1, 1], pictureId: "1", width: 100 }),
      of("move", { keys: [], by: [1, 1] }),
      of("erase", { keys: ["1"] }),
      of("undo", { key: 7 }),
      of("page", { no: 1, ground: "dots" }),
      of("clear", { no: 0.5 }),
      of("lock", { on: "yes" }),
      { ...stroke(), key: "mine" },
      { ...stroke(), page: 0 },
      null,
    ];
    for (const operation of wrong) {
      expect([operation, await draw(stroke(), operation)]).toEqual([operation, refused(400)]);
    }
    for (const input of [undefined, null, "x", {}, { operations: {} }, { lessonId: 1, operations: [] }]) {
      expect([input, await say(input)]).toEqual([input, refused(400)]);
    }
    const { board } = api.trpc(token);
    for (const operation of [wrong[0], wrong[2], wrong[4]]) {
      const operations = JSON.parse(JSON.stringify([operation]));
      await expect(board.draw.mutate({ lessonId, operations })).rejects.toMatchObject({
        data: { httpStatus: 400 },
      });
    }
    for (const since of ["-1", "x", "1.5"]) expect((await read(token, `?since=${since}`)).status).toBe(400);
    expect(await read(token)).toMatchObject({ body: { lastSeq: 0 } });
  });

  test("what the board does not take is 409 in words, and stores nothing", async () => {
    const teacher = await enter(room.teacher);
    const student = await enter(room.student);
    const [theirs, own] = [stroke(), stroke()];
    await teacher.draw(theirs);
    await student.draw(own);
    const notOwn = refused(409, boardRefusals["not-own"]);
    expect(await student.draw(stroke(), by("undo", theirs.key))).toEqual(notOwn);
    expect(await student.draw(by("redo", own.key))).toEqual(notOwn);
    expect(await student.draw(by("undo", randomUUID()))).toEqual(notOwn);
    for (const page of [21, 5_000]) {
      expect(await student.draw(stroke(page))).toEqual(refused(409, boardRefusals["page-limit"]));
    }
    const beyond = { ...around(), kind: "page", body: { no: 21, ground: "grid" } };
    expect(await student.draw(beyond)).toEqual(refused(409, boardRefusals["page-limit"]));
    const picture = { at: [1, 1], pictureId: randomUUID(), width: 100 };
    expect(await student.draw({ ...around(), kind: "picture", body: picture })).toEqual(
      refused(409, boardTexts.noPicture),
    );
    expect(await teacher.draw({ ...stroke(), key: own.key })).toEqual(refused(409, boardTexts.keyTaken));
    expect(await read(teacher.token)).toMatchObject({ body: { lastSeq: 2 } });
    expect(await teacher.draw(erase(own.key))).toEqual({ seqs: [3] });
    const gone = refused(409, boardRefusals.gone);
    expect(await student.draw(erase(own.key))).toEqual(gone);
    expect(await student.draw({ ...around(), kind: "move", body: { keys: [own.key], by: [1, 1] } })).toEqual(
      gone,
    );
  });

  test("a locked hand draws nothing until it is unlocked; a clear that is undone brings everything back", async () => {
    const teacher = await enter(room.teacher);
    const student = await enter(room.student);
    const own = stroke();
    await student.draw(own);
    expect(await student.draw(lock(true))).toEqual(refused(403));
    expect(await student.draw(clear(1))).toEqual(refused(403));
    await teacher.draw(lock(true));
    for (const operation of [stroke(), by("undo", own.key), erase(own.key)]) {
      expect(await student.draw(operation)).toEqual(refused(409, boardRefusals.locked));
    }
    expect(await student.draw(own)).toEqual({ seqs: [1] });
    const cleared = clear(1);
    await teacher.draw(lock(false), cleared);
    expect(await student.draw(erase(own.key))).toEqual(refused(409, boardRefusals.gone));
    await teacher.draw(by("undo", cleared.key));
    expect(await student.draw(erase(own.key))).toMatchObject({ seqs: [6] });
  });
});

test("a long log comes in parts of 1,000", async () => {
  const { token, draw } = await enter(room.student);
  await draw(stroke());
  await execute(
    services.db,
    sql`INSERT INTO board_operations
        SELECT lesson_id, 1 + n, gen_random_uuid(), author_id, page, kind, body, created_at
          FROM board_operations, generate_series(1, 2499) n WHERE lesson_id = ${lessonId}::uuid`,
  );
  await prisma.lessonBoard.update({ where: { lessonId }, data: { lastSeq: 2_500 } });
  const lengths: number[] = [];
  for (let since = 0; since < 2_500; ) {
    const { body } = await read(token, `?since=${since}`);
    const { operations, lastSeq } = body as { operations: Operation[]; lastSeq: number };
    expect([operations[0]?.seq, lastSeq]).toEqual([since + 1, 2_500]);
    lengths.push(operations.length);
    since = operations.at(-1)?.seq ?? lastSeq;
  }
  expect(lengths).toEqual([1_000, 1_000, 500]);
  expect(await read(token, "?since=2500")).toMatchObject({ body: { operations: [], lastSeq: 2_500 } });
});

test("what a board holds is taken at once, by socket, by polling and as a call; more than that is refused", async () => {
  /** So many strokes of 40 kB each. */
  const full = (count: number) =>
    Array.from({ length: count }, () => {
      const points = Array.from({ length: BOARD_LIMITS.pointsPerStroke }, () => [1234.5, 567.8, 0.51]);
      return { ...around(), kind: "stroke", body: { ...STROKE, points } } as Draft;
    });
  const teacher = await enter(room.teacher);
  const student = await enter(room.student, there, ["polling"]);
  const { draw } = api.trpc(teacher.token).board;
  expect((await teacher.draw(...full(50))).seqs).toHaveLength(50);
  expect((await student.draw(...full(10))).seqs).toHaveLength(10);
  expect((await draw.mutate({ lessonId, operations: full(10) })).seqs).toHaveLength(10);
  expect(await teacher.draw(...full(50))).toEqual(refused(409, boardTexts.fullOfBytes));
  expect(await read(teacher.token, "?since=69")).toMatchObject({ body: { lastSeq: 70 } });

  const tooMuch = { lessonId, operations: full(120) };
  const large = { data: { httpStatus: 413 }, message: commonTexts.requestTooLarge };
  await expect(draw.mutate(tooMuch)).rejects.toMatchObject(large);
  const { accessToken: admin } = await signIn(services, await makePerson(services, "Admin"));
  for (const [token, httpStatus] of [
    [undefined, 401],
    [admin, 403],
  ] as const) {
    const refusal = api.trpc(token).board.draw.mutate(tooMuch);
    await expect(refusal).rejects.toMatchObject({ data: { httpStatus } });
  }
  const closed = new Promise((resolve) => teacher.socket.once("disconnect", resolve));
  teacher.socket.emit("board", tooMuch);
  await closed;
});

test("who reads, who writes, and until when", async () => {
  const teacher = await enter(room.teacher);
  await teacher.draw(stroke());
  const parent = await makePerson(services, "Parent");
  await makeGuardian(services, parent, room.student);
  const admin = await makePerson(services, "Admin");
  for (const person of [parent, admin]) {
    const reader = await enter(person);
    expect(await read(reader.token)).toMatchObject({ status: 200, body: { lastSeq: 1 } });
    expect(await reader.draw(stroke())).toEqual(refused(403, boardTexts.onlyRead));
  }
  const { accessToken: stranger } = await signIn(services, await makePerson(services, "Teacher"));
  const picture = `/lesson/${lessonId}/board/picture`;
  for (const path of [
    `/lesson/${lessonId}/board`,
    `/lesson/${lessonId}/board.pdf`,
    `${picture}/${randomUUID()}`,
  ]) {
    expect((await api.rest("GET", path, { token: stranger })).status).toBe(404);
    expect((await api.rest("GET", path)).status).toBe(401);
  }
  expect((await put(stranger, PNG)).status).toBe(404);
  expect((await read(teacher.token, "", "nothing")).status).toBe(400);
  expect((await read(teacher.token, "", randomUUID())).status).toBe(404);

  const end = blockEnd(slot.date, slot.block).getTime();
  const at = async (instant: number) => {
    services.clock.time = new Date(instant);
    const { accessToken: token } = await signIn(services, room.teacher);
    const drawn = api.trpc(token).board.draw.mutate({ lessonId, operations: [stroke() as Draft] });
    return drawn.then(
      () => 200,
      ({ data }) => data.httpStatus,
    );
  };
  expect(await at(blockStart(slot.date, slot.block).getTime() - 16 * 60_000)).toBe(409);
  expect(await at(end + 24 * 3_600_000 - 1_000)).toBe(200);
  expect(await at(end + 24 * 3_600_000 + 1_000)).toBe(409);
  const { accessToken: later } = await signIn(services, room.student);
  expect((await put(later, PNG)).status).toBe(409);
  expect(await read(later)).toMatchObject({ body: { lastSeq: 2 } });
  services.clock.time = blockStart(slot.date, slot.block);
  await forceStatus(services, lessonId, "Odwolana przez ucznia");
  expect(await at(services.clock.time.getTime())).toBe(409);
  const { accessToken: reading } = await signIn(services, room.student);
  expect(await read(reading)).toMatchObject({ status: 200, body: { lastSeq: 2 } });
  await prisma.lesson.update({ where: { id: lessonId }, data: { deletedAt: services.now() } });
  expect((await read(reading)).status).toBe(404);
  expect(await prisma.boardOperation.count({ where: { lessonId } })).toBe(0);
});

/** A blue square of 64 pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEUdTthVdjWUAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC",
  "base64",
);

const put = async (token: string, body: Buffer) => {
  const answer = await fetch(`${here}/api/lesson/${lessonId}/board/picture`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(body),
  });
  return { status: answer.status, body: (await answer.json()) as { pictureId?: string; error?: string } };
};

test("pictures come out uncached, as WebP of at most 1,600 pixels a side; other bytes are 400, too many of them 413", async () => {
  const { token, draw } = await enter(room.student);
  const { default: sharp } = await import("sharp");
  const blank = sharp({ create: { width: 2_400, height: 600, channels: 3, background: "red" } });
  const jpeg = await blank
    .withExif({ IFD0: { Copyright: "geheim" } })
    .jpeg()
    .toBuffer();
  const { status, body } = await put(token, jpeg);
  expect([status, body]).toEqual([200, { pictureId: expect.any(String) }]);
  const { pictureId } = body;
  const shown = await fetch(`${here}/api/lesson/${lessonId}/board/picture/${pictureId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(shown.headers.get("content-type")).toBe("image/webp");
  expect(shown.headers.get("cache-control")).toBe("private, no-store");
  const content = Buffer.from(await shown.arrayBuffer());
  const { format, width, height, exif } = await sharp(content).metadata();
  expect([format, width, height, exif]).toEqual(["webp", 1_600, 400, undefined]);
  const body1 = { at: [1, 1], pictureId, width: 300 };
  expect(await draw({ ...around(), kind: "picture", body: body1 })).toEqual({ seqs: [1] });

  for (const wrong of ["GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", ""]) {
    expect([wrong, (await put(token, Buffer.from(wrong))).status]).toEqual([wrong, 400]);
  }
  expect((await put(token, PNG.subarray(0, 80))).status).toBe(400);
  const noise = { width: 1_600, height: 1_000, channels: 3 } as const;
  const heavy = await sharp(randomBytes(noise.width * noise.height * 3), { raw: noise })
    .jpeg()
    .toBuffer();
  expect(await put(token, heavy)).toEqual({ status: 413, body: { error: boardTexts.pictureTooBig } });
  expect((await put(token, randomBytes(13_000_000))).status).toBe(413);

  await execute(
    services.db,
    sql`INSERT INTO board_pictures SELECT gen_random_uuid(), lesson_id, author_id, n::text::bytea, content, created_at
          FROM board_pictures, generate_series(1, 19) n WHERE lesson_id = ${lessonId}::uuid`,
  );
  expect(await put(token, PNG)).toEqual({ status: 409, body: { error: boardTexts.fullOfPictures } });
  const pdf = await fetch(`${here}/api/lesson/${lessonId}/board.pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(Buffer.from(await pdf.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("30 random histories of three windows with cuts and repeats: all copies are equal, nothing is lost", async () => {
  const windows = [await enter(room.teacher), await enter(room.student, there)];
  const people = [room.teacher, room.student, room.student];
  let isCut = false;
  const refusals: string[] = [];
  const newKeys = people.map(() => keyMaker());
  // The third draws without a socket, as the board's own page does; it is the student's second window.
  const clients = people.map((person, at) => {
    const window = windows[at];
    const { token } = window ?? (windows[1] as (typeof windows)[number]);
    const { board } = api.trpc(token);
    const lost = () => isCut || Math.random() < 0.15;
    const client = new BoardClient(
      { id: person.id, isTeacher: at === 0 },
      {
        async since(seq) {
          if (lost()) throw new Error("cut");
          return unpack(seq, (await board.packed.query({ lessonId, since: seq })).operations);
        },
        async draw(drafts) {
          if (lost()) throw new Error("cut before the server heard");
          const answer = window
            ? await window.draw(...drafts)
            : await board.draw.mutate({ lessonId, operations: [...drafts] }).catch(({ message, data }) => ({
                error: message,
                status: data.httpStatus,
              }));
          if (lost()) throw new Error("cut before the answer");
          return answer as Awaited<ReturnType<ConstructorParameters<typeof BoardClient>[1]["draw"]>>;
        },
      },
      { onChange: () => undefined, onState: () => undefined, onRefused: (text) => void refusals.push(text) },
    );
    window?.socket.on("board", ({ operations }) => {
      if (Math.random() < 0.2) return;
      client.heard(operations);
      if (Math.random() < 0.2) client.heard(operations);
    });
    return client;
  });
  const drawn: string[] = [];
  for (let history = 0; history < 30; history += 1) {
    for (let step = 0; step < 10; step += 1) {
      isCut = Math.random() < 0.2;
      const at = Math.floor(Math.random() * clients.length);
      const client = clients[at] as BoardClient;
      const key = newKeys[at]?.() ?? "";
      if (randomAct(client, Math.random, key)) drawn.push(key);
      if (Math.random() < 0.3) await pause(1);
    }
    isCut = false;
    const isSettled = async () => {
      const { lastSeq } = await api.trpc(windows[0]?.token).board.get.query({ lessonId, since: 0 });
      for (const client of clients) await client.catchUp();
      return clients.every(({ copy }) => copy.pending.length === 0 && copy.log.lastSeq === lastSeq);
    };
    await expect.poll(isSettled, SOON).toBe(true);
  }
  const { operations } = await api.trpc(windows[0]?.token).board.get.query({ lessonId, since: 0 });
  const fresh = new BoardClient(
    { id: room.teacher.id, isTeacher: true },
    { since: async () => operations, draw: async () => ({ seqs: [] }) },
    { onChange: () => undefined, onState: () => undefined, onRefused: () => undefined },
  );
  await fresh.catchUp();
  for (const { copy } of clients) expect(copy.view.toText()).toBe(fresh.copy.view.toText());
  const keys = new Set(operations.map(({ key }) => key));
  expect(keys.size).toBe(operations.length);
  expect(drawn.filter((key) => !keys.has(key)).length).toBeLessThanOrEqual(refusals.length);
  // Each window's own keys count up: saved in order.
  for (const newKey of newKeys) {
    const [prefix] = [newKey().slice(0, 24)];
    const own = operations.map(({ key }) => key).filter((key) => key.startsWith(prefix));
    expect(own).toEqual(own.toSorted());
  }
  for (const client of [...clients, fresh]) client.stop();
});
