import type { SeriesBody } from "@korki/contracts/series";
import { seriesTexts } from "@korki/contracts/texts/series";
import { beforeEach, describe, expect, test } from "vitest";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { bookingOf, notificationsFor } from "../testing/classroom";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, NOW, type WeeklyLessons } from "../testing/weekly-lessons";
import { createSeries, previewSeries } from "./create-series";
import { endSeries } from "./end-series";
import { getSeries } from "./list-series";

const services = await openTestServices();
const { prisma } = services.db;

let weekly: WeeklyLessons;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
});

describe("creating", () => {
  test("books exactly the free dates, each as a lesson of the series, and notifies the other side once", async () => {
    await weekly.closeCentre("2026-12-01");
    const series = await weekly.book(weekly.asStudent);
    expect(series).toMatchObject({ status: "Nie potwierdzona", planned: 4, delivered: 0, cancelled: 0 });
    expect(series.skipped).toEqual([{ date: "2026-12-01", outcome: "closed" }]);
    expect(await getSeries(weekly.asStudent, { seriesId: series.id })).toEqual(series);
    expect(series.lessons.map(({ date }) => date)).toEqual([
      "2026-11-24",
      "2026-12-08",
      "2026-12-15",
      "2026-12-22",
    ]);
    expect(await notificationsFor(services, weekly.teacher)).toEqual(["series-changed"]);
    expect(await notificationsFor(services, weekly.student)).toEqual([]);
    const history = await prisma.historyEntry.findMany({ where: { entity: "series", entityId: series.id } });
    expect(history).toHaveLength(1);
  });

  test("a teacher's lessons are confirmed at once; an administrator chooses", async () => {
    expect(await weekly.book(weekly.asTeacher)).toMatchObject({ status: "Potwierdzona" });
    const { token } = await previewSeries(weekly.asAdmin, weekly.body({ block: 3 }));
    const status = "Potwierdzona" as const;
    expect(await createSeries(weekly.asAdmin, { ...weekly.body({ block: 3 }), token, status })).toMatchObject(
      {
        status,
      },
    );
    const other = await previewSeries(weekly.asStudent, weekly.body({ block: 4 }));
    await expect(
      createSeries(weekly.asStudent, { ...weekly.body({ block: 4 }), token: other.token, status }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a date that is lost meanwhile: nothing is booked, and a new preview is returned", async () => {
    const { token } = await previewSeries(weekly.asStudent, weekly.body());
    await bookLesson(await weekly.otherStudent(), bookingOf(weekly.teacher, "2026-12-15", 9));
    const refusal = await createSeries(weekly.asStudent, { ...weekly.body(), token }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ code: "conflict", details: { preview: { free: 4, skipped: 1 } } });
    expect(await prisma.lesson.count({ where: { studentId: weekly.student.id } })).toBe(0);
    const { preview } = (refusal as { details: { preview: { token: string } } }).details;
    expect(await createSeries(weekly.asStudent, { ...weekly.body(), token: preview.token })).toMatchObject({
      planned: 4,
    });
  });

  test("a date that becomes free meanwhile stays skipped", async () => {
    const taken = await bookLesson(await weekly.otherStudent(), bookingOf(weekly.teacher, "2026-12-15", 9));
    const { token } = await previewSeries(weekly.asStudent, weekly.body());
    await cancelLesson(weekly.asTeacher, { lessonId: taken.id });
    const series = await createSeries(weekly.asStudent, { ...weekly.body(), token });
    expect(series.skipped).toEqual([{ date: "2026-12-15", outcome: "teacher-busy" }]);
  });

  test("a token works once, for its caller and its body, for fifteen minutes", async () => {
    const { token } = await previewSeries(weekly.asStudent, weekly.body());
    const stale = { code: "conflict" };
    await expect(createSeries(weekly.asTeacher, { ...weekly.body(), token })).rejects.toMatchObject(stale);
    await expect(
      createSeries(weekly.asStudent, { ...weekly.body({ block: 10 }), token }),
    ).rejects.toMatchObject(stale);
    await expect(
      createSeries(weekly.asStudent, { ...weekly.body(), token: `${token}x` }),
    ).rejects.toMatchObject(stale);
    services.clock.time = new Date(NOW.getTime() + 15 * 60_000);
    await expect(createSeries(weekly.asStudent, { ...weekly.body(), token })).rejects.toMatchObject(stale);
    services.clock.time = new Date(NOW.getTime() + 14 * 60_000);
    const series = await createSeries(weekly.asStudent, { ...weekly.body(), token });
    await endSeries(weekly.asStudent, { seriesId: series.id, from: "2026-11-24" });
    await expect(createSeries(weekly.asStudent, { ...weekly.body(), token })).rejects.toMatchObject(stale);
  });

  test("a token that is used twice at once makes one series", async () => {
    const { token } = await previewSeries(weekly.asStudent, weekly.body());
    const answers = await Promise.allSettled(
      [1, 2].map(() => createSeries(weekly.asStudent, { ...weekly.body(), token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await prisma.series.count({ where: { studentId: weekly.student.id } })).toBe(1);
    expect(await prisma.lesson.count({ where: { studentId: weekly.student.id } })).toBe(5);
  });

  test("with nothing free is refused with the preview", async () => {
    await weekly.closeCentre("2026-11-24");
    const change = { to: "2026-11-24" };
    const { token, free } = await previewSeries(weekly.asStudent, weekly.body(change));
    expect(free).toBe(0);
    await expect(createSeries(weekly.asStudent, { ...weekly.body(change), token })).rejects.toMatchObject({
      code: "conflict",
      details: { preview: { free: 0, skipped: 1 } },
    });
  });

  test("takes as many statements for two dates as for thirty, one of them skipped", async () => {
    const count = async (change: Partial<SeriesBody>) => {
      const { token } = await previewSeries(weekly.asStudent, weekly.body(change));
      ran = 0;
      await createSeries(weekly.asStudent, { ...weekly.body(change), token });
      return ran;
    };
    const two = await count({ to: "2026-12-01" });
    await weekly.closeCentre("2026-12-08");
    expect(await count({ block: 10, to: "2027-06-29" })).toBe(two);
  });

  test("needs as many prepaid lessons as it books, if the centre asks for them", async () => {
    const settings = { ...services.settings, bookingRequiresPrepaid: true };
    const asStudent = { ...weekly.asStudent, settings };
    const refusal = seriesTexts.tooFewPrepaid(0);
    const { consequence } = await previewSeries(asStudent, weekly.body());
    expect(consequence?.sentence).toBe(refusal);
    await expect(weekly.book(asStudent)).rejects.toMatchObject({ code: "conflict", message: refusal });
    await expect(weekly.book({ ...weekly.asTeacher, settings })).resolves.toMatchObject({ planned: 5 });
  });
});

test("16:45 stays 16:45 when the clocks change", async () => {
  services.clock.time = new Date("2026-10-10T09:00:00Z");
  const change = { weekday: "niedz" as const, from: "2026-10-18", to: "2027-04-04" };
  const { id } = await weekly.book(weekly.asTeacher, change);
  const { lessons } = await getSeries(weekly.asTeacher, { seriesId: id });
  expect(lessons.map(({ date }) => date)).toEqual(expect.arrayContaining(["2026-10-25", "2027-03-28"]));
  expect(new Set(lessons.map(({ block }) => block))).toEqual(new Set([9]));
});

let ran = 0;
const counted = new WeakSet<object>();
services.db.pool.on("acquire", (client) => {
  if (counted.has(client)) return;
  counted.add(client);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query: (...args: unknown[]) => {
      ran += 1;
      return query(...args);
    },
  });
});
