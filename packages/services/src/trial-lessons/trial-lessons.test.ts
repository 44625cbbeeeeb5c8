import { longDate } from "@korki/contracts/texts/dates";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import { trialRequestInput } from "@korki/contracts/trial-lessons";
import { blockEnd, trialHours } from "@korki/domain";
import { readNotification, renderMail } from "@korki/notifications";
import { beforeEach, expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { bookLesson } from "../lessons/book-lesson";
import { renderContext } from "../notifications/render-context";
import { revalidate } from "../notifications/revalidate";
import {
  bookingOf,
  inDays,
  makeClassroom,
  makeStudentOf,
  makeTeacher,
  notificationsFor,
} from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { addTrial } from "./add-trial";
import { requestTrial } from "./request-trial";
import { getTrial, listTeacherCandidates, listTrials, scheduleTrial, updateTrial } from "./trials";

const services = await openTestServices();
const admin = await makePerson(services, "Admin");
const asAdmin = personCtx(services, admin);
beforeEach(() => services.freshLimits());

const FORM = {
  subject: "Fizyka",
  level: "liceumP",
  email: "gosc@example.pl",
  studentPhone: "+48600100200",
} as const;
const form = (change: object = {}) => trialRequestInput.parse({ ...FORM, ...change });
const mailsTo = async (email: string) =>
  (await services.db.prisma.notification.findMany({ where: { email }, orderBy: { id: "asc" } })).map(
    ({ kind }) => kind,
  );

/** A request as it waits for the administrator. */
async function request(email: string) {
  await requestTrial(visitorCtx(services, email), form({ email }));
  const { items } = await listTrials(asAdmin, { search: email, page: 1, pageSize: 10 });
  const [trial] = items;
  if (!trial) throw new Error("the request is not in the list");
  return trial;
}

test("the form asks for what the specification asks, in its words", () => {
  const complaint = (change: object) => {
    const checked = trialRequestInput.safeParse({ ...FORM, ...change });
    return checked.success ? null : checked.error.issues[0]?.message;
  };
  expect(complaint({})).toBeNull();
  expect(complaint({ subject: "" })).toBe(trialTexts.subject);
  expect(complaint({ level: undefined })).toBe(trialTexts.level);
  expect(complaint({ email: "gosc" })).toBe(trialTexts.email);
  const [local, label] = ["l".repeat(64), "d".repeat(63)];
  expect(complaint({ email: `${local}@${label}.pl` })).toBeNull();
  expect(complaint({ email: `${local}l@${label}.pl` })).toBe(trialTexts.email);
  expect(complaint({ email: `${local}@${label}d.pl` })).toBe(trialTexts.email);
  const long = (length: number) => `${local}@${`${label}.`.repeat(3)}pl`.padEnd(length, "x").slice(0, length);
  expect(complaint({ email: `a@${"b.".repeat(125)}pl` })).toBeNull();
  expect(complaint({ email: long(255) })).toBe(trialTexts.email);
  expect(complaint({ studentPhone: "+4860010020" })).toBe(trialTexts.phone);
  expect(complaint({ studentPhone: "" })).toBe(trialTexts.phone);
  expect(complaint({ studentPhone: "", parentPhone: "+48600100200" })).toBeNull();
});

test("beyond ten requests in an hour administrators are told once that there are many", async () => {
  const from = (place: number) => visitorCtx(services, `192.0.2.${place}`);
  const before = (await outboxOf(services, admin.id)).length;
  for (let place = 1; place <= 14; place += 1) {
    await requestTrial(from(place), form({ email: `wielu${place}@example.pl` }));
  }
  const told = (await outboxOf(services, admin.id)).slice(before);
  expect(told.map(({ facts }) => facts.isOneOfMany === true)).toEqual([...Array(10).fill(false), true]);
  expect(await mailsTo("wielu14@example.pl")).toEqual(["trial-request-received"]);
});

test("a request waits as new and notifies administrators and the visitor", async () => {
  const trial = await request("pierwszy@example.pl");
  expect(trial).toMatchObject({
    status: "Nowa",
    teacher: null,
    date: null,
    block: null,
    studentPhone: FORM.studentPhone,
  });
  expect(await mailsTo("pierwszy@example.pl")).toEqual(["trial-request-received"]);
  expect(await notificationsFor(services, admin)).toContain("trial-requested");
});

test("five forms an hour from one address", async () => {
  const visitor = visitorCtx(services, "192.0.2.1");
  const next = (sent: number) => ({ ...form(), email: `gosc${sent}@example.pl` });
  for (let sent = 0; sent < 5; sent += 1) await requestTrial(visitor, next(sent));
  await expect(requestTrial(visitor, next(5))).rejects.toMatchObject({ code: "rate_limited" });
  await requestTrial(visitorCtx(services, "192.0.2.2"), next(5));
});

test("three forms an hour for one e-mail address, from any network", async () => {
  const asked = { ...form(), email: "zalewany@example.pl" };
  for (let sent = 0; sent < 3; sent += 1) await requestTrial(visitorCtx(services, `192.0.2.1${sent}`), asked);
  const fourth = requestTrial(visitorCtx(services, "192.0.2.13"), asked);
  await expect(fourth).rejects.toMatchObject({ code: "rate_limited" });
  expect(await mailsTo("zalewany@example.pl")).toHaveLength(3);
});

test("from request to scheduled to done; the slot is taken, the room stays the same", async () => {
  const { teacher, asStudent } = await makeClassroom(services);
  const trial = await request("droga@example.pl");
  const slot = { teacherId: teacher.id, date: inDays(services, 3), block: 4 };
  const scheduled = await scheduleTrial(asAdmin, { ...trial, ...slot });
  expect(scheduled).toMatchObject({ status: "Umowiona", teacher: { id: teacher.id }, block: 4, version: 1 });
  expect(scheduled.meetingLink).toMatch(/^https:\/\/meet\.jit\.si\/.{20,}/);
  await expect(bookLesson(asStudent, bookingOf(teacher, slot.date, 4))).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(scheduleTrial(asAdmin, { ...trial, ...slot })).rejects.toMatchObject({ code: "conflict" });

  const moved = await scheduleTrial(asAdmin, { ...scheduled, ...slot, block: 5 });
  expect(moved.meetingLink).toBe(scheduled.meetingLink);
  await bookLesson(asStudent, bookingOf(teacher, slot.date, 4));
  const done = await updateTrial(asAdmin, { id: trial.id, version: moved.version, status: "Zrealizowana" });
  expect(done.status).toBe("Zrealizowana");
  expect(await mailsTo("droga@example.pl")).toEqual([
    "trial-request-received",
    "trial-scheduled-visitor",
    "trial-scheduled-visitor",
  ]);
  const told = await notificationsFor(services, teacher);
  expect(told.filter((kind) => kind === "trial-scheduled-teacher")).toHaveLength(2);
});

test("at a corrected e-mail address the visitor gets time and link, without a new slot", async () => {
  const teacher = await makeTeacher(services);
  const trial = await request("literowka@example.pl");
  const slot = { teacherId: teacher.id, date: inDays(services, 3), block: 4 };
  const scheduled = await scheduleTrial(asAdmin, { ...trial, ...slot });
  const corrected = { id: trial.id, email: "poprawny@example.pl" };
  const { version } = await updateTrial(asAdmin, { ...corrected, version: scheduled.version });
  expect(await mailsTo("poprawny@example.pl")).toEqual(["trial-scheduled-visitor"]);
  await updateTrial(asAdmin, { ...corrected, version, name: "Ewa" });
  expect(await mailsTo("poprawny@example.pl")).toHaveLength(1);
  expect(await notificationsFor(services, teacher)).toEqual(["trial-scheduled-teacher"]);
});

test("an outcome taken back and an address corrected afterwards announce nothing", async () => {
  const { teacher } = await makeClassroom(services);
  const trial = await request("dawny@example.pl");
  const slot = { teacherId: teacher.id, date: inDays(services, 3), block: 4 };
  let { version } = await scheduleTrial(asAdmin, { ...trial, ...slot });
  const told = async () => [await mailsTo("dawny@example.pl"), await notificationsFor(services, teacher)];
  const before = await told();
  const start = services.clock.time;
  services.clock.time = blockEnd(slot.date, slot.block);
  try {
    for (const status of ["Zrealizowana", "Umowiona"] as const) {
      ({ version } = await updateTrial(asAdmin, { id: trial.id, version, status }));
    }
    await updateTrial(asAdmin, { id: trial.id, version, email: "dawny.poprawny@example.pl" });
  } finally {
    services.clock.time = start;
  }
  expect(await told()).toEqual(before);
  expect(await mailsTo("dawny.poprawny@example.pl")).toEqual([]);
});

test("a slot that has begun is told to nobody, unless a trial lesson that was ahead moves there", async () => {
  const teacher = await makeTeacher(services);
  const past = { teacherId: teacher.id, date: inDays(services, -3), block: 4 };
  const visitor = { ...FORM, name: "", parentPhone: "", description: "" };
  await addTrial(asAdmin, { ...visitor, ...past, email: "dodany@example.pl" });
  expect(await mailsTo("dodany@example.pl")).toEqual([]);
  const trial = await request("wczoraj@example.pl");
  await scheduleTrial(asAdmin, { ...trial, ...past, block: 5 });
  expect(await mailsTo("wczoraj@example.pl")).toEqual(["trial-request-received"]);
  expect(await notificationsFor(services, teacher)).toEqual([]);
  const ahead = await addTrial(asAdmin, {
    ...visitor,
    ...past,
    date: inDays(services, 3),
    email: "jutro@example.pl",
  });
  await scheduleTrial(asAdmin, { ...ahead, ...past, block: 6 });
  expect(await mailsTo("jutro@example.pl")).toEqual(["trial-scheduled-visitor", "trial-scheduled-visitor"]);
});

test("cancelled: the slot is free, teacher and visitor are notified; restored, if it is still free", async () => {
  const teacher = await makeTeacher(services);
  const other = await makeTeacher(services);
  const trial = await request("odwolany@example.pl");
  const slot = { teacherId: teacher.id, date: inDays(services, 3), block: 4 };
  let now = await scheduleTrial(asAdmin, { ...trial, ...slot });
  now = await scheduleTrial(asAdmin, { ...now, ...slot, teacherId: other.id });
  expect(await notificationsFor(services, teacher)).toEqual(["trial-scheduled-teacher", "trial-cancelled"]);
  now = await updateTrial(asAdmin, { id: trial.id, version: now.version, status: "Odwolana" });
  expect(await notificationsFor(services, other)).toEqual(["trial-scheduled-teacher", "trial-cancelled"]);
  expect((await mailsTo("odwolany@example.pl")).at(-1)).toBe("trial-cancelled");
  const taken = await addTrial(asAdmin, {
    ...slot,
    teacherId: other.id,
    subject: "Polski",
    level: "szkolaP",
    name: "Inny gość",
    email: "",
    studentPhone: "",
    parentPhone: "",
    description: "",
  });
  await expect(
    updateTrial(asAdmin, { id: trial.id, version: now.version, status: "Umowiona" }),
  ).rejects.toMatchObject({ code: "conflict", message: trialTexts.teacherBusy });
  await updateTrial(asAdmin, { id: taken.id, version: taken.version, status: "Odwolana" });
  await updateTrial(asAdmin, { id: trial.id, version: now.version, status: "Umowiona" });
});

test("given to a colleague at another hour: the first teacher is notified of the lost hour", async () => {
  const [first, colleague] = [await makeTeacher(services), await makeTeacher(services)];
  const trial = await request("przejeta@example.pl");
  const slot = { date: inDays(services, 3), block: 4 };
  const scheduled = await scheduleTrial(asAdmin, { ...trial, ...slot, teacherId: first.id });
  await scheduleTrial(asAdmin, {
    ...scheduled,
    date: inDays(services, 5),
    block: 9,
    teacherId: colleague.id,
  });

  const { kind, facts } = await services.db.prisma.notification.findFirstOrThrow({
    where: { recipientId: first.id, kind: "trial-cancelled" },
  });
  const stored = readNotification(kind, facts);
  if (typeof stored === "string") throw new Error(stored);
  const notification = await revalidate(services, stored, first.id);
  if (notification === null) throw new Error("no longer true");
  const { text } = renderMail(notification, await renderContext(services, "Teacher"));
  expect(text).toContain(`${longDate(slot.date)}, ${trialHours(slot.block)}`);
  expect(text).not.toContain(trialHours(9));
});

test("unknown status changes are refused, and an edit that changes nothing", async () => {
  const trial = await request("maszyna@example.pl");
  const edit = (change: object) => updateTrial(asAdmin, { id: trial.id, version: trial.version, ...change });
  await expect(edit({ status: "Zrealizowana" })).rejects.toMatchObject({
    message: trialTexts.noSuchTransition,
  });
  await expect(edit({ status: "Umowiona" })).rejects.toMatchObject({ message: trialTexts.slotMissing });
  await expect(edit({ status: "Nowa" })).rejects.toMatchObject({ code: "input" });
  await edit({ name: "Kasia" });
  await expect(edit({ name: "Basia" })).rejects.toMatchObject({ code: "conflict" });
  expect(await getTrial(asAdmin, trial)).toMatchObject({ name: "Kasia", status: "Nowa", version: 1 });
});

test("only an enabled teacher gets a trial lesson", async () => {
  const trial = await request("komu@example.pl");
  const slot = { date: inDays(services, 3), block: 4 };
  const student = await makePerson(services, "Student");
  await expect(scheduleTrial(asAdmin, { ...trial, ...slot, teacherId: student.id })).rejects.toMatchObject({
    code: "not_found",
  });
  const disabled = await makePerson(services, "Teacher", { isDisabled: true });
  await expect(scheduleTrial(asAdmin, { ...trial, ...slot, teacherId: disabled.id })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("teachers of the subject are offered, those who want more students first, with who is free", async () => {
  const { prisma } = services.db;
  const [busy, wants, elsewhere] = [
    await makeTeacher(services),
    await makeTeacher(services, []),
    await makeTeacher(services),
  ];
  await prisma.user.update({ where: { id: wants.id }, data: { isWantMoreStudents: true } });
  await prisma.teacherSubject.deleteMany({ where: { teacherId: elsewhere.id, subject: "Angielski" } });
  const slot = { date: inDays(services, 5), block: 7 };
  await bookLesson(
    personCtx(services, await makeStudentOf(services, busy)),
    bookingOf(busy, slot.date, slot.block),
  );
  const asked = { subject: "Angielski", level: "liceumR" } as const;
  const ours = [busy.id, wants.id, elsewhere.id];
  const offered = (await listTeacherCandidates(asAdmin, { ...asked, ...slot })).filter(({ id }) =>
    ours.includes(id),
  );
  expect(offered).toMatchObject([
    { id: wants.id, isWantMoreStudents: true, isFree: true, isAvailable: false },
    { id: busy.id, isFree: false, isAvailable: true },
  ]);
  const unasked = (await listTeacherCandidates(asAdmin, asked)).filter(({ id }) => ours.includes(id));
  expect(unasked.every(({ isFree, isAvailable }) => isFree && isAvailable)).toBe(true);
});

test("an administrator's move, bookings and a trial lesson race for one block: exactly one gets it", async () => {
  for (let round = 0; round < 15; round += 1) {
    const teacher = await makeTeacher(services);
    const date = inDays(services, 3);
    const students = await Promise.all([1, 2].map(() => makeStudentOf(services, teacher)));
    const [mover] = students;
    if (!mover) throw new Error("there are two students");
    const made = {
      teacherId: teacher.id,
      date,
      subject: "Fizyka",
      level: "liceumP",
      description: "",
    } as const;
    const lesson = await createLesson(asAdmin, { ...made, studentId: mover.id, block: 1 });
    const outcomes = await Promise.allSettled([
      ...students.map((student) => bookLesson(personCtx(services, student), bookingOf(teacher, date, 6))),
      updateLessonAsAdmin(asAdmin, { id: lesson.id, block: 6 }),
      addTrial(asAdmin, { ...made, block: 6, name: "", email: "", studentPhone: "", parentPhone: "" }),
      createLesson(asAdmin, { ...made, studentId: mover.id, block: 6 }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
    }
    expect(await services.db.prisma.personSlot.count({ where: { personId: teacher.id, block: 6 } })).toBe(1);
  }
});
