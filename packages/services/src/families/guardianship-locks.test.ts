import { endGuardianship as endRow, lockChild, lockFamily, type Tx, transact } from "@korki/db";
import { describe, expect, test } from "vitest";
import type { ActorCtx } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { previewSeries } from "../series/create-series";
import { bookingOf, inDays, makeClassroom } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { somebodyWaits } from "../testing/lock-waits";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { saveGuardianship } from "./guardianships";

const { services, asAdmin: admin } = await openTestCentre();

async function setUp() {
  const room = await makeClassroom(services);
  const parent = await makePerson(services, "Parent");
  const guardianshipId = await makeGuardian(services, parent, room.student);
  let attempts = 0;
  const ctx: ActorCtx = {
    ...personCtx(services, parent),
    now: () => {
      attempts += 1;
      return services.now();
    },
  };
  const booking = { ...bookingOf(room.teacher, inDays(services, 3), 4), studentId: room.student.id };
  return { ...room, parent, guardianshipId, ctx, booking, attempts: () => attempts };
}

describe("a parent's booking and a change of the guardianship wait for each other without a deadlock:", () => {
  const LOCKS: [string, (tx: Tx, ids: { studentId: string; parentId: string }) => Promise<unknown>][] = [
    ["the student is locked by an administrator", (tx, { studentId }) => lockChild(tx, studentId)],
    ["the student is being erased", (tx, { studentId }) => lockFamily(tx, studentId)],
    ["the parent is being erased", (tx, { parentId }) => lockFamily(tx, parentId)],
  ];
  test.each(LOCKS)("%s", async (_, lock) => {
    const { student, parent, guardianshipId, ctx, booking, attempts } = await setUp();
    let changes = 0;
    const result = await transact(services.db, async (tx) => {
      changes += 1;
      await lock(tx, { studentId: student.id, parentId: parent.id });
      const result = bookLesson(ctx, booking).catch((error: unknown) => error);
      await somebodyWaits(services.db);
      await endRow(tx, guardianshipId, services.now());
      return { result };
    });
    expect(await result.result).toMatchObject({ code: "not_found" });
    expect({ changes, attempts: attempts() }).toEqual({ changes: 1, attempts: 0 });
  });
});

test("bookings, previews and changes of one guardianship at once all have one of the expected outcomes", async () => {
  const { student, parent, guardianshipId, ctx, booking, teacher } = await setUp();
  const change = (book: boolean) =>
    saveGuardianship(admin, {
      id: guardianshipId,
      parentId: parent.id,
      studentId: student.id,
      rights: { book, pay: true },
      payer: false,
    });
  const weekly = { weekday: "pon", block: 3, subject: booking.subject, level: booking.level } as const;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => [
      bookLesson(ctx, { ...booking, block: n }),
      change(n % 3 > 0),
      previewSeries(ctx, {
        ...weekly,
        teacherId: teacher.id,
        studentId: student.id,
        from: booking.date,
        everyWeeks: 1,
        description: "",
      }),
    ]).flat(),
  );
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") {
      expect(["forbidden", "conflict"]).toContain(outcome.reason.code);
    }
  }
  expect(await change(true)).toMatchObject({ rights: { book: true } });
});
