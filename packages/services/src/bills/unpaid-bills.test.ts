import { billTexts } from "@korki/contracts/texts/bills";
import { toDbDate } from "@korki/db";
import { addDays, type CivilDate, instantOf } from "@korki/domain";
import { readNotification } from "@korki/notifications";
import { describe, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { saveCentreSettings } from "../centre/centre-settings";
import { addClosure } from "../closures/add-closure";
import { remindWeekly } from "../debts/remind-weekly";
import { bookLesson } from "../lessons/book-lesson";
import { revalidate } from "../notifications/revalidate";
import { voidPayment } from "../payments/payments";
import { answerMove, withdrawMove } from "../series/answer-move";
import { createSeries, previewSeries } from "../series/create-series";
import { previewExtension } from "../series/extend-series";
import { moveSeries, previewMove } from "../series/move-series";
import { DECEMBER, openBilledFamily, TUESDAYS } from "../testing/billed-family";
import { bookingOf } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { personCtx } from "../testing/people";
import { getBilling, saveBilling } from "./billing-settings";
import { decideOverdue } from "./manage-bill";
import { payBillByHand } from "./pay-bill";
import { getBill } from "./read-bills";
import { remindOfBills } from "./remind-of-bills";

/** What follows where a bill is not paid: reminders, a line of attention, an end to bookings. */

const { services, prisma, asAdmin, family, lessons, issued } = await openBilledFamily();

/** The line of attention about a bill. */
async function lineOf(id: string) {
  const overdue = (await getAttention(asAdmin)).find(({ kind }) => kind === "bill-overdue");
  return overdue?.items.find(({ billId }) => billId === id);
}

describe("an unpaid bill", () => {
  test("is reminded of once, three days after it was due, and not again by the weekly reminder that day", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    // The reminder's day is a Monday.
    await prisma.bill.update({ where: { id: bill.id }, data: { dueOn: toDbDate("2026-12-11") } });
    await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
    services.clock.time = instantOf("2026-12-14", 9 * 60 - 1);
    expect(await remindOfBills(services)).toEqual({ reminded: 0 });
    services.clock.time = instantOf("2026-12-14", 9 * 60);
    await Promise.all([1, 2].map(() => remindOfBills(services)));
    await prisma.centreSettings.updateMany({ data: { weeklyDebtReminderSince: null, remindedWeek: null } });
    await remindWeekly(services);
    const kinds = (await outboxOf(services, family.payer.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "bill-reminder")).toHaveLength(1);
    expect(kinds).not.toContain("debt-reminder");
  });

  test("whose first half was reminded of and paid late is reminded of once more, of its second half", async () => {
    await saveBilling(asAdmin, { ...(await getBilling(asAdmin)), halves: true });
    await lessons(TUESDAYS);
    const { id: billId } = await issued();
    const remindedOn = async (date: CivilDate) => {
      services.clock.time = instantOf(date, 9 * 60);
      await remindOfBills(services);
      return (await outboxOf(services, family.payer.id))
        .filter(({ kind }) => kind === "bill-reminder")
        .map(({ facts }) => facts.dueOn);
    };
    expect(await remindedOn("2026-12-13")).toEqual(["2026-12-10"]);
    await payBillByHand(asAdmin, { billId, moneyAmount: 180 }, null);
    expect(await remindedOn("2026-12-22")).toEqual(["2026-12-10"]);
    expect(await remindedOn("2026-12-23")).toEqual(["2026-12-10", "2026-12-20"]);
    expect(await remindedOn("2026-12-24")).toEqual(["2026-12-10", "2026-12-20"]);
  });

  test("of which both reminders of a Monday were missed is reminded of once", async () => {
    await lessons(TUESDAYS);
    const bill = await issued();
    await prisma.bill.update({ where: { id: bill.id }, data: { dueOn: toDbDate("2026-12-11") } });
    await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
    await prisma.centreSettings.updateMany({ data: { weeklyDebtReminderSince: null, remindedWeek: null } });
    services.clock.time = instantOf("2026-12-15", 9 * 60);
    await remindOfBills(services);
    await remindWeekly(services);
    const kinds = (await outboxOf(services, family.payer.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.endsWith("-reminder"))).toEqual(["bill-reminder"]);
  });

  test("that was reminded of that day is no part of the weekly reminder, also when that is delivered", async () => {
    await lessons(["2026-12-01", "2026-12-08"]);
    const december = await issued();
    await lessons(["2027-01-05"], { price: 120 });
    const january = await issued("2027-01");
    for (const [{ id }, dueOn] of [
      [december, "2026-12-01"],
      [january, "2026-12-11"],
    ] as const)
      await prisma.bill.update({ where: { id }, data: { dueOn: toDbDate(dueOn) } });
    await saveCentreSettings(asAdmin, { weeklyDebtReminder: true });
    services.clock.time = instantOf("2026-12-14", 9 * 60);
    await remindOfBills(services);
    await prisma.centreSettings.updateMany({ data: { weeklyDebtReminderSince: null, remindedWeek: null } });
    await remindWeekly(services);
    const told = (await outboxOf(services, family.payer.id)).find(({ kind }) => kind === "debt-reminder");
    expect(told?.facts).toMatchObject({ moneyAmount: 180 });
    const stored = readNotification("debt-reminder", told?.facts);
    if (typeof stored === "string") throw new Error(stored);
    expect(await revalidate(services, stored, family.payer.id)).toMatchObject({
      facts: { moneyAmount: 180 },
    });
  });

  test("becomes a line of attention ten days after, with what can be done", async () => {
    await lessons(TUESDAYS);
    const { id } = await issued();
    const line = () => lineOf(id);
    services.clock.time = instantOf("2026-12-19", 12 * 60);
    expect(await line()).toBeUndefined();
    services.clock.time = instantOf("2026-12-20", 12 * 60);
    expect(await line()).toMatchObject({
      payerId: family.payer.id,
      month: DECEMBER,
      text: expect.stringContaining("grudzień 2026"),
    });
    await decideOverdue(asAdmin, { id, action: "wait" });
    expect(await line()).toBeUndefined();
    services.clock.time = instantOf(addDays("2026-12-20", 7), 12 * 60);
    expect(await line()).toBeDefined();
    for (const _ of [1, 2]) await decideOverdue(asAdmin, { id, action: "stop" });
    expect(await line()).toBeUndefined();
    const stopped = (await outboxOf(services, family.payer.id)).filter(
      ({ kind }) => kind === "bill-bookings-stopped",
    );
    expect(stopped.map(({ facts }) => facts)).toEqual([
      { billId: id, month: DECEMBER, amount: 360, dueOn: "2026-12-10" },
    ]);
    const booking = bookingOf(family.teacher, "2026-12-30", 12);
    await expect(bookLesson(family.asStudent, booking)).rejects.toMatchObject({ code: "conflict" });
    await payBillByHand(asAdmin, { billId: id, moneyAmount: 360 }, null);
    await bookLesson(family.asStudent, booking);
    await expect(decideOverdue(asAdmin, { id, action: "wait" })).rejects.toMatchObject({ code: "conflict" });
  });

  test("whose first half is paid after a decision becomes a line again for its second half, but stays stopped", async () => {
    await saveBilling(asAdmin, { ...(await getBilling(asAdmin)), halves: true });
    await lessons(TUESDAYS);
    const { id } = await issued();
    services.clock.time = instantOf("2026-12-20", 12 * 60);
    await decideOverdue(asAdmin, { id, action: "release" });
    await payBillByHand(asAdmin, { billId: id, moneyAmount: 180 }, null);
    services.clock.time = instantOf("2026-12-29", 12 * 60);
    expect(await lineOf(id)).toBeUndefined();
    services.clock.time = instantOf("2026-12-30", 12 * 60);
    expect(await lineOf(id)).toBeDefined();
    await lessons(["2027-01-05", "2027-01-12"]);
    const { id: january } = await issued("2027-01");
    await decideOverdue(asAdmin, { id: january, action: "stop" });
    await payBillByHand(asAdmin, { billId: january, moneyAmount: 90 }, null);
    expect(await getBill(asAdmin, { id: january })).toMatchObject({ status: "half", overdueAction: "stop" });
  });

  test.each(["release", "stop"] as const)(
    "that was paid after a decision to %s needs another one if its payment is voided later",
    async (action) => {
      await lessons(TUESDAYS);
      const { id } = await issued();
      services.clock.time = instantOf("2026-12-20", 12 * 60);
      await decideOverdue(asAdmin, { id, action });
      await payBillByHand(asAdmin, { billId: id, moneyAmount: 360 }, null);
      const [payment] = await prisma.payment.findMany({ where: { billId: id } });
      services.clock.time = instantOf("2027-01-15", 12 * 60);
      await voidPayment(asAdmin, { id: payment?.id ?? "" });
      expect(await lineOf(id)).toBeDefined();
      await bookLesson(family.asStudent, bookingOf(family.teacher, "2027-01-20", 12));
    },
  );

  test("stops longer weekly lessons too, and gives the place away from tomorrow", async () => {
    const body = {
      ...({ teacherId: family.teacher.id, weekday: "sr", block: 9, everyWeeks: 1, description: "" } as const),
      ...({ subject: "Matematyka", level: "liceumP", from: "2026-12-02", to: "2026-12-30" } as const),
    };
    const asTeacher = personCtx(services, family.teacher);
    const offer = { ...body, studentId: family.student.id };
    const { token } = await previewSeries(asTeacher, offer);
    const { id: seriesId } = await createSeries(asTeacher, { ...offer, token });
    const away = { from: "2026-12-09", to: "2026-12-09", fromBlock: 10, toBlock: 10, label: "Szkolenie" };
    await addClosure(asTeacher, { scope: "teacher", ...away, decisions: [] });
    const second = { ...offer, block: 10 };
    const { token: of } = await previewSeries(asTeacher, second);
    const { id: secondId } = await createSeries(asTeacher, { ...second, token: of });
    const { id } = await issued();
    services.clock.time = instantOf("2026-12-20", 12 * 60);
    const longer = { seriesId, to: "2027-01-13" };
    await expect(previewExtension(family.asStudent, longer)).resolves.toBeDefined();
    services.clock.time = instantOf("2026-12-01", 12 * 60);
    const later = { seriesId: secondId, from: "2026-12-02", weekday: "sr", block: 11 } as const;
    const { token: moveToken } = await previewMove(family.asStudent, later);
    const { move } = await moveSeries(family.asStudent, { ...later, token: moveToken });
    await decideOverdue(asAdmin, { id, action: "stop" });
    const stopped = { code: "conflict", message: billTexts.stopped };
    await expect(previewExtension(family.asStudent, longer)).rejects.toMatchObject(stopped);
    await expect(previewExtension(asAdmin, longer)).resolves.toBeDefined();
    // A weekly lesson moves, unless that fills a date that it skipped.
    const asked = { seriesId: secondId, moveId: move?.id ?? "" };
    await expect(answerMove(asTeacher, { ...asked, answer: "accept" })).rejects.toMatchObject(stopped);
    await withdrawMove(family.asStudent, asked);
    for (const ctx of [family.asStudent, asTeacher]) {
      await expect(previewMove(ctx, later)).rejects.toMatchObject(stopped);
    }
    await expect(previewMove(asTeacher, { ...later, seriesId, block: 12 })).resolves.toBeDefined();
    await expect(previewMove(asAdmin, later)).resolves.toBeDefined();
    services.clock.time = instantOf("2026-12-20", 12 * 60);
    await decideOverdue(asAdmin, { id, action: "release" });
    const ahead = { seriesId, status: "Potwierdzona", deletedAt: null, date: { gt: toDbDate("2026-12-20") } };
    expect(await prisma.lesson.count({ where: ahead })).toBe(0);
    for (const person of [family.teacher, family.student, family.payer]) {
      const told = (await outboxOf(services, person.id)).filter(
        ({ kind, facts }) => kind === "series-released" || facts.event === "ended",
      );
      expect(told).toMatchObject([
        {
          facts: {
            from: "2026-12-21",
            series: [
              { block: 9, count: 2, slots: [{ block: 9 }, { block: 9 }] },
              { block: 10, count: 2, slots: [{ block: 10 }, { block: 10 }] },
            ],
          },
        },
      ]);
    }
  });

  test("is announced three days before the day of issuing, where there is somebody to bill", async () => {
    await lessons(TUESDAYS);
    const kinds = async () => (await getAttention(asAdmin)).map(({ kind }) => kind);
    services.clock.time = instantOf("2026-11-21", 12 * 60);
    expect(await kinds()).not.toContain("bills-preview");
    services.clock.time = instantOf("2026-11-22", 12 * 60);
    expect(await kinds()).toContain("bills-preview");
    services.clock.time = instantOf("2026-11-25", 9 * 60);
    expect(await kinds()).not.toContain("bills-preview");
  });
});
