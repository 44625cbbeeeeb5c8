import { newId } from "@korki/db";
import { addDays, blockStart, fullName, today } from "@korki/domain";
import {
  type NotificationContent,
  type NotifiedLesson,
  NotYet,
  readNotification,
  SAMPLE_CONTEXT,
} from "@korki/notifications";
import { beforeEach, describe, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { adjustLedger } from "../ledger/adjust-ledger";
import { cancelLesson, deleteLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { generateMeetingLink } from "../lessons/generate-meeting-link";
import { notifiedLesson } from "../lessons/notified-lesson";
import { getLesson } from "../lessons/read-lessons";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { addPayout, voidPayout } from "../payouts/payouts";
import { unrelate } from "../people/relate";
import {
  bookedLesson,
  type Classroom,
  forceStatus,
  inDays,
  makeClassroom,
  makeTeacher,
} from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { revalidate } from "./revalidate";

const services = await openTestServices();
const { prisma } = services.db;
let room: Classroom;
let facts: NotifiedLesson;

beforeEach(async () => {
  services.clock.time = new Date("2026-11-16T09:00:00+01:00");
  room = await makeClassroom(services);
  facts = notifiedLesson(await bookedLesson(services, room, 9, 3));
});

async function revalidated(
  { kind, facts }: NotificationContent,
  recipientId: string | null = room.student.id,
) {
  const stored = readNotification(kind, facts);
  if (typeof stored === "string") throw new Error(stored);
  return revalidate(services, stored, recipientId);
}
const isTrue = async (content: NotificationContent, recipientId?: string | null) =>
  (await revalidated(content, recipientId)) !== null;
const ref = () => ({ lessonId: facts.lessonId });

test("a booking notice is true while the lesson is unconfirmed and unmoved", async () => {
  const booked: NotificationContent = { kind: "lesson-booked", facts: { ...facts, description: "" } };
  expect(await isTrue(booked)).toBe(true);
  expect(await isTrue({ ...booked, facts: { ...booked.facts, block: 3 } })).toBe(false);
  await confirmLesson(room.asTeacher, ref());
  expect(await isTrue(booked)).toBe(false);
});

test("a cancellation makes the confirmation untrue", async () => {
  await confirmLesson(room.asTeacher, ref());
  const confirmed: NotificationContent = { kind: "lesson-confirmed", facts };
  const cancelled: NotificationContent = {
    kind: "lesson-cancelled-by-teacher",
    facts: { ...facts, reason: null },
  };
  expect(await isTrue(confirmed)).toBe(true);
  expect(await isTrue(cancelled)).toBe(false);
  await cancelLesson(room.asTeacher, ref());
  expect(await isTrue(confirmed)).toBe(false);
  expect((await revalidated(cancelled))?.facts).toEqual(cancelled.facts);
  services.clock.time = blockStart(facts.date, facts.block);
  expect((await revalidated(cancelled))?.facts).toEqual({ ...cancelled.facts, hasBegun: true });
});

test("a reminder of money says what is due when it is sent, and nothing once that is paid", async () => {
  const { id: studentId } = room.student;
  const reminder: NotificationContent = { kind: "debt-reminder", facts: { studentId, moneyAmount: 900 } };
  expect((await revalidated(reminder))?.facts).toEqual({ studentId, moneyAmount: 90 });
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  await addPayment(
    asAdmin,
    {
      ...({ studentId, moneyAmount: 90, lessonAmount: 1, subject: "Matematyka", level: "liceumP" } as const),
      description: "",
    },
    null,
  );
  expect(await isTrue(reminder)).toBe(false);
});

describe("a low balance", () => {
  // What is due is decided by PostgreSQL, whose day is the real one.
  beforeEach(async () => {
    services.clock.time = new Date();
    room = await makeClassroom(services);
    facts = notifiedLesson(await bookedLesson(services, room, 9, 3));
  });

  const maths = { subject: "Matematyka", level: "liceumP" } as const;
  const low = async () => {
    const facts = { studentId: room.student.id, ...maths, available: 0 };
    return (await revalidated({ kind: "low-balance", facts }))?.facts;
  };
  const pay = async (lessonAmount: number) =>
    addPayment(
      personCtx(services, await makePerson(services, "Admin")),
      { studentId: room.student.id, moneyAmount: 90, lessonAmount, ...maths, description: "" },
      null,
    );

  test("says until when lessons are paid for and what the first unpaid one costs", async () => {
    await bookedLesson(services, room, 9, 12);
    const unpaid = await bookedLesson(services, room, 9, 13);
    await prisma.lesson.update({ where: { id: unpaid.id }, data: { price: 120 } });
    await pay(2);
    const paidUntil = inDays(services, 12);
    services.clock.time = blockStart(addDays(paidUntil, -4), 2);
    expect(await low()).toMatchObject({ paidUntil, isAhead: true, left: 0, price: 120 });
    services.clock.time = blockStart(addDays(paidUntil, 1), 2);
    expect(await low()).toMatchObject({ paidUntil, isAhead: false, left: 0, price: 120 });
  });

  test("says how many lessons are left, and what one more with the last teacher costs", async () => {
    await prisma.individualPrice.create({
      data: { id: newId(), teacherId: room.teacher.id, level: maths.level, price: 130, rate: 60 },
    });
    await pay(2);
    expect(await low()).toMatchObject({ paidUntil: facts.date, isAhead: true, left: 1, price: 130 });
    await pay(1);
    expect(await low()).toBeUndefined();
  });

  test("waits while only what is planned later is not paid for", async () => {
    await bookedLesson(services, room, 9, 12);
    await bookedLesson(services, room, 9, 20);
    await pay(2);
    const [paidUntil, from] = [inDays(services, 12), inDays(services, 5)];
    await expect(low()).rejects.toEqual(new NotYet(from));
    services.clock.time = blockStart(from, 2);
    expect(await low()).toMatchObject({ paidUntil, isAhead: true });
  });
});

test("a warning of expiry counts the lessons that nothing uses when it is sent, and is untrue without any", async () => {
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const { id: studentId } = room.student;
  const pair = { subject: "Fizyka", level: "liceumR" } as const;
  const expiresOn = addDays(today(services.now()), 6);
  const warning: NotificationContent = {
    kind: "lessons-expiring",
    facts: { studentId, lessons: [{ ...pair, expiresOn, quantity: 3 }] },
  };
  const paid = { ...pair, studentId, moneyAmount: 300, description: "", expiresOn };
  const { id } = await addPayment(asAdmin, { ...paid, lessonAmount: 2 }, null);
  expect((await revalidated(warning))?.facts).toEqual({
    studentId,
    studentName: null,
    lessons: [{ ...pair, expiresOn, quantity: 2 }],
  });
  await addPayment(asAdmin, { ...paid, lessonAmount: 4 }, null);
  expect((await revalidated(warning))?.facts).toMatchObject({ lessons: [{ quantity: 3 }] });
  await voidPayment(asAdmin, { id });
  await adjustLedger(asAdmin, { studentId, ...pair, quantity: -4, description: "x" });
  expect(await isTrue(warning)).toBe(false);
});

test("a payout is announced while it counts, and its voiding once it does not", async () => {
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const payout = { teacherId: room.teacher.id, moneyAmount: 500, description: "" };
  const { id: payoutId } = await addPayout(asAdmin, payout, null);
  const paidOut = { payoutId, moneyAmount: 500, description: "" };
  const areTrue = async () => [
    await isTrue({ kind: "payout-noted", facts: paidOut }, room.teacher.id),
    await isTrue({ kind: "payout-voided", facts: { ...paidOut, paidOn: "2026-11-16" } }, room.teacher.id),
  ];
  expect(await areTrue()).toEqual([true, false]);
  await voidPayout(asAdmin, { id: payoutId });
  expect(await areTrue()).toEqual([false, true]);
});

test("a deleted booking is announced as deleted only", async () => {
  await deleteLesson(room.asStudent, ref());
  expect(await isTrue({ kind: "lesson-deleted-by-student", facts })).toBe(true);
  expect(await isTrue({ kind: "lesson-booked", facts: { ...facts, description: "" } })).toBe(false);
  expect(await isTrue({ kind: "lesson-unconfirmed", facts })).toBe(false);
});

test("what is told of a lesson is untrue for a teacher who handed the lesson over", async () => {
  const asked: NotificationContent = { kind: "lesson-unconfirmed", facts };
  const asOf = async (content: NotificationContent) => [
    await isTrue(content, room.teacher.id),
    await isTrue(content),
  ];
  const former = await makePerson(services, "Teacher");
  const booked: NotificationContent = { kind: "lesson-booked", facts: { ...facts, description: "" } };
  const added: NotificationContent = { kind: "lesson-added-by-admin", facts };
  const moved = { ...facts, fromDate: facts.date, fromBlock: 3 };
  const told: NotificationContent[] = [
    { kind: "lesson-moved", facts: moved },
    { kind: "reschedule-accepted", facts: moved },
    { kind: "reschedule-declined", facts: { ...facts, toDate: facts.date, toBlock: 3 } },
    { kind: "lessons-changed-by-admin", facts: { event: "waiting", lessons: [facts] } },
  ];
  for (const each of [asked, booked, added, ...told]) {
    expect(await isTrue(each, former.id)).toBe(false);
    expect(await asOf(each)).toEqual([true, true]);
  }
  await confirmLesson(room.asTeacher, ref());
  for (const kind of ["lesson-reminder-day", "lesson-reminder-hour", "lesson-outcome"] as const) {
    expect(await asOf({ kind, facts })).toEqual([true, true]);
    expect(await isTrue({ kind, facts }, former.id)).toBe(false);
  }
});

test("a substitution is true while the substitute has the lesson; the former teacher reads who has it", async () => {
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const [second, third] = [await makeTeacher(services), await makeTeacher(services)];
  /** Who would be told of a substitution by this teacher now, and whose name they would read. */
  const told = async ({ id: teacherId }: { id: string }) => {
    const read: unknown[] = [];
    for (const { id } of [room.student, room.teacher, second, third])
      for (const { kind, facts: stored } of await outboxOf(services, id)) {
        if (stored.teacherId !== teacherId) continue;
        const now = await revalidated({ kind, facts: stored } as NotificationContent, id);
        if (now) read.push([stored.as, (now.facts as NotifiedLesson).teacherName]);
      }
    return read;
  };
  await substituteTeacher(asAdmin, { ...ref(), teacherId: second.id });
  const all = (name: string) => [
    ["student", name],
    ["original", name],
    ["substitute", name],
  ];
  expect(await told(second)).toEqual(all(fullName(second)));
  await substituteTeacher(asAdmin, { ...ref(), teacherId: third.id });
  expect(await told(second)).toEqual([["original", fullName(third)]]);
  expect(await told(third)).toEqual(all(fullName(third)));
});

test("a lesson that an administrator adds is announced as it stands", async () => {
  const added: NotificationContent = { kind: "lesson-added-by-admin", facts };
  expect((await revalidated(added))?.facts).toMatchObject({ isConfirmed: false });
  await confirmLesson(room.asTeacher, ref());
  expect((await revalidated(added))?.facts).toMatchObject({ isConfirmed: true });
});

test("reminders are true for the confirmed lesson in its slot until they are too late", async () => {
  const day: NotificationContent = { kind: "lesson-reminder-day", facts };
  const hour: NotificationContent = { kind: "lesson-reminder-hour", facts };
  const start = blockStart(facts.date, facts.block).getTime();
  services.clock.time = new Date(start - 23 * 3_600_000);
  expect(await isTrue(day)).toBe(false);
  await confirmLesson(room.asTeacher, ref());
  const { meetingLink } = await generateMeetingLink(room.asTeacher, ref());
  expect(await revalidated(day)).toMatchObject({ kind: day.kind, facts: { ...facts, meetingLink } });
  expect(await isTrue({ ...day, facts: { ...facts, date: addDays(facts.date, 1) } })).toBe(false);
  services.clock.time = new Date(start - 30 * 60_000);
  expect(await isTrue(day)).toBe(false);
  expect(await isTrue(hour)).toBe(true);
  services.clock.time = new Date(start);
  expect(await isTrue(hour)).toBe(false);
  services.clock.time = new Date(start - 30 * 60_000);
  await forceStatus(services, facts.lessonId, "Odwolana przez ucznia");
  expect(await isTrue(hour)).toBe(false);
});

test("a meeting link is true while it is the lesson's, in the slot that it names", async () => {
  await confirmLesson(room.asTeacher, ref());
  await generateMeetingLink(room.asTeacher, ref());
  const { meetingLink } = await getLesson(room.asStudent, ref());
  expect(await isTrue({ kind: "meeting-link-ready", facts: { ...facts, meetingLink } })).toBe(true);
  expect(await isTrue({ kind: "meeting-link-ready", facts: { ...facts, block: 3, meetingLink } })).toBe(
    false,
  );
  expect(await isTrue({ kind: "meeting-link-ready", facts: { ...facts, meetingLink: "https://x" } })).toBe(
    false,
  );
});

test("a proposal is true while it is open, for the slot that it names; declined, while the lesson keeps its slot", async () => {
  const to = { toDate: addDays(facts.date, 1), toBlock: 2 };
  const proposed: NotificationContent = {
    kind: "reschedule-proposed",
    facts: { ...facts, ...to, proposerName: "X" },
  };
  expect(await isTrue(proposed)).toBe(false);
  const proposal = await prisma.rescheduleProposal.create({
    data: {
      id: newId(),
      lessonId: facts.lessonId,
      proposerId: room.teacher.id,
      proposerRole: "Teacher",
      date: new Date(`${to.toDate}T00:00:00Z`),
      block: to.toBlock,
      status: "open",
    },
  });
  expect(await isTrue(proposed)).toBe(true);
  await prisma.rescheduleProposal.update({ where: { id: proposal.id }, data: { status: "declined" } });
  expect(await isTrue(proposed)).toBe(false);
  expect(await isTrue({ kind: "reschedule-declined", facts: { ...facts, ...to } })).toBe(true);
  expect(await isTrue({ kind: "reschedule-declined", facts: { ...facts, block: 3, ...to } })).toBe(false);
});

test("a void payment makes its notice untrue", async () => {
  const data = { studentId: room.student.id, moneyAmount: 90, lessonAmount: 1, description: "" };
  const what = { subject: "Fizyka", level: "liceumP" } as const;
  const { id: paymentId } = await prisma.payment.create({ data: { id: newId(), ...data, ...what } });
  const noted = {
    kind: "payment-noted" as const,
    facts: { paymentId, moneyAmount: 90, lessonAmount: 1, ...what },
  };
  expect(await isTrue(noted)).toBe(true);
  const other = await prisma.payment.create({ data: { id: newId(), ...data, ...what } });
  const both: NotificationContent = {
    kind: "payment-noted",
    facts: {
      ...noted.facts,
      others: [{ paymentId: other.id, moneyAmount: 70, lessonAmount: 1, ...what }],
    },
  };
  await prisma.payment.update({ where: { id: paymentId }, data: { deletedAt: new Date() } });
  expect(await isTrue(noted)).toBe(false);
  const left = { paymentId: other.id, moneyAmount: 70, lessonAmount: 1, ...what };
  expect((await revalidated(both))?.facts).toEqual(left);
});

test("unread messages are counted until they are read", async () => {
  const [lowUserId = "", highUserId = ""] = [room.student.id, room.teacher.id].sort();
  const { id: conversationId } = await prisma.conversation.create({
    data: { id: newId(), lowUserId, highUserId },
  });
  const unread: NotificationContent = {
    kind: "unread-messages",
    facts: { senderId: room.teacher.id, senderName: "Nina", conversationId },
  };
  expect(await isTrue(unread)).toBe(false);
  for (const [seq, clientKey] of ["a", "b"].entries()) {
    await prisma.message.create({
      data: {
        id: newId(),
        conversationId,
        senderId: room.teacher.id,
        recipientId: room.student.id,
        text: "Cześć",
        clientKey,
        seq: seq + 1,
      },
    });
  }
  expect(await revalidated(unread)).toMatchObject({ facts: { ...unread.facts, count: 2 } });
  await prisma.conversation.update({
    where: { id: conversationId },
    data: { lowReadSeq: 2, highReadSeq: 2 },
  });
  expect(await isTrue(unread)).toBe(false);
});

test("a trial lesson's notices are true for the people it concerns now", async () => {
  const other = await makePerson(services, "Teacher");
  const trial = await prisma.trialLesson.create({
    data: { id: newId(), subject: "Fizyka", level: "liceumP", status: "Nowa", email: "gosc@example.pl" },
  });
  const asked = { trialLessonId: trial.id, subject: "Fizyka", level: "liceumP" } as const;
  expect(await isTrue({ kind: "trial-requested", facts: asked })).toBe(true);
  expect(await isTrue({ kind: "trial-request-received", facts: asked }, null)).toBe(true);
  const scheduled: NotificationContent = {
    kind: "trial-scheduled-teacher",
    facts: { trialLessonId: trial.id },
  };
  const off: NotificationContent = { kind: "trial-cancelled", facts: { trialLessonId: trial.id } };
  await prisma.trialLesson.update({
    where: { id: trial.id },
    data: { status: "Umowiona", teacherId: room.teacher.id, date: new Date("2026-11-21"), block: 3 },
  });
  expect(await isTrue({ kind: "trial-requested", facts: asked })).toBe(false);
  expect(await isTrue(scheduled, room.teacher.id)).toBe(true);
  expect(await isTrue(scheduled, other.id)).toBe(false);
  expect(await isTrue(off, room.teacher.id)).toBe(false);
  expect(await isTrue(off, other.id)).toBe(true);
  await prisma.trialLesson.update({ where: { id: trial.id }, data: { status: "Odwolana" } });
  expect(await isTrue(scheduled, room.teacher.id)).toBe(false);
  expect((await revalidated(off, null))?.facts).not.toHaveProperty("hasBegun");
  services.clock.time = blockStart("2026-11-21", 3);
  expect((await revalidated(off, null))?.facts).toMatchObject({ hasBegun: true });
});

test.each([
  ["works", {}, true],
  ["was used", { usedAt: new Date() }, false],
  ["is void", { voidedAt: new Date() }, false],
  ["has expired", { expiresAt: new Date("2026-11-16T07:00:00Z") }, false],
])("an account's link is sent when it %s: %j", async (_name, data, expected) => {
  const link = await prisma.oneTimeLink.create({
    data: {
      id: newId(),
      userId: room.student.id,
      kind: "reset-password",
      expiresAt: new Date("2026-11-16T10:00:00Z"),
      ...data,
    },
  });
  expect(await isTrue({ kind: "account-recovery", facts: { linkId: link.id } })).toBe(expected);
  expect(await isTrue({ kind: "account-recovery", facts: { linkId: newId() } })).toBe(false);
});

test("a reminder of a lesson without a link leads to the product's own room", async () => {
  await confirmLesson(room.asTeacher, ref());
  const linkIn = async (kind: "lesson-reminder-day" | "lesson-confirmed") =>
    (await revalidated({ kind, facts }))?.facts;
  const address = `${services.settings.publicUrl}/lekcja/${facts.lessonId}/sala`;
  expect(await linkIn("lesson-reminder-day")).toMatchObject({ meetingLink: address });
  expect(await linkIn("lesson-confirmed")).toMatchObject({ meetingLink: "" });
  const meetingRoom = "https://zoom.example/j/1";
  await prisma.user.update({ where: { id: room.teacher.id }, data: { meetingRoom } });
  expect(await linkIn("lesson-reminder-day")).toMatchObject({ meetingLink: "" });
});

test("a reminder leads nobody to a room that would not let them in", async () => {
  await confirmLesson(room.asTeacher, ref());
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const parent = await makePerson(services, "Parent");
  await makeGuardian(services, parent, room.student);
  await unrelate(asAdmin, { teacherId: room.teacher.id, studentId: room.student.id });
  const reminderFor = async ({ id }: { id: string }) =>
    revalidated({ kind: "lesson-reminder-hour", facts }, id);
  const linkFor = async (person: { id: string }) => (await reminderFor(person))?.facts;
  const own = `${services.settings.publicUrl}/lekcja/${facts.lessonId}/sala`;
  for (const told of ["", own]) {
    await prisma.lesson.update({ where: { id: facts.lessonId }, data: { meetingLink: told } });
    for (const recipientRole of ["Student", "Teacher"] as const) {
      const reminder = await reminderFor(recipientRole === "Student" ? room.student : room.teacher);
      expect(reminder?.facts).toMatchObject({ meetingLink: "" });
      // Nor does it promise a link, or ask for one.
      const { paragraphs, action } = reminder?.message({ ...SAMPLE_CONTEXT, recipientRole }) ?? {};
      expect([paragraphs, action?.label]).toEqual([[], "Zobacz lekcję"]);
    }
    // Parents come in.
    expect(await linkFor(parent)).toMatchObject({ meetingLink: own });
  }
  const outside = "https://zoom.example/j/1";
  await prisma.lesson.update({ where: { id: facts.lessonId }, data: { meetingLink: outside } });
  expect(await linkFor(room.student)).toMatchObject({ meetingLink: outside });
});
