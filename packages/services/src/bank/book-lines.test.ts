import type { BookBankLineInput } from "@korki/contracts/bank";
import { newId, toDbDate } from "@korki/db";
import { instantOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { setPayerMode } from "../bills/billing-settings";
import { payBillByHand } from "../bills/pay-bill";
import { getStudentMoney } from "../money/get-money";
import { voidPayment } from "../payments/payments";
import { setPrice } from "../prices/prices";
import { makeStudentOf } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson } from "../testing/people";
import { NOW, only, openStatementFamily } from "../testing/statement-family";
import { actWithUndo, undoAct } from "../undo/undo";
import { getStatement, uploadStatement } from "./bank-statements";
import { bookCertainLines, bookLine, undoBooking } from "./book-lines";

/** A line is booked once, as money for what its student or payer has to pay. */

const { services, prisma, asAdmin, family, own, account, csvBytes, upload, owed, planned, billed, myBill } =
  await openStatementFamily();

describe("booked once,", () => {
  test("whatever is uploaded again, in another file and form", async () => {
    await owed(4);
    const row = `04.12.2026;180,00;${own()};lekcje Zosi;${account()}`;
    const first = await upload(row);
    const lineId = only(first.lines).id;
    await bookLine(asAdmin, { id: first.id, lineId, studentId: family.student.id });
    const again = await upload(row);
    expect([again.id, only(again.lines).id]).toEqual([first.id, lineId]);
    const longer = await upload(row, `04.12.2026;180,00;${own()};lekcje Zosi;${account()}`);
    expect(longer.lines.map(({ booked }) => booked !== null)).toEqual([true, false]);
    await expect(
      bookLine(asAdmin, { id: longer.id, lineId, studentId: family.student.id }),
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
    const rows = [`2026-12-03;90;${own()};lekcje;`, `2026-12-03;90;${own()};lekcje ${family.no};`];
    const otherFile = (columns: string) =>
      csvBytes(Buffer.from([`Data;Kwota;Nadawca;${columns}`, ...rows].join("\n")));
    await owed(1);
    const { id } = await uploadStatement(asAdmin, otherFile("Saldo;Uwagi"));
    expect(await bookCertainLines(asAdmin, { id })).toEqual({ booked: 1 });
    await owed(1, family.student, "Fizyka");
    expect((await getStatement(asAdmin, { id })).lines.map(({ certain }) => certain)).toEqual([false, true]);
    const again = await uploadStatement(asAdmin, otherFile("Tytuł;Uwagi"));
    expect(again.lines).toMatchObject([
      { booked: null, certain: false, suggestion: { payerId: family.payer.id } },
      { booked: null, certain: false },
    ]);
    expect(await bookCertainLines(asAdmin, { id: again.id })).toEqual({ booked: 0 });
  });

  test("by many at the same moment", async () => {
    await owed(1);
    const { id, lines } = await upload(`2026-12-03;90;${own()};lekcje;`);
    const lineId = only(lines).id;
    const calls = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => bookLine(asAdmin, { id, lineId, studentId: family.student.id })),
      ...Array.from({ length: 3 }, () => bookCertainLines(asAdmin, { id })),
    ]);
    expect(calls.length).toBe(8);
    expect(await prisma.payment.count({ where: { studentId: family.student.id } })).toBe(1);
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
      await makeStudentOf(services, family.teacher),
      await makePerson(services, "Student", { name: "Iga", surname: `Lis${family.word}` }),
    ];
    await owed(1);
    await owed(2, gone, "Fizyka");
    const known = await upload(`2026-12-01;90;X;y;${account()}`);
    await bookLine(asAdmin, { id: known.id, lineId: only(known.lines).id, studentId: gone.id });
    await prisma.user.update({ where: { id: gone.id }, data: { erasedAt: NOW, isDisabled: true } });
    await planned(other, "2026-12-03");
    const { id, lines } = await upload(
      `2026-12-05;90;Iga Lis${family.word};a;`,
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
  const dueOf = async (student = family.student) =>
    (await getStudentMoney(asAdmin, { studentId: student.id })).due;
  const book = async (amount: number) => {
    const { id, lines } = await upload(`2026-12-04;${amount};Nikt Taki;przelew ${family.no};`);
    const input = { id, lineId: only(lines).id, studentId: family.student.id };
    return { id, payments: await bookLine(asAdmin, input) };
  };

  test("pays open bills first, and is taken off each of them again", async () => {
    const sister = await makeStudentOf(services, family.teacher);
    await makeGuardian(services, family.payer, sister, { isPayer: true });
    await planned(sister, "2026-12-07");
    const { id: billId } = await billed();
    await payBillByHand(asAdmin, { billId, moneyAmount: 10 }, null);
    await owed(1, family.student, "Fizyka");
    await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "perLesson" });
    expect([await dueOf(), await dueOf(sister)]).toEqual([270, 80]);
    const { id, payments } = await book(270);
    expect(payments.map((each) => [each.subject, each.moneyAmount, each.lessonAmount])).toEqual([
      ["Matematyka", 180, 2],
      ["Fizyka", 90, 1],
    ]);
    expect([await dueOf(), await dueOf(sister)]).toEqual([0, 80]);
    expect(await myBill()).toMatchObject({ status: "open", amount: 270, paid: 190 });
    expect((await getStatement(asAdmin, { id })).lines).toMatchObject([
      { booked: { studentId: family.student.id, billId: null } },
    ]);
    await undoBooking(asAdmin, { id });
    expect([await dueOf(), await dueOf(sister)]).toEqual([270, 80]);
    expect(await myBill()).toMatchObject({ status: "open", paid: 10 });
  });

  test("is that student's again after its payment was deleted and that taken back", async () => {
    const sister = await makeStudentOf(services, family.teacher);
    await makeGuardian(services, family.payer, sister, { isPayer: true });
    await planned(sister, "2026-12-07");
    await billed();
    const { id, payments } = await book(180);
    const [undoId, paymentId] = [newId(), only(payments).id];
    await actWithUndo(asAdmin, undoId, { paymentId }, (on) => voidPayment(on, { id: paymentId }));
    expect([await dueOf(), await dueOf(sister)]).toEqual([180, 90]);
    await undoAct(asAdmin, { id: undoId });
    expect([await dueOf(), await dueOf(sister)]).toEqual([0, 90]);
    await undoBooking(asAdmin, { id });
    expect([await dueOf(), await dueOf(sister)]).toEqual([180, 90]);
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
    await prisma.lesson.updateMany({ where: { studentId: family.student.id }, data: { price: 70 } });
    expect(await dueOf()).toBe(210);
    const { payments } = await book(140);
    expect(payments).toMatchObject([{ moneyAmount: 140, lessonAmount: 2 }]);
    expect(await dueOf()).toBe(70);
  });

  test("is nobody else's: an unknown account or a teacher's is not found", async () => {
    const { id, lines } = await upload(`2026-12-04;90;Nikt Taki;przelew ${family.no};`);
    const line = { id, lineId: only(lines).id };
    for (const studentId of [newId(), family.teacher.id])
      await expect(bookLine(asAdmin, { ...line, studentId })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("what is left of money for a student", () => {
  const book = async (amount: number, of: Pick<BookBankLineInput, "subject" | "level"> = {}) => {
    const { id, lines } = await upload(
      `2026-12-04;${amount};Nikt Taki;${of.subject ?? "przelew"} ${family.no};`,
    );
    return bookLine(asAdmin, { id, lineId: only(lines).id, studentId: family.student.id, ...of });
  };
  const price = (price: number, of: { studentId?: string; teacherId?: string }) =>
    setPrice(asAdmin, { studentId: null, teacherId: null, ...of, level: "liceumP", price, rate: 40 });

  test("buys lessons at what one more costs: with this teacher, and for the two of them", async () => {
    await owed(1);
    const { id: teacherId } = family.teacher;
    await price(120, { teacherId });
    expect(await book(270)).toMatchObject([{ moneyAmount: 270, lessonAmount: 2 }]);
    await price(60, { teacherId, studentId: family.student.id });
    expect(await book(180)).toMatchObject([{ lessonAmount: 3 }]);
    expect(await book(180, { subject: "Matematyka", level: "liceumP" })).toMatchObject([{ lessonAmount: 3 }]);
  });

  test("buys those that are planned later at the prices that they carry", async () => {
    await owed(1);
    await planned(family.student, "2026-12-21", "2026-12-28");
    const costs = (day: string, price: number) =>
      prisma.lesson.updateMany({
        where: { studentId: family.student.id, date: toDbDate(day) },
        data: { price },
      });
    await costs("2026-12-21", 70);
    await costs("2026-12-28", 95);
    await price(120, { teacherId: family.teacher.id });
    expect(await book(374)).toMatchObject([{ moneyAmount: 374, lessonAmount: 3 }]);
    expect(await book(239, { subject: "Matematyka", level: "liceumP" })).toMatchObject([{ lessonAmount: 1 }]);
  });
});
