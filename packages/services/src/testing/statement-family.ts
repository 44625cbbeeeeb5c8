import { newId, toDbDate } from "@korki/db";
import { addDays, instantOf } from "@korki/domain";
import { beforeEach } from "vitest";
import { uploadStatement } from "../bank/bank-statements";
import { saveBilling, setPayerMode } from "../bills/billing-settings";
import { issueBills, previewBills } from "../bills/issue-bills";
import { listMyBills } from "../bills/read-bills";
import { type Classroom, makeClassroom } from "./classroom";
import { makeGuardian } from "./families";
import { makePerson, type Person, personCtx } from "./people";
import { openTestCentre } from "./test-services";

/** The time at which each test begins. */
export const NOW = instantOf("2026-12-05", 10 * 60);

/** A teacher, a student, and the parent who pays; their test's number, also as a word of letters. */
type StatementFamily = Classroom & { payer: Person; no: number; word: string };

/** Returns the one item of a list. */
export const only = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`${items.length} instead of one`);
  return item;
};

/**
 * Called at the top of a test file: a centre to which an administrator uploads bank statements. Each test has a family
 * whose names no other test of the file has.
 */
export async function openStatementFamily() {
  const { services, prisma, asAdmin } = await openTestCentre();
  const family = {} as StatementFamily;
  let run = 0;

  beforeEach(async () => {
    run += 1;
    services.clock.time = NOW;
    await saveBilling(asAdmin, { defaultMode: "perLesson", issueDay: 25, dueDay: 10, halves: false });
    const room = await makeClassroom(services);
    const word = [...String(run)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    const payer = await makePerson(services, "Parent", { name: "Łucja", surname: `Żółć${word}` });
    await makeGuardian(services, payer, room.student, { isPayer: true });
    await prisma.user.update({
      where: { id: room.student.id },
      data: { name: "Zofia", surname: `Nowak${word}` },
    });
    Object.assign(family, { ...room, payer, no: run, word });
  });

  const csvBytes = (bytes: Buffer) => ({
    fileName: `wyciag-${family.no}.csv`,
    base64: bytes.toString("base64"),
  });
  const csv = (...rows: string[]) =>
    csvBytes(Buffer.from(["Data;Kwota;Nadawca;Tytuł;Nr rachunku", ...rows].join("\n")));

  /** Planned lessons of 90 zł. */
  async function planned(student: Person, ...days: string[]) {
    await prisma.lesson.createMany({
      data: days.map((date) => ({
        id: newId(),
        teacherId: family.teacher.id,
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

  const myBill = async () => {
    const [bill] = (await listMyBills(personCtx(services, family.payer), { page: 1, pageSize: 5 })).items;
    if (!bill) throw new Error("no bill");
    return bill;
  };

  return {
    services,
    prisma,
    asAdmin,
    /** Before each test another one. */
    family,
    /** The payer's name as a bank writes it. */
    own: () => `Lucja Zolc${family.word}`,
    /** An account of which each test has another. */
    account: () => `61 1090 1014 0000 0712 ${String(1000 + family.no)} 2874`,
    csvBytes,
    upload: (...rows: string[]) => uploadStatement(asAdmin, csv(...rows)),

    /** Delivered lessons of 90 zł that nothing paid for. */
    async owed(count: number, student: Person = family.student, subject = "Matematyka") {
      const data = Array.from({ length: count }, (_, at) => ({
        id: newId(),
        teacherId: family.teacher.id,
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
    },
    planned,

    /** A bill of two lessons, 180 zł in all, of which a balance is taken off. */
    async billed({ balance = 0 } = {}) {
      await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "advance" });
      await prisma.billingPayer.update({ where: { payerId: family.payer.id }, data: { balance } });
      await planned(family.student, "2026-12-08", "2026-12-15");
      const { token } = await previewBills(asAdmin, { month: "2026-12" });
      await issueBills(asAdmin, { month: "2026-12", token });
      return myBill();
    },
    myBill,
    /** What the payer has left over. */
    balance: async () =>
      (await prisma.billingPayer.findUnique({ where: { payerId: family.payer.id } }))?.balance ?? 0,
  };
}
