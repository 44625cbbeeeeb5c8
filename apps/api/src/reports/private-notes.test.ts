import { saveReport } from "@korki/services/reports/save-report";
import { personCtx } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { allEndpoints, resourceId, send, tokenOf } from "../testing/endpoints";
import { CALLERS, makeFixtures, roleOf } from "../testing/fixtures";
import { openLiveScreen } from "../testing/live-screen";
import { contentOf, takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { procedureOf } from "../trpc/procedures";

const NOTE = "Trudna sytuacja w domu 7f3a";

const { services, origin } = await openTestApi({ RATE_LIMIT_SCALE: "10000" });
const fixtures = await makeFixtures(services);
const { people, resources } = fixtures;
const lessonId = resources.heldLesson.id;

/** Writes the note twice, so that the history has it too. */
async function write(text: string): Promise<void> {
  await saveReport(personCtx(services, people.teacher), {
    lessonId,
    summary: "Prawo Ohma",
    homework: "Zadania 1–3",
    homeworkDue: null,
    privateNote: text,
    understanding: 3,
  });
}

test("a private note reaches its teacher and administrators alone, by whatever way", async () => {
  const screen = openLiveScreen(origin, people.student.token);
  await expect.poll(screen.starts, { timeout: 10_000 }).toBe(1);
  await write(`${NOTE} dawniej`);
  await write(NOTE);
  await expect.poll(() => screen.heard, { timeout: 10_000 }).toContain("reports");
  await screen.leave();

  // It is kept with the report and its history, and nowhere else: no message, no index of the search.
  const kept = (await contentOf(services.db)).filter((line) => line.includes(NOTE));
  expect([...new Set(kept.map((line) => /^[\w."]+/.exec(line)?.[0].replaceAll(/\W/g, "")))].sort()).toEqual([
    expect.stringMatching(/history_entries$/),
    expect.stringMatching(/lesson_reports$/),
  ]);

  const snapshot = await takeSnapshot(services.db);
  const seenBy = new Set<string>();
  for (const endpoint of allEndpoints()) {
    const isQuery = procedureOf(endpoint.procedure).type === "query";
    const id = endpoint.about ? resourceId(fixtures, endpoint) : lessonId;
    for (const caller of CALLERS) {
      const { status, text } = await send(
        origin,
        endpoint.call(fixtures, id, caller),
        tokenOf(fixtures, caller),
      );
      if (!isQuery && status === 200) await snapshot.restore();
      if (text.includes(NOTE))
        seenBy.add(`${caller === "visitor" ? caller : roleOf(caller)} ${endpoint.name}`);
    }
  }
  const others = [...seenBy].filter((each) => !/^(Teacher|Admin) /.test(each));
  expect(others).toEqual([]);
  expect([...seenBy]).toEqual(expect.arrayContaining(["Teacher tRPC reports.get", "Admin tRPC reports.get"]));

  // Of teachers the lesson's own alone.
  for (const path of [`/api/report/${lessonId}`, `/api/teacher/reports/${people.student.id}`]) {
    const { text } = await send(origin, { method: "GET", path }, people.otherTeacher.token);
    expect(text).not.toContain(NOTE);
  }
});
