import { privacyTexts } from "@korki/contracts/texts/privacy";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import { openTrialAccountInput } from "@korki/contracts/trial-lessons";
import { expect, test } from "vitest";
import { addClosure } from "../closures/add-closure";
import { conflict } from "../errors";
import { bookLesson } from "../lessons/book-lesson";
import { erasePerson } from "../privacy/personal-data";
import { bookingOf, inDays, makeTeacher, relate } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { addTrial } from "../trial-lessons/add-trial";
import { scheduleTrial, updateTrial } from "../trial-lessons/trials";
import { openTrialAccount } from "./open-trial-account";
import { showPlannedLessons } from "./planned-lessons";

const { services, prisma, asAdmin } = await openTestCentre();
const KASIA = { name: "Kasia", surname: "Nowa", email: "kasia@example.pl", phone: "+48600100200" };
const EWA = { name: "Ewa", surname: "Nowa", email: "ewa@example.pl" };

async function makeTrial(block: number) {
  const teacher = await makeTeacher(services);
  const trial = await addTrial(asAdmin, {
    teacherId: teacher.id,
    date: inDays(services, 2),
    block,
    subject: "Fizyka",
    level: "liceumP",
    name: "Kasia",
    email: EWA.email,
    studentPhone: "",
    parentPhone: "+48700800900",
    description: "",
  });
  return { teacher, trial };
}

test("a request becomes a pupil in one step: accounts, invitations, the relation; and only once", async () => {
  const { teacher, trial } = await makeTrial(3);
  const outcomes = await Promise.allSettled(
    [1, 2].map((at) =>
      openTrialAccount(asAdmin, {
        id: trial.id,
        ...KASIA,
        email: `kasia${at}@example.pl`,
        parent: { ...EWA, email: `ewa${at}@example.pl` },
      }),
    ),
  );
  const opened = outcomes.find((outcome) => outcome.status === "fulfilled")?.value;
  expect(refusalsOf(outcomes)).toEqual([conflict(trialTexts.accountExists)]);
  if (!opened?.parentId) throw new Error("nothing was opened");
  const { studentId, parentId } = opened;
  expect(await prisma.user.findUnique({ where: { id: studentId } })).toMatchObject({
    role: "Student",
    name: "Kasia",
    phone: KASIA.phone,
    phoneParent: "+48700800900",
  });
  expect(await prisma.user.findUnique({ where: { id: parentId } })).toMatchObject({
    role: "Parent",
    phone: "+48700800900",
  });
  expect(await prisma.teachingRelation.count({ where: { studentId, teacherId: teacher.id } })).toBe(1);
  expect(await prisma.guardianship.findMany({ where: { studentId } })).toMatchObject([
    { parentId, canBook: true, canPay: true, isPayer: true },
  ]);
  expect((await outboxOf(services, studentId)).map(({ kind }) => kind)).toEqual([
    "account-invitation",
    "relation-added",
  ]);
  expect((await outboxOf(services, parentId)).map(({ kind }) => kind)).toEqual(["account-invitation"]);
  expect(await prisma.user.count({ where: { email: { startsWith: "kasia" } } })).toBe(1);
  await expect(openTrialAccount(asAdmin, { id: trial.id, ...KASIA })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("where the faster of two is refused, the one who waited opens the account", async () => {
  const { trial } = await makeTrial(7);
  await makePerson(services, "Student", { email: "uczennica@example.pl" });
  const requests = [
    { ...KASIA, email: "szybsza@example.pl", parent: { ...EWA, email: "uczennica@example.pl" } },
    { ...KASIA, email: "wolniejsza@example.pl" },
  ];
  const outcomes = await Promise.allSettled(
    requests.map((request) => openTrialAccount(asAdmin, { id: trial.id, ...request })),
  );
  expect(refusalsOf(outcomes)).toMatchObject([{ code: "conflict" }]);
  expect(outcomes[1]).toMatchObject({ status: "fulfilled" });
  expect(await prisma.user.count({ where: { email: "szybsza@example.pl" } })).toBe(0);
});

test("a parent who has an account keeps it for the next child, and is told", async () => {
  const { trial } = await makeTrial(6);
  const parent = await makePerson(services, "Parent", { email: "mama@example.pl" });
  const opened = await openTrialAccount(asAdmin, {
    id: trial.id,
    ...KASIA,
    email: "druga@example.pl",
    parent: { ...EWA, email: "mama@example.pl" },
  });
  expect(opened.parentId).toBe(parent.id);
  expect(await prisma.guardianship.count({ where: { parentId: parent.id, isPayer: true } })).toBe(1);
  expect(await outboxOf(services, parent.id)).toMatchObject([
    { kind: "guardianship-changed", facts: { event: "added", studentName: "Kasia Nowa", isOwn: true } },
  ]);
  expect((await outboxOf(services, opened.studentId)).map(({ kind }) => kind)).toEqual([
    "account-invitation",
    "relation-added",
  ]);
});

test("a child without an address gets no login; the parent has all rights and the relation stays", async () => {
  const { trial, teacher } = await makeTrial(7);
  const { studentId, parentId } = await openTrialAccount(asAdmin, {
    id: trial.id,
    ...KASIA,
    email: "",
    phone: "+48600500400",
    parent: { ...EWA, email: "mama-kasi@example.pl" },
  });
  const child = await prisma.user.findUniqueOrThrow({ where: { id: studentId } });
  expect(child).toMatchObject({ email: null, phone: "+48600500400", phoneParent: "+48700800900" });
  expect(await prisma.guardianship.findFirst({ where: { studentId } })).toMatchObject({
    parentId,
    isPayer: true,
  });
  expect(await prisma.teachingRelation.count({ where: { studentId, teacherId: teacher.id } })).toBe(1);
  expect(openTrialAccountInput.safeParse({ id: trial.id, ...KASIA, email: "" }).success).toBe(false);
});

test("an address that has an account opens nothing", async () => {
  const { trial } = await makeTrial(4);
  await makePerson(services, "Student", { email: "zajety@example.pl" });
  await expect(
    openTrialAccount(asAdmin, {
      id: trial.id,
      ...KASIA,
      email: "wolny@example.pl",
      parent: { ...EWA, email: "zajety@example.pl" },
    }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect(await prisma.user.count({ where: { email: "wolny@example.pl" } })).toBe(0);
});

test("a request keeps where it came from and why it was lost", async () => {
  const { trial } = await makeTrial(5);
  const lost = await updateTrial(asAdmin, {
    id: trial.id,
    version: trial.version,
    status: "Odwolana",
    source: "Polecenie",
    lostReason: "Za drogo",
  });
  expect(lost).toMatchObject({ source: "Polecenie", lostReason: "Za drogo", studentId: null });
});

test("a request whose teacher was erased becomes a pupil without a teacher", async () => {
  const { teacher, trial } = await makeTrial(9);
  await prisma.user.update({
    where: { id: teacher.id },
    data: { erasedAt: services.now(), isDisabled: true },
  });
  const { studentId } = await openTrialAccount(asAdmin, {
    id: trial.id,
    ...KASIA,
    email: "dziewiata@example.pl",
  });
  expect(await prisma.teachingRelation.count({ where: { studentId } })).toBe(0);
});

test("a pupil is in one place at a time, in the trial lesson too", async () => {
  const { trial } = await makeTrial(5);
  const { studentId } = await openTrialAccount(asAdmin, {
    id: trial.id,
    ...KASIA,
    email: "piata@example.pl",
  });
  const other = await makeTeacher(services);
  const pupil = await findPerson(studentId);
  await relate(services, pupil, other);
  const at = (block: number) => bookingOf(other, inDays(services, 2), block);
  const asPupil = personCtx(services, pupil);
  await expect(bookLesson(asPupil, at(5))).rejects.toMatchObject({ code: "conflict" });
  await bookLesson(asPupil, at(6));
  const { version } = await prisma.trialLesson.findUniqueOrThrow({ where: { id: trial.id } });
  const moved = { id: trial.id, version, teacherId: trial.teacher?.id ?? "", date: inDays(services, 2) };
  await expect(scheduleTrial(asAdmin, { ...moved, block: 6 })).rejects.toMatchObject({
    code: "conflict",
    message: trialTexts.studentBusy,
  });
  await scheduleTrial(asAdmin, { ...moved, block: 7 });
  await bookLesson(asPupil, at(5));
});

test("a trial lesson on a closed day keeps its leave while it stays there", async () => {
  const { teacher, trial } = await makeTrial(8);
  const day = inDays(services, 2);
  await addClosure(asAdmin, {
    scope: "teacher",
    teacherId: teacher.id,
    from: day,
    to: day,
    label: "",
    decisions: [{ lessonId: trial.id, action: "keep" }],
  });
  const kept = await prisma.trialLesson.findUniqueOrThrow({ where: { id: trial.id } });
  const slot = { id: trial.id, version: kept.version, teacherId: teacher.id, date: day };
  await scheduleTrial(asAdmin, { ...slot, block: 8 });
  const after = await prisma.trialLesson.findUniqueOrThrow({ where: { id: trial.id } });
  expect(after.closureOverridden).toBe(true);
  const again = { ...slot, version: after.version, block: 9 };
  await expect(scheduleTrial(asAdmin, again)).rejects.toMatchObject({ code: "conflict" });
  await scheduleTrial(asAdmin, { ...again, overrideClosure: true });
});

/** Returns the errors themselves, so that a test that fails names them. */
function refusalsOf(outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
}

async function findPerson(id: string) {
  const { name, surname, email } = await prisma.user.findUniqueOrThrow({ where: { id } });
  return { id, name, surname, email: email ?? "", role: "Student" as const };
}

test("erasing a pupil whose trial lesson is still ahead asks first, then cancels it and tells the teacher", async () => {
  const { teacher, trial } = await makeTrial(11);
  const { studentId: userId } = await openTrialAccount(asAdmin, {
    id: trial.id,
    ...KASIA,
    email: "kasia-usuwana@example.pl",
  });
  expect((await showPlannedLessons(asAdmin, { id: userId })).total).toBe(1);
  await expect(erasePerson(asAdmin, { userId })).rejects.toThrow(privacyTexts.plannedLessons(1));
  await erasePerson(asAdmin, { userId, plannedLessons: "cancel" });
  expect(await prisma.trialLesson.findUnique({ where: { id: trial.id } })).toMatchObject({
    status: "Odwolana",
  });
  expect((await outboxOf(services, teacher.id)).map(({ kind }) => kind)).toContain("trial-cancelled");
});
