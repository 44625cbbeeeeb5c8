import type { CancellationPolicy } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { getPolicy, savePolicy } from "../cancellation/policies";
import { makeTeacher } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, type Person } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, type WeeklyLessons } from "../testing/weekly-lessons";
import { endSeries } from "./end-series";

const services = await openTestServices();
let weekly: WeeklyLessons;
let payer: Person;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
  payer = await makePerson(services, "Parent");
  await makeGuardian(services, payer, weekly.student, { isPayer: true });
});

/** Confirmed lessons, of which the first is only hours away: cancelling it is late. */
async function bookUnder(late: CancellationPolicy["late"]) {
  const { version = 0 } = (await getPolicy(weekly.asAdmin)) ?? {};
  const policy = { cutOff: { hours: 24 }, late, freeLatePerMonth: 0, payTeacher: false, creditDays: null };
  await savePolicy(weekly.asAdmin, { ...policy, version });
  const { id: seriesId, lessons } = await weekly.book(weekly.asTeacher);
  services.clock.time = new Date("2026-11-24T09:00:00Z");
  return { ref: { seriesId, from: "2026-11-24" }, first: lessons[0]?.id ?? "" };
}

/** What each person reads of lessons that were cancelled too late, in the message that the series ends. */
async function lateFor(...people: Pick<Person, "id">[]): Promise<unknown[]> {
  const told = await Promise.all(people.map(({ id }) => outboxOf(services, id)));
  return told.map((messages) => messages.find(({ facts }) => facts.event === "ended")?.facts.late);
}

describe("a weekly lesson that the student ends too late for its first lesson", () => {
  test.each([
    ["ask", { charged: 0, asked: 1 }],
    ["charge", { charged: 1, asked: 0 }],
    ["free", undefined],
  ] as const)("under `%s`: the teacher and who pays read what becomes of it", async (late, read) => {
    const { ref } = await bookUnder(late);
    await endSeries(weekly.asStudent, ref);
    expect(await lateFor(weekly.teacher, payer)).toEqual([read, read]);
  });

  test("is the substitute's to decide, where one gives that lesson", async () => {
    const { ref, first } = await bookUnder("ask");
    const substitute = await makeTeacher(services);
    await substituteTeacher(weekly.asAdmin, { lessonId: first, teacherId: substitute.id });
    await endSeries(weekly.asStudent, ref);
    const asked = { charged: 0, asked: 1 };
    expect(await lateFor(weekly.teacher, substitute, payer)).toEqual([undefined, asked, asked]);
  });

  test("costs nothing if the teacher ends it", async () => {
    const { ref } = await bookUnder("charge");
    await endSeries(weekly.asTeacher, ref);
    expect(await lateFor(weekly.student, payer)).toEqual([undefined, undefined]);
  });
});
