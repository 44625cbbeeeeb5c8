import { randomUUID } from "node:crypto";
import { BOARD_LIMITS } from "@korki/board";
import type { BoardDraftsInput } from "@korki/contracts/board";
import { drawInput } from "@korki/contracts/board";
import { boardTexts } from "@korki/contracts/texts/board";
import { deleteOutdated, execute, type LoggedOperation, sql, transact } from "@korki/db";
import { blockEnd, blockStart } from "@korki/domain";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ActorCtx } from "../context";
import { erasePerson, exportPerson } from "../privacy/personal-data";
import { bookedLesson, type Classroom, forceStatus, makeClassroom } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { somebodyWaits } from "../testing/lock-waits";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre, openTestServices } from "../testing/test-services";
import { getPicture, savePicture } from "./board-pictures";
import { drawOnBoard } from "./draw-on-board";
import { getBoard, getBoardView, listBoardsOf } from "./read-board";
import { renderBoardPdf } from "./render-board";
import { takeLastBoard } from "./take-last-board";

const { services, prisma, asAdmin } = await openTestCentre({ RATE_LIMIT_SCALE: "1000" });
const start = new Date();
/** A blue square of 64 pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEUdTthVdjWUAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC",
  "base64",
);

let room: Classroom;
let lessonId: string;
beforeEach(async () => {
  services.clock.time = start;
  services.freshLimits();
  room = await makeClassroom(services);
  const lesson = await bookedLesson(services, room, 9);
  lessonId = lesson.id;
  await forceStatus(services, lessonId, "Potwierdzona");
  services.clock.time = blockStart(lesson.date, lesson.block);
});

type Draft = BoardDraftsInput["operations"][number];
const stroke = (page = 1): Draft => ({
  key: randomUUID(),
  page,
  kind: "stroke",
  body: { points: [[10.5, 20, 0.5], [30, 40.1, 0.7]], tool: "pen", colour: "blue", width: 4 }, // biome-ignore format: a line is a line
});
const words = (text: string): Draft => ({
  key: randomUUID(),
  page: 1,
  kind: "text",
  body: { at: [100, 100], text, size: 32, colour: "black" },
});
const by = (kind: "undo" | "redo", key: string): Draft => ({
  key: randomUUID(),
  page: 1,
  kind,
  body: { key },
});
const on = (kind: "erase", key: string): Draft => ({
  key: randomUUID(),
  page: 1,
  kind,
  body: { keys: [key] },
});
const clear = (): Draft => ({ key: randomUUID(), page: 1, kind: "clear", body: { no: 1 } });
const ground = (no: number): Draft => ({
  key: randomUUID(),
  page: no,
  kind: "page",
  body: { no, ground: "grid" },
});
const lock = (isOn: boolean): Draft => ({ key: randomUUID(), page: 1, kind: "lock", body: { on: isOn } });

/** Goes to the next lesson of the two, so many days ahead. */
async function openNext(days: number) {
  services.clock.time = start;
  const next = await bookedLesson(services, room, 9, days);
  lessonId = next.id;
  services.clock.time = blockStart(next.date, next.block);
  return next;
}

const draw = (ctx: ActorCtx, ...operations: Draft[]) =>
  drawOnBoard(ctx, drawInput.parse({ lessonId, operations }));
const read = (since = 0) => getBoard(room.asStudent, { lessonId, since });
const pictureIdsOf = (operations: readonly LoggedOperation[]) =>
  operations.flatMap(({ body }) => ("pictureId" in body ? [body.pictureId] : []));
const refused = (code: string) => expect.objectContaining({ code });

test("before anything is drawn there is one empty page", async () => {
  expect(await read()).toEqual({ pages: [{ no: 1, ground: "plain" }], operations: [], lastSeq: 0 });
});

test("what is drawn has the lesson's next number, and keeps it when it is sent again", async () => {
  const [one, two, three] = [stroke(), stroke(), stroke()];
  expect((await draw(room.asTeacher, one, two)).seqs).toEqual([1, 2]);
  expect(await draw(room.asTeacher, two, three, two)).toMatchObject({
    seqs: [2, 3, 2],
    stored: [{ seq: 3 }],
  });
  const { operations, lastSeq } = await read(1);
  expect(lastSeq).toBe(3);
  expect(operations.map(({ seq, key, body }) => ({ seq, key, body }))).toEqual([
    { seq: 2, key: two.key, body: two.body },
    { seq: 3, key: three.key, body: three.body },
  ]);
  await expect(draw(room.asStudent, { ...one })).rejects.toEqual(refused("conflict"));
});

test("authors who draw at once get different numbers without a gap", async () => {
  const drawn = await Promise.all(
    Array.from({ length: 20 }, (_, at) => draw(at % 2 ? room.asTeacher : room.asStudent, stroke(), stroke())),
  );
  const seqs = drawn.flatMap(({ seqs: both }) => both).toSorted((a, b) => a - b);
  expect(seqs).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});

test("who reads while others draw gets everything up to the number that the answer names", async () => {
  const drawing = Promise.all(Array.from({ length: 30 }, () => draw(room.asTeacher, stroke(), stroke())));
  const answers = await Promise.all(Array.from({ length: 60 }, () => read()));
  await drawing;
  for (const { operations, lastSeq } of answers) expect(operations.at(-1)?.seq ?? 0).toBe(lastSeq);
});

test("one undoes and redoes what is one's own; a refused call stores nothing of it", async () => {
  const own = stroke();
  await draw(room.asStudent, own);
  await expect(draw(room.asTeacher, stroke(), by("undo", own.key))).rejects.toEqual(refused("conflict"));
  expect((await read()).lastSeq).toBe(1);
  await draw(room.asStudent, by("undo", own.key));
  await expect(draw(room.asStudent, by("undo", own.key))).rejects.toEqual(refused("conflict"));
  await draw(room.asStudent, by("redo", own.key));
  await draw(room.asTeacher, on("erase", own.key));
  await expect(draw(room.asStudent, on("erase", own.key))).rejects.toEqual(refused("conflict"));
});

test("the teacher clears a page and locks the student's hand; the student does neither", async () => {
  await draw(room.asStudent, stroke());
  await expect(draw(room.asStudent, clear())).rejects.toEqual(refused("forbidden"));
  await expect(draw(room.asStudent, lock(true))).rejects.toEqual(refused("forbidden"));
  await draw(room.asTeacher, clear(), lock(true));
  await expect(draw(room.asStudent, stroke())).rejects.toEqual(refused("conflict"));
  await expect(savePicture(room.asStudent, { lessonId, file: PNG })).rejects.toEqual(refused("conflict"));
  await draw(room.asTeacher, stroke(), lock(false));
  await draw(room.asStudent, stroke());
});

describe("limits", () => {
  test("a page beyond 20, more operations and more bytes than fit", async () => {
    await draw(room.asTeacher, stroke(20));
    expect((await read()).pages).toHaveLength(20);
    await expect(draw(room.asTeacher, stroke(21))).rejects.toEqual(refused("conflict"));
    await prisma.lessonBoard.update({ where: { lessonId }, data: { bytes: BOARD_LIMITS.bytes - 50 } });
    await expect(draw(room.asTeacher, stroke())).rejects.toMatchObject({ message: boardTexts.fullOfBytes });
    await prisma.lessonBoard.update({ where: { lessonId }, data: { bytes: 0 } });
    const many = sql`INSERT INTO board_operations
      SELECT lesson_id, 1 + n, gen_random_uuid(), author_id, page, kind, body, created_at
        FROM board_operations, generate_series(1, 9999) n WHERE lesson_id = ${lessonId}::uuid`;
    await execute(services.db, many);
    await prisma.lessonBoard.update({ where: { lessonId }, data: { lastSeq: BOARD_LIMITS.operations } });
    await expect(draw(room.asTeacher, stroke())).rejects.toMatchObject({
      message: boardTexts.fullOfOperations,
    });
    const { operations, lastSeq } = await read(500);
    expect([operations.length, operations.at(0)?.seq, lastSeq]).toEqual([1_000, 501, 10_000]);
  });

  test("more than 200 operations in ten seconds", async () => {
    const limited = await openTestServices();
    limited.clock.time = services.clock.time;
    const asTeacher = { ...room.asTeacher, limits: limited.limits };
    await draw(asTeacher, ...Array.from({ length: 200 }, () => stroke()));
    await expect(draw(asTeacher, stroke())).rejects.toEqual(refused("rate_limited"));
    expect((await read()).lastSeq).toBe(200);
  });
});

describe("who and when", () => {
  test("others do not find it; a parent and an administrator only read", async () => {
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, room.student);
    const asStranger = personCtx(services, await makePerson(services, "Teacher"));
    await draw(room.asTeacher, stroke());
    for (const ctx of [personCtx(services, parent), asAdmin]) {
      expect((await getBoard(ctx, { lessonId, since: 0 })).lastSeq).toBe(1);
      await expect(draw(ctx, stroke())).rejects.toEqual(refused("forbidden"));
      expect(await getBoardView(ctx, { lessonId })).toMatchObject({ writableUntil: null, earlier: null });
    }
    await expect(getBoard(asStranger, { lessonId, since: 0 })).rejects.toEqual(refused("not_found"));
    await expect(draw(asStranger, stroke())).rejects.toEqual(refused("not_found"));
    await expect(renderBoardPdf(asStranger, { lessonId })).rejects.toEqual(refused("not_found"));
  });

  test("from the opening of the room until 24 h after the end, and not when it is cancelled", async () => {
    const lesson = await prisma.lesson.findUniqueOrThrow({ where: { id: lessonId } });
    const date = lesson.date.toISOString().slice(0, 10);
    const at = async (instant: Date, minutes: number) => {
      services.clock.time = new Date(instant.getTime() + minutes * 60_000);
      return draw(room.asStudent, stroke()).then(
        () => "drawn",
        ({ code }) => code,
      );
    };
    const [begins, ends] = [blockStart(date, lesson.block), blockEnd(date, lesson.block)];
    expect(await at(begins, -16)).toBe("conflict");
    expect(await at(begins, -15)).toBe("drawn");
    expect(await at(ends, 24 * 60)).toBe("drawn");
    expect(await at(ends, 24 * 60 + 1)).toBe("conflict");
    await forceStatus(services, lessonId, "Odwolana przez ucznia");
    expect(await at(begins, 5)).toBe("conflict");
    expect((await read()).lastSeq).toBe(2);
  });

  test("a deleted lesson takes its board along", async () => {
    await draw(room.asTeacher, stroke());
    await prisma.lesson.update({ where: { id: lessonId }, data: { deletedAt: services.now() } });
    expect(await prisma.boardOperation.count({ where: { lessonId } })).toBe(0);
  });

  test("nothing stays of what is drawn while the lesson is being deleted", async () => {
    let drawing: Promise<unknown> = Promise.resolve();
    await transact(services.db, async (tx) => {
      await tx.lesson.update({ where: { id: lessonId }, data: { deletedAt: services.now() } });
      drawing = draw(room.asTeacher, stroke()).catch((error: unknown) => error);
      await somebodyWaits(services.db);
    });
    expect(await drawing).toEqual(refused("not_found"));
    expect(await prisma.lessonBoard.count({ where: { lessonId } })).toBe(0);
  });
});

describe("pictures", () => {
  test("come out as WebP without what else the file held; the same file is one picture", async () => {
    const { pictureId } = await savePicture(room.asTeacher, { lessonId, file: PNG });
    expect(await savePicture(room.asTeacher, { lessonId, file: PNG })).toEqual({ pictureId });
    const content = await getPicture(room.asStudent, { lessonId, pictureId });
    expect(content.toString("latin1", 8, 12)).toBe("WEBP");
    const shown: Draft = {
      key: randomUUID(),
      page: 1,
      kind: "picture",
      body: { at: [1, 2], pictureId, width: 300 },
    };
    await draw(room.asStudent, shown);
    const foreign: Draft = { ...shown, key: randomUUID(), body: { ...shown.body, pictureId: randomUUID() } };
    await expect(draw(room.asStudent, foreign)).rejects.toEqual(refused("conflict"));
    await expect(savePicture(room.asTeacher, { lessonId, file: Buffer.from("GIF89a") })).rejects.toEqual(
      refused("input"),
    );
    const cut = savePicture(room.asTeacher, { lessonId, file: PNG.subarray(0, 80) });
    await expect(cut).rejects.toEqual(refused("input"));
  });

  test("are at most 20", async () => {
    const { default: sharp } = await import("sharp");
    const files = Array.from({ length: 21 }, (_, at) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: { r: at * 10, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    );
    const outcomes = await Promise.allSettled(
      files.map(async (file) => savePicture(room.asTeacher, { lessonId, file: await file })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  });
});

test("the last page of the last lesson is taken up again, each object with its author", async () => {
  const { pictureId } = await savePicture(room.asStudent, { lessonId, file: PNG });
  const [gone, kept] = [stroke(), stroke(2)];
  await draw(room.asStudent, gone, kept, {
    key: randomUUID(),
    page: 2,
    kind: "picture",
    body: { at: [10, 10], pictureId, width: 100 },
  });
  const move: Draft = { key: randomUUID(), page: 2, kind: "move", body: { keys: [kept.key], by: [5, -1.5] } };
  await draw(room.asTeacher, move);
  const earlierId = lessonId;
  const later = await openNext(5);
  expect((await getBoardView(room.asTeacher, { lessonId })).earlier).not.toBeNull();
  const taken = await takeLastBoard(room.asTeacher, { lessonId });
  expect(taken.map(({ kind, page, authorId }) => [kind, page, authorId])).toEqual([
    ["page", 1, room.teacher.id],
    ["stroke", 1, room.student.id],
    ["picture", 1, room.student.id],
  ]);
  expect(taken[1]?.body).toMatchObject({ points: [[15.5, 18.5, 0.5], [35, 38.6, 0.7]] }); // biome-ignore format: a line
  expect(await prisma.boardPicture.count({ where: { lessonId } })).toBe(1);
  const listed = await listBoardsOf(room.asStudent, { page: 1, pageSize: 25 });
  expect(listed.items.map(({ lessonId: id }) => id)).toEqual([later.id, earlierId]);

  // Once more: on a page of its own, with the picture that is there already.
  const [copied] = pictureIdsOf(taken);
  const again = await takeLastBoard(room.asStudent, { lessonId });
  expect((await read()).pages).toHaveLength(2);
  expect([pictureIdsOf(taken), pictureIdsOf(again)]).toEqual([[copied], [copied]]);
  expect((await getPicture(room.asTeacher, { lessonId, pictureId: copied ?? "" })).length).toBeGreaterThan(0);
  expect(await prisma.boardPicture.count({ where: { lessonId } })).toBe(1);
});

test("the last page goes to a page after those that were added", async () => {
  await draw(room.asStudent, stroke());
  await openNext(5);
  await draw(room.asTeacher, ground(2));
  const taken = await takeLastBoard(room.asTeacher, { lessonId });
  expect(taken.map(({ kind, page }) => [kind, page])).toEqual([["page", 3], ["stroke", 3]]); // biome-ignore format: a line
  expect((await read()).pages).toHaveLength(3);
});

test("a board that shows nothing is passed over for an earlier one", async () => {
  const [kept, undone, cleared, erased] = [words("kept"), stroke(), stroke(), stroke()];
  const wipe = clear();
  await draw(room.asTeacher, kept, wipe, by("undo", wipe.key));
  const { date, block } = await getBoardView(room.asTeacher, { lessonId });
  const empty = [
    [ground(1)],
    [undone, by("undo", undone.key)],
    [cleared, clear()],
    [erased, on("erase", erased.key)],
  ];
  for (const [at, operations] of empty.entries()) {
    await openNext(4 + at);
    await draw(room.asTeacher, ...operations);
  }
  await openNext(8);
  expect((await getBoardView(room.asTeacher, { lessonId })).earlier).toEqual({ date, block });
  expect(await takeLastBoard(room.asTeacher, { lessonId })).toMatchObject([
    { kind: "page" },
    { body: kept.body },
  ]);
});

test("a page or a board whose pictures were deleted after their time shows nothing", async () => {
  const picture = async (page: number): Promise<Draft> => {
    const { pictureId } = await savePicture(room.asTeacher, { lessonId, file: PNG });
    return { key: randomUUID(), page, kind: "picture", body: { at: [10, 10], pictureId, width: 100 } };
  };
  const kept = words("kept");
  await draw(room.asTeacher, kept, ground(2), await picture(2));
  const { date, block } = await getBoardView(room.asTeacher, { lessonId });
  await openNext(4);
  await draw(room.asTeacher, await picture(1));
  await openNext(5);
  await prisma.boardPicture.deleteMany();
  expect((await getBoardView(room.asTeacher, { lessonId })).earlier).toEqual({ date, block });
  expect(await takeLastBoard(room.asTeacher, { lessonId })).toMatchObject([
    { kind: "page" },
    { body: kept.body },
  ]);
});

test("a full board takes up the last page again as long as it brings no other picture", async () => {
  const { pictureId } = await savePicture(room.asStudent, { lessonId, file: PNG });
  await draw(room.asStudent, {
    key: randomUUID(),
    page: 1,
    kind: "picture",
    body: { at: [10, 10], pictureId, width: 100 },
  });
  await openNext(5);
  const own = await savePicture(room.asStudent, { lessonId, file: PNG });
  const fill = sql`INSERT INTO board_pictures
    SELECT gen_random_uuid(), lesson_id, author_id, n::text::bytea, content, created_at
      FROM board_pictures, generate_series(1, 19) n WHERE lesson_id = ${lessonId}::uuid`;
  await execute(services.db, fill);
  expect(pictureIdsOf(await takeLastBoard(room.asTeacher, { lessonId }))).toEqual([own.pictureId]);
  await prisma.boardPicture.update({
    where: { id: own.pictureId },
    data: { digest: Uint8Array.from(Buffer.from("another file")) },
  });
  await expect(takeLastBoard(room.asTeacher, { lessonId })).rejects.toMatchObject({
    message: boardTexts.fullOfPictures,
  });
});

test("a PDF shows every page", async () => {
  const { pictureId } = await savePicture(room.asTeacher, { lessonId, file: PNG });
  await draw(
    room.asTeacher,
    stroke(),
    words("Zażółć <gęślą> jaźń\ndruga linia"),
    { key: randomUUID(), page: 1, kind: "formula", body: { at: [9, 9], latex: "\\frac{1}{2}" } },
    { key: randomUUID(), page: 2, kind: "page", body: { no: 2, ground: "grid" } },
    { key: randomUUID(), page: 2, kind: "picture", body: { at: [1, 2], pictureId, width: 300 } },
    {
      key: randomUUID(),
      page: 2,
      kind: "shape",
      body: { shape: "arrow", from: [0, 0], to: [300, 300], colour: "red", width: 4 },
    },
  );
  const { fileName, content } = await renderBoardPdf(room.asStudent, { lessonId });
  expect(fileName).toMatch(/^tablica-.*\.pdf$/);
  expect(content.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(content.length).toBeGreaterThan(10_000);
});

test("a PDF that is kept, or refused, reads nothing of the log; one of more drawing or of an erased author is new", async () => {
  await draw(room.asStudent, words("mój sekret"));
  const read = vi.spyOn(services.db.pool, "query");
  onTestFinished(() => read.mockRestore());
  const logs = () => read.mock.calls.filter(([query]) => JSON.stringify(query).includes("o.seq >")).length;
  const pdf = async (ctx = room.asTeacher) => (await renderBoardPdf(ctx, { lessonId })).content;
  const first = await pdf();
  expect([await pdf(), logs()]).toEqual([first, 1]);
  await draw(room.asTeacher, stroke());
  read.mockClear();
  const second = await pdf(room.asStudent);
  expect([second.equals(first), logs()]).toEqual([false, 1]);
  await erasePerson(asAdmin, { userId: room.student.id, plannedLessons: "cancel" });
  read.mockClear();
  const limits = { ...services.limits, consume: () => Promise.reject(new Error("too many")) };
  await expect(renderBoardPdf({ ...room.asTeacher, limits }, { lessonId })).rejects.toThrow("too many");
  expect(logs()).toBe(0);
  expect((await pdf()).equals(second)).toBe(false);
});

test("a PDF that names somebody who was erased is made anew", async () => {
  const parent = await makePerson(services, "Parent", { name: "Katarzyna" });
  await makeGuardian(services, parent, room.student);
  const { name, surname } = await prisma.user.findUniqueOrThrow({ where: { id: parent.id } });
  await draw(room.asTeacher, words(`Dla: ${name} ${surname}`));
  const before = await renderBoardPdf(room.asTeacher, { lessonId });
  await erasePerson(asAdmin, { userId: parent.id, plannedLessons: "cancel" });
  expect((await read()).operations).not.toMatchObject([{ body: { text: `Dla: ${name} ${surname}` } }]);
  const after = await renderBoardPdf(room.asTeacher, { lessonId });
  expect(after.content.equals(before.content)).toBe(false);
});

test("a copy of one's data has one's own; erasing a person removes texts and pictures; strokes stay as of a deleted account", async () => {
  const { pictureId } = await savePicture(room.asStudent, { lessonId, file: PNG });
  await draw(room.asStudent, stroke(), words("mój sekret"));
  await draw(room.asTeacher, words("Brawo!"));
  const copy = await exportPerson(asAdmin, { userId: room.student.id });
  expect(copy.boardOperations).toMatchObject([{ kind: "stroke" }, { body: { text: "mój sekret" } }]);
  expect(copy.boardPictures).toMatchObject([{ id: pictureId }]);
  await prisma.lesson.update({ where: { id: lessonId }, data: { status: "Zrealizowana" } });
  await erasePerson(asAdmin, { userId: room.student.id, plannedLessons: "cancel" });
  const { operations } = await getBoard(room.asTeacher, { lessonId, since: 0 });
  expect(operations.map(({ kind, body }) => [kind, "text" in body ? body.text : null])).toEqual([
    ["stroke", null],
    ["text", ""],
    ["text", "Brawo!"],
  ]);
  const { authors } = await getBoardView(room.asTeacher, { lessonId });
  expect(authors.find(({ id }) => id === room.student.id)?.name).toBe(boardTexts.erasedAuthor);
  await expect(getPicture(room.asTeacher, { lessonId, pictureId })).rejects.toEqual(refused("not_found"));
});

test("pictures are kept for 90 days after the lesson, boards for 24 months", async () => {
  await savePicture(room.asStudent, { lessonId, file: PNG });
  await draw(room.asStudent, stroke());
  const heldBefore = async (days: number) => {
    const date = new Date(Date.now() - days * 86_400_000);
    await prisma.lesson.update({ where: { id: lessonId }, data: { date } });
    await deleteOutdated(services.db);
    return [
      await prisma.boardPicture.count({ where: { lessonId } }),
      await prisma.boardOperation.count({ where: { lessonId } }),
    ];
  };
  expect(await heldBefore(89)).toEqual([1, 1]);
  expect(await heldBefore(92)).toEqual([0, 1]);
  expect(await heldBefore(733)).toEqual([0, 0]);
});
