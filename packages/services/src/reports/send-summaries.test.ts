import { toDbDate } from "@korki/db";
import { addMonths, monthOf, today } from "@korki/domain";
import { afterEach, expect, test } from "vitest";
import { saveCentreSettings } from "../centre/centre-settings";
import { bookedLesson, makeClassroom } from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { sendSummaries } from "./send-summaries";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
afterEach(() => {
  services.clock.time = start;
});

test("payers get the summary of the month before in the first days of a month, once, if the centre wanted it by then", async () => {
  const [room, own] = [await makeClassroom(services), await makeClassroom(services)];
  const payer = await makePerson(services, "Parent");
  const seeing = await makePerson(services, "Parent");
  await makeGuardian(services, payer, room.student, { isPayer: true });
  await makeGuardian(services, seeing, room.student);
  const child = await makeChild(services, payer);
  const lesson = await bookedLesson(services, room, 3);
  await bookedLesson(services, own, 3);
  const idle = await makePerson(services, "Student");
  // The office has disabled accounts since: of one another person pays, of one nobody else.
  const gone = await makeClassroom(services);
  await bookedLesson(services, gone, 3);
  const ids = [room.student.id, gone.student.id];
  await prisma.user.updateMany({ where: { id: { in: ids } }, data: { isDisabled: true } });

  const month = monthOf(lesson.date);
  const next = addMonths(month, 1);
  const dayOf = (day: number) => new Date(Date.UTC(next.year, next.month - 1, day, 8));
  services.clock.time = dayOf(1);
  expect(await sendSummaries(services)).toEqual({ written: 0 });
  // Switched on, also after it was on for long, when the day has passed: nothing this month.
  for (const [day, monthlySummary] of [
    [1, true],
    [2, false],
    [2, true],
  ] as const) {
    services.clock.time = dayOf(day);
    await saveCentreSettings(asAdmin, { monthlySummary });
    services.clock.time = dayOf(day + 1);
    expect(await sendSummaries(services)).toEqual({ written: 0 });
  }
  await saveCentreSettings(asAdmin, { monthlySummary: false });
  services.clock.time = start;
  await saveCentreSettings(asAdmin, { monthlySummary: true });

  // Nothing ran until then.
  services.clock.time = dayOf(20);
  expect(monthOf(today(services.clock.time))).toEqual(next);
  await Promise.all([1, 2, 3].map(() => sendSummaries(services)));
  expect(await sendSummaries(services)).toEqual({ written: 0 });
  // The month is done: who had no lesson in it then gets nothing later.
  const late = await makeClassroom(services);
  await prisma.lesson.updateMany({
    where: { id: (await bookedLesson(services, late, 4)).id },
    data: { date: toDbDate(lesson.date), status: "Zrealizowana" },
  });
  expect(await sendSummaries(services)).toEqual({ written: 0 });

  const summaries = async (id: string) =>
    (await outboxOf(services, id)).filter(({ kind }) => kind === "monthly-summary").map(({ facts }) => facts);
  expect(await summaries(payer.id)).toEqual([{ studentId: room.student.id, ...month }]);
  expect(await summaries(own.student.id)).toEqual([{ studentId: own.student.id, ...month }]);
  for (const { id } of [room.student, gone.student, seeing, child, idle])
    expect(await summaries(id)).toEqual([]);
});
