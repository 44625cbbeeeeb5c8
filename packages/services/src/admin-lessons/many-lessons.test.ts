import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { chatTexts } from "@korki/contracts/texts/chat";
import { newId } from "@korki/db";
import { blockStart } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { messageMany } from "../chat/message-many";
import { addClosure } from "../closures/add-closure";
import { listHistory } from "../history/list-history";
import {
  bookedLesson,
  type Classroom,
  forceStatus,
  inDays,
  makeClassroom,
  makeStudentOf,
  notificationsFor,
} from "../testing/classroom";
import { makeChild, makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { cancelManyLessons } from "./cancel-many-lessons";
import { confirmManyLessons } from "./confirm-many-lessons";
import { createLesson } from "./create-lesson";
import { restoreManyLessons } from "./restore-many-lessons";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
let room: Classroom;
beforeEach(async () => {
  services.clock.time = start;
  services.freshLimits();
  room = await makeClassroom(services);
});

const seen = ({ id, version }: { id: string; version: number }) => ({ id, version });
const outboxOf = async (person: { id: string }) => (await notificationsFor(services, person)).slice();

async function bookThree() {
  return [
    await bookedLesson(services, room, 4),
    await bookedLesson(services, room, 5),
    await bookedLesson(services, room, 6),
  ] as const;
}

test("confirms those that wait, gives a reason for each other one, and notifies each student once", async () => {
  const [one, two, done] = await bookThree();
  await forceStatus(services, done.id, "Zrealizowana");
  const stale = { id: two.id, version: two.version + 1 };
  const gone = { id: newId(), version: 0 };
  const outcomes = await confirmManyLessons(asAdmin, { lessons: [done, one].map(seen).concat(stale, gone) });
  expect(outcomes.map(({ id, status, version, before }) => [id, before, status, version])).toEqual([
    [done.id, "Zrealizowana", "Zrealizowana", done.version],
    [one.id, "Nie potwierdzona", "Potwierdzona", one.version + 1],
    [two.id, "Nie potwierdzona", "Nie potwierdzona", two.version],
    [gone.id, null, null, null],
  ]);
  expect(outcomes.map(({ refusal }) => refusal === null)).toEqual([false, true, false, false]);
  expect((await outboxOf(room.student)).filter((kind) => kind === "lessons-changed-by-admin")).toHaveLength(
    1,
  );
  const history = await listHistory(asAdmin, { entity: "lesson", entityId: one.id, limit: 10 });
  expect(history.items[0]).toMatchObject({
    action: "confirm",
    changes: [{ field: "status", from: "Nie potwierdzona", to: "Potwierdzona" }],
  });
});

test("cancels planned lessons without a charge, with one message for each person", async () => {
  const lessons = await bookThree();
  const other = await makeStudentOf(services, room.teacher);
  const theirs = await bookedLesson(services, { ...room, asStudent: personCtx(services, other) }, 7);
  const outcomes = await cancelManyLessons(asAdmin, {
    lessons: [...lessons, theirs].map(seen),
    reason: "Awaria",
  });
  expect(
    outcomes.every(({ refusal, status }) => refusal === null && status === "Odwolana przez nauczyciela"),
  ).toBe(true);
  for (const person of [room.teacher, room.student, other]) {
    expect((await outboxOf(person)).filter((kind) => kind === "lessons-called-off")).toHaveLength(1);
  }
  const stored = await prisma.lesson.findMany({ where: { teacherId: room.teacher.id } });
  expect(stored.map(({ charged, cancelMessage }) => [charged, cancelMessage])).toEqual(
    lessons.concat(theirs).map(() => [false, "Awaria"]),
  );
});

test("a parent of several children gets one message with the lessons of all", async () => {
  const payer = await makePerson(services, "Parent");
  const child = await makeChild(services, payer);
  await makeGuardian(services, payer, room.student, { isPayer: true });
  const own = await bookedLesson(services, room, 4);
  const hers = await createLesson(asAdmin, {
    teacherId: room.teacher.id,
    studentId: child.id,
    date: own.date,
    block: 5,
    subject: "Matematyka",
    level: "liceumP",
    description: "",
  });
  await prisma.notification.deleteMany();
  const lessons = await prisma.lesson.findMany({ where: { id: { in: [own.id, hers.id] } } });
  await cancelManyLessons(asAdmin, { lessons: lessons.map(seen), reason: "Awaria" });
  const told = await prisma.notification.findMany({ where: { recipientId: payer.id } });
  expect(told).toMatchObject([
    {
      kind: "lessons-called-off",
      childId: null,
      facts: { lessons: [{ lessonId: own.id }, { lessonId: hers.id }] },
    },
  ]);
});

test("cancels lessons that have begun, and takes that back, with a message for each person", async () => {
  const lessons = await bookThree();
  services.clock.time = blockStart(lessons[0].date, lessons[0].block + 1);
  const cancelled = await cancelManyLessons(asAdmin, { lessons: lessons.map(seen) });
  const back = cancelled.map(({ id, version }) => ({
    id,
    version: version ?? 0,
    status: "Nie potwierdzona" as const,
  }));
  await restoreManyLessons(asAdmin, { lessons: back });
  for (const person of [room.teacher, room.student]) {
    const told = await prisma.notification.findMany({
      where: { recipientId: person.id, kind: { in: ["lessons-called-off", "lessons-changed-by-admin"] } },
      orderBy: { id: "asc" },
    });
    const all = { lessons: lessons.map(({ id: lessonId }) => ({ lessonId })) };
    expect(told).toMatchObject([
      { kind: "lessons-called-off", facts: all },
      { kind: "lessons-changed-by-admin", facts: { ...all, event: "restored" } },
    ]);
  }
});

test("takes a confirmation back, once", async () => {
  const lessons = await bookThree();
  const confirmed = await confirmManyLessons(asAdmin, { lessons: lessons.map(seen) });
  const back = confirmed.map(({ id, version }) => ({
    id,
    version: version ?? 0,
    status: "Nie potwierdzona" as const,
  }));
  const undone = await restoreManyLessons(asAdmin, { lessons: back });
  expect(undone.map(({ status, refusal }) => [status, refusal])).toEqual(
    lessons.map(() => ["Nie potwierdzona", null]),
  );
  const again = await restoreManyLessons(asAdmin, { lessons: back });
  expect(again.every(({ refusal }) => refusal !== null)).toBe(true);
});

test("takes a cancellation back where the slot is still free and open", async () => {
  const payer = await makePerson(services, "Parent");
  await makeGuardian(services, payer, room.student, { isPayer: true });
  const lessons = await bookThree();
  const [free, taken, closed] = lessons;
  const cancelled = await cancelManyLessons(asAdmin, { lessons: lessons.map(seen) });
  const student = await makeStudentOf(services, room.teacher);
  const pair = { subject: "Fizyka", level: "liceumR", description: "" } as const;
  const slot = { date: taken.date, block: taken.block };
  await createLesson(asAdmin, { teacherId: room.teacher.id, studentId: student.id, ...slot, ...pair });
  const day = inDays(services, 3);
  await addClosure(asAdmin, {
    scope: "teacher",
    teacherId: room.teacher.id,
    label: "Szkolenie",
    from: day,
    to: day,
    fromBlock: closed.block,
    toBlock: closed.block,
    decisions: [],
  });
  const back = cancelled.map(({ id, version, before }) => ({
    id,
    version: version ?? 0,
    status: before === "Potwierdzona" ? before : ("Nie potwierdzona" as const),
  }));
  const outcomes = await restoreManyLessons(asAdmin, { lessons: back });
  expect(outcomes.map(({ id, refusal }) => [id, refusal === null])).toEqual([
    [free.id, true],
    [taken.id, false],
    [closed.id, false],
  ]);
  for (const person of [room.teacher, room.student, payer]) {
    const told = await outboxOf(person);
    expect(told.filter((kind) => kind === "lessons-changed-by-admin")).toHaveLength(1);
  }
});

test.each(["teacher", "student"] as const)(
  "a disabled %s's cancelled lesson is planned again only where it is over",
  async (who) => {
    const lessons = await bookThree();
    const cancelled = await cancelManyLessons(asAdmin, { lessons: lessons.map(seen) });
    const date = new Date(inDays(services, -3));
    await prisma.lesson.update({ where: { id: lessons[0].id }, data: { date } });
    await prisma.user.update({ where: { id: room[who].id }, data: { isDisabled: true } });
    const refusal = adminLessonTexts[`${who}Disabled`];
    const status = "Nie potwierdzona" as const;
    const back = cancelled.map(({ id, version }) => ({ id, version: version ?? 0, status }));
    expect(await restoreManyLessons(asAdmin, { lessons: back })).toMatchObject([
      { refusal: null, status: "Nie potwierdzona" },
      { refusal, status: "Odwolana przez nauczyciela" },
      { refusal, status: "Odwolana przez nauczyciela" },
    ]);
  },
);

test("the second of two simultaneous cancellations gets a reason for each lesson", async () => {
  const lessons = (await bookThree()).map(seen);
  const answers = await Promise.all([
    cancelManyLessons(asAdmin, { lessons }),
    cancelManyLessons(asAdmin, { lessons }),
  ]);
  const done = answers.map((outcomes) => outcomes.filter(({ refusal }) => refusal === null).length);
  expect(done.toSorted()).toEqual([0, 3]);
});

test("writes to many people at once, leaves out those who cannot be written to, and repeats nothing", async () => {
  const disabled = await makeStudentOf(services, room.teacher);
  await prisma.user.update({ where: { id: disabled.id }, data: { isDisabled: true } });
  const people = [room.student, room.teacher, disabled, { id: newId() }].map(({ id }) => ({ id }));
  const message = { people, text: "Jutro zaczynamy o 9:00", clientKey: newId() };
  for (let time = 0; time < 2; time += 1) {
    const outcomes = await messageMany(asAdmin, message);
    expect(outcomes.map(({ refusal }) => refusal === null)).toEqual([true, true, false, false]);
  }
  expect(await prisma.message.count({ where: { recipientId: { in: people.map(({ id }) => id) } } })).toBe(2);
  expect(await outboxOf(room.student)).toEqual(["unread-messages"]);
});

test("what is written to children without a login goes to the parents who are told, once to each", async () => {
  const [mother, father, away] = [
    await makePerson(services, "Parent"),
    await makePerson(services, "Parent"),
    await makePerson(services, "Parent", { isDisabled: true }),
  ];
  const children = [await makeChild(services, mother), await makeChild(services, mother)];
  const ofBoth = await makeChild(services, away);
  for (const parent of [mother, father]) await makeGuardian(services, parent, ofBoth);
  const ofNobody = await makeChild(services, away);
  const asked = [...children, mother, ofBoth, ofNobody];
  const people = asked.map(({ id }) => ({ id }));
  const message = { people, text: "Jutro zaczynamy o 9:00", clientKey: newId() };
  for (let time = 0; time < 2; time += 1) {
    expect(await messageMany(asAdmin, message)).toEqual(
      asked.map(({ id }) => ({ id, refusal: id === ofNobody.id ? chatTexts.recipientWithoutLogin : null })),
    );
  }
  const stored = await prisma.message.findMany({
    where: { recipientId: { in: [...asked, father, away].map(({ id }) => id) } },
  });
  expect(stored.map(({ recipientId }) => recipientId).sort()).toEqual([mother.id, father.id].sort());
});
