import { bankTexts as texts } from "@korki/contracts/texts/bank";
import { newId } from "@korki/db";
import { beforeEach, describe, expect, test } from "vitest";
import { bankFile, UNCLEAR_GUESS, unclearFile } from "../testing/bank-files";
import { makePerson } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { getStatement, listBankStatements, uploadStatement } from "./bank-statements";
import { bookLine, undoBooking } from "./book-lines";
import { changeColumns } from "./change-columns";

const { services, prisma, asAdmin } = await openTestCentre();
/** A word that no other test has. */
let own: string;
beforeEach(() => {
  own = newId();
});

const unclear = (day: string) => unclearFile(own, day);

describe("the columns of a statement are changed", () => {
  const wrongOf = () => ({ ...UNCLEAR_GUESS, payer: "Tytuł", title: `Kto ${own}` });
  const rightOf = () => ({ ...UNCLEAR_GUESS, payer: `Kto ${own}` });

  test("by the same file, which says what it was read with; what is said is remembered", async () => {
    const file = unclear("2026-01-01");
    const { id } = await uploadStatement(asAdmin, { ...file, mapping: wrongOf() });
    const { base64 } = file;
    await expect(changeColumns(asAdmin, { id, base64 })).rejects.toMatchObject({
      code: "input",
      details: { columns: ["Data", "Kwota", `Kto ${own}`, "Tytuł"], guess: wrongOf() },
    });
    const changed = await changeColumns(asAdmin, { id, base64, mapping: rightOf() });
    expect(changed).toMatchObject({ id, lines: [{ payer: `Jan ${own}`, title: "lekcje", booked: null }] });
    expect((await uploadStatement(asAdmin, unclear("2026-01-02"))).lines).toMatchObject([
      { payer: `Jan ${own}` },
    ]);
  });

  test("and the old lines go, from other statements, too: no transfer is there twice", async () => {
    const file = unclear("2026-01-01");
    const longer = bankFile(Buffer.from(file.base64, "base64").toString(), `2026-01-02;50;Ewa ${own};inne`);
    const { id } = await uploadStatement(asAdmin, { ...file, mapping: wrongOf() });
    const { id: otherId } = await uploadStatement(asAdmin, longer);
    await changeColumns(asAdmin, { id, base64: file.base64, mapping: rightOf() });
    expect((await getStatement(asAdmin, { id: otherId })).lines).toMatchObject([{ amount: 50 }]);
    const kept = async () => prisma.bankLine.findMany({ where: { payer: { contains: own } } });
    expect(await kept()).toHaveLength(1);
    await changeColumns(asAdmin, { id: otherId, base64: longer.base64, mapping: rightOf() });
    const [shared] = (await getStatement(asAdmin, { id })).lines;
    const { lines } = await getStatement(asAdmin, { id: otherId });
    expect(lines.map((line) => [line.id === shared?.id, line.amount])).toEqual([
      [true, 90],
      [false, 50],
    ]);
    expect(await kept()).toHaveLength(2);
    const statements = await listBankStatements(asAdmin, { page: 1, pageSize: 50 });
    expect(statements.items.find((each) => each.id === id)).toMatchObject({ count: 1, booked: 0 });
  });

  test("as long as nothing of it is booked", async () => {
    const file = unclear("2026-01-01");
    const { id, lines } = await uploadStatement(asAdmin, { ...file, mapping: wrongOf() });
    const student = await makePerson(services, "Student");
    const target = { studentId: student.id, subject: "Fizyka" as const, level: "liceumP" as const };
    await bookLine(asAdmin, { id, lineId: lines[0]?.id ?? "", ...target });
    const change = () => changeColumns(asAdmin, { id, base64: file.base64, mapping: rightOf() });
    await expect(change()).rejects.toMatchObject({ code: "conflict", message: texts.columnsBooked });
    expect((await getStatement(asAdmin, { id })).lines).toMatchObject([{ payer: "lekcje" }]);
    await undoBooking(asAdmin, { id });
    expect((await change()).lines).toMatchObject([{ payer: `Jan ${own}` }]);
  });

  test("or booked, where both are asked for at the same moment", async () => {
    for (let round = 1; round <= 5; round += 1) {
      const file = unclear(`2026-01-0${round}`);
      const { id, lines } = await uploadStatement(asAdmin, { ...file, mapping: wrongOf() });
      const student = await makePerson(services, "Student");
      const target = { studentId: student.id, subject: "Fizyka" as const, level: "liceumP" as const };
      const outcomes = await Promise.allSettled([
        bookLine(asAdmin, { id, lineId: lines[0]?.id ?? "", ...target }),
        changeColumns(asAdmin, { id, base64: file.base64, mapping: rightOf() }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const [line] = (await getStatement(asAdmin, { id })).lines;
      expect(line?.booked === null).toBe(outcomes[1].status === "fulfilled");
    }
  });

  test("by no other file, and by none without columns", async () => {
    const file = unclear("2026-01-01");
    const { id } = await uploadStatement(asAdmin, file);
    const { base64 } = unclear("2026-01-02");
    await expect(changeColumns(asAdmin, { id, base64, mapping: rightOf() })).rejects.toMatchObject({
      code: "input",
      message: texts.otherFile,
    });
    const mt940 = bankFile(":20:1", ":61:2601040104C90,00NTRFNONREF", `:86:od ${own}`, "-");
    const read = await uploadStatement(asAdmin, mt940);
    await expect(changeColumns(asAdmin, { id: read.id, base64: mt940.base64 })).rejects.toMatchObject({
      code: "input",
      message: texts.withoutColumns,
    });
    const gone = { id: newId(), base64: file.base64, mapping: rightOf() };
    await expect(changeColumns(asAdmin, gone)).rejects.toMatchObject({ code: "not_found" });
  });
});
