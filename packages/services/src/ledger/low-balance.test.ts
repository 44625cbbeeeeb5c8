import { toDbDate } from "@korki/db";
import { expect, test } from "vitest";
import { deleteLessonAsAdmin } from "../admin-lessons/delete-lesson";
import { saveCentreSettings } from "../centre/centre-settings";
import { bookedLesson, inDays, makeClassroom, notificationsFor } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { openLedger, pair } from "../testing/student-ledger";
import { adjustLedger } from "./adjust-ledger";

/** A student who has paid before is told when few lessons are left. */

const { services, prisma, asAdmin, pay } = await openLedger();

test("a low balance notifies once per crossing, only students who have ever paid", async () => {
  const room = await makeClassroom(services);
  const low = async () =>
    (await outboxOf(services, room.student.id))
      .filter(({ kind }) => kind === "low-balance")
      .map(({ facts }) => facts.available);
  await pay(room, 3);
  await bookedLesson(services, room, 1);
  expect(await low()).toEqual([]);
  const second = await bookedLesson(services, room, 2);
  expect(await low()).toEqual([1]);
  await bookedLesson(services, room, 3);
  expect(await low()).toEqual([1]);
  await pay(room, 2);
  await deleteLessonAsAdmin(asAdmin, { id: second.id });
  // Several lessons at once are one message, with what is left in the end.
  await prisma.lesson.createMany({
    data: [0, 1, 2, 3].map((block) => ({
      id: `01980000-0000-7000-8000-00000000000${block}`,
      teacherId: room.teacher.id,
      studentId: room.student.id,
      date: toDbDate(inDays(services, 25)),
      block,
      ...pair,
      title: "",
      status: "Potwierdzona",
      price: 90,
      rate: 60,
    })),
  });
  expect(await low()).toEqual([1, -1]);

  const unpaid = await makeClassroom(services);
  await adjustLedger(asAdmin, { studentId: unpaid.student.id, ...pair, quantity: 2, description: "x" });
  await bookedLesson(services, unpaid, 1);
  expect(await notificationsFor(services, unpaid.student)).toEqual(["lessons-adjusted"]);
});

test("a threshold of 0 is silence, another one counts from then on", async () => {
  const room = await makeClassroom(services);
  const low = async () =>
    (await notificationsFor(services, room.student)).filter((kind) => kind === "low-balance").length;
  await pay(room, 6);
  try {
    await saveCentreSettings(asAdmin, { lowBalanceThreshold: 0 });
    await adjustLedger(asAdmin, { studentId: room.student.id, ...pair, quantity: -6, description: "x" });
    expect(await low()).toBe(0);
    await adjustLedger(asAdmin, { studentId: room.student.id, ...pair, quantity: 6, description: "x" });
    expect(await saveCentreSettings(asAdmin, { lowBalanceThreshold: 5 })).toMatchObject({
      lowBalanceThreshold: 5,
      monthlySummary: false,
    });
    await adjustLedger(asAdmin, { studentId: room.student.id, ...pair, quantity: -1, description: "x" });
    expect(await low()).toBe(1);
  } finally {
    await saveCentreSettings(asAdmin, { lowBalanceThreshold: 1 });
  }
});
