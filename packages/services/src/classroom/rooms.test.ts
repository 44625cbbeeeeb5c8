import type { AttentionKind } from "@korki/contracts/attention";
import { addClosureInput } from "@korki/contracts/closures";
import type { Lesson } from "@korki/contracts/lessons";
import { endVisit, keepVisits, newId } from "@korki/db";
import { blockStart } from "@korki/domain";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { listAttention } from "../attention/get-attention";
import { saveCentreSettings } from "../centre/centre-settings";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { generateMeetingLink } from "../lessons/generate-meeting-link";
import { planReminders } from "../notifications/plan-reminders";
import { relate, unrelate } from "../people/relate";
import {
  bookedLesson,
  bookingOf,
  type Classroom,
  forceStatus,
  makeClassroom,
  makeTeacher,
} from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { actWithUndo, undoAct } from "../undo/undo";
import { enterRoom } from "./enter-room";
import { getEvidence, getRoom, visitRoom } from "./get-room";
import { relayFor } from "./relay-credentials";

const { services, prisma, asAdmin } = await openTestCentre({ PUBLIC_URL: "https://korki.example" });
const start = services.clock.time;
const missing = { code: "not_found" };
const conflict = { code: "conflict" };

let room: Classroom;
let lesson: Lesson;
let lessonId: string;
beforeEach(async () => {
  await saveCentreSettings(asAdmin, { lessonPlace: "own" });
  room = await makeClassroom(services);
  lesson = await bookedLesson(services, room, 9);
  lessonId = lesson.id;
  await forceStatus(services, lessonId, "Potwierdzona");
  goTo(0);
});
afterEach(() => {
  services.clock.time = start;
});

/** Sets the clock to so many seconds after the lesson's start. */
function goTo(seconds: number): void {
  services.clock.time = new Date(blockStart(lesson.date, lesson.block).getTime() + seconds * 1_000);
}

describe("a room", () => {
  test("is shown with its hours to those who may enter, also before it opens", async () => {
    goTo(-901);
    expect(await getRoom(room.asStudent, { lessonId })).toMatchObject({
      mode: "own",
      isOpen: false,
      people: [],
      opensAt: new Date(blockStart(lesson.date, lesson.block).getTime() - 900_000).toISOString(),
    });
    await expect(enterRoom(room.asStudent, { lessonId })).rejects.toMatchObject({
      ...conflict,
      message: expect.stringMatching(/^Sala będzie otwarta od 16:30/),
    });
    goTo(-900);
    expect(await getRoom(asAdmin, { lessonId })).toMatchObject({ isOpen: true });
    goTo(60 * 60 + 1_801);
    await expect(enterRoom(room.asTeacher, { lessonId })).rejects.toMatchObject({
      message: "Sala jest już zamknięta: była otwarta do 18:15",
    });
  });

  test("of a double lesson's first hour names the second, also after their outcomes", async () => {
    const double = { ...bookingOf(room.teacher, lesson.date, 11), blocks: 2 as const };
    const { id: earlier, pairId } = await bookLesson(room.asStudent, double);
    const { id: laterId } = await prisma.lesson.findFirstOrThrow({ where: { pairId, block: 12 } });
    expect(await getRoom(room.asStudent, { lessonId: earlier })).toMatchObject({ laterId });
    for (const id of [laterId, lessonId])
      expect(await getRoom(room.asStudent, { lessonId: id })).not.toHaveProperty("laterId");
    await forceStatus(services, earlier, "Zrealizowana");
    expect(await getRoom(room.asTeacher, { lessonId: earlier })).toMatchObject({ laterId });
    await forceStatus(services, laterId, "Odwolana przez ucznia");
    expect(await getRoom(room.asTeacher, { lessonId: earlier })).not.toHaveProperty("laterId");
  });

  test("is not there for anybody else", async () => {
    const others = await Promise.all(
      (["Student", "Teacher", "Parent"] as const).map((role) => makePerson(services, role)),
    );
    for (const other of others) {
      const ctx = personCtx(services, other);
      await expect(getRoom(ctx, { lessonId })).rejects.toMatchObject(missing);
      await expect(enterRoom(ctx, { lessonId })).rejects.toMatchObject(missing);
      await expect(visitRoom(ctx, { lessonId })).rejects.toMatchObject(missing);
      await expect(getEvidence(ctx, { lessonId })).rejects.toMatchObject(missing);
    }
  });

  test("of a cancelled lesson cannot be entered", async () => {
    await forceStatus(services, lessonId, "Odwolana przez nauczyciela");
    await expect(getRoom(room.asStudent, { lessonId })).rejects.toMatchObject(conflict);
    await expect(enterRoom(room.asStudent, { lessonId })).rejects.toMatchObject(conflict);
  });

  test("lists everybody by name and role; of one person's windows only the latest", async () => {
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, room.student, { rights: [] });
    const first = await enterRoom(room.asTeacher, { lessonId });
    await enterRoom(personCtx(services, parent), { lessonId });
    goTo(5);
    const second = await enterRoom(room.asTeacher, { lessonId });
    expect(second.takenOver).toEqual([first.window]);
    expect(second.generation).toBe(3);
    const { people } = await getRoom(room.asStudent, { lessonId });
    expect(people.map(({ userId, role }) => [userId, role])).toEqual([
      [parent.id, "parent"],
      [room.teacher.id, "teacher"],
    ]);
  });

  test("holds four people; whoever was in it goes on with the same window", async () => {
    const admins = await Promise.all([1, 2].map(() => makePerson(services, "Admin")));
    const [teacher] = [
      await enterRoom(room.asTeacher, { lessonId }),
      await enterRoom(room.asStudent, { lessonId }),
    ];
    for (const admin of admins) await enterRoom(personCtx(services, admin), { lessonId });
    await expect(enterRoom(asAdmin, { lessonId })).rejects.toMatchObject({
      message: "W sali są już cztery osoby",
    });
    goTo(15);
    const { window } = teacher;
    expect(await enterRoom(room.asTeacher, { lessonId, window })).toMatchObject({
      window,
      generation: teacher.generation,
      takenOver: [],
    });
    // Those who were not heard for 20 s have left.
    goTo(21);
    expect(await enterRoom(asAdmin, { lessonId })).toMatchObject({ people: [{}, {}] });
  });

  test("is not taken back by a window that another of the person took over, however long it was away", async () => {
    const { window } = await enterRoom(room.asTeacher, { lessonId });
    for (const seconds of [10, 40]) {
      goTo(seconds);
      const other = await enterRoom(room.asTeacher, { lessonId });
      await expect(enterRoom(room.asTeacher, { lessonId, window })).rejects.toMatchObject(conflict);
      expect((await getRoom(room.asStudent, { lessonId })).people).toHaveLength(1);
      await endVisit(services.db, other.window, services.now());
    }
    // The other one is gone.
    const again = await enterRoom(room.asTeacher, { lessonId, window });
    expect(again).toMatchObject({ takenOver: [], people: [{ userId: room.teacher.id }] });
  });

  test("is entered once by a window that was away for long and does not hear the answer", async () => {
    const { window } = await enterRoom(room.asTeacher, { lessonId });
    goTo(30);
    const lost = await enterRoom(room.asTeacher, { lessonId, window });
    expect(lost.window).not.toBe(window);
    goTo(35);
    const heard = await enterRoom(room.asTeacher, { lessonId, window });
    expect(heard).toMatchObject({ window: lost.window, generation: lost.generation, takenOver: [] });
    goTo(60);
    const { window: third, people } = await enterRoom(room.asTeacher, { lessonId, window });
    expect([window, lost.window]).not.toContain(third);
    expect(people).toHaveLength(1);
  });

  test("knows the parent of a child without a login as the student", async () => {
    await prisma.user.update({ where: { id: room.student.id }, data: { email: null, passwordHash: null } });
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, room.student);
    const { people } = await enterRoom(personCtx(services, parent), { lessonId });
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: room.student.id } });
    expect(people).toMatchObject([{ userId: parent.id, name, surname: "(konto rodzica)", role: "student" }]);
    // Nobody is the student while the child's account is disabled.
    await prisma.user.update({ where: { id: room.student.id }, data: { isDisabled: true } });
    const later = await enterRoom(personCtx(services, parent), { lessonId });
    expect(later.people).toMatchObject([{ userId: parent.id, role: "parent" }]);
  });

  test("is entered by any number of windows at once: one per person stays", async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => enterRoom(at % 2 ? room.asTeacher : room.asStudent, { lessonId })),
    );
    expect((await getRoom(room.asStudent, { lessonId })).people).toHaveLength(2);
  });
});

describe("a lesson takes place", () => {
  test("in the product's own room: the link is its address", async () => {
    const { meetingLink } = await generateMeetingLink(room.asTeacher, { lessonId });
    expect(meetingLink).toBe(`https://korki.example/lekcja/${lessonId}/sala`);
    expect(await getRoom(room.asStudent, { lessonId })).toMatchObject({ mode: "own" });
    await expect(visitRoom(room.asStudent, { lessonId })).rejects.toMatchObject(conflict);
  });

  test("at an address of its own, where the centre says so", async () => {
    await saveCentreSettings(asAdmin, { lessonPlace: "outside" });
    expect(await getRoom(room.asStudent, { lessonId })).toMatchObject({ mode: "outside" });
    const { address } = await visitRoom(room.asStudent, { lessonId });
    expect(address).toMatch(/^https:\/\/meet\.jit\.si\/korki-[0-9a-f]{32}$/);
    expect(await generateMeetingLink(room.asTeacher, { lessonId })).toEqual({ meetingLink: address });
    expect(await visitRoom(room.asTeacher, { lessonId })).toEqual({ address });
    expect(await getEvidence(asAdmin, { lessonId })).toMatchObject({
      visits: [{ role: "student" }, { role: "teacher" }],
      teacherSeconds: 0,
    });
    await expect(enterRoom(room.asStudent, { lessonId })).rejects.toMatchObject(conflict);
    goTo(-901);
    await expect(visitRoom(room.asStudent, { lessonId })).rejects.toMatchObject(conflict);
  });

  test("in the teacher's room before all others", async () => {
    const meetingRoom = "https://zoom.example/j/1";
    await prisma.user.update({ where: { id: room.teacher.id }, data: { meetingRoom } });
    expect(await visitRoom(room.asStudent, { lessonId })).toEqual({ address: meetingRoom });
  });

  test("where the centre says now, unless its people were told an address outside", async () => {
    await generateMeetingLink(room.asTeacher, { lessonId });
    await saveCentreSettings(asAdmin, { lessonPlace: "outside" });
    expect(await getRoom(room.asStudent, { lessonId })).toMatchObject({ mode: "outside" });
    await saveCentreSettings(asAdmin, { lessonPlace: "own" });
    expect(await getRoom(room.asStudent, { lessonId })).toMatchObject({ mode: "own" });
    await prisma.lesson.update({
      where: { id: lessonId },
      data: { meetingLink: "https://zoom.example/j/2" },
    });
    expect(await visitRoom(room.asStudent, { lessonId })).toEqual({ address: "https://zoom.example/j/2" });
  });
});

test("people whom an administrator unassigned do not enter; their evidence stays", async () => {
  await enterRoom(room.asTeacher, { lessonId });
  const pair = { teacherId: room.teacher.id, studentId: room.student.id };
  goTo(60);
  await unrelate(asAdmin, pair);
  for (const ctx of [room.asTeacher, room.asStudent]) {
    await expect(getRoom(ctx, { lessonId })).rejects.toMatchObject(missing);
    await expect(enterRoom(ctx, { lessonId })).rejects.toMatchObject(missing);
    expect((await getEvidence(ctx, { lessonId })).visits).toHaveLength(1);
  }
  await relate(asAdmin, pair);
  expect(await getRoom(room.asTeacher, { lessonId })).toMatchObject({ isOpen: true });
});

test("a substitute whom an administrator unassigned before is in, also one that a closure decided", async () => {
  const substitute = await makeTeacher(services);
  const pair = { teacherId: substitute.id, studentId: room.student.id };
  await relate(asAdmin, pair);
  await unrelate(asAdmin, pair);
  const mayEnter = async (...all: ActorCtx[]) => {
    const entered = await Promise.allSettled(all.map((ctx) => enterRoom(ctx, { lessonId })));
    return entered.map(({ status }) => status === "fulfilled");
  };
  const asSubstitute = personCtx(services, substitute);
  goTo(-600);
  await substituteTeacher(asAdmin, { lessonId, teacherId: substitute.id });
  expect(await mayEnter(asSubstitute, room.asStudent, room.asTeacher)).toEqual([true, true, false]);
  // Unassigned later, they are out; given back, the first teacher is in.
  await relate(asAdmin, pair);
  await unrelate(asAdmin, pair);
  const giveBack = (ctx = asAdmin) => substituteTeacher(ctx, { lessonId, teacherId: room.teacher.id });
  const undoId = newId();
  await actWithUndo(asAdmin, undoId, { lessonId }, giveBack);
  await undoAct(asAdmin, { id: undoId });
  expect(await mayEnter(asSubstitute, room.asStudent)).toEqual([false, false]);
  await unrelate(asAdmin, { ...pair, teacherId: room.teacher.id });
  await giveBack();
  expect(await mayEnter(room.asTeacher, room.asStudent, asSubstitute)).toEqual([true, true, false]);

  const day = {
    scope: "teacher",
    teacherId: room.teacher.id,
    from: lesson.date,
    to: lesson.date,
    label: "Choroba",
  };
  const decisions = [{ lessonId, action: "substitute" as const, teacherId: substitute.id }];
  await addClosure(asAdmin, addClosureInput.parse({ ...day, decisions }));
  expect(await mayEnter(asSubstitute, room.asStudent, room.asTeacher)).toEqual([true, true, false]);
});

test("a lesson keeps its evidence when it is moved; nobody outstays the hours", async () => {
  await enterRoom(room.asTeacher, { lessonId });
  goTo(90);
  const entered = await enterRoom(room.asTeacher, { lessonId });
  await endVisit(services.db, entered.window, new Date(services.now().getTime() + 3 * 3_600_000));
  const hours = await getRoom(room.asTeacher, { lessonId });
  const held = (Date.parse(hours.closesAt) - services.now().getTime()) / 1_000;
  await prisma.lesson.update({ where: { id: lessonId }, data: { block: 2 } });
  expect(await getEvidence(room.asTeacher, { lessonId })).toMatchObject({ teacherSeconds: held });
});

test("the evidence adds up who was there, by the clock", async () => {
  expect(await getEvidence(room.asStudent, { lessonId })).toEqual({
    visits: [],
    teacherSeconds: 0,
    studentSeconds: 0,
    togetherSeconds: 0,
  });
  goTo(-60);
  const { window } = await enterRoom(room.asTeacher, { lessonId });
  goTo(-50);
  await enterRoom(room.asStudent, { lessonId });
  goTo(-45);
  await enterRoom(room.asTeacher, { lessonId, window });
  goTo(0);
  const { visits, ...seconds } = await getEvidence(room.asStudent, { lessonId });
  expect(seconds).toEqual({ teacherSeconds: 15, studentSeconds: 0, togetherSeconds: 0 });
  expect(visits).toMatchObject([{ userId: room.teacher.id, role: "teacher" }, { role: "student" }]);
  expect(visits.every(({ leftAt }) => leftAt !== null)).toBe(true);
});

describe("a student who waits in the room", () => {
  const itemsOf = async (kind: AttentionKind, ctx = asAdmin) =>
    (await listAttention(ctx, { kind, page: 1, pageSize: 20 })).items.map((item) => item.lessonId);
  const heard = (window: string) => keepVisits(services.db, [{ window, heardAt: services.now() }]);
  const told = async () => {
    await planReminders(services);
    const rows = await prisma.notification.findMany({ where: { kind: "teacher-absent" } });
    return rows
      .filter(({ facts }) => (facts as { lessonId: string }).lessonId === lessonId)
      .map(({ recipientId }) => recipientId)
      .sort();
  };

  test("for the teacher is told to both and the payer once, five minutes after the start", async () => {
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, room.student, { isPayer: true });
    goTo(-60);
    await enterRoom(room.asTeacher, { lessonId });
    goTo(-30);
    const { window } = await enterRoom(room.asStudent, { lessonId });
    goTo(299);
    await heard(window);
    expect(await told()).toEqual([]);
    expect(await itemsOf("teacher-absent")).toEqual([]);
    goTo(300);
    await heard(window);
    const all = [room.student.id, room.teacher.id, payer.id].sort();
    expect(await told()).toEqual(all);
    expect(await told()).toEqual(all);
    // Somebody has to call, also when the student does not wait any more.
    goTo(900);
    expect(await itemsOf("teacher-absent")).toEqual([lessonId]);
    await enterRoom(room.asTeacher, { lessonId });
    expect(await itemsOf("teacher-absent")).toEqual([]);
  });

  test("is no news while the teacher is there, left after minutes, or lessons take place outside", async () => {
    const teacher = await enterRoom(room.asTeacher, { lessonId });
    const { window } = await enterRoom(room.asStudent, { lessonId });
    goTo(310);
    await heard(teacher.window);
    goTo(900);
    await heard(window);
    expect([await told(), await itemsOf("teacher-absent")]).toEqual([[], []]);
    await saveCentreSettings(asAdmin, { lessonPlace: "outside" });
    await prisma.lessonVisit.deleteMany({ where: { lessonId } });
    await visitRoom(room.asStudent, { lessonId });
    expect([await told(), await itemsOf("teacher-absent")]).toEqual([[], []]);
  });
});

test("a teacher is awaited in the product's own room alone", async () => {
  const { window } = await enterRoom(room.asStudent, { lessonId });
  const { meetingLink: own } = await generateMeetingLink(room.asTeacher, { lessonId });
  goTo(300);
  await keepVisits(services.db, [{ window, heardAt: services.now() }]);
  const news = async () => {
    await planReminders(services);
    const told = await prisma.notification.count({
      where: { kind: "teacher-absent", facts: { path: ["lessonId"], equals: lessonId } },
    });
    const { items } = await listAttention(asAdmin, { kind: "teacher-absent", page: 1, pageSize: 20 });
    return [told, items.filter((item) => item.lessonId === lessonId).length];
  };
  const setRoom = (meetingRoom: string) =>
    prisma.user.update({ where: { id: room.teacher.id }, data: { meetingRoom } });
  const setLink = (meetingLink: string) =>
    prisma.lesson.update({ where: { id: lessonId }, data: { meetingLink } });
  // The link of the product's own room says nothing against the teacher's.
  await setRoom("https://zoom.example/j/1");
  expect(await news()).toEqual([0, 0]);
  await setRoom("");
  await setLink("https://zoom.example/j/2");
  expect(await news()).toEqual([0, 0]);
  await setLink(own);
  await saveCentreSettings(asAdmin, { lessonPlace: "outside" });
  expect(await news()).toEqual([0, 0]);
  await saveCentreSettings(asAdmin, { lessonPlace: "own" });
  expect(await news()).toEqual([2, 1]);
});

test("a lesson that is over says how long both were there, if that was half of it", async () => {
  const [teacher, student] = [
    await enterRoom(room.asTeacher, { lessonId }),
    await enterRoom(room.asStudent, { lessonId }),
  ];
  const text = async () => {
    const page = { kind: "no-outcome", page: 1, pageSize: 20 } as const;
    goTo(3_660);
    return (await listAttention(room.asTeacher, page)).items.map((item) => item.text.split(", ").at(-1));
  };
  const leave = async (seconds: number) => {
    const at = new Date(blockStart(lesson.date, lesson.block).getTime() + seconds * 1_000);
    await prisma.lessonVisit.updateMany({
      where: { id: { in: [teacher.window, student.window] } },
      data: { leftAt: at, seenAt: at },
    });
  };
  await leave(1_799);
  expect((await text())[0]).not.toMatch(/min$/);
  await leave(1_800);
  expect(await text()).toEqual(["razem w sali 30 min"]);
});

test("the relay's credential is coturn's: it ends, and names the lesson and the person", () => {
  const turn = { urls: ["turn:relay.example:3478"], secret: "a secret of sixteen", only: true };
  const now = new Date("2026-11-24T12:00:00Z");
  const person = { lessonId: "l", userId: "u", now };
  expect(relayFor({ turn }, person)).toEqual({
    iceServers: [
      {
        urls: ["turn:relay.example:3478"],
        username: "1795528800:l:u",
        credential: expect.stringMatching(/^[\w+/]{27}=$/),
      },
    ],
    iceTransportPolicy: "relay",
  });
  expect(relayFor({ turn: null }, person)).toEqual({ iceServers: [], iceTransportPolicy: "all" });
});
