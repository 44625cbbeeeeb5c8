import { saveReport } from "@korki/services/reports/save-report";
import { personCtx } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import type { CallerName } from "../testing/callers";
import { allEndpoints, resourceId, send, tokenOf } from "../testing/endpoints";
import { makeFixtures } from "../testing/fixtures";
import { openLiveScreen } from "../testing/live-screen";
import { contentOf, takeSnapshot } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";
import { procedureOf } from "../trpc/procedures";

/** One of each who could come near a lesson, its own teacher and an administrator for comparison. */
const READERS = [
  "visitor",
  "student",
  "otherStudent",
  "otherTeacher",
  "seeingParent",
  "formerParent",
  "teacher",
  "admin",
] as const satisfies readonly CallerName[];
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

  // Every read as everybody; of the changes those that answer with a lesson or its report.
  const seenBy = new Set<string>();
  const snapshot = await takeSnapshot(services.db);
  for (const endpoint of allEndpoints()) {
    const isQuery = procedureOf(endpoint.procedure).type === "query";
    if (!isQuery && !/^(reports|lessons)\./.test(endpoint.procedure)) continue;
    const id = endpoint.about ? resourceId(fixtures, endpoint) : lessonId;
    await Promise.all(
      READERS.map(async (caller) => {
        const call = endpoint.call(fixtures, id, caller);
        const { text } = await send(origin, call, tokenOf(fixtures, caller));
        if (text.includes(NOTE)) seenBy.add(`${caller} ${endpoint.name}`);
      }),
    );
    if (!isQuery) await snapshot.restore();
  }
  expect([...seenBy].filter((each) => !/^(teacher|admin) /.test(each))).toEqual([]);
  expect([...seenBy]).toEqual(expect.arrayContaining(["teacher tRPC reports.get", "admin tRPC reports.get"]));
});
