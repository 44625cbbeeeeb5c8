import { lockSettlement, transact } from "@korki/db";
import { addDays, addMonths, fullName, monthBounds, monthOf } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { confirmPayoutRun, previewPayoutRun } from "../payouts/payout-run";
import { exportPayoutStatement, getPayoutStatement } from "../payouts/payout-statement";
import { makeClassroom, makeTeacher } from "../testing/classroom";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { answerObjection, objectToLine, objectToMissing } from "./objections";
import {
  acceptSettlement,
  getMySettlement,
  listMonth,
  planSettlements,
  proposeMonth,
  saveSettlementSwitch,
} from "./settlement";

const { services, prisma, asAdmin } = await openTestCentre();
const MONTH = "2026-10";
const FIRST = "2026-10-01";
let room: Awaited<ReturnType<typeof makeClassroom>>;
let block = 0;

beforeEach(async () => {
  services.clock.time = new Date("2026-10-20T10:00:00Z");
  await prisma.centreSettings.updateMany({ data: { settlementSince: null, settlementProposed: null } });
  await saveSettlementSwitch(asAdmin, { on: true });
  room = await makeClassroom(services);
});

/** A lesson that was held on a day of October, and its rate. */
async function held(day: number, rate = 60, teacher = room.teacher): Promise<string> {
  block = (block + 1) % 14;
  const date = addDays(FIRST, day - 1);
  const { id } = await prisma.lesson.create({
    data: {
      id: crypto.randomUUID(),
      teacherId: teacher.id,
      studentId: room.student.id,
      date: new Date(date),
      block,
      subject: "Matematyka",
      level: "liceumP",
      title: "Matematyka",
      price: 90,
      rate,
      status: "Zrealizowana",
    },
  });
  return id;
}

const at = (instant: string) => (services.clock.time = new Date(instant));
const mine = (month = MONTH, teacher = room.teacher) =>
  getMySettlement(personCtx(services, teacher), { month });
const accept = async (month = MONTH, teacher = room.teacher) =>
  acceptSettlement(personCtx(services, teacher), { month, version: (await mine(month, teacher)).version });

describe("a month", () => {
  test("is open while it lasts, and counts up with its lessons", async () => {
    const id = await held(3);
    expect(await mine()).toMatchObject({
      state: "open",
      version: 1,
      total: 60,
      lines: [{ lessonId: id, kind: "lesson", studentName: fullName(room.student) }],
    });
    await held(4, 70);
    expect(await mine()).toMatchObject({ version: 2, total: 130 });
    expect(await mine()).toMatchObject({ version: 2 });
    await expect(proposeMonth(asAdmin, { month: MONTH })).rejects.toMatchObject({ code: "conflict" });
    await expect(accept()).rejects.toMatchObject({ code: "conflict" });
  });

  test("is proposed at nine on the first, and accepted by silence on the eighth", async () => {
    await held(3);
    at("2026-11-01T07:59:00Z");
    await planSettlements(services);
    expect((await mine()).state).toBe("open");
    at("2026-11-01T08:00:00Z");
    await planSettlements(services);
    await planSettlements(services);
    expect(await mine()).toMatchObject({ state: "proposed", until: "2026-11-07" });
    const told = { recipientId: room.teacher.id, kind: "settlement-proposed" };
    expect(await prisma.notification.count({ where: told })).toBe(1);
    at("2026-11-07T22:59:00Z");
    await planSettlements(services);
    expect((await mine()).state).toBe("proposed");
    at("2026-11-07T23:01:00Z");
    await planSettlements(services);
    expect((await mine()).state).toBe("accepted");
  });

  test("is accepted by silence though another teacher's month is locked", async () => {
    const other = await makeTeacher(services);
    const [early = "", late = ""] = [room.teacher.id, other.id].sort();
    await held(3);
    await held(3, 60, other);
    at("2026-11-01T08:00:00Z");
    await planSettlements(services);
    at("2026-11-08T08:00:00Z");
    const stateOf = async (teacherId: string) =>
      (await prisma.settlement.findFirstOrThrow({ where: { teacherId } })).state;
    let accepting: Promise<void> | undefined;
    await transact(
      services.db,
      async (tx) => {
        await lockSettlement(tx, FIRST, late);
        accepting = planSettlements(services);
        await expect.poll(() => stateOf(early), { timeout: 30_000 }).toBe("accepted");
        expect(await stateOf(late)).toBe("proposed");
      },
      { timeoutMs: 50_000 },
    );
    await accepting;
    expect(await stateOf(late)).toBe("accepted");
  });

  test("is listed as accepted on the eighth, also of more teachers than the list freezes", async () => {
    const teachers = await Promise.all(Array.from({ length: 101 }, () => makePerson(services, "Teacher")));
    await prisma.settlement.createMany({
      data: teachers.map(({ id }) => ({
        teacherId: id,
        month: new Date(FIRST),
        state: "proposed",
        fingerprint: "",
        total: 0,
        until: new Date("2026-11-07"),
      })),
    });
    const mineOf = { teacherId: { in: teachers.map(({ id }) => id) } };
    at("2026-11-08T08:00:00Z");
    const listed = (await listMonth(asAdmin, { month: MONTH })).filter(({ teacherId }) =>
      mineOf.teacherId.in.includes(teacherId),
    );
    expect(listed.map(({ state }) => state)).toEqual(teachers.map(() => "accepted"));
    expect(await prisma.settlement.count({ where: { ...mineOf, state: "proposed" } })).toBeGreaterThan(0);
    await planSettlements(services);
    expect(await prisma.settlement.count({ where: { ...mineOf, state: "proposed" } })).toBe(0);
  });

  test("is accepted as it was seen", async () => {
    await held(3);
    at("2026-11-02T10:00:00Z");
    expect(await proposeMonth(asAdmin, { month: MONTH })).toMatchObject({ until: "2026-11-09" });
    at("2026-11-04T10:00:00Z");
    expect(await proposeMonth(asAdmin, { month: MONTH })).toEqual({ proposed: 0, until: "2026-11-09" });
    const seen = await mine();
    await held(4);
    const stale = acceptSettlement(personCtx(services, room.teacher), {
      month: MONTH,
      version: seen.version,
    });
    await expect(stale).rejects.toMatchObject({ code: "conflict", details: { settlement: { total: 120 } } });
    expect(await accept()).toMatchObject({ state: "accepted", total: 120 });
    expect(await accept()).toMatchObject({ state: "accepted", total: 120 });
  });

  test("does not exist for teachers while settlement is off", async () => {
    await saveSettlementSwitch(asAdmin, { on: false });
    await expect(mine()).rejects.toMatchObject({ code: "not_found" });
    await expect(proposeMonth(asAdmin, { month: "2026-09" })).rejects.toMatchObject({ code: "conflict" });
  });

  test("is not accepted by silence while settlement is off and nobody can object", async () => {
    await held(3);
    at("2026-11-01T10:00:00Z");
    await proposeMonth(asAdmin, { month: MONTH });
    await saveSettlementSwitch(asAdmin, { on: false });
    at("2026-11-20T10:00:00Z");
    await planSettlements(services);
    const stateOf = async () =>
      (await listMonth(asAdmin, { month: MONTH })).find(({ teacherId }) => teacherId === room.teacher.id)
        ?.state;
    expect(await stateOf()).toBe("proposed");
    await saveSettlementSwitch(asAdmin, { on: true });
    expect(await stateOf()).toBe("accepted");
  });
});

describe("objections", () => {
  test("keep a month from being accepted until they are answered, and seven days longer", async () => {
    await held(3);
    at("2026-11-01T10:00:00Z");
    await proposeMonth(asAdmin, { month: MONTH });
    const [line] = (await mine()).lines;
    const asTeacher = personCtx(services, room.teacher);
    const lineId = line?.id ?? "";
    await objectToLine(asTeacher, { month: MONTH, lineId, text: "Trwała dwie godziny" });
    const missing = await objectToMissing(asTeacher, { month: MONTH, text: "Brakuje lekcji z 5." });
    expect((await objectToMissing(asTeacher, { month: MONTH, text: "Brakuje lekcji z 5." })).id).toBe(
      missing.id,
    );
    await expect(accept()).rejects.toMatchObject({ code: "conflict" });
    const listed = await listMonth(asAdmin, { month: MONTH });
    const own = listed.find(({ teacherId }) => teacherId === room.teacher.id);
    expect(own).toMatchObject({ objections: 2, total: 60 });
    const waiting = async () =>
      (await getAttention(asAdmin)).find(({ kind }) => kind === "settlement-objection")?.items;
    expect(await waiting()).toMatchObject([{ month: MONTH }, { month: MONTH }]);
    await saveSettlementSwitch(asAdmin, { on: false });
    expect(await waiting()).toBeUndefined();
    await saveSettlementSwitch(asAdmin, { on: true });
    at("2026-11-09T10:00:00Z");
    await planSettlements(services);
    expect((await mine()).state).toBe("proposed");
    for (const id of [lineId, missing.id]) {
      const answer = { teacherId: room.teacher.id, month: MONTH, lineId: id, answer: "Nie", accepted: false };
      await answerObjection(asAdmin, answer);
      await expect(answerObjection(asAdmin, answer)).rejects.toMatchObject({ code: "conflict" });
    }
    at("2026-11-16T09:00:00Z");
    expect(await mine()).toMatchObject({ state: "proposed", until: "2026-11-16" });
    const { waiting: unpaid } = await previewPayoutRun(asAdmin, { year: 2026, month: 10 });
    expect(unpaid.find(({ teacherId }) => teacherId === room.teacher.id)?.reason).toBe(
      "Nauczyciel ma czas do 16 listopada",
    );
    const asked = async () =>
      (await getAttention(asTeacher)).find(({ kind }) => kind === "settlement")?.items;
    expect(await asked()).toMatchObject([{ month: MONTH, text: expect.stringContaining("do 16 listopada") }]);
    await saveSettlementSwitch(asAdmin, { on: false });
    expect(await asked()).toBeUndefined();
    await saveSettlementSwitch(asAdmin, { on: true });
    at("2026-11-16T10:00:01Z");
    expect(await mine()).toMatchObject({ state: "accepted", total: 60 });
  });

  test("are about the teacher's own lessons of a proposed month", async () => {
    const other = await makePerson(services, "Teacher");
    const foreign = await held(3, 60, { ...other });
    await held(4);
    at("2026-11-01T10:00:00Z");
    const asTeacher = personCtx(services, room.teacher);
    const [line] = (await mine()).lines;
    const early = objectToLine(asTeacher, { month: MONTH, lineId: line?.id ?? "", text: "Nie" });
    await expect(early).rejects.toMatchObject({ code: "conflict" });
    await proposeMonth(asAdmin, { month: MONTH });
    const [theirs] = (await mine(MONTH, other)).lines;
    for (const refused of [
      () => objectToLine(asTeacher, { month: MONTH, lineId: theirs?.id ?? "", text: "Nie" }),
      () => objectToMissing(asTeacher, { month: MONTH, lessonId: foreign, text: "Nie" }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "not_found" });
  });
});

test("what changes after a month was accepted is a correction in the next, also for a substitute", async () => {
  const [cheaper, gone, moved] = [await held(3), await held(4), await held(5)];
  const substitute = await makePerson(services, "Teacher");
  at("2026-11-01T10:00:00Z");
  await proposeMonth(asAdmin, { month: MONTH });
  const frozen = await accept();
  await prisma.lesson.update({ where: { id: cheaper }, data: { rate: 50 } });
  await prisma.lesson.update({ where: { id: gone }, data: { deletedAt: services.now() } });
  await prisma.lesson.update({ where: { id: moved }, data: { teacherId: substitute.id } });
  expect(await mine()).toEqual(frozen);
  const own = { teacherId: room.teacher.id, year: 2026 };
  const statement = (month: number) => getPayoutStatement(asAdmin, { ...own, month });
  expect(await statement(10)).toMatchObject({
    rows: [{ subject: "Matematyka", level: "liceumP", lessonAmount: 3, valuePerLesson: 60 }],
    corrections: [],
    total: 180,
    other: 0,
    due: 180,
  });
  expect(await statement(11)).toMatchObject({
    rows: [],
    corrections: [
      { lessonId: cheaper, date: "2026-10-03", amount: -10 },
      { lessonId: gone, amount: -60 },
      { lessonId: moved, amount: -60 },
    ],
    total: -130,
    other: 180,
    due: 50,
  });
  const { content } = await exportPayoutStatement(asAdmin, { ...own, month: 11 });
  expect(content).toContain("Matematyka (korekta za lekcję z 3 października 2026);");
  const next = await mine("2026-11");
  expect(next.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["correction", -10],
    ["correction", -60],
    ["correction", -60],
  ]);
  expect((await mine(MONTH, substitute)).total).toBe(60);
  at("2026-12-01T10:00:00Z");
  await proposeMonth(asAdmin, { month: "2026-11" });
  await accept("2026-11");
  await prisma.lesson.update({ where: { id: cheaper }, data: { rate: 60 } });
  expect((await mine("2026-12")).lines).toMatchObject([
    { kind: "correction", amount: 10, lessonId: cheaper },
  ]);
});

test("an accepted month keeps lines of objections whose lessons do not count as they were at acceptance", async () => {
  const [missing, dropped] = [await held(12), await held(13)];
  const change = (id: string, data: { status: string; block?: number; date?: Date }) =>
    prisma.lesson.update({ where: { id }, data });
  await change(missing, { status: "Odwolana przez ucznia", block: 9 });
  at("2026-11-01T10:00:00Z");
  await proposeMonth(asAdmin, { month: MONTH });
  const asTeacher = personCtx(services, room.teacher);
  const [line] = (await mine()).lines;
  const named = await objectToMissing(asTeacher, { month: MONTH, lessonId: missing, text: "Odbyła się" });
  at("2026-11-01T11:00:00Z");
  await objectToLine(asTeacher, { month: MONTH, lineId: line?.id ?? "", text: "Zła stawka" });
  for (const lineId of [named.id, line?.id ?? ""]) {
    const answer = { teacherId: room.teacher.id, month: MONTH, lineId, answer: "Nie", accepted: false };
    await answerObjection(asAdmin, answer);
  }
  await change(dropped, { status: "Odwolana przez ucznia", block: 5 });
  const frozen = await accept();
  expect(frozen).toMatchObject({
    state: "accepted",
    lines: [
      { kind: "missing", date: "2026-10-12", block: 9, status: "Odwolana przez ucznia" },
      { kind: "lesson", date: "2026-10-13", block: 5, status: "Odwolana przez ucznia" },
    ],
  });
  await change(missing, { status: "Zrealizowana", block: 3 });
  await change(dropped, { status: "Zrealizowana", block: 4, date: new Date("2026-11-03") });
  expect(await mine()).toEqual(frozen);
  expect((await mine("2026-11")).total).toBe(120);
});

test("the payout run takes accepted months and lists the others with the reason", async () => {
  await held(3);
  at("2026-11-02T10:00:00Z");
  const month = { year: 2026, month: 10 };
  const own = async () => {
    const { rows, waiting, token } = await previewPayoutRun(asAdmin, month);
    const isMine = ({ teacherId }: { teacherId: string }) => teacherId === room.teacher.id;
    return { token, rows: rows.filter(isMine), waiting: waiting.filter(isMine) };
  };
  expect(await own()).toMatchObject({
    rows: [],
    waiting: [{ reason: "Rozliczenie nie zostało przedstawione" }],
  });
  await proposeMonth(asAdmin, { month: MONTH });
  const waits = await own();
  expect(waits.waiting).toMatchObject([{ reason: "Nauczyciel ma czas do 9 listopada" }]);
  const rows = [{ teacherId: room.teacher.id, moneyAmount: 60 }];
  await expect(confirmPayoutRun(asAdmin, { ...month, rows, token: waits.token })).rejects.toMatchObject({
    code: "conflict",
  });
  await accept();
  const late = await held(6);
  const { rows: due, token } = await own();
  expect(due).toMatchObject([{ due: 60, earned: 60 }]);
  expect(await confirmPayoutRun(asAdmin, { ...month, rows, token })).toHaveLength(1);
  expect((await mine("2026-11")).lines).toMatchObject([{ lessonId: late, kind: "correction", amount: 60 }]);
});

test("the payout run takes what silence accepted before the worker's next round", async () => {
  await held(3);
  at("2026-11-01T08:00:00Z");
  await planSettlements(services);
  const month = { year: 2026, month: 10 };
  const own = async () => {
    const { rows, waiting, token } = await previewPayoutRun(asAdmin, month);
    const isMine = ({ teacherId }: { teacherId: string }) => teacherId === room.teacher.id;
    return { token, due: rows.find(isMine)?.due, reason: waiting.find(isMine)?.reason };
  };
  at("2026-11-07T22:59:00Z");
  expect(await own()).toMatchObject({ due: undefined, reason: "Nauczyciel ma czas do 7 listopada" });
  at("2026-11-07T23:01:00Z");
  const { token, due, reason } = await own();
  expect([due, reason]).toEqual([60, undefined]);
  const rows = [{ teacherId: room.teacher.id, moneyAmount: 60 }];
  expect(await confirmPayoutRun(asAdmin, { ...month, rows, token })).toHaveLength(1);
  expect((await mine()).state).toBe("accepted");
});

test("a month that waits is not paid with the next one, and is once it is accepted", async () => {
  await held(3);
  await held(33, 70);
  at("2026-12-01T10:00:00Z");
  await proposeMonth(asAdmin, { month: MONTH });
  const asTeacher = personCtx(services, room.teacher);
  const { id: lineId } = await objectToMissing(asTeacher, { month: MONTH, text: "Brakuje lekcji z 5." });
  await proposeMonth(asAdmin, { month: "2026-11" });
  await accept("2026-11");
  const due = async () => {
    const { rows } = await previewPayoutRun(asAdmin, { year: 2026, month: 11 });
    return rows.find(({ teacherId }) => teacherId === room.teacher.id)?.due;
  };
  expect(await due()).toBe(70);
  const answer = {
    teacherId: room.teacher.id,
    month: MONTH,
    lineId,
    answer: "Nie było jej",
    accepted: false,
  };
  await answerObjection(asAdmin, answer);
  await accept();
  expect(await due()).toBe(130);
});

test("random histories: statements always add up to the lessons, and an accepted month never changes", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const other = await makePerson(services, "Teacher");
  const teachers = [room.teacher, other];
  const lessons: string[] = [];
  for (let index = 0; index < 12; index += 1)
    lessons.push(await held(1 + index, 40 + random(40), teachers[index % 2]));
  const months = [0, 1, 2, 3].map((ahead) => monthBounds(addMonths(monthOf(FIRST), ahead)).from.slice(0, 7));
  const frozen = new Map<string, unknown>();
  at("2027-02-02T10:00:00Z");
  for (let step = 0; step < 40; step += 1) {
    const id = lessons[random(lessons.length)] ?? "";
    const data = [
      { rate: 30 + random(60) },
      { status: random(2) ? "Zrealizowana" : "Odwolana przez ucznia" },
      { teacherId: teachers[random(2)]?.id ?? room.teacher.id },
      { date: new Date(addDays(`${months[random(3)]}-01`, random(27))), block: step % 14 },
    ][random(4)];
    // A slot that somebody has refuses the change: so be it.
    await prisma.lesson.update({ where: { id }, data: data ?? {} }).catch(() => undefined);
    if (random(4) === 0) {
      const month = months[random(3)] ?? MONTH;
      const teacher = teachers[random(2)] ?? room.teacher;
      await Promise.all([1, 2].map(() => proposeMonth(asAdmin, { month })));
      const version = (await mine(month, teacher)).version;
      const calls = [1, 2].map(() => acceptSettlement(personCtx(services, teacher), { month, version }));
      await Promise.allSettled(calls);
      const seen = await mine(month, teacher);
      if (seen.state === "accepted")
        frozen.set(`${teacher.id} ${month}`, frozen.get(`${teacher.id} ${month}`) ?? seen);
    }
    for (const teacher of teachers) {
      const statements = await Promise.all(
        Array.from({ length: 8 }, (_, ahead) =>
          mine(monthBounds(addMonths(monthOf(FIRST), ahead)).from.slice(0, 7), teacher),
        ),
      );
      const { _sum } = await prisma.lesson.aggregate({
        where: {
          teacherId: teacher.id,
          deletedAt: null,
          status: { in: ["Zrealizowana", "Uczen nieobecny"] },
        },
        _sum: { rate: true },
      });
      expect(statements.reduce((sum, { total }) => sum + total, 0)).toBe(_sum.rate ?? 0);
    }
  }
  for (const [key, seen] of frozen) {
    const [teacherId = "", month = ""] = key.split(" ");
    const teacher = teachers.find(({ id }) => id === teacherId) ?? room.teacher;
    expect(await mine(month, teacher)).toEqual(seen);
  }
  expect(frozen.size).toBeGreaterThan(1);
});
