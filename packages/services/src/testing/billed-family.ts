import { newId, toDbDate } from "@korki/db";
import { BLOCKS, type CivilDate, instantOf, type Subject } from "@korki/domain";
import { beforeEach, expect } from "vitest";
import { saveBilling, setPayerMode } from "../bills/billing-settings";
import { issueBills, previewBills } from "../bills/issue-bills";
import { listMyBills } from "../bills/read-bills";
import type { ActorCtx } from "../context";
import { getStudentMoney } from "../money/get-money";
import { addPayment } from "../payments/add-payment";
import { type Classroom, makeClassroom } from "./classroom";
import type { FakeProvider } from "./fake-provider";
import { makeGuardian } from "./families";
import { makePerson, type Person, personCtx } from "./people";
import { openTestCentre } from "./test-services";

export const DECEMBER = "2026-12";
/** Tuesdays of that December. */
export const TUESDAYS = ["2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22"];
/** Everything on one page. */
export const PAGE = { page: 1, pageSize: 100 };

/** A teacher, a student, and the parent who pays, billed in advance. */
type BilledFamily = Classroom & { payer: Person; asPayer: ActorCtx };

/**
 * Called at the top of a test file: a centre that issues bills on the 25th, due on the 10th. Each test begins on
 * 22 November 2026 with a family of its own, which alone gets bills.
 */
export async function openBilledFamily() {
  const { services, prisma, asAdmin } = await openTestCentre();
  const family = {} as BilledFamily;

  beforeEach(async () => {
    services.freshLimits();
    services.clock.time = instantOf("2026-11-22", 10 * 60);
    await services.db.pool.query(
      "DELETE FROM bill_runs; DELETE FROM billing_payers; UPDATE invoicing_settings SET mode = 'off'",
    );
    await saveBilling(asAdmin, { defaultMode: "perLesson", issueDay: 25, dueDay: 10, halves: false });
    const room = await makeClassroom(services);
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, room.student, { isPayer: true });
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "advance" });
    Object.assign(family, { ...room, payer, asPayer: personCtx(services, payer) });
  });

  return {
    services,
    prisma,
    provider: services.payments as FakeProvider,
    asAdmin,
    /** Before each test another one. */
    family,

    /** Planned lessons on these days. */
    async lessons(
      days: readonly CivilDate[],
      {
        price = 90,
        subject = "Matematyka" as Subject,
        student = family.student,
        status = "Potwierdzona",
      } = {},
    ) {
      const data = days.map((date, at) => ({
        id: newId(),
        teacherId: family.teacher.id,
        studentId: student.id,
        date: toDbDate(date),
        block: at % BLOCKS.length,
        subject,
        level: "liceumP",
        title: subject,
        status,
        price,
        rate: 60,
      }));
      await prisma.lesson.createMany({ data });
      return data.map(({ id }) => id);
    },

    /** A payment for so many lessons of the student, at 90 zł. */
    prepay: (lessonAmount: number, expiresOn: CivilDate | null = null) =>
      addPayment(
        asAdmin,
        {
          studentId: family.student.id,
          moneyAmount: 90 * lessonAmount,
          lessonAmount,
          expiresOn,
          subject: "Matematyka",
          level: "liceumP",
          description: "",
        },
        null,
      ),

    /** What the payer's bill of a month would say. */
    myPreview: async (month = DECEMBER) =>
      (await previewBills(asAdmin, { month })).bills.find(({ payerId }) => payerId === family.payer.id),

    /** Issues the bills of a month and returns the payer's. */
    async issued(month = DECEMBER) {
      const { token } = await previewBills(asAdmin, { month });
      await issueBills(asAdmin, { month, token });
      const bill = (await listMyBills(family.asPayer, PAGE)).items.find((each) => each.month === month);
      if (!bill) throw new Error("no bill");
      return bill;
    },

    /** Sums that have to agree whatever happened: what is due, what the bill leaves, what bought lessons. */
    async agrees() {
      const { items } = await listMyBills(family.asPayer, PAGE);
      const left = items
        .filter(({ status }) => status === "open" || status === "half")
        .reduce((sum, { amount, paid }) => sum + amount - paid, 0);
      const children = [...new Set(items.flatMap(({ lines }) => lines.map(({ studentId }) => studentId)))];
      const due = await Promise.all(children.map((studentId) => getStudentMoney(asAdmin, { studentId })));
      expect(due.reduce((sum, money) => sum + money.due, 0)).toBe(left);
    },
  };
}
