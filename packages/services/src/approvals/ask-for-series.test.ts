import { blockStart } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { confirmManyLessons } from "../admin-lessons/confirm-many-lessons";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { getAttention } from "../attention/get-attention";
import { savePolicy } from "../cancellation/policies";
import { deleteLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { getMyMoney, saveMoneySettings } from "../money/get-money";
import { planReminders } from "../notifications/plan-reminders";
import { confirmSeries } from "../series/confirm-series";
import { previewSeries } from "../series/create-series";
import { openAskingFamily } from "../testing/asking-family";
import { inDays, makeClassroom, makeStudentOf, notificationsFor } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { personCtx } from "../testing/people";
import { listApprovals, listWaitingSteps } from "./approvals";

/** A weekly lesson that a student books: when it waits for the payer, and what the answer makes of it. */

const { services, prisma, asAdmin, start, family, seriesBody, requestSeries, addHours, answer, lessonsOf } =
  await openAskingFamily();

describe("a student's weekly lesson", () => {
  test("above the limit waits for the payer; the teacher hears of it and confirms only after that", async () => {
    const series = await requestSeries();
    expect(await listApprovals(family.asPayer)).toEqual([
      {
        id: expect.any(String),
        studentId: family.student.id,
        kind: "series",
        amount: 900,
        until: new Date(start.getTime() + 72 * 3_600_000).toISOString(),
        text: "Ola prosi o stały termin, 900\u00a0zł",
        details: expect.stringContaining("Matematyka (liceum podst.), 10 lekcji od"),
      },
    ]);
    expect(await notificationsFor(services, family.payer)).toEqual(["approval-asked"]);
    expect(await notificationsFor(services, family.teacher)).toEqual([]);
    expect(await getAttention(family.asTeacher)).toEqual([]);
    const [first] = await lessonsOf(series.id);
    const waits = { code: "conflict", message: "Ta lekcja czeka na zgodę rodzica, który płaci" };
    await expect(confirmSeries(family.asTeacher, { seriesId: series.id })).rejects.toMatchObject(waits);
    await expect(confirmLesson(family.asTeacher, { lessonId: first?.id ?? "" })).rejects.toMatchObject(waits);
    for (const ctx of [family.asStudent, family.asTeacher, family.asPayer]) {
      expect(await listWaitingSteps(ctx)).toMatchObject([{ seriesId: series.id, orderId: null }]);
    }

    await answer(true);
    expect(await outboxOf(services, family.teacher.id)).toEqual([
      { kind: "series-changed", facts: expect.not.objectContaining({ byParent: true }) },
    ]);
    expect(await notificationsFor(services, family.student)).toEqual(["approval-decided"]);
    expect(await listApprovals(family.asPayer)).toEqual([]);
    expect((await confirmSeries(family.asTeacher, { seriesId: series.id })).status).toBe("Potwierdzona");
  });

  test("keeps its slots meanwhile and gives them back when the payer declines", async () => {
    const series = await requestSeries();
    const other = await makeStudentOf(services, family.teacher);
    const theirs = () => previewSeries(personCtx(services, other), seriesBody(10));
    expect((await theirs()).free).toBe(0);
    await answer(false);
    expect((await theirs()).free).toBe(10);
    expect(await lessonsOf(series.id)).toEqual([]);
    expect(await notificationsFor(services, family.teacher)).toEqual([]);
    expect(await notificationsFor(services, family.student)).toEqual(["approval-decided"]);
    expect(await getMyMoney(family.asStudent, {})).toMatchObject({ due: 0, plannedLater: 0 });
  });

  test("costs nothing after a no, also where an administrator had confirmed it; many at once leave it alone", async () => {
    const free = {
      cutOff: null,
      late: "free",
      freeLatePerMonth: 0,
      payTeacher: true,
      creditDays: null,
    } as const;
    const strict = { ...free, cutOff: { hours: 168 }, late: "charge" } as const;
    const { version } = await savePolicy(asAdmin, { ...strict, version: 0 });
    const { id } = await requestSeries();
    const [first, second] = await lessonsOf(id);
    const lessons = [{ id: second?.id ?? "", version: second?.version ?? 0 }];
    expect(await confirmManyLessons(asAdmin, { lessons })).toMatchObject([
      { refusal: "Ta lekcja czeka na zgodę rodzica, który płaci", status: "Nie potwierdzona" },
    ]);
    await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
    await answer(false);
    expect(await lessonsOf(id)).toMatchObject([
      { id: first?.id, status: "Odwolana przez nauczyciela", charged: false, lateDecision: null },
    ]);
    expect(await notificationsFor(services, family.teacher)).toEqual(["series-changed"]);
    expect(await notificationsFor(services, family.payer)).toEqual(["approval-asked"]);
    await savePolicy(asAdmin, { ...free, version });
  });

  test("keeps a lesson that has begun after an administrator confirmed it: a no takes the others alone", async () => {
    const { id, from } = await requestSeries();
    const [first] = await lessonsOf(id);
    await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
    services.clock.time = blockStart(inDays(services, 3), 9);
    // The days of the answer may end before the lesson: it is asked for longer here.
    await prisma.approval.updateMany({ where: { seriesId: id }, data: { expiresAt: addHours(24) } });
    await answer(false);
    expect(await lessonsOf(id)).toMatchObject([{ id: first?.id, status: "Potwierdzona" }]);
    expect(await prisma.series.findUnique({ where: { id } })).toMatchObject({ lastDate: new Date(from) });
    expect(await notificationsFor(services, family.teacher)).toEqual([]);
    expect(await getMyMoney(family.asPayer, { studentId: family.student.id })).toMatchObject({ due: 90 });
  });

  test("is answered also where only a lesson that has begun is left of it", async () => {
    const { id } = await requestSeries();
    const [first, ...others] = await lessonsOf(id);
    await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
    for (const lesson of others) await deleteLesson(family.asStudent, { lessonId: lesson.id });
    services.clock.time = blockStart(inDays(services, 3), 9);
    await prisma.approval.updateMany({ where: { seriesId: id }, data: { expiresAt: addHours(24) } });
    await answer(false);
    expect(await listApprovals(family.asPayer)).toEqual([]);
    expect(await lessonsOf(id)).toMatchObject([{ id: first?.id, status: "Potwierdzona" }]);
    expect(await notificationsFor(services, family.student)).toContain("approval-decided");
  });

  test("is asked of nobody up to the limit, without a payer, for a parent, or where the centre asks nobody", async () => {
    await requestSeries(3);
    expect(await listApprovals(family.asPayer)).toEqual([]);
    expect(await notificationsFor(services, family.teacher)).toEqual(["series-changed"]);
    Object.assign(family, await makeClassroom(services));
    await requestSeries(4);
    await makeGuardian(services, family.payer, family.student, { isPayer: true });
    await requestSeries(4, family.asPayer).catch(() => undefined);
    expect(await listApprovals(family.asPayer)).toEqual([]);
    Object.assign(family, await makeClassroom(services));
    await makeGuardian(services, family.payer, family.student, { isPayer: true });
    await saveMoneySettings(asAdmin, { approvalAbove: 0 });
    await requestSeries(20);
    expect(await listApprovals(family.asPayer)).toEqual([]);
  });

  test("nudges its teacher 12 hours after the payer agreed, and not before", async () => {
    const nudges = async () => {
      await planReminders(services);
      const mine = { kind: "lesson-unconfirmed", recipientId: family.teacher.id };
      const rows = await prisma.notification.findMany({ where: mine, orderBy: { dueAt: "asc" } });
      return rows.map(({ dueAt }) => (dueAt.getTime() - start.getTime()) / 3_600_000);
    };
    const at = (hours: number) => {
      services.clock.time = new Date(start.getTime() + hours * 3_600_000);
    };
    await requestSeries();
    for (const hours of [12, 40, 50]) {
      at(hours);
      expect(await nudges()).toEqual([]);
    }
    await answer(true);
    at(61);
    const dayBefore = await nudges();
    at(62);
    expect(await nudges()).toEqual([...dayBefore, 62]);
  });
});
