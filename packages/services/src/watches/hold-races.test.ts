import { instantOf } from "@korki/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ActorCtx } from "../context";
import { heldFor, openWaitingLine, passHolds } from "../testing/waiting-line";
import { listOwnWatches, removeWatch } from "./watches";

/** Those who watch, book and cancel at once, and workers, leave one taker of a held block. */

const { services, prisma, TOMORROW, DATE, HELD, goTo, makeLine, watchFor } = await openWaitingLine();

describe("races for a held slot", () => {
  test("a hold that is over while its holder books is one or the other", async () => {
    for (let round = 0; round < 5; round += 1) {
      goTo(0);
      await prisma.watch.deleteMany();
      const { teacher, students, book, free } = await makeLine(2);
      const [first, second] = students as [ActorCtx, ActorCtx];
      await watchFor(first, teacher);
      await watchFor(second, teacher);
      await free();
      await passHolds(services);
      const inTime = { ...first, now: () => instantOf(TOMORROW, 12 * 60 + 29) };
      goTo(30);
      const [booked] = await Promise.allSettled([book(inTime), passHolds(services)]);
      if (booked.status === "fulfilled") expect(await heldFor(second)).toBeNull();
      else expect([await heldFor(first), await heldFor(second)]).toMatchObject([null, HELD]);
    }
  });

  test("two bookers make one lesson", async () => {
    const { teacher, students, book, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await passHolds(services);
    const booked = await Promise.allSettled([book(first), book(second), book(first)]);
    expect(booked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("watchers, bookers, cancellations and workers at once leave one taker, and no hold without a watch", async () => {
    const step = fc.constantFrom("free", "pass", "book 0", "book 1", "book 2", "watch 1", "leave 0");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        goTo(0);
        await prisma.watch.deleteMany();
        const { teacher, students, book, free } = await makeLine(3);
        const [first] = students as [ActorCtx];
        await watchFor(first, teacher);
        const [own] = await listOwnWatches(first, {});
        const play = (name: string): Promise<unknown> => {
          const [action, who] = name.split(" ");
          const student = students[Number(who)] ?? first;
          if (action === "free") return free();
          if (action === "pass") return passHolds(services);
          if (action === "book") return book(student);
          if (action === "watch") return watchFor(student, teacher);
          return removeWatch(first, { id: own?.id ?? "" });
        };
        for (const round of [steps, ["free"], steps]) {
          const done = await Promise.allSettled(round.map(play));
          const faults = done.flatMap((each) =>
            each.status === "rejected" && !["conflict", "not_found"].includes(each.reason?.code)
              ? [each.reason]
              : [],
          );
          expect(faults).toEqual([]);
        }
        await passHolds(services);
        const lessons = await prisma.lesson.findMany({
          where: { teacherId: teacher.id, date: new Date(`${DATE}T00:00:00Z`), status: "Nie potwierdzona" },
        });
        expect(lessons.length).toBeLessThanOrEqual(1);
        const slots = await prisma.personSlot.findMany({ where: { personId: teacher.id } });
        const watches = await prisma.watch.findMany({ where: { teacherId: teacher.id } });
        const holds = watches.flatMap(({ holdId }) => holdId ?? []);
        expect(slots.flatMap(({ holdId }) => holdId ?? []).sort()).toEqual(holds.sort());
        expect(await prisma.slotHold.count()).toBe(holds.length);
        if (lessons.length > 0) expect(holds).toEqual([]);
      }),
      { numRuns: 20 },
    );
    // Each round makes people and waits for many writers.
  }, 180_000);
});
