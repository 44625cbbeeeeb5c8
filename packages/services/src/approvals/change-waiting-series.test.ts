import { approvalTexts } from "@korki/contracts/texts/approvals";
import { newId, toDbDate } from "@korki/db";
import { addDays, today } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { decideOverdue } from "../bills/manage-bill";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { deleteLesson } from "../lessons/cancel-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { saveMoneySettings } from "../money/get-money";
import { confirmSeries } from "../series/confirm-series";
import { endSeries } from "../series/end-series";
import { extendSeries, previewExtension } from "../series/extend-series";
import { fillDate } from "../series/fill-date";
import { findFillSlots } from "../series/find-slots";
import { previewMove } from "../series/move-series";
import { openAskingFamily } from "../testing/asking-family";
import { bookingOf, inDays, makeStudentOf, notificationsFor } from "../testing/classroom";
import { personCtx } from "../testing/people";
import { answerApproval, listApprovals } from "./approvals";

/** A weekly lesson that is ended, moved or made longer around the payer's answer, and who is told. */

const { services, prisma, asAdmin, start, family, seriesBody, requestSeries, answer, lessonsOf } =
  await openAskingFamily();

describe("a student's weekly lesson", () => {
  test("is asked again for the lessons that make it longer, and those alone are given back", async () => {
    const series = await requestSeries(3);
    await confirmSeries(family.asTeacher, { seriesId: series.id });
    const longer = { seriesId: series.id, to: addDays(series.to, 28) };
    const { token } = await previewExtension(family.asStudent, longer);
    await extendSeries(family.asStudent, { ...longer, token });
    expect(await listApprovals(family.asPayer)).toMatchObject([{ kind: "series", amount: 360 }]);
    const move = { seriesId: series.id, from: series.from, weekday: series.weekday, block: 11 };
    await expect(previewMove(family.asStudent, move)).rejects.toMatchObject({ code: "conflict" });
    await answer(false);
    const left = await lessonsOf(series.id);
    expect(left.map(({ status }) => status)).toEqual(["Potwierdzona", "Potwierdzona", "Potwierdzona"]);
  });

  test("is moved by its student unless that adds lessons above the limit: the payer adds them", async () => {
    for (const days of [7, 14, 21, 28]) {
      const date = addDays(seriesBody(6).from, days);
      const away = { from: date, to: date, fromBlock: 9, toBlock: 9, label: "Szkolenie" };
      await addClosure(family.asTeacher, { scope: "teacher", ...away, decisions: [] });
    }
    const { id: seriesId, ...made } = await requestSeries(6);
    await confirmSeries(family.asTeacher, { seriesId });
    const move = { seriesId, from: made.from, weekday: made.weekday, block: 11 };
    await expect(previewMove(family.asStudent, move)).rejects.toMatchObject({
      code: "conflict",
      message: approvalTexts.moveAdds(4, 360),
    });
    const added = { consequence: { lessons: 6, amount: 360 } };
    await expect(previewMove(family.asPayer, move)).resolves.toMatchObject(added);
    await saveMoneySettings(asAdmin, { approvalAbove: 360 });
    await expect(previewMove(family.asStudent, move)).resolves.toMatchObject(added);
  });

  test("that its student ends meanwhile asks nothing any more", async () => {
    const series = await requestSeries();
    const [asked] = await listApprovals(family.asPayer);
    await endSeries(family.asStudent, { seriesId: series.id, from: today(services.now()) });
    expect(await listApprovals(family.asPayer)).toEqual([]);
    const late = answerApproval(family.asPayer, { id: asked?.id ?? "", agreed: true });
    await expect(late).rejects.toMatchObject({ code: "conflict" });
    expect(await notificationsFor(services, family.student)).toEqual([]);
    // The teacher never heard of it.
    expect(await notificationsFor(services, family.teacher)).toEqual([]);
    expect(await notificationsFor(services, family.payer)).toEqual(["approval-asked", "series-changed"]);
  });

  test("of which a lesson is given up meanwhile is no news to the teacher", async () => {
    const series = await requestSeries();
    const [first] = await lessonsOf(series.id);
    await deleteLesson(family.asStudent, { lessonId: first?.id ?? "" });
    expect(await notificationsFor(services, family.teacher)).toEqual([]);
    await answer(true);
    const [second] = await lessonsOf(series.id);
    await deleteLesson(family.asStudent, { lessonId: second?.id ?? "" });
    expect(await notificationsFor(services, family.teacher)).toEqual([
      "series-changed",
      "lesson-deleted-by-student",
    ]);
  });

  test("whose end takes lessons along that wait tells the teacher of the others alone", async () => {
    const series = await requestSeries(3);
    await confirmSeries(family.asTeacher, { seriesId: series.id });
    const longer = { seriesId: series.id, to: addDays(series.to, 28) };
    const { token } = await previewExtension(family.asStudent, longer);
    await extendSeries(family.asStudent, { ...longer, token });
    await endSeries(asAdmin, { seriesId: series.id, from: today(services.now()) });
    const rows = await prisma.notification.findMany({
      where: { kind: "series-changed", facts: { path: ["seriesId"], equals: series.id } },
    });
    const ended = rows.flatMap(({ recipientId, facts }) => {
      const { event, count } = facts as { event: string; count: number };
      return event === "ended" ? [[recipientId, count]] : [];
    });
    expect(ended.toSorted()).toEqual(
      [
        [family.teacher.id, 3],
        [family.student.id, 7],
        [family.payer.id, 7],
      ].toSorted(),
    );
  });

  test.each(["ended", "released"])(
    "that is %s tells the teacher of what an administrator had confirmed before the answer",
    async (how) => {
      const { id: seriesId } = await requestSeries();
      const [first] = await lessonsOf(seriesId);
      await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
      const before = await prisma.notification.count({ where: { recipientId: family.teacher.id } });
      if (how === "ended") await endSeries(asAdmin, { seriesId, from: today(services.now()) });
      else {
        const bill = await prisma.bill.create({
          data: {
            id: newId(),
            payerId: family.payer.id,
            month: toDbDate("2026-01-01"),
            mode: "advance",
            dueOn: toDbDate("2026-01-10"),
            amount: 90,
            balance: 0,
            halves: false,
            issuedAt: start,
          },
        });
        await decideOverdue(asAdmin, { id: bill.id, action: "release" });
      }
      const told = await prisma.notification.findMany({
        where: { recipientId: family.teacher.id },
        orderBy: { id: "asc" },
        skip: before,
      });
      expect(told).toMatchObject([
        how === "ended"
          ? { kind: "series-changed", facts: { event: "ended", count: 1 } }
          : { kind: "series-released", facts: { series: [{ seriesId, count: 1 }] } },
      ]);
    },
  );

  test("is moved by nobody's wish before the answer: the teacher would be asked about what is not agreed", async () => {
    const series = await requestSeries();
    const [first] = await lessonsOf(series.id);
    const waits = { code: "conflict", message: "Ta lekcja czeka na zgodę rodzica, który płaci" };
    const other = { lessonId: first?.id ?? "", date: inDays(services, 3), block: 5 };
    const all = { seriesId: series.id, from: series.from, weekday: series.weekday, block: 11 };
    for (const ctx of [family.asStudent, family.asPayer]) {
      await expect(proposeReschedule(ctx, other)).rejects.toMatchObject(waits);
      await expect(previewMove(ctx, all)).rejects.toMatchObject(waits);
    }
    expect(await notificationsFor(services, family.teacher)).toEqual([]);
    // The teacher and administrators move what they see.
    expect((await previewMove(family.asTeacher, all)).free).toBe(10);
    await answer(true);
    await proposeReschedule(family.asStudent, other);
    expect((await previewMove(family.asStudent, all)).free).toBe(10);
  });

  /** Somebody else's lesson, which leaves the second date of a weekly lesson out. */
  const takeSecondDate = async () => {
    const skippedDate = addDays(inDays(services, 3), 7);
    const other = personCtx(services, await makeStudentOf(services, family.teacher));
    await bookLesson(other, bookingOf(family.teacher, skippedDate, 9));
    return { skippedDate, date: addDays(skippedDate, 1), block: 9 };
  };
  const extend = async (ctx: ActorCtx, longer: { seriesId: string; to: string }) =>
    extendSeries(ctx, { ...longer, token: (await previewExtension(ctx, longer)).token });

  test("gets longer, and its missing date is filled, after the answer: the teacher would be told of it", async () => {
    const filled = await takeSecondDate();
    const { id: seriesId, to } = await requestSeries();
    const longer = { seriesId, to: addDays(to, 14) };
    const waits = { code: "conflict", message: "Ta lekcja czeka na zgodę rodzica, który płaci" };
    for (const ctx of [family.asStudent, family.asPayer]) {
      await expect(extend(ctx, longer)).rejects.toMatchObject(waits);
      const { skippedDate } = filled;
      await expect(findFillSlots(ctx, { seriesId, skippedDate })).rejects.toMatchObject(waits);
      await expect(fillDate(ctx, { seriesId, ...filled })).rejects.toMatchObject(waits);
    }
    expect(await notificationsFor(services, family.teacher)).toEqual(["lesson-booked"]);
    await answer(true);
    await fillDate(family.asStudent, { seriesId, ...filled });
    await extend(family.asStudent, longer);
    const told = ["lesson-booked", "series-changed", "lesson-booked", "series-changed"];
    expect(await notificationsFor(services, family.teacher)).toEqual(told);
  });

  test("of which only the later part waits has its agreed missing date filled, but gets no longer", async () => {
    const filled = await takeSecondDate();
    const { id: seriesId, to } = await requestSeries(4);
    await extend(family.asStudent, { seriesId, to: addDays(to, 28) });
    expect(await listApprovals(family.asPayer)).toMatchObject([{ kind: "series", amount: 360 }]);
    const longer = { seriesId, to: addDays(to, 35) };
    await expect(extend(family.asStudent, longer)).rejects.toMatchObject({ code: "conflict" });
    await fillDate(family.asStudent, { seriesId, ...filled });
    const told = ["lesson-booked", "series-changed", "lesson-booked"];
    expect(await notificationsFor(services, family.teacher)).toEqual(told);
    // What was asked for and is given up keeps nothing back.
    const asked = (await lessonsOf(seriesId)).filter(({ date }) => date > toDbDate(to));
    for (const { id } of asked) await deleteLesson(family.asStudent, { lessonId: id });
    await extend(family.asStudent, longer);
  });
});
