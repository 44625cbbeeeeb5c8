import type { FeedLesson, FeedTrial } from "@korki/db";
import { expect, test } from "vitest";
import { renderCalendar } from "./render-calendar";

const lesson: FeedLesson = {
  id: "01970000-0000-7000-8000-000000000001",
  teacherId: "01970000-0000-7000-8000-0000000000bb",
  withName: "Zażółć Gęślą",
  child: null,
  date: "2026-01-15",
  block: 9,
  subject: "Matematyka",
  level: "liceumP",
  description: "",
  status: "Potwierdzona",
  cancelMessage: null,
  pairId: null,
  meetingLink: "",
  version: 1,
  createdAt: "2026-01-02T08:00:00.000Z",
  updatedAt: "2026-01-03T09:30:15.000Z",
};
const trial: FeedTrial = {
  id: "01970000-0000-7000-8000-000000000009",
  name: "Jan",
  date: "2026-07-01",
  block: 3,
  subject: "Angielski",
  level: "szkolaP",
  description: "",
  status: "Umowiona",
  meetingLink: "https://meet.jit.si/korki-2",
  version: 4,
  createdAt: "2026-06-01T08:00:00.000Z",
  updatedAt: "2026-06-02T08:00:00.000Z",
};

test("winter: a confirmed lesson, one that waits, one that was cancelled", async () => {
  const rendered = await renderCalendar({
    centreName: "Korki",
    lessons: [
      { ...lesson, meetingLink: "https://meet.jit.si/korki-1" },
      {
        ...lesson,
        id: "01970000-0000-7000-8000-000000000002",
        date: "2026-01-16",
        block: 0,
        status: "Nie potwierdzona",
        description: `Ułamki; potęgi, pierwiastki\r\ni \\ reszta\u0007 ${"długiego tematu ".repeat(8)}`,
        version: 0,
      },
      {
        ...lesson,
        id: "01970000-0000-7000-8000-000000000003",
        date: "2026-01-17",
        block: 13,
        status: "Odwolana przez nauczyciela",
        cancelMessage: "Choroba",
        version: 2,
      },
    ],
    trials: [],
  });
  await expect(rendered).toMatchFileSnapshot("golden/winter.ics");
});

test("summer: a teacher's lesson and trial lessons", async () => {
  const rendered = await renderCalendar({
    centreName: "Centrum; korepetycji, nr 1",
    lessons: [{ ...lesson, date: "2026-07-15", version: 7 }],
    trials: [trial, { ...trial, id: "01970000-0000-7000-8000-000000000010", block: 4, status: "Odwolana" }],
  });
  await expect(rendered).toMatchFileSnapshot("golden/summer.ics");
});

test("a double lesson is one entry while both are alike, and two as soon as one differs", async () => {
  const pairId = "01970000-0000-7000-8000-0000000000aa";
  const earlier = { ...lesson, pairId };
  const later = { ...earlier, id: "01970000-0000-7000-8000-000000000002", block: 10 };
  const entries = async (lessons: FeedLesson[]) => {
    const text = await renderCalendar({ centreName: "Korki", lessons, trials: [] });
    return text.match(/^(UID|DTSTART;|DTEND|DTSTAMP).*$/gm)?.map((line) => line.trim()) ?? [];
  };
  expect(await entries([earlier, later])).toEqual([
    `UID:lesson-${lesson.id}@korki`,
    "DTSTAMP:20260103T093015Z",
    "DTSTART;TZID=Europe/Warsaw:20260115T164500",
    "DTEND;TZID=Europe/Warsaw:20260115T185000",
  ]);
  const cancelled = {
    ...later,
    status: "Odwolana przez ucznia" as const,
    updatedAt: "2026-01-04T08:00:00.000Z",
  };
  const apart = await entries([earlier, cancelled]);
  expect(apart.filter((line) => line.startsWith("DTEND"))).toEqual([
    "DTEND;TZID=Europe/Warsaw:20260115T174500",
    "DTEND;TZID=Europe/Warsaw:20260115T185000",
  ]);
  // The hours of the first have changed with the other one.
  expect(apart.filter((line) => line.startsWith("DTSTAMP"))).toEqual(
    Array(2).fill("DTSTAMP:20260104T080000Z"),
  );
  const substituted = { ...later, teacherId: "01970000-0000-7000-8000-0000000000cc" };
  expect((await entries([earlier, substituted])).filter((line) => line.startsWith("UID"))).toEqual([
    `UID:lesson-${earlier.id}@korki`,
    `UID:lesson-${later.id}@korki`,
  ]);
});

test("the days when clocks change keep the hours of Warsaw's clock", async () => {
  const rendered = await renderCalendar({
    centreName: "Korki",
    lessons: ["2026-03-28", "2026-03-29", "2026-10-25", "2026-10-26"].map((date) => ({
      ...lesson,
      date,
      block: 0,
    })),
    trials: [],
  });
  expect(rendered.match(/DTSTART;.*/g)?.map((line) => line.trim())).toEqual([
    "DTSTART;TZID=Europe/Warsaw:20260328T070000",
    "DTSTART;TZID=Europe/Warsaw:20260329T070000",
    "DTSTART;TZID=Europe/Warsaw:20261025T070000",
    "DTSTART;TZID=Europe/Warsaw:20261026T070000",
  ]);
});

test("no text adds a line, and no line is longer than 75 bytes", async () => {
  const rendered = await renderCalendar({
    centreName: "Korki",
    lessons: [{ ...lesson, description: "x\r\nSTATUS:CANCELLED\nATTACH:http://evil.example\u0000" }],
    trials: [],
  });
  expect(rendered).not.toMatch(/^(STATUS:CANCELLED|ATTACH)/m);
  expect(rendered.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
  for (const line of rendered.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("an empty calendar is a calendar, too", async () => {
  const rendered = await renderCalendar({ centreName: "Korki", lessons: [], trials: [] });
  expect(rendered.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")).toBe(true);
  expect(rendered.endsWith("END:VTIMEZONE\r\nEND:VCALENDAR\r\n")).toBe(true);
});
