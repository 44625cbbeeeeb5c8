import type { BookBankLineInput } from "@korki/contracts/bank";
import { billTexts } from "@korki/contracts/texts/bills";
import { listPaidParts, newId, query, sql, toDbDate, transact } from "@korki/db";
import { addDays, instantOf } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { saveBilling, setPayerMode } from "../bills/billing-settings";
import { issueBills, previewBills } from "../bills/issue-bills";
import { withdrawBill } from "../bills/manage-bill";
import { payBillByHand } from "../bills/pay-bill";
import { listMyBills } from "../bills/read-bills";
import { getStudentMoney } from "../money/get-money";
import { placeOrder } from "../orders/place-order";
import { refundOrder } from "../orders/refund-order";
import { settleOrder } from "../orders/settle-order";
import { voidPayment } from "../payments/payments";
import { setPrice } from "../prices/prices";
import { type Classroom, makeClassroom, makeStudentOf } from "../testing/classroom";
import type { FakeProvider } from "../testing/fake-provider";
import { makeGuardian } from "../testing/families";
import { somebodyWaits } from "../testing/lock-waits";
import { outboxOf } from "../testing/outbox";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { actWithUndo, undoAct } from "../undo/undo";
import { getStatement, listBankStatements, uploadStatement } from "./bank-statements";
import { bookCertainLines, bookLine, undoBooking } from "./book-lines";

const { services, prisma, asAdmin } = await openTestCentre();
const NOW = instantOf("2026-12-05", 10 * 60);
let run = 0;
let room: Classroom;
let payer: Person;

beforeEach(async () => {
  run += 1;
  services.clock.time = NOW;
  await saveBilling(asAdmin, { defaultMode: "perLesson", issueDay: 25, dueDay: 10, halves: false });
  room = await makeClassroom(services);
  payer = await makePerson(services, "Parent", { name: "Łucja", surname: `Żółć${word(run)}` });
  await makeGuardian(services, payer, room.student, { isPayer: true });
  await prisma.user.update({
    where: { id: room.student.id },
    data: { name: "Zofia", surname: `Nowak${word(run)}` },
  });
});

/** A word of letters that no other test has. */
const word = (no: number) => [...String(no)].map((digit) => "abcdefghij"[Number(digit)]).join("");
const own = () => `Lucja Zolc${word(run)}`;
/** An account of which each test has another. */
const account = () => `61 1090 1014 0000 0712 ${String(1000 + run)} 2874`;

const csv = (...rows: string[]) =>
  csvBytes(Buffer.from(["Data;Kwota;Nadawca;Tytuł;Nr rachunku", ...rows].join("\n")));
const csvBytes = (bytes: Buffer) => ({ fileName: `wyciag-${run}.csv`, base64: bytes.toString("base64") });
const upload = (...rows: string[]) => uploadStatement(asAdmin, csv(...rows));

/** Delivered lessons of 90 zł that nothing paid for. */
async function owed(count: number, student = room.student, subject = "Matematyka") {
  const data = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    teacherId: room.teacher.id,
    studentId: student.id,
    subject,
    level: "liceumP",
    date: toDbDate(addDays("2026-11-02", at)),
    block: subject === "Fizyka" ? 3 : 2,
    title: subject,
    status: "Zrealizowana",
    price: 90,
    rate: 60,
  }));
  await prisma.lesson.createMany({ data });
}

/** Planned lessons of 90 zł. */
async function planned(student: Person, ...days: string[]) {
  await prisma.lesson.createMany({
    data: days.map((date) => ({
      id: newId(),
      teacherId: room.teacher.id,
      studentId: student.id,
      subject: "Matematyka",
      date: toDbDate(date),
      block: 4,
      level: "liceumP",
      title: "M",
      status: "Potwierdzona",
      price: 90,
      rate: 60,
    })),
  });
}

/** A bill of two lessons, 180 zł in all, of which a balance is taken off. */
async function billed({ balance = 0 } = {}) {
  await setPayerMode(asAdmin, { payerId: payer.id, mode: "advance" });
  await prisma.billingPayer.update({ where: { payerId: payer.id }, data: { balance } });
  await planned(room.student, "2026-12-08", "2026-12-15");
  const { token } = await previewBills(asAdmin, { month: "2026-12" });
  await issueBills(asAdmin, { month: "2026-12", token });
  return myBill();
}
const myBill = async () => {
  const [bill] = (await listMyBills(personCtx(services, payer), { page: 1, pageSize: 5 })).items;
  if (!bill) throw new Error("no bill");
  return bill;
};
const only = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`${items.length} instead of one`);
  return item;
};

describe("a line is", () => {
  test("a bill's, by the payer's name and what is left of it, and certain", async () => {
    const bill = await billed();
    const { id, lines } = await upload(
      `04.12.2026;180,00;${own().toUpperCase()} UL. DŁUGA 5;lekcje grudzień;${account()}`,
      `04.12.2026;-50,00;SKLEP;zakupy;`,
    );
    const line = only(lines);
    expect(line).toMatchObject({
      on: "2026-12-04",
      amount: 180,
      accountEnd: "2874",
      certain: true,
      booked: null,
      paymentId: null,
      suggestion: { payerId: payer.id, billId: bill.id, studentId: room.student.id },
    });
    expect(await bookCertainLines(asAdmin, { id })).toEqual({ booked: 1 });
    expect(await myBill()).toMatchObject({ status: "paid", paid: 180 });
    const [booked] = (await getStatement(asAdmin, { id })).lines;
    expect(booked).toMatchObject({ certain: false, suggestion: null, booked: { billId: bill.id } });
    expect(booked?.paymentId).toEqual(expect.any(String));
    expect(await bookCertainLines(asAdmin, { id })).toEqual({ booked: 0 });
  });

  test("a former payer's, whose bill is still open", async () => {
    const bill = await billed();
    await prisma.guardianship.updateMany({ where: { parentId: payer.id }, data: { isPayer: false } });
    await makeGuardian(services, await makePerson(services, "Parent"), room.student, { isPayer: true });
    const { lines } = await upload(`2026-12-04;180;${own()};lekcje grudzień;`);
    expect(only(lines).suggestion).toMatchObject({ payerId: payer.id, billId: bill.id });
  });

  test("a debt's, by the student in the title, and pays each subject what is due", async () => {
    await owed(2);
    await owed(1, room.student, "Fizyka");
    const { id, lines } = await upload(`2026-12-03;270,00;Ktoś Inny;Korepetycje Nowak${word(run)} Zofia;`);
    expect(only(lines)).toMatchObject({
      certain: true,
      suggestion: { payerId: payer.id, billId: null, studentId: room.student.id },
    });
    await bookCertainLines(asAdmin, { id });
    const payments = await prisma.payment.findMany({ where: { studentId: room.student.id } });
    expect(payments.map((each) => [each.subject, each.moneyAmount, each.lessonAmount]).sort()).toEqual([
      ["Fizyka", 90, 1],
      ["Matematyka", 180, 2],
    ]);
    expect(payments.every(({ method }) => method === "przelew")).toBe(true);
    for (const person of [room.student, payer]) {
      const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-noted");
      expect(told).toMatchObject([{ facts: { others: [{ moneyAmount: expect.any(Number) }] } }]);
    }
  });

  test("known by an account from which money came before, whatever it says", async () => {
    await owed(1);
    const first = await upload(`2026-12-01;90;X;y;${account()}`);
    expect(only(first.lines)).toMatchObject({ certain: false });
    await bookLine(asAdmin, { id: first.id, lineId: only(first.lines).id, studentId: room.student.id });
    await owed(1, room.student, "Fizyka");
    const { lines } = await upload(`2026-12-04;90;Z;w;PL${account()}`);
    expect(only(lines)).toMatchObject({ certain: true, suggestion: { payerId: payer.id } });
    expect(JSON.stringify(await prisma.bankLine.findMany())).not.toContain("109010140000");
  });

  test("not certain by the sum alone, for namesakes, or with another sum", async () => {
    await owed(2);
    const namesake = await makePerson(services, "Parent", { name: "Łucja", surname: `Żółć${word(run)}` });
    const other = await makeStudentOf(services, room.teacher);
    const names = await upload(`2026-12-03;100;${own()};lekcje;`, "2026-12-03;12,50;Nikt Taki;;");
    expect(names.lines.map(({ certain }) => certain)).toEqual([false, false]);
    expect(names.lines[0]?.suggestion).toMatchObject({ payerId: payer.id });
    expect(names.lines[1]?.suggestion).toBeNull();
    await makeGuardian(services, namesake, other, { isPayer: true });
    const both = await upload(`2026-12-04;180;${own()};lekcje;`);
    expect(only(both.lines).certain).toBe(false);
  });
});

describe("booked once,", () => {
  test("whatever is uploaded again, in another file and form", async () => {
    await owed(4);
    const row = `04.12.2026;180,00;${own()};lekcje Zosi;${account()}`;
    const first = await upload(row);
    const lineId = only(first.lines).id;
    await bookLine(asAdmin, { id: first.id, lineId, studentId: room.student.id });
    const again = await upload(row);
    expect([again.id, only(again.lines).id]).toEqual([first.id, lineId]);
    const longer = await upload(row, `04.12.2026;180,00;${own()};lekcje Zosi;${account()}`);
    expect(longer.lines.map(({ booked }) => booked !== null)).toEqual([true, false]);
    await expect(
      bookLine(asAdmin, { id: longer.id, lineId, studentId: room.student.id }),
    ).rejects.toMatchObject({ code: "conflict" });
    const mt940 = [
      ":20:1\n:25:PL00\n:28C:1\n:60F:C261204PLN0,00",
      ":61:2612041204C180,00NTRFNONREF",
      `:86:020^00PRZELEW^20lekcje ^21Zosi^32${own()}^38${account().replaceAll(" ", "")}`,
      ":62F:C261204PLN180,00\n-",
    ].join("\n");
    const other = await uploadStatement(asAdmin, csvBytes(Buffer.from(mt940)));
    expect(only(other.lines)).toMatchObject({ id: lineId, amount: 180, payer: own(), title: "lekcje Zosi" });
  });

  test("also where another file says it with other columns: what may be that transfer again is not certain", async () => {
    const rows = [`2026-12-03;90;${own()};lekcje;`, `2026-12-03;90;${own()};lekcje ${run};`];
    const otherFile = (columns: string) =>
      csvBytes(Buffer.from([`Data;Kwota;Nadawca;${columns}`, ...rows].join("\n")));
    await owed(1);
    const { id } = await uploadStatement(asAdmin, otherFile("Saldo;Uwagi"));
    expect(await bookCertainLines(asAdmin, { id })).toEqual({ booked: 1 });
    await owed(1, room.student, "Fizyka");
    expect((await getStatement(asAdmin, { id })).lines.map(({ certain }) => certain)).toEqual([false, true]);
    const again = await uploadStatement(asAdmin, otherFile("Tytuł;Uwagi"));
    expect(again.lines).toMatchObject([
      { booked: null, certain: false, suggestion: { payerId: payer.id } },
      { booked: null, certain: false },
    ]);
    expect(await bookCertainLines(asAdmin, { id: again.id })).toEqual({ booked: 0 });
  });

  test("by many at the same moment", async () => {
    await owed(1);
    const { id, lines } = await upload(`2026-12-03;90;${own()};lekcje;`);
    const lineId = only(lines).id;
    const calls = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => bookLine(asAdmin, { id, lineId, studentId: room.student.id })),
      ...Array.from({ length: 3 }, () => bookCertainLines(asAdmin, { id })),
    ]);
    expect(calls.length).toBe(8);
    expect(await prisma.payment.count({ where: { studentId: room.student.id } })).toBe(1);
  });

  test("and what two lines would pay is certain for one of them", async () => {
    await owed(1);
    const { id, lines } = await upload(`2026-12-03;90;${own()};a;`, `2026-12-04;90;${own()};b;`);
    expect(lines.map(({ certain }) => certain)).toEqual([true, false]);
    expect(await bookCertainLines(asAdmin, { id })).toEqual({ booked: 1 });
    expect(await bookCertainLines(asAdmin, { id })).toEqual({ booked: 0 });
  });

  test("and a day that is still to come, or an erased student, holds no certain line up", async () => {
    const [gone, other] = [
      await makeStudentOf(services, room.teacher),
      await makePerson(services, "Student", { name: "Iga", surname: `Lis${word(run)}` }),
    ];
    await owed(1);
    await owed(2, gone, "Fizyka");
    const known = await upload(`2026-12-01;90;X;y;${account()}`);
    await bookLine(asAdmin, { id: known.id, lineId: only(known.lines).id, studentId: gone.id });
    await prisma.user.update({ where: { id: gone.id }, data: { erasedAt: NOW, isDisabled: true } });
    await planned(other, "2026-12-03");
    const { id, lines } = await upload(
      `2026-12-05;90;Iga Lis${word(run)};a;`,
      `2026-12-06;90;${own()};b;`,
      `2026-12-02;90;X;c;${account()}`,
    );
    expect(lines.map(({ certain }) => certain)).toEqual([true, false, false]);
    expect(await bookCertainLines(asAdmin, { id })).toEqual({ booked: 1 });
    services.clock.time = instantOf("2026-12-06", 10 * 60);
    expect(await bookCertainLines(asAdmin, { id })).toEqual({ booked: 1 });
  });
});

describe("money for a student", () => {
  const dueOf = async (student = room.student) =>
    (await getStudentMoney(asAdmin, { studentId: student.id })).due;
  const book = async (amount: number) => {
    const { id, lines } = await upload(`2026-12-04;${amount};Nikt Taki;przelew ${run};`);
    const input = { id, lineId: only(lines).id, studentId: room.student.id };
    return { id, payments: await bookLine(asAdmin, input) };
  };

  test("pays open bills first, and is taken off each of them again", async () => {
    const sister = await makeStudentOf(services, room.teacher);
    await makeGuardian(services, payer, sister, { isPayer: true });
    await planned(sister, "2026-12-07");
    const { id: billId } = await billed();
    await payBillByHand(asAdmin, { billId, moneyAmount: 10 }, null);
    await owed(1, room.student, "Fizyka");
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    expect([await dueOf(), await dueOf(sister)]).toEqual([270, 80]);
    const { id, payments } = await book(270);
    expect(payments.map((each) => [each.subject, each.moneyAmount, each.lessonAmount])).toEqual([
      ["Matematyka", 180, 2],
      ["Fizyka", 90, 1],
    ]);
    expect([await dueOf(), await dueOf(sister)]).toEqual([0, 80]);
    expect(await myBill()).toMatchObject({ status: "open", amount: 270, paid: 190 });
    expect((await getStatement(asAdmin, { id })).lines).toMatchObject([
      { booked: { studentId: room.student.id, billId: null } },
    ]);
    await undoBooking(asAdmin, { id });
    expect([await dueOf(), await dueOf(sister)]).toEqual([270, 80]);
    expect(await myBill()).toMatchObject({ status: "open", paid: 10 });
  });

  test("that is less than a bill asks for is the bill's", async () => {
    await billed();
    const { id, payments } = await book(100);
    expect(payments).toMatchObject([{ moneyAmount: 90, lessonAmount: 1 }]);
    expect(await myBill()).toMatchObject({ status: "open", paid: 100 });
    expect(await dueOf()).toBe(80);
    await undoBooking(asAdmin, { id });
    expect(await dueOf()).toBe(180);
  });

  test("buys lessons that are due at the prices that they carry, the oldest first", async () => {
    await owed(3);
    await prisma.lesson.updateMany({ where: { studentId: room.student.id }, data: { price: 70 } });
    expect(await dueOf()).toBe(210);
    const { payments } = await book(140);
    expect(payments).toMatchObject([{ moneyAmount: 140, lessonAmount: 2 }]);
    expect(await dueOf()).toBe(70);
  });

  test("is nobody else's: an unknown account or a teacher's is not found", async () => {
    const { id, lines } = await upload(`2026-12-04;90;Nikt Taki;przelew ${run};`);
    const line = { id, lineId: only(lines).id };
    for (const studentId of [newId(), room.teacher.id])
      await expect(bookLine(asAdmin, { ...line, studentId })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("what is left of money for a student", () => {
  const book = async (amount: number, of: Pick<BookBankLineInput, "subject" | "level"> = {}) => {
    const { id, lines } = await upload(`2026-12-04;${amount};Nikt Taki;${of.subject ?? "przelew"} ${run};`);
    return bookLine(asAdmin, { id, lineId: only(lines).id, studentId: room.student.id, ...of });
  };
  const price = (price: number, of: { studentId?: string; teacherId?: string }) =>
    setPrice(asAdmin, { studentId: null, teacherId: null, ...of, level: "liceumP", price, rate: 40 });

  test("buys lessons at what one more costs: with this teacher, and for the two of them", async () => {
    await owed(1);
    const { id: teacherId } = room.teacher;
    await price(120, { teacherId });
    expect(await book(270)).toMatchObject([{ moneyAmount: 270, lessonAmount: 2 }]);
    await price(60, { teacherId, studentId: room.student.id });
    expect(await book(180)).toMatchObject([{ lessonAmount: 3 }]);
    expect(await book(180, { subject: "Matematyka", level: "liceumP" })).toMatchObject([{ lessonAmount: 3 }]);
  });

  test("buys those that are planned later at the prices that they carry", async () => {
    await owed(1);
    await planned(room.student, "2026-12-21", "2026-12-28");
    const costs = (day: string, price: number) =>
      prisma.lesson.updateMany({
        where: { studentId: room.student.id, date: toDbDate(day) },
        data: { price },
      });
    await costs("2026-12-21", 70);
    await costs("2026-12-28", 95);
    await price(120, { teacherId: room.teacher.id });
    expect(await book(374)).toMatchObject([{ moneyAmount: 374, lessonAmount: 3 }]);
    expect(await book(239, { subject: "Matematyka", level: "liceumP" })).toMatchObject([{ lessonAmount: 1 }]);
  });
});

test("undoing takes payments, a bill's money and its rest back, for 24 hours", async () => {
  const bill = await billed();
  const { id, lines } = await upload(`04.12.2026;200,00;${own()};lekcje;`, "04.12.2026;30;Q;w;");
  const [whole, part] = lines;
  if (!whole || !part) throw new Error("no lines");
  await bookLine(asAdmin, { id, lineId: part.id, billId: bill.id });
  expect(await myBill()).toMatchObject({ status: "open", paid: 30 });
  await bookLine(asAdmin, { id, lineId: whole.id, billId: bill.id });
  expect(await myBill()).toMatchObject({ status: "paid", paid: 230 });
  expect((await getStatement(asAdmin, { id })).canUndo).toBe(true);
  expect(await undoBooking(asAdmin, { id })).toEqual({ removed: 2, kept: 0 });
  expect(await myBill()).toMatchObject({ status: "open", paid: 0 });
  for (const [person, bills] of [
    [room.student, []],
    [payer, [{ billId: bill.id, month: "2026-12" }]],
  ] as const) {
    const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-voided");
    expect(told).toMatchObject([{ facts: { bills } }]);
  }
  expect(await prisma.payment.count({ where: { billId: bill.id, deletedAt: null } })).toBe(0);
  await expect(undoBooking(asAdmin, { id })).rejects.toMatchObject({ code: "conflict" });
  await bookLine(asAdmin, { id, lineId: whole.id, billId: bill.id });
  services.clock.time = new Date(NOW.getTime() + 24 * 3_600_000 + 1);
  await expect(undoBooking(asAdmin, { id })).rejects.toMatchObject({ code: "conflict" });
  const entry = (await listBankStatements(asAdmin, { page: 1, pageSize: 50 })).items.find(
    (each) => each.id === id,
  );
  expect(entry).toMatchObject({ count: 2, booked: 1, canUndo: false });
});

test("undoing leaves what came for the bill from elsewhere, to the złoty", async () => {
  const bill = await billed();
  await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 100 }, null);
  const { id, lines } = await upload(`04.12.2026;80,00;${own()};lekcje;`);
  const book = () => bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
  expect(await book()).toMatchObject([{ moneyAmount: 90 }]);
  await undoBooking(asAdmin, { id });
  expect(await myBill()).toMatchObject({ status: "open", paid: 100 });
  await book();
  expect(await myBill()).toMatchObject({ status: "paid", paid: 180 });
});

describe("undoing after a payment was voided by hand", () => {
  test("leaves what came for the bill from elsewhere, to the złoty", async () => {
    const bill = await billed();
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 100 }, null);
    const { id, lines } = await upload(`04.12.2026;80,00;${own()};lekcje;`);
    const [payment] = await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await myBill()).toMatchObject({ status: "open", paid: 90 });
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", paid: 100 });
  });

  test("leaves it also where a balance had paid for a part", async () => {
    const bill = await billed({ balance: 20 });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 30 }, null);
    const { id, lines } = await upload(`04.12.2026;130,00;${own()};lekcje;`);
    const [payment] = await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await myBill()).toMatchObject({ status: "open", paid: 0 });
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", amount: 160, paid: 30 });
  });

  /** A line that one payment was booked as, which can be voided so that it can be taken back. */
  async function bookedAlone() {
    await owed(1);
    const { id, lines } = await upload(`04.12.2026;90,00;${own()};lekcje;`);
    const lineId = only(lines).id;
    const book = () => bookLine(asAdmin, { id, lineId, studentId: room.student.id });
    const [undoId, paymentId] = [newId(), only(await book()).id];
    const voidBy = (ctx: typeof asAdmin) =>
      actWithUndo(ctx, undoId, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
    return { id, lineId, paymentId, undoId, book, voidBy };
  }

  test("lets nobody take the voiding back: the line is booked anew", async () => {
    const { id, undoId, book, voidBy } = await bookedAlone();
    await voidBy(asAdmin);
    await undoBooking(asAdmin, { id });
    await expect(undoAct(asAdmin, { id: undoId })).rejects.toMatchObject({ code: "conflict" });
    await book();
    const counting = { studentId: room.student.id, deletedAt: null };
    expect(await prisma.payment.count({ where: counting })).toBe(1);
  });

  test("waits for a voiding that is under way, and ends the time to take it back", async () => {
    const { id, paymentId, voidBy, undoId } = await bookedAlone();
    const calls = await transact(services.db, async (tx) => {
      await voidBy({ ...asAdmin, db: { ...services.db, tx } });
      const undoing = undoBooking(asAdmin, { id });
      await somebodyWaits(services.db);
      return [undoing];
    });
    expect(await Promise.all(calls)).toEqual([{ removed: 1, kept: 0 }]);
    await expect(undoAct(asAdmin, { id: undoId })).rejects.toMatchObject({ code: "conflict" });
    expect(await prisma.payment.count({ where: { id: paymentId, deletedAt: null } })).toBe(0);
  });

  test("voids a payment itself that somebody begins to void meanwhile", async () => {
    const { id, lineId, voidBy, undoId } = await bookedAlone();
    const calls = await transact(services.db, async (tx) => {
      await query(tx, sql`SELECT FROM bank_lines WHERE id = ${lineId}::uuid FOR UPDATE`);
      const undoing = undoBooking(asAdmin, { id });
      await somebodyWaits(services.db);
      const voiding = voidBy(asAdmin).catch((error: unknown) => error);
      await somebodyWaits(services.db, 2);
      return [undoing, voiding];
    });
    expect(await Promise.all(calls)).toMatchObject([{ removed: 1, kept: 0 }, { code: "not_found" }]);
    await expect(undoAct(asAdmin, { id: undoId })).rejects.toMatchObject({ code: "not_found" });
  });

  test("takes back the lessons, too, that the rest of the transfer bought in its place", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;400,00;${own()};lekcje;`);
    const [payment] = await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await voidPayment(asAdmin, { id: payment?.id ?? "" });
    expect(await myBill()).toMatchObject({ status: "paid" });
    expect(await balance()).toBe(40);
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", paid: 0 });
    expect(await balance()).toBe(0);
    expect(await prisma.payment.count({ where: { billId: bill.id, deletedAt: null } })).toBe(0);
    expect((await getStudentMoney(asAdmin, { studentId: room.student.id })).due).toBe(180);
  });
});

describe("undoing money for a bill that other money pays", () => {
  test("leaves it paid, its lessons bought, and what is over with the payer", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;100,00;${own()};lekcje;`);
    await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 260 }, null);
    expect(await balance()).toBe(180);
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "paid", paid: 260 });
    expect(await balance()).toBe(80);
    const bought = await prisma.payment.findMany({ where: { billId: bill.id, deletedAt: null } });
    expect(bought.map(({ lessonAmount }) => lessonAmount)).toEqual([1, 1]);
    expect((await getStudentMoney(asAdmin, { studentId: room.student.id })).due).toBe(0);
  });

  test("leaves what is over with the payer, also where it had bought nothing", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;50,00;${own()};lekcje;`);
    await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 300 }, null);
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "paid", paid: 300 });
    expect(await balance()).toBe(120);
  });

  test("buys nothing with another line that is taken back with it", async () => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;260,00;${own()};a;`, `04.12.2026;100,00;${own()};b;`);
    for (const { id: lineId } of lines.toReversed()) await bookLine(asAdmin, { id, lineId, billId: bill.id });
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", paid: 0 });
    expect(await balance()).toBe(0);
    expect(await prisma.payment.count({ where: { billId: bill.id, deletedAt: null } })).toBe(0);
  });
});

test("undoing money of which the next bill spent a part leaves that part to pay, too", async () => {
  const bill = await billed();
  const { id, lines } = await upload(`04.12.2026;200,00;${own()};lekcje;`);
  const book = () => bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
  await book();
  await prisma.billingPayer.update({ where: { payerId: payer.id }, data: { balance: 0 } });
  await undoBooking(asAdmin, { id });
  const { id: studentId } = room.student;
  expect((await getStudentMoney(asAdmin, { studentId })).due).toBe(200);
  const { amount, paid } = await myBill();
  expect(amount - paid).toBe(200);
  await book();
  expect(await myBill()).toMatchObject({ status: "paid" });
  expect((await prisma.billingPayer.findUnique({ where: { payerId: payer.id } }))?.balance).toBe(0);
});

/** A bill of 180 zł whose 200 zł were undone after the next bill had spent the 20 that were left over. */
async function overspent() {
  const bill = await billed();
  const { id, lines } = await upload(`04.12.2026;200,00;${own()};lekcje;`);
  await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
  await planned(room.student, "2027-01-05");
  const { token } = await previewBills(asAdmin, { month: "2027-01" });
  await issueBills(asAdmin, { month: "2027-01", token });
  const next = await prisma.bill.findFirstOrThrow({
    where: { payerId: payer.id, month: toDbDate("2027-01-01") },
  });
  expect(next).toMatchObject({ balance: 20 });
  await undoBooking(asAdmin, { id });
  return { bill, next };
}
const balance = async () =>
  (await prisma.billingPayer.findUnique({ where: { payerId: payer.id } }))?.balance ?? 0;

test("undoing money for a bill that was withdrawn leaves what else came for it with the payer", async () => {
  const bill = await billed({ balance: 15 });
  await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 25 }, null);
  const { id, lines } = await upload(`04.12.2026;80,00;${own()};lekcje;`);
  await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
  await withdrawBill(asAdmin, { id: bill.id, reason: "pomyłka" });
  expect(await balance()).toBe(30);
  await undoBooking(asAdmin, { id });
  expect(await balance()).toBe(40);
});

test("a bill of which the next one spent more than came for it is withdrawn after that one", async () => {
  const { bill, next } = await overspent();
  const reason = "pomyłka";
  await expect(withdrawBill(asAdmin, { id: bill.id, reason })).rejects.toMatchObject({
    code: "conflict",
    message: billTexts.spentElsewhere(20),
  });
  await withdrawBill(asAdmin, { id: next.id, reason });
  expect(await balance()).toBe(20);
  expect(await withdrawBill(asAdmin, { id: bill.id, reason })).toMatchObject({ status: "withdrawn" });
  expect(await balance()).toBe(0);
  const withdrawn = (await outboxOf(services, payer.id)).filter(({ kind }) => kind === "bill-withdrawn");
  expect(withdrawn.map(({ facts }) => facts)).toMatchObject([{ credit: 20 }, { credit: 0 }]);
});

test("a bill of which the next one spent more than came for it is withdrawn once that is there again", async () => {
  const { bill } = await overspent();
  await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 20 }, null);
  await withdrawBill(asAdmin, { id: bill.id, reason: "pomyłka" });
  expect(await balance()).toBe(0);
});

test.each([
  ["the bill", (bill: { id: string }) => ({ billId: bill.id })],
  ["what is due", () => ({ studentId: room.student.id, due: true as const })],
])(
  "a bill whose lessons are all bought, a part with money that was undone, asks for that part: %s",
  async (_, order) => {
    const bill = await billed();
    const { id, lines } = await upload(`04.12.2026;50,00;${own()};lekcje;`);
    await bookLine(asAdmin, { id, lineId: only(lines).id, billId: bill.id });
    await payBillByHand(asAdmin, { billId: bill.id, moneyAmount: 130 }, null);
    await undoBooking(asAdmin, { id });
    expect(await myBill()).toMatchObject({ status: "open", amount: 180, paid: 130 });
    const due = async () => (await getStudentMoney(asAdmin, { studentId: room.student.id })).due;
    expect(await due()).toBe(50);
    const placed = await placeOrder(personCtx(services, payer), order(bill));
    expect(placed).toMatchObject({ amount: 50 });
    const provider = services.payments as FakeProvider;
    expect(await settleOrder(services, provider, provider.pay(placed.id, 50).payment)).toBe("booked");
    expect(await myBill()).toMatchObject({ status: "paid", paid: 180 });
    expect(await due()).toBe(0);
  },
);

test("a refund does not pay back what the next bill spent", async () => {
  const { bill } = await overspent();
  const asPayer = personCtx(services, payer);
  const order = await placeOrder(asPayer, { billId: bill.id });
  expect(order).toMatchObject({ amount: 200, items: [{ lessons: 2, amount: 200 }] });
  const { payment } = (services.payments as FakeProvider).pay(order.id, 200);
  expect(await settleOrder(services, services.payments as FakeProvider, payment)).toBe("booked");
  await prisma.lesson.updateMany({
    where: { studentId: room.student.id },
    data: { status: "Odwolana przez nauczyciela" },
  });
  const { refund } = await refundOrder(asAdmin, { id: order.id, reason: "rezygnacja" });
  expect(refund).toMatchObject({ amount: 180 });
  const parts = await listPaidParts(services.db, { sourceKind: "bill", sourceId: bill.id });
  expect(parts.filter(({ isVoided }) => !isVoided)).toMatchObject([{ amount: 180, refunded: 180 }]);
});

describe("a file", () => {
  test("of a Polish bank is read: preamble, windows-1250, spaces in sums, footer", async () => {
    const text = [
      "mBank S.A.;;;",
      "Za okres:;01.12.2026;04.12.2026;",
      "#Data operacji;#Opis operacji;#Rachunek;#Kwota;",
      `2026-12-04;"ZAŻÓŁĆ ${own()}";"eKonto 1234";1 234,56 PLN;`,
      `2026-12-04;"OPŁATA";"eKonto 1234";-5,00 PLN;`,
      ";;Saldo końcowe;9 999,00;",
    ].join("\r\n");
    const letters: Record<string, number> = { Ż: 0xaf, Ó: 0xd3, Ł: 0xa3, Ć: 0xc6, ń: 0xf1 };
    const bytes = Buffer.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)));
    const { lines } = await uploadStatement(asAdmin, csvBytes(bytes));
    expect(only(lines)).toMatchObject({ amount: 1234.56, title: `ZAŻÓŁĆ ${own()}`, accountEnd: null });
    await expect(
      bookLine(asAdmin, {
        id: (await uploadStatement(asAdmin, csvBytes(bytes))).id,
        lineId: only(lines).id,
        studentId: room.student.id,
      }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  test("of which payer or title name an account is kept with its last four digits, and is known again", async () => {
    const tight = account().replaceAll(" ", "");
    const row = `04.12.2026;90,00;${own()} PL${account()};lekcje z ${tight} i rach. 61-${tight.slice(2)}, nr 1234 5678;`;
    const { lines } = await upload(row);
    expect(only(lines)).toMatchObject({
      payer: `${own()} …2874`,
      title: "lekcje z …2874 i rach. …2874, nr 1234 5678",
    });
    const { lines: again } = await upload(row, "04.12.2026;20,00;x;y;");
    expect(again.map(({ id }) => id)).toContain(only(lines).id);
    const mt940 = `:20:1\n:61:2612041204C90,00NTRFNONREF\n:86:od ${own()} z rachunku ${tight.slice(0, 11)}\n${tight.slice(11)}\n-`;
    const free = await uploadStatement(asAdmin, csvBytes(Buffer.from(mt940)));
    expect(only(free.lines)).toMatchObject({ title: `od ${own()} z rachunku …2874`, accountEnd: "2874" });
  });

  test("of unknown columns says them, and what was said of them is remembered", async () => {
    const bytes = (day: string) =>
      csvBytes(Buffer.from(`Kiedy${run};Ile;Kto;Co\n${day};90;${own()};lekcje ${day}\n`));
    await expect(uploadStatement(asAdmin, bytes("2026-12-01"))).rejects.toMatchObject({
      code: "input",
      details: { columns: [`Kiedy${run}`, "Ile", "Kto", "Co"] },
    });
    const mapping = { on: `Kiedy${run}`, amount: "Ile", payer: "Kto", title: "Co" };
    await uploadStatement(asAdmin, { ...bytes("2026-12-01"), mapping });
    expect(only((await uploadStatement(asAdmin, bytes("2026-12-02"))).lines)).toMatchObject({ payer: own() });
    const wrong = { ...mapping, title: "Czego nie ma" };
    await expect(uploadStatement(asAdmin, { ...bytes("2026-12-03"), mapping: wrong })).rejects.toMatchObject({
      code: "input",
    });
  });

  test.each([
    ["an impossible day", "31.02.2026;90;x;y;"],
    ["a sum that is none", "01.12.2026;dużo;x;y;"],
    ["no credit at all", "01.12.2026;-90;x;y;"],
  ])("with %s is refused and changes nothing", async (_, row) => {
    const before = await prisma.bankStatement.count();
    await expect(upload(row)).rejects.toMatchObject({ code: "input" });
    expect(await prisma.bankStatement.count()).toBe(before);
  });

  test("of 5,000 lines finds the one that is certain", async () => {
    await owed(1);
    const rows = Array.from({ length: 5_000 }, (_, at) =>
      at === 77
        ? `2026-12-04;90;${own()};lekcje;`
        : `2026-12-04;${90 + (at % 7)};Jan Kowalski ${at} ul. Długa 5/7;przelew za lekcje nr ${at};`,
    );
    const { id, lines } = await upload(...rows);
    expect(lines.filter(({ certain }) => certain)).toHaveLength(1);
    expect((await getStatement(asAdmin, { id })).lines).toHaveLength(5_000);
  });
});
