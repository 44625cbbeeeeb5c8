import { describe, expect, test } from "vitest";
import { makeStudentOf } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson } from "../testing/people";
import { only, openStatementFamily } from "../testing/statement-family";
import { getStatement, uploadStatement } from "./bank-statements";
import { bookCertainLines, bookLine } from "./book-lines";

/** What a statement says of each of its lines, and how its file is read. */

const { services, prisma, asAdmin, family, own, account, csvBytes, upload, owed, billed, myBill } =
  await openStatementFamily();

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
      suggestion: { payerId: family.payer.id, billId: bill.id, studentId: family.student.id },
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
    await prisma.guardianship.updateMany({ where: { parentId: family.payer.id }, data: { isPayer: false } });
    await makeGuardian(services, await makePerson(services, "Parent"), family.student, { isPayer: true });
    const { lines } = await upload(`2026-12-04;180;${own()};lekcje grudzień;`);
    expect(only(lines).suggestion).toMatchObject({ payerId: family.payer.id, billId: bill.id });
  });

  test("a debt's, by the student in the title, and pays each subject what is due", async () => {
    await owed(2);
    await owed(1, family.student, "Fizyka");
    const { id, lines } = await upload(`2026-12-03;270,00;Ktoś Inny;Korepetycje Nowak${family.word} Zofia;`);
    expect(only(lines)).toMatchObject({
      certain: true,
      suggestion: { payerId: family.payer.id, billId: null, studentId: family.student.id },
    });
    await bookCertainLines(asAdmin, { id });
    const payments = await prisma.payment.findMany({ where: { studentId: family.student.id } });
    expect(payments.map((each) => [each.subject, each.moneyAmount, each.lessonAmount]).sort()).toEqual([
      ["Fizyka", 90, 1],
      ["Matematyka", 180, 2],
    ]);
    expect(payments.every(({ method }) => method === "przelew")).toBe(true);
    for (const person of [family.student, family.payer]) {
      const told = (await outboxOf(services, person.id)).filter(({ kind }) => kind === "payment-noted");
      expect(told).toMatchObject([{ facts: { others: [{ moneyAmount: expect.any(Number) }] } }]);
    }
  });

  test("known by an account from which money came before, whatever it says", async () => {
    await owed(1);
    const first = await upload(`2026-12-01;90;X;y;${account()}`);
    expect(only(first.lines)).toMatchObject({ certain: false });
    await bookLine(asAdmin, { id: first.id, lineId: only(first.lines).id, studentId: family.student.id });
    await owed(1, family.student, "Fizyka");
    const { lines } = await upload(`2026-12-04;90;Z;w;PL${account()}`);
    expect(only(lines)).toMatchObject({ certain: true, suggestion: { payerId: family.payer.id } });
    expect(JSON.stringify(await prisma.bankLine.findMany())).not.toContain("109010140000");
  });

  test("not certain by the sum alone, for namesakes, or with another sum", async () => {
    await owed(2);
    const namesake = await makePerson(services, "Parent", { name: "Łucja", surname: `Żółć${family.word}` });
    const other = await makeStudentOf(services, family.teacher);
    const names = await upload(`2026-12-03;100;${own()};lekcje;`, "2026-12-03;12,50;Nikt Taki;;");
    expect(names.lines.map(({ certain }) => certain)).toEqual([false, false]);
    expect(names.lines[0]?.suggestion).toMatchObject({ payerId: family.payer.id });
    expect(names.lines[1]?.suggestion).toBeNull();
    await makeGuardian(services, namesake, other, { isPayer: true });
    const both = await upload(`2026-12-04;180;${own()};lekcje;`);
    expect(only(both.lines).certain).toBe(false);
  });
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
        studentId: family.student.id,
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
      csvBytes(Buffer.from(`Kiedy${family.no};Ile;Kto;Co\n${day};90;${own()};lekcje ${day}\n`));
    await expect(uploadStatement(asAdmin, bytes("2026-12-01"))).rejects.toMatchObject({
      code: "input",
      details: { columns: [`Kiedy${family.no}`, "Ile", "Kto", "Co"] },
    });
    const mapping = { on: `Kiedy${family.no}`, amount: "Ile", payer: "Kto", title: "Co" };
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
