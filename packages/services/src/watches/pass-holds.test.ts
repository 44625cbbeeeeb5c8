import { newId } from "@korki/db";
import { instantOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { getAttention } from "../attention/get-attention";
import { findFreeDays } from "../availability/availability";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { bookingOf, makeTeacher, notificationsFor } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { BLOCK, heldFor, openWaitingLine, passHolds } from "../testing/waiting-line";
import { countOwnWaiting, listOwnWatches, removeWatch } from "./watches";

/** A block that becomes free is held for those who wait, one after the other. */

const { services, prisma, TOMORROW, DATE, HELD, goTo, makeLine, watchFor } = await openWaitingLine();

async function isFree(ctx: ActorCtx, teacher: Pick<Person, "id">) {
  const days = await findFreeDays(ctx, { teacherId: teacher.id });
  return days.some(({ date, blocks }) => date === DATE && blocks.includes(BLOCK));
}

describe("a block that becomes free", () => {
  test("goes along the line, half an hour each, told once, and is free for all then", async () => {
    const { teacher, students, book, free } = await makeLine(3);
    const [first, second, stranger] = students as [ActorCtx, ActorCtx, ActorCtx];
    expect(await watchFor(first, teacher)).toMatchObject({ place: 1, held: null });
    expect(await watchFor(second, teacher)).toMatchObject({ place: 2, held: null });
    expect(await countOwnWaiting(personCtx(services, teacher))).toEqual({ waiting: 2 });
    await passHolds(services);
    expect(await heldFor(first)).toBeNull();

    await free();
    await passHolds(services);
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject({
      ...HELD,
      until: instantOf(TOMORROW, 12 * 60 + 30).toISOString(),
    });
    expect(await Promise.all(students.map((ctx) => isFree(ctx, teacher)))).toEqual([true, false, false]);
    expect(await isFree(personCtx(services, teacher), teacher)).toBe(false);
    for (const ctx of [second, stranger]) await expect(book(ctx)).rejects.toMatchObject({ code: "conflict" });

    goTo(30);
    await expect(book(first)).rejects.toMatchObject({ code: "conflict" });
    await passHolds(services);
    expect([await heldFor(first), await heldFor(second)]).toMatchObject([null, HELD]);
    goTo(60);
    await passHolds(services);
    await passHolds(services);
    expect([await heldFor(first), await heldFor(second)]).toEqual([null, null]);
    expect(await isFree(stranger, teacher)).toBe(true);
    for (const ctx of [first, second])
      expect(await notificationsFor(services, ctx.actor)).toEqual(["slot-held"]);
  });

  test("is offered once to a student who waits twice, then to the next in line", async () => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await watchFor(first, teacher);
    await watchFor(second, teacher);
    await free();
    await passHolds(services);
    goTo(30);
    await passHolds(services);
    expect((await listOwnWatches(first, {})).map(({ held }) => held)).toEqual([null, null]);
    expect(await heldFor(second)).toMatchObject(HELD);
    expect(await notificationsFor(services, first.actor)).toEqual(["slot-held"]);
  });

  test('is in "Co teraz" of the student and of parents who may book, while it is held', async () => {
    const { teacher, students, free, book } = await makeLine(1);
    const [first] = students as [ActorCtx];
    const mother = await makePerson(services, "Parent");
    await makeGuardian(services, mother, first.actor);
    const aunt = await makePerson(services, "Parent");
    await makeGuardian(services, aunt, first.actor, { rights: [] });
    const lines = async (ctx: ActorCtx) =>
      (await getAttention(ctx)).flatMap(({ kind, items }) => (kind === "slot-held" ? items : []));
    await watchFor(first, teacher);
    await free();
    expect(await lines(first)).toEqual([]);
    await passHolds(services);
    const pair = { subject: "Matematyka", level: "liceumP" };
    const line = { studentId: first.actor.id, teacherId: teacher.id, ...pair, held: HELD };
    expect(await lines(first)).toEqual([{ ...line, text: expect.stringMatching(/ zarezerwuj do 12:30$/) }]);
    expect(await lines(personCtx(services, mother))).toMatchObject([line]);
    expect(await lines(personCtx(services, aunt))).toEqual([]);
    goTo(30);
    expect(await lines(first)).toEqual([]);
    goTo(29);
    await book(first);
    expect(await lines(first)).toEqual([]);
  });

  test("is the holder's to book, which ends the watch", async () => {
    const { teacher, students, book, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await watchFor(second, teacher);
    await free();
    await passHolds(services);
    await book(first);
    expect(await listOwnWatches(first, {})).toEqual([]);
    await passHolds(services);
    expect(await listOwnWatches(second, {})).toMatchObject([{ place: 1, held: null }]);
  });

  test("goes to the first in line although somebody books before anybody has looked", async () => {
    const { teacher, students, free, book } = await makeLine(2);
    const [first, stranger] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await expect(book(stranger)).rejects.toMatchObject({ code: "conflict" });
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    await book(first);
  });

  test("was free before, or is another one: nothing is held", async () => {
    const { teacher, students, free } = await makeLine(1);
    const [first] = students as [ActorCtx];
    await free();
    await passHolds(services);
    await watchFor(first, teacher);
    await passHolds(services);
    expect(await heldFor(first)).toBeNull();
  });

  test.each<[string, (student: ActorCtx, teacher: Person) => Promise<unknown>]>([
    [
      "is disabled",
      ({ actor }) => prisma.user.update({ where: { id: actor.id }, data: { isDisabled: true } }),
    ],
    [
      "is not assigned any more",
      ({ actor }) => prisma.teachingRelation.deleteMany({ where: { studentId: actor.id } }),
    ],
    [
      "has a lesson then",
      async (student) => {
        const other = await makeTeacher(services);
        await prisma.teachingRelation.create({ data: { studentId: student.actor.id, teacherId: other.id } });
        await bookLesson(student, bookingOf(other, DATE, BLOCK));
      },
    ],
  ])("passes on at once when its holder %s", async (_, happen) => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await watchFor(second, teacher);
    await free();
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    await happen(first, teacher);
    await passHolds(services);
    expect([await heldFor(first), await heldFor(second)]).toMatchObject([null, HELD]);
  });

  test("passes on when nothing is prepaid where that is required, when its watch ends, and not to anybody in a closure", async () => {
    const { teacher, students, free } = await makeLine(3);
    const [poor, second, third] = students as [ActorCtx, ActorCtx, ActorCtx];
    for (const ctx of students) await watchFor(ctx, teacher);
    for (const { actor } of [second, third]) {
      await prisma.payment.create({
        data: {
          id: newId(),
          studentId: actor.id,
          subject: "Matematyka",
          level: "liceumP",
          lessonAmount: 2,
          moneyAmount: 160,
          description: "",
        },
      });
    }
    await free();
    const strict = { ...services, settings: { ...services.settings, bookingRequiresPrepaid: true } };
    await passHolds(strict);
    expect([await heldFor(poor), await heldFor(second)]).toMatchObject([null, HELD]);
    const [watch] = await listOwnWatches(second, {});
    await removeWatch(second, { id: watch?.id ?? "" });
    await passHolds(strict);
    expect(await heldFor(third)).toMatchObject(HELD);
    await addClosure(personCtx(services, teacher), {
      scope: "teacher",
      from: DATE,
      to: DATE,
      label: "",
      decisions: [],
    });
    await passHolds(strict);
    expect(await heldFor(third)).toBeNull();
    expect(await prisma.slotHold.count()).toBe(0);
  });
});
