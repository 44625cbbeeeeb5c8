import type { GuardianRight } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { planReminders } from "../notifications/plan-reminders";
import { notificationsFor } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, type WeeklyLessons } from "../testing/weekly-lessons";
import { answerMove, expireMoves, withdrawMove } from "./answer-move";
import { endSeries } from "./end-series";
import { extendSeries, previewExtension } from "./extend-series";
import { fillDate } from "./fill-date";
import { getSeries, listSeries } from "./list-series";
import { moveSeries, previewMove } from "./move-series";

const services = await openTestServices();
const { prisma } = services.db;

let weekly: WeeklyLessons;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
});

const PAGE = { page: 1, pageSize: 100 };

describe("a parent", () => {
  const parentOf = async (rights: readonly GuardianRight[]) => {
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, weekly.student, { rights });
    return personCtx(services, parent);
  };

  test("asks for a child's weekly lesson, moves, fills, extends and ends it, with the right to book", async () => {
    await weekly.closeCentre("2026-12-01");
    const asParent = await parentOf(["book"]);
    const { id: seriesId, status, studentId } = await weekly.book(asParent);
    expect({ status, studentId }).toEqual({ status: "Nie potwierdzona", studentId: weekly.student.id });
    await fillDate(asParent, { seriesId, skippedDate: "2026-12-01", date: "2026-12-03", block: 4 });
    const moved = { seriesId, from: "2026-12-08", weekday: "sr" as const, block: 9 };
    const { token } = await previewMove(asParent, moved);
    const { move } = await moveSeries(asParent, { ...moved, token });
    expect(move).toMatchObject({ weekday: "sr" });
    await withdrawMove(asParent, { seriesId, moveId: move?.id ?? "" });
    const longer = await previewExtension(asParent, { seriesId, to: "2027-01-05" });
    await extendSeries(asParent, { seriesId, to: "2027-01-05", token: longer.token });
    expect((await endSeries(asParent, { seriesId, from: "2026-12-08" })).deleted).toBeGreaterThan(0);
    expect((await listSeries(asParent, PAGE)).items).toMatchObject([{ id: seriesId }]);
    expect((await listSeries(asParent, { ...PAGE, studentId: weekly.student.id })).total).toBe(1);
    const actors = await prisma.historyEntry.findMany({
      where: { entityId: seriesId },
      select: { actorId: true },
    });
    expect(new Set(actors.map(({ actorId }) => actorId))).toEqual(new Set([asParent.actor.id]));
  });

  test.each(["accept", "decline", "no answer", "move"] as const)(
    "who asked for a move hears the answer: %s",
    async (answer) => {
      const asParent = await parentOf(["book"]);
      const { id: seriesId } = await weekly.book(weekly.asTeacher);
      const wish = { seriesId, from: "2026-11-24", weekday: "sr" as const, block: 10 };
      const { token } = await previewMove(asParent, wish);
      const { move } = await moveSeries(asParent, { ...wish, token });
      await prisma.notification.deleteMany();
      if (answer === "no answer") {
        services.clock.time = new Date(move?.expiresAt ?? "");
        await expireMoves(services);
      } else if (answer === "move") {
        const own = { ...wish, block: 4 };
        const preview = await previewMove(weekly.asTeacher, own);
        await moveSeries(weekly.asTeacher, { ...own, token: preview.token });
      } else await answerMove(weekly.asTeacher, { seriesId, moveId: move?.id ?? "", answer });
      const told = await prisma.notification.findMany({ select: { recipientId: true, childId: true } });
      expect(told).toHaveLength(2);
      expect(told).toContainEqual({ recipientId: weekly.student.id, childId: null });
      expect(told).toContainEqual({ recipientId: asParent.actor.id, childId: weekly.student.id });
    },
  );

  test("sees it without that right, and nothing of other children", async () => {
    const { id: seriesId } = await weekly.book(weekly.asStudent);
    const seeing = await parentOf([]);
    expect(await getSeries(seeing, { seriesId })).toMatchObject({ id: seriesId });
    for (const call of [
      () => endSeries(seeing, { seriesId, from: "2026-11-24" }),
      () => weekly.book(seeing, { block: 3 }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "forbidden" });
    const stranger = personCtx(services, await makePerson(services, "Parent"));
    for (const call of [
      () => getSeries(stranger, { seriesId }),
      () => endSeries(stranger, { seriesId, from: "2026-11-24" }),
      () => weekly.book(stranger, { block: 3 }),
      () => listSeries(stranger, { ...PAGE, studentId: weekly.student.id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "not_found" });
    expect((await listSeries(stranger, PAGE)).items).toEqual([]);
  });

  test("the payer and the student are told once that it ends, except who ended it", async () => {
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, weekly.student, { isPayer: true });
    const enders = [weekly.asStudent, weekly.asTeacher, weekly.asAdmin, personCtx(services, payer)];
    for (const [at, asEnder] of enders.entries()) {
      const { id: seriesId } = await weekly.book(weekly.asTeacher, { block: at });
      await prisma.notification.deleteMany();
      await endSeries(asEnder, { seriesId, from: "2026-12-08" });
      const isPayer = asEnder.actor.id === payer.id;
      expect(await notificationsFor(services, payer)).toEqual(isPayer ? [] : ["series-changed"]);
      const byParent = { path: ["byParent"], equals: true };
      expect(await prisma.notification.count({ where: { facts: byParent } })).toBe(isPayer ? 2 : 0);
      const isStudent = asEnder.actor.id === weekly.student.id;
      expect(await notificationsFor(services, weekly.student)).toEqual(isStudent ? [] : ["series-changed"]);
    }
  });

  test("the payer, too, is asked thirty days before the end whether it goes on", async () => {
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, weekly.student, { isPayer: true });
    await weekly.book(weekly.asTeacher, { to: "2027-01-12" });
    services.clock.time = new Date("2026-12-14T09:00:00Z");
    await prisma.notification.deleteMany();
    await planReminders(services);
    for (const person of [weekly.student, weekly.teacher, payer])
      expect(
        (await notificationsFor(services, person)).filter((kind) => kind === "series-ending"),
      ).toHaveLength(1);
  });
});
