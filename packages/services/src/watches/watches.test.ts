import { newId } from "@korki/db";
import { addDays, WEEKDAYS } from "@korki/domain";
import { readNotification } from "@korki/notifications";
import { describe, expect, test } from "vitest";
import type { ActorCtx } from "../context";
import { revalidate } from "../notifications/revalidate";
import { makeTeacher, notificationsFor } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, type Person, personCtx } from "../testing/people";
import { heldFor, openWaitingLine, passHolds, WANTED } from "../testing/waiting-line";
import { addWatch, countOwnWaiting, listOwnWatches, removeWatch } from "./watches";

/** Who may wait for a block of a teacher, how often and how long, and whom a watch of a child serves. */

const { services, prisma, TOMORROW, DATE, HELD, makeLine, watchFor } = await openWaitingLine();

describe("a watch", () => {
  test("of each of those who begin at once has a place of its own, in the order of the answers", async () => {
    const { teacher, students } = await makeLine(8);
    const now = services.now;
    let ticks = 0;
    // A clock that runs; whoever asks it first is not whoever is served first.
    const moving = () => new Date(now().getTime() + 100 * ticks++);
    const watches = await Promise.all(students.map((ctx) => watchFor({ ...ctx, now: moving }, teacher)));
    expect(watches.map(({ place }) => place).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("of a student who is disabled, or assigned no more, is ahead of nobody and not counted", async () => {
    const { teacher, students } = await makeLine(3);
    const [gone, disabled, last] = students as [ActorCtx, ActorCtx, ActorCtx];
    for (const ctx of students) await watchFor(ctx, teacher);
    const seen = async () => [
      await countOwnWaiting(personCtx(services, teacher)),
      (await listOwnWatches(last, {})).map(({ place }) => place),
    ];
    expect(await seen()).toEqual([{ waiting: 3 }, [3]]);
    await prisma.teachingRelation.deleteMany({ where: { studentId: gone.actor.id } });
    expect(await seen()).toEqual([{ waiting: 2 }, [2]]);
    await prisma.user.update({ where: { id: disabled.actor.id }, data: { isDisabled: true } });
    expect(await seen()).toEqual([{ waiting: 1 }, [1]]);
    const [watch] = await listOwnWatches(gone, {});
    await removeWatch(gone, { id: watch?.id ?? "" });
    expect(await listOwnWatches(gone, {})).toEqual([]);
  });

  test("is one of at most three, for at most 60 days, of an own teacher", async () => {
    const { teacher, students } = await makeLine(2);
    const [own, other] = students as [ActorCtx, ActorCtx];
    const four = await Promise.allSettled([1, 2, 3, 4].map(() => watchFor(own, teacher)));
    expect(four.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(watchFor(own, teacher)).rejects.toMatchObject({ code: "conflict" });
    const wanted = { ...WANTED, weekdays: [...WEEKDAYS], teacherId: teacher.id };
    for (const until of [addDays(TOMORROW, 61), addDays(TOMORROW, -1)])
      await expect(addWatch(other, { ...wanted, until })).rejects.toMatchObject({ code: "input" });
    await addWatch(other, { ...wanted, until: addDays(TOMORROW, 60) });
    const foreign = await makeTeacher(services);
    await expect(watchFor(other, foreign)).rejects.toMatchObject({ code: "not_found" });

    const [mine] = await listOwnWatches(own, {});
    await expect(removeWatch(other, { id: mine?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
    await removeWatch(own, { id: mine?.id ?? "" });
    await expect(removeWatch(own, { id: mine?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
    await watchFor(own, teacher);
  });

  test("of a child is the parent's, too, with the right to book", async () => {
    const { teacher, students, free } = await makeLine(1);
    const [child] = students as [ActorCtx];
    const studentId = child.actor.id;
    const parent = personCtx(services, await makePerson(services, "Parent"));
    const wanted = { ...WANTED, weekdays: [...WEEKDAYS], teacherId: teacher.id, studentId, until: DATE };
    await expect(addWatch(parent, wanted)).rejects.toMatchObject({ code: "not_found" });
    const guardianship = await prisma.guardianship.create({
      data: {
        id: newId(),
        parentId: parent.actor.id,
        studentId,
        canBook: true,
        canPay: false,
        isPayer: false,
        firstDay: new Date(0),
      },
    });
    await addWatch(parent, wanted);
    expect(await listOwnWatches(child, {})).toEqual(await listOwnWatches(parent, { studentId }));
    await free();
    await passHolds(services);
    expect(await notificationsFor(services, parent.actor)).toEqual(["slot-held"]);
    await prisma.guardianship.update({ where: { id: guardianship.id }, data: { canBook: false } });
    await expect(addWatch(parent, wanted)).rejects.toMatchObject({ code: "forbidden" });
  });

  describe("of a parent who may not book any more", () => {
    /** A parent who waits for the first student of two; the second one waits behind it. */
    async function makeWaitingParent() {
      const { teacher, students, free } = await makeLine(2);
      const [child, next] = students as [ActorCtx, ActorCtx];
      const mother = await makePerson(services, "Parent");
      const guardianship = await makeGuardian(services, mother, child.actor);
      await addWatch(personCtx(services, mother), {
        ...WANTED,
        weekdays: [...WEEKDAYS],
        teacherId: teacher.id,
        studentId: child.actor.id,
        until: DATE,
      });
      await watchFor(next, teacher);
      return {
        child,
        next,
        mother,
        free,
        end: () =>
          prisma.guardianship.update({ where: { id: guardianship }, data: { endedAt: services.now() } }),
      };
    }

    test("goes on for the student, and for other parents who may book", async () => {
      const { child, mother, free, end } = await makeWaitingParent();
      const [father, aunt] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
      await makeGuardian(services, father, child.actor, { rights: ["book"] });
      await makeGuardian(services, aunt, child.actor, { rights: ["pay"] });
      await end();
      await free();
      await passHolds(services);
      expect(await heldFor(child)).toMatchObject(HELD);
      const told = [mother, child.actor, father, aunt].map((person) => notificationsFor(services, person));
      expect(await Promise.all(told)).toEqual([[], ["slot-held"], ["slot-held"], []]);
    });

    test("gets nothing while nobody may book for the child", async () => {
      const { child, next, mother, free, end } = await makeWaitingParent();
      await prisma.user.update({ where: { id: child.actor.id }, data: { email: null, passwordHash: null } });
      await end();
      await free();
      await passHolds(services);
      expect(await heldFor(next)).toMatchObject(HELD);
      expect(await notificationsFor(services, mother)).toEqual([]);
    });

    test("is not told what was held before", async () => {
      const { child, next, mother, free, end } = await makeWaitingParent();
      await free();
      await passHolds(services);
      const { facts } = await prisma.notification.findFirstOrThrow({ where: { recipientId: mother.id } });
      const stored = readNotification("slot-held", facts);
      if (typeof stored === "string") throw new Error(stored);
      const isTold = async (person: Pick<Person, "id">) =>
        (await revalidate(services, stored, person.id)) !== null;
      expect([await isTold(mother), await isTold(next.actor)]).toEqual([true, false]);
      await end();
      expect([await isTold(mother), await isTold(child.actor)]).toEqual([false, true]);
    });
  });
});
