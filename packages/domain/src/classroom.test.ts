import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeVisits, presenceOf, type RoomRole, roomDoor, roomHours, type Visit } from "./classroom";

const SLOT = { date: "2026-11-24", block: 9 } as const;
const at = (time: string) => new Date(`2026-11-24T${time}+01:00`);
const visit = (userId: string, from: string, to: string | null, role: RoomRole = "teacher"): Visit => ({
  userId,
  role,
  enteredAt: at(from),
  leftAt: to === null ? null : at(to),
});

describe("a room of a lesson at 16:45", () => {
  test.each([
    ["16:29:59", "early"],
    ["16:30:00", "open"],
    ["18:15:00", "open"],
    ["18:15:01", "closed"],
  ] as const)("at %s is %s", (time, door) => {
    expect(roomDoor({ ...SLOT, status: "Potwierdzona" }, at(time))).toBe(door);
  });

  test("is open after the outcome was marked, and never for a cancelled lesson", () => {
    expect(roomDoor({ ...SLOT, status: "Zrealizowana" }, at("17:50:00"))).toBe("open");
    expect(roomDoor({ ...SLOT, status: "Odwolana przez ucznia" }, at("16:45:00"))).toBe("cancelled");
  });
});

test("visits of a person less than 20 s apart are one, those of two people are not", () => {
  const merged = mergeVisits([
    visit("t", "16:50:10", "17:00:00"),
    visit("t", "16:40:00", "16:49:51"),
    visit("s", "16:49:55", null, "student"),
    visit("t", "17:00:20", "17:10:00"),
  ]);
  expect(merged).toEqual([
    visit("t", "16:40:00", "17:00:00"),
    visit("s", "16:49:55", null, "student"),
    visit("t", "17:00:20", "17:10:00"),
  ]);
});

test("a parent's and an administrator's seconds never count", () => {
  const visits = [
    visit("t", "16:30:00", "16:40:00"),
    visit("s", "16:35:00", null, "student"),
    visit("p", "16:30:00", "18:00:00", "parent"),
    visit("a", "16:30:00", "18:00:00", "admin"),
  ];
  expect(presenceOf(visits, at("16:45:00"))).toEqual({
    teacherSeconds: 600,
    studentSeconds: 600,
    togetherSeconds: 300,
  });
});

test("seconds agree with counting each second by itself", () => {
  const { opensAt } = roomHours(SLOT);
  const role = fc.constantFrom<RoomRole>("teacher", "student");
  const stay = fc.record({
    userId: fc.constantFrom("a", "b"),
    role,
    from: fc.integer({ min: 0, max: 600 }),
    for: fc.integer({ min: 0, max: 300 }),
  });
  fc.assert(
    fc.property(fc.array(stay, { maxLength: 8 }), (stays) => {
      const visits = stays.map(({ userId, role, from, ...stay }) => ({
        userId: `${role} ${userId}`,
        role,
        enteredAt: new Date(opensAt.getTime() + from * 1_000),
        leftAt: new Date(opensAt.getTime() + (from + stay.for) * 1_000),
      }));
      const merged = mergeVisits(visits);
      const isThere = (role: RoomRole, second: number) =>
        merged.some(({ role: theirs, enteredAt, leftAt }) => {
          const moment = opensAt.getTime() + second * 1_000;
          return theirs === role && enteredAt.getTime() <= moment && moment < (leftAt?.getTime() ?? 0);
        });
      const seconds = Array.from({ length: 1_000 }, (_, second) => second);
      const teacher = seconds.filter((second) => isThere("teacher", second));
      const student = seconds.filter((second) => isThere("student", second));
      expect(presenceOf(visits, at("18:15:00"))).toEqual({
        teacherSeconds: teacher.length,
        studentSeconds: student.length,
        togetherSeconds: teacher.filter((second) => isThere("student", second)).length,
      });
    }),
    { numRuns: 200 },
  );
});
