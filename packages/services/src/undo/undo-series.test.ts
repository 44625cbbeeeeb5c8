import { newId } from "@korki/db";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelLessonAsAdmin } from "../admin-lessons/cancel-lesson";
import type { ActorCtx } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { completeLesson } from "../lessons/mark-outcome";
import { answerMove, withdrawMove } from "../series/answer-move";
import { confirmSeries } from "../series/confirm-series";
import { endSeries } from "../series/end-series";
import { getSeries } from "../series/list-series";
import { moveSeries, previewMove } from "../series/move-series";
import { bookingOf } from "../testing/classroom";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, NOW, type WeeklyLessons } from "../testing/weekly-lessons";
import { actWithUndo, undoAct } from "./undo";

const services = await openTestServices();
const { prisma } = services.db;

let weekly: WeeklyLessons;
let asOther: ActorCtx;
let seriesId: string;
let id: string;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
  asOther = await weekly.otherStudent();
  await weekly.closeCentre("2026-12-08");
  ({ id: seriesId } = await weekly.book(weekly.asTeacher));
  await prisma.notification.deleteMany();
  id = newId();
});

const WEDNESDAYS = { weekday: "sr", block: 10 } as const;

/** Tuesdays at 16:45 without the 8th, which is closed: a move to Wednesdays adds a lesson there. */
async function move(ctx: ActorCtx, from = "2026-11-24") {
  const input = { seriesId, from, ...WEDNESDAYS };
  const { token } = await previewMove(ctx, input);
  return actWithUndo(ctx, ctx === weekly.asStudent ? undefined : id, { seriesId }, (on) =>
    moveSeries(on, { ...input, token }),
  );
}
const answer = async (given: "accept" | "decline", moveId: string | undefined) =>
  actWithUndo(weekly.asTeacher, id, { seriesId }, (on) =>
    answerMove(on, { seriesId, moveId: moveId ?? "", answer: given }),
  );
const whole = () => getSeries(weekly.asStudent, { seriesId });
const slots = async () => {
  const rows = await prisma.personSlot.findMany({
    where: { personId: { in: [weekly.teacher.id, weekly.student.id] } },
    orderBy: [{ date: "asc" }, { block: "asc" }, { personId: "asc" }],
  });
  return rows;
};
const balances = () =>
  prisma.ledgerAccount.findMany({
    where: { studentId: weekly.student.id },
    select: { subject: true, balance: true },
  });
const messages = () => prisma.notification.findMany({ where: { kind: "series-changed" } });
const stateOf = async () => ({ series: await whole(), slots: await slots(), balances: await balances() });
const later = (seconds: number) => {
  services.clock.time = new Date(NOW.getTime() + seconds * 1000);
};

describe("an answered move of a series", () => {
  test.each(["accept", "decline"] as const)("is open again with its slots: %s", async (given) => {
    const { move: asked } = await move(weekly.asStudent);
    const before = await stateOf();
    const asking = await messages();
    await answer(given, asked?.id);
    expect((await whole()).move).toBeNull();
    const told = (await messages()).filter(({ undoId }) => undoId === id);
    expect(told).toMatchObject([{ status: "pending", dueAt: new Date(NOW.getTime() + 12_000) }]);
    later(10);
    await Promise.all([undoAct(weekly.asTeacher, { id }), undoAct(weekly.asTeacher, { id })]);
    expect(await stateOf()).toEqual(before);
    expect((await messages()).map((each) => each.id)).toEqual(asking.map((each) => each.id));
    id = newId();
    await answer("accept", asked?.id);
    expect(await whole()).toMatchObject(WEDNESDAYS);
  });

  test("stays where a slot was taken, a lesson or the series was changed, or the time is over", async () => {
    const { move: asked } = await move(weekly.asStudent);
    const refused = async () => {
      const before = await stateOf();
      await expect(undoAct(weekly.asTeacher, { id })).rejects.toMatchObject({ code: "conflict" });
      expect(await stateOf()).toEqual(before);
    };
    await answer("accept", asked?.id);
    await expect(undoAct(weekly.asAdmin, { id })).rejects.toMatchObject({ code: "not_found" });
    const booked = await bookLesson(asOther, bookingOf(weekly.teacher, "2026-12-01", 9));
    await refused();
    await prisma.lesson.update({ where: { id: booked.id }, data: { deletedAt: NOW } });
    later(13);
    await refused();
    later(5);
    await endSeries(weekly.asTeacher, { seriesId, from: "2026-12-15" });
    await refused();
  });
});

test("a teacher's move of a series is taken back, and the wish that it answered waits again", async () => {
  await move(weekly.asStudent);
  const before = await stateOf();
  await move(weekly.asTeacher, "2026-12-01");
  const moved = await whole();
  expect(moved.move).toBeNull();
  expect(moved.lessons.map(({ date }) => date)).toContain("2026-12-09");
  await undoAct(weekly.asTeacher, { id });
  expect(await stateOf()).toEqual(before);
});

test("a confirmed series waits again, unless one of its lessons was changed since", async () => {
  await endSeries(weekly.asTeacher, { seriesId, from: "2026-11-24" });
  ({ id: seriesId } = await weekly.book(weekly.asStudent));
  const before = await stateOf();
  const confirm = () =>
    actWithUndo(weekly.asTeacher, id, { seriesId }, (on) => confirmSeries(on, { seriesId }));
  const { lessons } = await confirm();
  await undoAct(weekly.asTeacher, { id });
  expect(await stateOf()).toEqual(before);
  id = newId();
  await confirm();
  await completeLesson(weekly.asTeacher, { lessonId: lessons[0]?.id ?? "" });
  await expect(undoAct(weekly.asTeacher, { id })).rejects.toMatchObject({ code: "conflict" });
});

describe("a wish that waits beside the act", () => {
  test("stays as it is when the confirmation of its series is taken back, also where it was withdrawn since", async () => {
    await endSeries(weekly.asTeacher, { seriesId, from: "2026-11-24" });
    ({ id: seriesId } = await weekly.book(weekly.asStudent));
    const { move: asked } = await move(weekly.asStudent);
    const before = await stateOf();
    const confirm = () =>
      actWithUndo(weekly.asTeacher, id, { seriesId }, (on) => confirmSeries(on, { seriesId }));
    await confirm();
    await undoAct(weekly.asTeacher, { id });
    expect(await stateOf()).toEqual(before);
    id = newId();
    await confirm();
    await withdrawMove(weekly.asStudent, { seriesId, moveId: asked?.id ?? "" });
    await undoAct(weekly.asTeacher, { id });
    expect((await whole()).move).toBeNull();
  });

  test("has the date and the slots of a lesson again whose cancellation is taken back, the last one's, too", async () => {
    await move(weekly.asStudent);
    const { lessons } = await whole();
    const cancel = (lessonId: string, undoId?: string) =>
      actWithUndo(weekly.asAdmin, undoId, { lessonId }, (on) =>
        cancelLessonAsAdmin(on, { id: lessonId, by: "Teacher", charged: false }),
      );
    for (const lesson of lessons) {
      const before = await stateOf();
      const undoId = newId();
      await cancel(lesson.id, undoId);
      await undoAct(weekly.asAdmin, { id: undoId });
      expect(await stateOf()).toEqual(before);
      await cancel(lesson.id);
    }
    expect((await whole()).move).toBeNull();
  });
});
