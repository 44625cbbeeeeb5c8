import { listen, newId } from "@korki/db";
import { addDays } from "@korki/domain";
import { describe, expect, onTestFinished, test } from "vitest";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { personCtx } from "../testing/people";
import { heldFor, openWaitingLine } from "../testing/waiting-line";
import { actWithUndo } from "../undo/undo";
import { holdPasser } from "./pass-holds";
import { listOwnWatches, removeWatch } from "./watches";

/** The worker looks at the teachers of whom it hears, and by itself when a time is over. */

const {
  services,
  prisma,
  asAdmin: admin,
  DATE,
  HELD,
  goTo,
  afterSeconds,
  makeLine,
  watchFor,
} = await openWaitingLine();

describe("passing holds on as it is signalled", () => {
  /** Two teachers, each with one student who watches, and a passer that has looked at them once. */
  async function passerOfTwoLines() {
    const lines = [await makeLine(1), await makeLine(1)] as const;
    const [one, other] = lines.map(({ students }) => students[0]) as [ActorCtx, ActorCtx];
    for (const { students, teacher } of lines) await watchFor(students[0] as ActorCtx, teacher);
    const passer = holdPasser(services);
    await passer.work();
    return { lines, one, other, passer };
  }

  test("looks at the teacher who is named, and at everybody once a minute", async () => {
    const { lines, one, other, passer } = await passerOfTwoLines();
    for (const { free } of lines) await free();
    passer.hear(lines[0].teacher.id);
    await passer.work();
    expect([await heldFor(one), await heldFor(other)]).toMatchObject([HELD, null]);
    passer.hear("");
    await passer.work();
    expect(await heldFor(other)).toMatchObject(HELD);
    await removeWatch(other, { id: (await listOwnWatches(other, {}))[0]?.id ?? "" });
    await passer.work();
    const noted = { where: { teacherId: lines[1].teacher.id } };
    expect(await prisma.watchedBlock.count(noted)).toBeGreaterThan(0);
    goTo(1);
    await passer.work();
    expect(await prisma.watchedBlock.count(noted)).toBe(0);
  });

  test("sees by itself when an act cannot be taken back any more, and when a hold is over", async () => {
    const { teacher, lesson, students } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    for (const student of [first, second]) await watchFor(student, teacher);
    const passer = holdPasser(services);
    await passer.work();
    await actWithUndo(admin, newId(), { lessonId: lesson.id }, (on) =>
      updateLessonAsAdmin(on, { id: lesson.id, status: "Odwolana przez nauczyciela" }),
    );
    passer.hear(teacher.id);
    await passer.work();
    expect(await heldFor(first)).toBeNull();
    afterSeconds(23);
    await passer.work();
    expect(await heldFor(first)).toMatchObject(HELD);
    afterSeconds(30 * 60);
    await passer.work();
    expect(await heldFor(first)).toMatchObject(HELD);
    afterSeconds(30 * 60 + 24);
    await passer.work();
    expect([await heldFor(first), await heldFor(second)]).toMatchObject([null, HELD]);
  });

  test("goes on with the others where one teacher's fails, and tries that one again", async () => {
    const { lines, one, other, passer } = await passerOfTwoLines();
    for (const { free } of lines) await free();
    await services.db.pool.query(`ALTER TABLE watches ADD CONSTRAINT refused
      CHECK (hold_id IS NULL OR teacher_id <> '${lines[0].teacher.id}')`);
    for (const { teacher } of lines) passer.hear(teacher.id);
    await expect(passer.work()).rejects.toThrow();
    await services.db.pool.query("ALTER TABLE watches DROP CONSTRAINT refused");
    expect([await heldFor(one), await heldFor(other)]).toMatchObject([null, HELD]);
    await passer.work();
    expect(await heldFor(one)).toMatchObject(HELD);
  });

  test("is signalled by what concerns the line, with the teacher's id", async () => {
    const heard: string[] = [];
    await new Promise<void>((resolve) => {
      const listener = listen(services.databaseUrl, "korki_watches", {
        onSignal: (payload) => void heard.push(payload),
        onListening: resolve,
      });
      onTestFinished(() => listener.close());
    });
    /** What was signalled until a signal of this test's own. */
    const signalled = async () => {
      await services.db.pool.query("SELECT pg_notify('korki_watches', 'end')");
      await expect.poll(() => heard).toContain("end");
      return [...new Set(heard.splice(0))].filter((payload) => payload !== "end");
    };
    const watched = await makeLine(1);
    const other = await makeLine(1);
    const [first] = watched.students as [ActorCtx];
    await watchFor(first, watched.teacher);
    await signalled();
    await other.free();
    expect(await signalled()).toEqual([]);
    await watched.free();
    expect(await signalled()).toEqual([watched.teacher.id]);
    const pay = (studentId: string, lessonAmount: number) =>
      prisma.payment.create({
        data: {
          id: newId(),
          studentId,
          subject: "Matematyka",
          level: "liceumP",
          lessonAmount,
          moneyAmount: 80,
          description: "",
        },
      });
    await pay(first.actor.id, 1);
    expect(await signalled()).toEqual([watched.teacher.id]);
    await pay(first.actor.id, 1);
    expect(await signalled()).toEqual([]);
    const closed = { from: DATE, to: DATE, label: "", decisions: [] };
    await addClosure(personCtx(services, other.teacher), { scope: "teacher", ...closed });
    expect(await signalled()).toEqual([]);
    await addClosure(personCtx(services, watched.teacher), { scope: "teacher", ...closed });
    expect(await signalled()).toEqual([watched.teacher.id]);
    const day = new Date(addDays(DATE, 50));
    const { id } = await prisma.closure.create({ data: { id: newId(), firstDate: day, lastDate: day } });
    await prisma.closure.delete({ where: { id } });
    expect(await signalled()).toEqual([""]);
    await removeWatch(first, { id: (await listOwnWatches(first, {}))[0]?.id ?? "" });
    await signalled();
  });
});
