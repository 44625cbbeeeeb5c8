import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { newId } from "@korki/db";
import { createCalendarAddress } from "@korki/services/calendar/calendar-address";
import { inDays, makeClassroom, makeStudentOf } from "@korki/services/testing/classroom";
import { personCtx, signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, origin, rest } = await openTestApi({ RATE_LIMIT_SCALE: "1000" });

test("an unchanged calendar is not sent again, and a key with a NUL is not found", async () => {
  const { asStudent } = await makeClassroom(services);
  const path = new URL((await createCalendarAddress(asStudent)).address ?? "").pathname.slice("/api".length);
  const first = await rest("GET", path);
  const etag = first.headers.get("etag") ?? "";
  expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
  const again = await rest("GET", path, { headers: { "if-none-match": etag } });
  expect([again.status, again.body]).toEqual([304, ""]);
  expect((await rest("GET", "/calendar/%00.ics")).status).toBe(404);
});

test("a visitor keeps the half hour that was asked for as a tentative event", async () => {
  const wish = "date=2026-12-01&blockIndex=9&subject=Matematyka&subjectLevel=liceumP";
  const file = await rest("GET", `/trial.ics?${wish}`);
  expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  for (const line of [
    "DTSTART;TZID=Europe/Warsaw:20261201T164500",
    "DTEND;TZID=Europe/Warsaw:20261201T171500",
    "STATUS:TENTATIVE",
    "SUMMARY:Lekcja próbna\\, Matematyka",
  ]) {
    expect(file.body).toContain(line);
  }
  for (const [from, to] of [
    ["2026-12-01", "2026-02-30"],
    ["Index=9", "Index=14"],
    ["Matematyka", "%00"],
    ["date=", "date=1&date="],
  ] as const) {
    expect((await rest("GET", `/trial.ics?${wish.replace(from, to)}`)).status).toBe(400);
  }
});

test("hundreds of reads of one calendar delay no other calls", async () => {
  const { teacher, student } = await makeClassroom(services);
  const others = await Promise.all(Array.from({ length: 3 }, () => makeStudentOf(services, teacher)));
  const students = [student, ...others];
  await services.db.prisma.lesson.createMany({
    data: Array.from({ length: 127 }, (_, at) => ({
      id: newId(),
      teacherId: teacher.id,
      studentId: students[at % students.length]?.id ?? student.id,
      date: new Date(`${inDays(services, 20 - Math.floor(at / 5))}T00:00:00Z`),
      block: at % 5,
      subject: "Matematyka",
      level: "liceumP",
      title: "Matematyka",
      description: "Ułamki zwykłe i dziesiętne",
      status: "Potwierdzona",
      price: 90,
      rate: 60,
    })),
  });
  const address = (await createCalendarAddress(personCtx(services, teacher))).address ?? "";
  const calendar = origin + new URL(address).pathname;
  const { accessToken: token } = await signIn(services, student);
  const readProfile = async () => expect((await rest("GET", "/user/profile", { token })).status).toBe(200);
  for (let warm = 0; warm < 5; warm += 1) await readProfile();
  // In a thread of their own: the readers' work is not the server's.
  const readers = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     const reads = Array.from({ length: 250 }, async () => (await fetch(workerData)).status);
     parentPort.postMessage("asked");
     Promise.all(reads).then((statuses) => parentPort.postMessage([...new Set(statuses)]));`,
    { eval: true, workerData: calendar },
  );
  await once(readers, "message");
  const answered = once(readers, "message");
  let between = 0;
  let open = true;
  answered.then(() => {
    open = false;
  });
  for (; open; between += 1) await readProfile();
  expect(await answered).toEqual([[200]]);
  // Behind a queue of 250 reads only the first would be answered meanwhile.
  expect(between).toBeGreaterThan(2);
});
