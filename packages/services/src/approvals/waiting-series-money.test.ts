import { addMonths, blockStart, monthName, monthOf, today } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { getAttention } from "../attention/get-attention";
import { setPayerMode } from "../bills/billing-settings";
import { previewBills } from "../bills/issue-bills";
import { adjustLedger } from "../ledger/adjust-ledger";
import { bookLesson } from "../lessons/book-lesson";
import { getMyMoney } from "../money/get-money";
import { addPayment } from "../payments/add-payment";
import { MATHS, openAskingFamily } from "../testing/asking-family";
import { bookingOf, inDays } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";

/** What a weekly lesson that waits for the payer counts in balances, bills and what is due. */

const { services, prisma, asAdmin, family, requestSeries, addHours, answer, lessonsOf } =
  await openAskingFamily();

describe("a student's weekly lesson", () => {
  test("uses up nothing that was paid for, and is on no bill, before the payer agrees", async () => {
    const booked = inDays(services, 5);
    await bookLesson(family.asStudent, bookingOf(family.teacher, booked, 8));
    const paid = { moneyAmount: 90, lessonAmount: 1, ...MATHS, description: "" };
    await addPayment(asAdmin, { studentId: family.student.id, ...paid }, null);
    await requestSeries();
    const money = () => getMyMoney(family.asPayer, { studentId: family.student.id });
    expect(await money()).toMatchObject({
      due: 0,
      dueBy: null,
      plannedLater: 900,
      subjects: [{ paidUntil: booked }],
    });
    await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "advance" });
    const month = monthName(addMonths(monthOf(today(services.now())), 2));
    const mine = async () =>
      (await previewBills(asAdmin, { month })).bills.filter(({ payerId }) => payerId === family.payer.id);
    expect(await mine()).toEqual([]);
    await answer(true);
    expect(await mine()).toMatchObject([{ amount: expect.any(Number) }]);
    await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "perLesson" });
    expect((await money()).due).toBe(90);
  });

  test("is told as a low balance once the payer agrees, and counts nowhere before", async () => {
    const paid = { moneyAmount: 900, lessonAmount: 11, ...MATHS, description: "" };
    await addPayment(asAdmin, { studentId: family.student.id, ...paid }, null);
    await requestSeries();
    const low = async () =>
      (await outboxOf(services, family.payer.id)).flatMap(({ kind, facts }) =>
        kind === "low-balance" ? [facts.available] : [],
      );
    const shown = async () =>
      (await getAttention(family.asStudent)).flatMap(({ kind, items }) =>
        kind === "balance" ? items.map(({ text }) => text) : [],
      );
    expect([await low(), await shown()]).toEqual([[], []]);
    await bookLesson(family.asStudent, bookingOf(family.teacher, inDays(services, 5), 8));
    expect([await low(), await shown()]).toEqual([[], []]);
    await answer(true);
    expect(await low()).toEqual([0]);
    expect(await shown()).toEqual([expect.stringContaining("0")]);
  });

  test("is told as a low balance where what is left falls while the payer is asked", async () => {
    const paid = { moneyAmount: 900, lessonAmount: 12, ...MATHS, description: "" };
    await addPayment(asAdmin, { studentId: family.student.id, ...paid }, null);
    const low = async () =>
      (await outboxOf(services, family.student.id)).flatMap(({ kind, facts }) =>
        kind === "low-balance" ? [facts.available] : [],
      );
    await requestSeries(20);
    await adjustLedger(asAdmin, { studentId: family.student.id, ...MATHS, quantity: -10, description: "x" });
    expect(await low()).toEqual([]);
    await bookLesson(family.asStudent, bookingOf(family.teacher, inDays(services, 5), 8));
    expect(await low()).toEqual([1]);
    await answer(false);
    expect(await low()).toEqual([1]);
    await requestSeries();
    await answer(true);
    expect(await low()).toEqual([1]);
  });

  test("is told as a low balance where what has begun of it uses up what was paid for, despite a no", async () => {
    const paid = { moneyAmount: 180, lessonAmount: 2, ...MATHS, description: "" };
    await addPayment(asAdmin, { studentId: family.student.id, ...paid }, null);
    const { id } = await requestSeries();
    const [first] = await lessonsOf(id);
    await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
    services.clock.time = blockStart(inDays(services, 3), 9);
    await prisma.approval.updateMany({ where: { seriesId: id }, data: { expiresAt: addHours(24) } });
    const low = async () =>
      (await outboxOf(services, family.payer.id)).flatMap(({ kind, facts }) =>
        kind === "low-balance" ? [facts.available] : [],
      );
    expect(await low()).toEqual([]);
    await answer(false);
    expect(await low()).toEqual([1]);
  });
});
