import { newId } from "@korki/db";
import { addMonths, monthName, monthOf, type YearMonth } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import {
  bookedLesson,
  type Classroom,
  forceStatus,
  inDays,
  makeClassroom,
  notificationsFor,
} from "../testing/classroom";
import { openTestCentre } from "../testing/test-services";
import { confirmPayoutRun, previewPayoutRun } from "./payout-run";
import { exportPayoutStatement, getPayoutStatement } from "./payout-statement";
import { addPayout } from "./payouts";

const { services, prisma, asAdmin } = await openTestCentre();
const month = monthOf(inDays(services, 3));
let rooms: Classroom[];

/** Two teachers with two and one delivered lessons, 60 zł each. */
beforeEach(async () => {
  await prisma.lesson.updateMany({ data: { status: "Odwolana przez ucznia" } });
  rooms = [await makeClassroom(services), await makeClassroom(services)];
  for (const [at, room] of rooms.entries()) {
    for (let block = 0; block < 2 - at; block += 1) {
      const { id } = await bookedLesson(services, room, block);
      await forceStatus(services, id, block === 0 ? "Zrealizowana" : "Uczen nieobecny");
    }
  }
});

const confirmed = (preview: Awaited<ReturnType<typeof previewPayoutRun>>) => ({
  ...month,
  token: preview.token,
  rows: preview.rows.map(({ teacherId, due }) => ({ teacherId, moneyAmount: due })),
});

test("a month is paid out: one payout per teacher, and nothing is due any more", async () => {
  const preview = await previewPayoutRun(asAdmin, month);
  expect(preview.rows.map(({ due }) => due).sort()).toEqual([120, 60]);
  const payouts = await confirmPayoutRun(asAdmin, confirmed(preview));
  expect(payouts.map(({ moneyAmount }) => moneyAmount).sort()).toEqual([120, 60]);
  expect((await previewPayoutRun(asAdmin, month)).rows).toEqual([]);
  const [room] = rooms;
  if (!room) throw new Error("no classroom");
  expect(
    (await notificationsFor(services, room.teacher)).filter((kind) => kind === "payout-noted"),
  ).toHaveLength(1);
  const statement = await getPayoutStatement(room.asTeacher, { ...month, teacherId: room.teacher.id });
  expect(statement).toMatchObject({ total: 120, payouts: [{ moneyAmount: 120 }] });
  const csv = await exportPayoutStatement(room.asTeacher, { ...month, teacherId: room.teacher.id });
  expect(csv.content).toContain("Matematyka;");
  await expect(
    getPayoutStatement(room.asTeacher, { ...month, teacherId: rooms[1]?.teacher.id ?? "" }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("200 repetitions, ten at once, make one payout per teacher, and all get the same answer", async () => {
  const input = confirmed(await previewPayoutRun(asAdmin, month));
  const answers: unknown[] = [];
  for (let wave = 0; wave < 20; wave += 1) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => confirmPayoutRun(asAdmin, input)))));
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  for (const { teacher } of rooms) {
    expect(await prisma.payout.count({ where: { teacherId: teacher.id } })).toBe(1);
  }
});

describe("a run is refused, and pays nobody,", () => {
  test("where what is due has changed, another run among the reasons", async () => {
    const [first, second] = [await previewPayoutRun(asAdmin, month), await previewPayoutRun(asAdmin, month)];
    await confirmPayoutRun(asAdmin, confirmed(first));
    await expect(confirmPayoutRun(asAdmin, confirmed(second))).rejects.toMatchObject({ code: "conflict" });
    for (const { teacher } of rooms) {
      expect(await prisma.payout.count({ where: { teacherId: teacher.id } })).toBe(1);
    }
  });

  test("where the token was used with other amounts, is of another month, or made up", async () => {
    const preview = await previewPayoutRun(asAdmin, month);
    const input = confirmed(preview);
    const other = { ...input, rows: input.rows.map((row) => ({ ...row, moneyAmount: 1 })) };
    const next = { year: month.year + 1, month: month.month };
    await expect(confirmPayoutRun(asAdmin, { ...input, ...next })).rejects.toMatchObject({ code: "input" });
    await expect(confirmPayoutRun(asAdmin, { ...input, token: "x.y.z" })).rejects.toMatchObject({
      code: "input",
    });
    await confirmPayoutRun(asAdmin, input);
    await expect(confirmPayoutRun(asAdmin, other)).rejects.toMatchObject({ code: "conflict" });
  });

  test("where a row names a person who is not a teacher", async () => {
    const preview = await previewPayoutRun(asAdmin, month);
    const rows = [...confirmed(preview).rows, { teacherId: rooms[0]?.student.id ?? "", moneyAmount: 5 }];
    await expect(confirmPayoutRun(asAdmin, { ...confirmed(preview), rows })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await prisma.payout.count({ where: { teacherId: rooms[0]?.teacher.id ?? "" } })).toBe(0);
  });
});

test("what was paid out by hand is not due again", async () => {
  const [room] = rooms;
  const teacherId = room?.teacher.id ?? "";
  await addPayout(asAdmin, { teacherId, moneyAmount: 100, description: "zaliczka" }, null);
  const { rows } = await previewPayoutRun(asAdmin, month);
  expect(rows.find((row) => row.teacherId === teacherId)?.due).toBe(20);
});

describe("a month is due what was earned up to its last day, less all payouts:", () => {
  const nextMonth = addMonths(month, 1);

  async function setUp() {
    const [room] = rooms;
    if (!room) throw new Error("no classroom");
    const teacherId = room.teacher.id;
    const later = await bookedLesson(services, room, 6);
    // The next month: 60 zł more.
    await prisma.lesson.update({
      where: { id: later.id },
      data: { date: new Date(`${monthName(nextMonth)}-10`), status: "Zrealizowana" },
    });
    const pay = (moneyAmount: number, of: YearMonth) =>
      addPayout(asAdmin, { teacherId, moneyAmount, description: "zaliczka", month: monthName(of) }, null);
    const rowOf = async (of: YearMonth) =>
      (await previewPayoutRun(asAdmin, of)).rows.find((row) => row.teacherId === teacherId);
    const statementOf = (of: YearMonth) => getPayoutStatement(asAdmin, { ...of, teacherId });
    return { teacherId, pay, rowOf, statementOf };
  }

  test("an advance is a line of the row and of the statement", async () => {
    const { pay, rowOf, statementOf } = await setUp();
    const advance = await pay(50, month);
    expect(advance.month).toBe(monthName(month));
    const payouts = [{ id: advance.id, moneyAmount: 50, month: monthName(month) }];
    expect(await rowOf(month)).toMatchObject({ earned: 120, other: 0, payouts, due: 70 });
    expect(await statementOf(month)).toMatchObject({ total: 120, other: 0, payouts, due: 70 });
    // What is open of this month is due with the next one.
    expect(await rowOf(nextMonth)).toMatchObject({ earned: 60, other: 70, payouts: [], due: 130 });
    expect(await statementOf(nextMonth)).toMatchObject({ total: 60, other: 70, payouts: [], due: 130 });
  });

  test("a payout for another month leaves less of this one", async () => {
    const { pay, rowOf, statementOf } = await setUp();
    await pay(100, nextMonth);
    expect(await rowOf(month)).toMatchObject({ earned: 120, other: -100, payouts: [], due: 20 });
    await pay(100, nextMonth);
    expect(await rowOf(month)).toBeUndefined();
    expect(await statementOf(month)).toMatchObject({ total: 120, due: 0 });
  });

  test("months paid one after another come to what each of them earned", async () => {
    const { teacherId } = await setUp();
    for (const [of, sum] of [
      [month, 120],
      [nextMonth, 60],
    ] as const) {
      const { rows, token } = await previewPayoutRun(asAdmin, of);
      const paid = rows.filter((row) => row.teacherId === teacherId);
      expect(paid.map(({ due }) => due)).toEqual([sum]);
      await confirmPayoutRun(asAdmin, { ...of, token, rows: [{ teacherId, moneyAmount: sum }] });
    }
  });

  test("a row older than the column belongs to the month of its day", async () => {
    const { teacherId, rowOf } = await setUp();
    await prisma.payout.create({
      data: {
        id: newId(),
        teacherId,
        moneyAmount: 30,
        description: "",
        createdAt: new Date(`${monthName(month)}-01T12:00:00Z`),
      },
    });
    expect(await rowOf(month)).toMatchObject({
      payouts: [{ moneyAmount: 30, month: monthName(month) }],
      due: 90,
    });
  });
});
