import { approvalTexts } from "@korki/contracts/texts/approvals";
import { newId, toDbDate } from "@korki/db";
import { addDays, addMonths, blockStart, monthName, monthOf, today } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { linkToken, readLinkToken } from "../accounts/link-token";
import { confirmManyLessons } from "../admin-lessons/confirm-many-lessons";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { getAttention } from "../attention/get-attention";
import { setPayerMode } from "../bills/billing-settings";
import { previewBills } from "../bills/issue-bills";
import { decideOverdue } from "../bills/manage-bill";
import { savePolicy } from "../cancellation/policies";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { listChildren } from "../families/children";
import { listGuardianships, saveGuardianship } from "../families/guardianships";
import { acceptInvitation, inviteParent } from "../families/invitations";
import { adjustLedger } from "../ledger/adjust-ledger";
import { bookLesson } from "../lessons/book-lesson";
import { deleteLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { getMyMoney, saveMoneySettings } from "../money/get-money";
import { planReminders } from "../notifications/plan-reminders";
import { cancelOrder } from "../orders/cancel-order";
import { getOrder } from "../orders/get-order";
import { placeOrder } from "../orders/place-order";
import { addPayment } from "../payments/add-payment";
import { disableMany, enableMany } from "../people/disable-many";
import { erasePerson } from "../privacy/personal-data";
import { confirmSeries } from "../series/confirm-series";
import { createSeries, previewSeries } from "../series/create-series";
import { endSeries } from "../series/end-series";
import { extendSeries, previewExtension } from "../series/extend-series";
import { fillDate } from "../series/fill-date";
import { findFillSlots } from "../series/find-slots";
import { previewMove } from "../series/move-series";
import {
  bookingOf,
  type Classroom,
  inDays,
  makeClassroom,
  makeStudentOf,
  notificationsFor,
} from "../testing/classroom";
import { FakeProvider } from "../testing/fake-provider";
import { makeGuardian } from "../testing/families";
import { outboxOf } from "../testing/outbox";
import { makePerson, type Person, personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { answerApproval, expireApprovals, followPayers, listApprovals, listWaitingSteps } from "./approvals";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
const MATHS = { subject: "Matematyka", level: "liceumP" } as const;

let provider: FakeProvider;
let room: Classroom;
let payer: Person;
let asPayer: ActorCtx;

beforeEach(async () => {
  services.freshLimits();
  services.clock.time = start;
  provider = new FakeProvider();
  services.payments = provider;
  await saveMoneySettings(asAdmin, { dueDays: 7, approvalAbove: 300 });
  room = await makeClassroom(services);
  payer = await makePerson(services, "Parent");
  await makeGuardian(services, payer, room.student, { isPayer: true });
  asPayer = personCtx(services, payer);
});

const seriesBody = (weeks: number) => {
  const from = inDays(services, 3);
  const weekday =
    (["niedz", "pon", "wt", "sr", "czw", "pt", "sob"] as const)[new Date(from).getUTCDay()] ?? "pon";
  return {
    teacherId: room.teacher.id,
    ...MATHS,
    weekday,
    block: 9,
    everyWeeks: 1 as const,
    from,
    to: addDays(from, 7 * (weeks - 1)),
    description: "",
  };
};
async function requestSeries(weeks = 10, ctx: ActorCtx = room.asStudent) {
  const child = ctx === room.asStudent ? {} : { studentId: room.student.id };
  const body = { ...seriesBody(weeks), ...child };
  const { token } = await previewSeries(ctx, body);
  return createSeries(ctx, { ...body, token });
}
const addHours = (hours: number) => new Date(services.now().getTime() + hours * 3_600_000);
const order = (lessons: number) => placeOrder(room.asStudent, { items: [{ ...MATHS, lessons }] });
const answer = async (agreed: boolean, ctx = asPayer) => {
  const [asked] = await listApprovals(asPayer);
  return answerApproval(ctx, { id: asked?.id ?? "", agreed });
};
const lessonsOf = (seriesId: string) =>
  prisma.lesson.findMany({ where: { seriesId, deletedAt: null }, orderBy: { date: "asc" } });

describe("a student's weekly lesson", () => {
  test("uses up nothing that was paid for, and is on no bill, before the payer agrees", async () => {
    const booked = inDays(services, 5);
    await bookLesson(room.asStudent, bookingOf(room.teacher, booked, 8));
    const paid = { moneyAmount: 90, lessonAmount: 1, ...MATHS, description: "" };
    await addPayment(asAdmin, { studentId: room.student.id, ...paid }, null);
    await requestSeries();
    const money = () => getMyMoney(asPayer, { studentId: room.student.id });
    expect(await money()).toMatchObject({
      due: 0,
      dueBy: null,
      plannedLater: 900,
      subjects: [{ paidUntil: booked }],
    });
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "advance" });
    const month = monthName(addMonths(monthOf(today(services.now())), 2));
    const mine = async () =>
      (await previewBills(asAdmin, { month })).bills.filter(({ payerId }) => payerId === payer.id);
    expect(await mine()).toEqual([]);
    await answer(true);
    expect(await mine()).toMatchObject([{ amount: expect.any(Number) }]);
    await setPayerMode(asAdmin, { payerId: payer.id, mode: "perLesson" });
    expect((await money()).due).toBe(90);
  });

  test("is told as a low balance once the payer agrees, and counts nowhere before", async () => {
    const paid = { moneyAmount: 900, lessonAmount: 11, ...MATHS, description: "" };
    await addPayment(asAdmin, { studentId: room.student.id, ...paid }, null);
    await requestSeries();
    const low = async () =>
      (await outboxOf(services, payer.id)).flatMap(({ kind, facts }) =>
        kind === "low-balance" ? [facts.available] : [],
      );
    const shown = async () =>
      (await getAttention(room.asStudent)).flatMap(({ kind, items }) =>
        kind === "balance" ? items.map(({ text }) => text) : [],
      );
    expect([await low(), await shown()]).toEqual([[], []]);
    await bookLesson(room.asStudent, bookingOf(room.teacher, inDays(services, 5), 8));
    expect([await low(), await shown()]).toEqual([[], []]);
    await answer(true);
    expect(await low()).toEqual([0]);
    expect(await shown()).toEqual([expect.stringContaining("0")]);
  });

  test("is told as a low balance where what is left falls while the payer is asked", async () => {
    const paid = { moneyAmount: 900, lessonAmount: 12, ...MATHS, description: "" };
    await addPayment(asAdmin, { studentId: room.student.id, ...paid }, null);
    const low = async () =>
      (await outboxOf(services, room.student.id)).flatMap(({ kind, facts }) =>
        kind === "low-balance" ? [facts.available] : [],
      );
    await requestSeries(20);
    await adjustLedger(asAdmin, { studentId: room.student.id, ...MATHS, quantity: -10, description: "x" });
    expect(await low()).toEqual([]);
    await bookLesson(room.asStudent, bookingOf(room.teacher, inDays(services, 5), 8));
    expect(await low()).toEqual([1]);
    await answer(false);
    expect(await low()).toEqual([1]);
    await requestSeries();
    await answer(true);
    expect(await low()).toEqual([1]);
  });

  test("above the limit waits for the payer; the teacher hears of it and confirms only after that", async () => {
    const series = await requestSeries();
    expect(await listApprovals(asPayer)).toEqual([
      {
        id: expect.any(String),
        studentId: room.student.id,
        kind: "series",
        amount: 900,
        until: new Date(start.getTime() + 72 * 3_600_000).toISOString(),
        text: "Ola prosi o stały termin, 900\u00a0zł",
        details: expect.stringContaining("Matematyka (liceum podst.), 10 lekcji od"),
      },
    ]);
    expect(await notificationsFor(services, payer)).toEqual(["approval-asked"]);
    expect(await notificationsFor(services, room.teacher)).toEqual([]);
    expect(await getAttention(room.asTeacher)).toEqual([]);
    const [first] = await lessonsOf(series.id);
    const waits = { code: "conflict", message: "Ta lekcja czeka na zgodę rodzica, który płaci" };
    await expect(confirmSeries(room.asTeacher, { seriesId: series.id })).rejects.toMatchObject(waits);
    await expect(confirmLesson(room.asTeacher, { lessonId: first?.id ?? "" })).rejects.toMatchObject(waits);
    for (const ctx of [room.asStudent, room.asTeacher, asPayer]) {
      expect(await listWaitingSteps(ctx)).toMatchObject([{ seriesId: series.id, orderId: null }]);
    }

    await answer(true);
    expect(await outboxOf(services, room.teacher.id)).toEqual([
      { kind: "series-changed", facts: expect.not.objectContaining({ byParent: true }) },
    ]);
    expect(await notificationsFor(services, room.student)).toEqual(["approval-decided"]);
    expect(await listApprovals(asPayer)).toEqual([]);
    expect((await confirmSeries(room.asTeacher, { seriesId: series.id })).status).toBe("Potwierdzona");
  });

  test("keeps its slots meanwhile and gives them back when the payer declines", async () => {
    const series = await requestSeries();
    const other = await makeStudentOf(services, room.teacher);
    const theirs = () => previewSeries(personCtx(services, other), seriesBody(10));
    expect((await theirs()).free).toBe(0);
    await answer(false);
    expect((await theirs()).free).toBe(10);
    expect(await lessonsOf(series.id)).toEqual([]);
    expect(await notificationsFor(services, room.teacher)).toEqual([]);
    expect(await notificationsFor(services, room.student)).toEqual(["approval-decided"]);
    expect(await getMyMoney(room.asStudent, {})).toMatchObject({ due: 0, plannedLater: 0 });
  });

  test("costs nothing after a no, also where an administrator had confirmed it; many at once leave it alone", async () => {
    const free = {
      cutOff: null,
      late: "free",
      freeLatePerMonth: 0,
      payTeacher: true,
      creditDays: null,
    } as const;
    const strict = { ...free, cutOff: { hours: 168 }, late: "charge" } as const;
    const { version } = await savePolicy(asAdmin, { ...strict, version: 0 });
    const { id } = await requestSeries();
    const [first, second] = await lessonsOf(id);
    const lessons = [{ id: second?.id ?? "", version: second?.version ?? 0 }];
    expect(await confirmManyLessons(asAdmin, { lessons })).toMatchObject([
      { refusal: "Ta lekcja czeka na zgodę rodzica, który płaci", status: "Nie potwierdzona" },
    ]);
    await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
    await answer(false);
    expect(await lessonsOf(id)).toMatchObject([
      { id: first?.id, status: "Odwolana przez nauczyciela", charged: false, lateDecision: null },
    ]);
    expect(await notificationsFor(services, room.teacher)).toEqual(["series-changed"]);
    expect(await notificationsFor(services, payer)).toEqual(["approval-asked"]);
    await savePolicy(asAdmin, { ...free, version });
  });

  test("keeps a lesson that has begun after an administrator confirmed it: a no takes the others alone", async () => {
    const { id, from } = await requestSeries();
    const [first] = await lessonsOf(id);
    await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
    services.clock.time = blockStart(inDays(services, 3), 9);
    // The days of the answer may end before the lesson: it is asked for longer here.
    await prisma.approval.updateMany({ where: { seriesId: id }, data: { expiresAt: addHours(24) } });
    await answer(false);
    expect(await lessonsOf(id)).toMatchObject([{ id: first?.id, status: "Potwierdzona" }]);
    expect(await prisma.series.findUnique({ where: { id } })).toMatchObject({ lastDate: new Date(from) });
    expect(await notificationsFor(services, room.teacher)).toEqual([]);
    expect(await getMyMoney(asPayer, { studentId: room.student.id })).toMatchObject({ due: 90 });
  });

  test("is told as a low balance where what has begun of it uses up what was paid for, despite a no", async () => {
    const paid = { moneyAmount: 180, lessonAmount: 2, ...MATHS, description: "" };
    await addPayment(asAdmin, { studentId: room.student.id, ...paid }, null);
    const { id } = await requestSeries();
    const [first] = await lessonsOf(id);
    await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
    services.clock.time = blockStart(inDays(services, 3), 9);
    await prisma.approval.updateMany({ where: { seriesId: id }, data: { expiresAt: addHours(24) } });
    const low = async () =>
      (await outboxOf(services, payer.id)).flatMap(({ kind, facts }) =>
        kind === "low-balance" ? [facts.available] : [],
      );
    expect(await low()).toEqual([]);
    await answer(false);
    expect(await low()).toEqual([1]);
  });

  test("is answered also where only a lesson that has begun is left of it", async () => {
    const { id } = await requestSeries();
    const [first, ...others] = await lessonsOf(id);
    await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
    for (const lesson of others) await deleteLesson(room.asStudent, { lessonId: lesson.id });
    services.clock.time = blockStart(inDays(services, 3), 9);
    await prisma.approval.updateMany({ where: { seriesId: id }, data: { expiresAt: addHours(24) } });
    await answer(false);
    expect(await listApprovals(asPayer)).toEqual([]);
    expect(await lessonsOf(id)).toMatchObject([{ id: first?.id, status: "Potwierdzona" }]);
    expect(await notificationsFor(services, room.student)).toContain("approval-decided");
  });

  test("is asked of nobody up to the limit, without a payer, for a parent, or where the centre asks nobody", async () => {
    await requestSeries(3);
    expect(await listApprovals(asPayer)).toEqual([]);
    expect(await notificationsFor(services, room.teacher)).toEqual(["series-changed"]);
    room = { ...room, ...(await makeClassroom(services)) };
    await requestSeries(4);
    await makeGuardian(services, payer, room.student, { isPayer: true });
    await requestSeries(4, asPayer).catch(() => undefined);
    expect(await listApprovals(asPayer)).toEqual([]);
    room = await makeClassroom(services);
    await makeGuardian(services, payer, room.student, { isPayer: true });
    await saveMoneySettings(asAdmin, { approvalAbove: 0 });
    await requestSeries(20);
    expect(await listApprovals(asPayer)).toEqual([]);
  });

  test("is asked again for the lessons that make it longer, and those alone are given back", async () => {
    const series = await requestSeries(3);
    await confirmSeries(room.asTeacher, { seriesId: series.id });
    const longer = { seriesId: series.id, to: addDays(series.to, 28) };
    const { token } = await previewExtension(room.asStudent, longer);
    await extendSeries(room.asStudent, { ...longer, token });
    expect(await listApprovals(asPayer)).toMatchObject([{ kind: "series", amount: 360 }]);
    const move = { seriesId: series.id, from: series.from, weekday: series.weekday, block: 11 };
    await expect(previewMove(room.asStudent, move)).rejects.toMatchObject({ code: "conflict" });
    await answer(false);
    const left = await lessonsOf(series.id);
    expect(left.map(({ status }) => status)).toEqual(["Potwierdzona", "Potwierdzona", "Potwierdzona"]);
  });

  test("is moved by its student unless that adds lessons above the limit: the payer adds them", async () => {
    for (const days of [7, 14, 21, 28]) {
      const date = addDays(seriesBody(6).from, days);
      const away = { from: date, to: date, fromBlock: 9, toBlock: 9, label: "Szkolenie" };
      await addClosure(room.asTeacher, { scope: "teacher", ...away, decisions: [] });
    }
    const { id: seriesId, ...made } = await requestSeries(6);
    await confirmSeries(room.asTeacher, { seriesId });
    const move = { seriesId, from: made.from, weekday: made.weekday, block: 11 };
    await expect(previewMove(room.asStudent, move)).rejects.toMatchObject({
      code: "conflict",
      message: approvalTexts.moveAdds(4, 360),
    });
    const added = { consequence: { lessons: 6, amount: 360 } };
    await expect(previewMove(asPayer, move)).resolves.toMatchObject(added);
    await saveMoneySettings(asAdmin, { approvalAbove: 360 });
    await expect(previewMove(room.asStudent, move)).resolves.toMatchObject(added);
  });

  test("that its student ends meanwhile asks nothing any more", async () => {
    const series = await requestSeries();
    const [asked] = await listApprovals(asPayer);
    await endSeries(room.asStudent, { seriesId: series.id, from: today(services.now()) });
    expect(await listApprovals(asPayer)).toEqual([]);
    const late = answerApproval(asPayer, { id: asked?.id ?? "", agreed: true });
    await expect(late).rejects.toMatchObject({ code: "conflict" });
    expect(await notificationsFor(services, room.student)).toEqual([]);
    // The teacher never heard of it.
    expect(await notificationsFor(services, room.teacher)).toEqual([]);
    expect(await notificationsFor(services, payer)).toEqual(["approval-asked", "series-changed"]);
  });

  test("of which a lesson is given up meanwhile is no news to the teacher", async () => {
    const series = await requestSeries();
    const [first] = await lessonsOf(series.id);
    await deleteLesson(room.asStudent, { lessonId: first?.id ?? "" });
    expect(await notificationsFor(services, room.teacher)).toEqual([]);
    await answer(true);
    const [second] = await lessonsOf(series.id);
    await deleteLesson(room.asStudent, { lessonId: second?.id ?? "" });
    expect(await notificationsFor(services, room.teacher)).toEqual([
      "series-changed",
      "lesson-deleted-by-student",
    ]);
  });

  test("whose end takes lessons along that wait tells the teacher of the others alone", async () => {
    const series = await requestSeries(3);
    await confirmSeries(room.asTeacher, { seriesId: series.id });
    const longer = { seriesId: series.id, to: addDays(series.to, 28) };
    const { token } = await previewExtension(room.asStudent, longer);
    await extendSeries(room.asStudent, { ...longer, token });
    await endSeries(asAdmin, { seriesId: series.id, from: today(services.now()) });
    const rows = await prisma.notification.findMany({
      where: { kind: "series-changed", facts: { path: ["seriesId"], equals: series.id } },
    });
    const ended = rows.flatMap(({ recipientId, facts }) => {
      const { event, count } = facts as { event: string; count: number };
      return event === "ended" ? [[recipientId, count]] : [];
    });
    expect(ended.toSorted()).toEqual(
      [
        [room.teacher.id, 3],
        [room.student.id, 7],
        [payer.id, 7],
      ].toSorted(),
    );
  });

  test.each(["ended", "released"])(
    "that is %s tells the teacher of what an administrator had confirmed before the answer",
    async (how) => {
      const { id: seriesId } = await requestSeries();
      const [first] = await lessonsOf(seriesId);
      await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Potwierdzona" });
      const before = await prisma.notification.count({ where: { recipientId: room.teacher.id } });
      if (how === "ended") await endSeries(asAdmin, { seriesId, from: today(services.now()) });
      else {
        const bill = await prisma.bill.create({
          data: {
            id: newId(),
            payerId: payer.id,
            month: toDbDate("2026-01-01"),
            mode: "advance",
            dueOn: toDbDate("2026-01-10"),
            amount: 90,
            balance: 0,
            halves: false,
            issuedAt: start,
          },
        });
        await decideOverdue(asAdmin, { id: bill.id, action: "release" });
      }
      const told = await prisma.notification.findMany({
        where: { recipientId: room.teacher.id },
        orderBy: { id: "asc" },
        skip: before,
      });
      expect(told).toMatchObject([
        how === "ended"
          ? { kind: "series-changed", facts: { event: "ended", count: 1 } }
          : { kind: "series-released", facts: { series: [{ seriesId, count: 1 }] } },
      ]);
    },
  );

  test("nudges its teacher 12 hours after the payer agreed, and not before", async () => {
    const nudges = async () => {
      await planReminders(services);
      const mine = { kind: "lesson-unconfirmed", recipientId: room.teacher.id };
      const rows = await prisma.notification.findMany({ where: mine, orderBy: { dueAt: "asc" } });
      return rows.map(({ dueAt }) => (dueAt.getTime() - start.getTime()) / 3_600_000);
    };
    const at = (hours: number) => {
      services.clock.time = new Date(start.getTime() + hours * 3_600_000);
    };
    await requestSeries();
    for (const hours of [12, 40, 50]) {
      at(hours);
      expect(await nudges()).toEqual([]);
    }
    await answer(true);
    at(61);
    const dayBefore = await nudges();
    at(62);
    expect(await nudges()).toEqual([...dayBefore, 62]);
  });

  test("is moved by nobody's wish before the answer: the teacher would be asked about what is not agreed", async () => {
    const series = await requestSeries();
    const [first] = await lessonsOf(series.id);
    const waits = { code: "conflict", message: "Ta lekcja czeka na zgodę rodzica, który płaci" };
    const other = { lessonId: first?.id ?? "", date: inDays(services, 3), block: 5 };
    const all = { seriesId: series.id, from: series.from, weekday: series.weekday, block: 11 };
    for (const ctx of [room.asStudent, asPayer]) {
      await expect(proposeReschedule(ctx, other)).rejects.toMatchObject(waits);
      await expect(previewMove(ctx, all)).rejects.toMatchObject(waits);
    }
    expect(await notificationsFor(services, room.teacher)).toEqual([]);
    // The teacher and administrators move what they see.
    expect((await previewMove(room.asTeacher, all)).free).toBe(10);
    await answer(true);
    await proposeReschedule(room.asStudent, other);
    expect((await previewMove(room.asStudent, all)).free).toBe(10);
  });

  /** Somebody else's lesson, which leaves the second date of a weekly lesson out. */
  const takeSecondDate = async () => {
    const skippedDate = addDays(inDays(services, 3), 7);
    const other = personCtx(services, await makeStudentOf(services, room.teacher));
    await bookLesson(other, bookingOf(room.teacher, skippedDate, 9));
    return { skippedDate, date: addDays(skippedDate, 1), block: 9 };
  };
  const extend = async (ctx: ActorCtx, longer: { seriesId: string; to: string }) =>
    extendSeries(ctx, { ...longer, token: (await previewExtension(ctx, longer)).token });

  test("gets longer, and its missing date is filled, after the answer: the teacher would be told of it", async () => {
    const filled = await takeSecondDate();
    const { id: seriesId, to } = await requestSeries();
    const longer = { seriesId, to: addDays(to, 14) };
    const waits = { code: "conflict", message: "Ta lekcja czeka na zgodę rodzica, który płaci" };
    for (const ctx of [room.asStudent, asPayer]) {
      await expect(extend(ctx, longer)).rejects.toMatchObject(waits);
      const { skippedDate } = filled;
      await expect(findFillSlots(ctx, { seriesId, skippedDate })).rejects.toMatchObject(waits);
      await expect(fillDate(ctx, { seriesId, ...filled })).rejects.toMatchObject(waits);
    }
    expect(await notificationsFor(services, room.teacher)).toEqual(["lesson-booked"]);
    await answer(true);
    await fillDate(room.asStudent, { seriesId, ...filled });
    await extend(room.asStudent, longer);
    const told = ["lesson-booked", "series-changed", "lesson-booked", "series-changed"];
    expect(await notificationsFor(services, room.teacher)).toEqual(told);
  });

  test("of which only the later part waits has its agreed missing date filled, but gets no longer", async () => {
    const filled = await takeSecondDate();
    const { id: seriesId, to } = await requestSeries(4);
    await extend(room.asStudent, { seriesId, to: addDays(to, 28) });
    expect(await listApprovals(asPayer)).toMatchObject([{ kind: "series", amount: 360 }]);
    const longer = { seriesId, to: addDays(to, 35) };
    await expect(extend(room.asStudent, longer)).rejects.toMatchObject({ code: "conflict" });
    await fillDate(room.asStudent, { seriesId, ...filled });
    const told = ["lesson-booked", "series-changed", "lesson-booked"];
    expect(await notificationsFor(services, room.teacher)).toEqual(told);
    // What was asked for and is given up keeps nothing back.
    const asked = (await lessonsOf(seriesId)).filter(({ date }) => date > toDbDate(to));
    for (const { id } of asked) await deleteLesson(room.asStudent, { lessonId: id });
    await extend(room.asStudent, longer);
  });
});

describe("the answer", () => {
  test("is given once: of two at the same time one counts, and the other is told which", async () => {
    for (let round = 0; round < 5; round += 1) {
      room = await makeClassroom(services);
      await makeGuardian(services, payer, room.student, { isPayer: true });
      const series = await requestSeries();
      const [asked] = await listApprovals(asPayer);
      const id = asked?.id ?? "";
      const answers = await Promise.allSettled(
        [true, false].map((agreed) => answerApproval(asPayer, { id, agreed })),
      );
      const [agreed, declined] = answers.map(({ status }) => status === "fulfilled");
      expect([agreed, declined].filter(Boolean)).toHaveLength(1);
      const refused = answers.find((each) => each.status === "rejected");
      expect(refused).toMatchObject({
        reason: { code: "conflict", details: { status: agreed ? "agreed" : "declined" } },
      });
      expect(await lessonsOf(series.id)).toHaveLength(agreed ? 10 : 0);
    }
  });

  test("is the present payer's: to everybody else the request does not exist", async () => {
    await requestSeries();
    const [asked] = await listApprovals(asPayer);
    const id = asked?.id ?? "";
    const next = await makePerson(services, "Parent");
    const asNext = personCtx(services, next);
    await expect(answerApproval(asNext, { id, agreed: true })).rejects.toMatchObject({ code: "not_found" });
    await prisma.guardianship.updateMany({
      where: { parentId: payer.id, studentId: room.student.id },
      data: { isPayer: false },
    });
    await makeGuardian(services, next, room.student, { isPayer: true });
    expect(await listApprovals(asPayer)).toEqual([]);
    await expect(answerApproval(asPayer, { id, agreed: true })).rejects.toMatchObject({ code: "not_found" });
    expect(await listApprovals(asNext)).toMatchObject([{ id }]);
    await answerApproval(asNext, { id, agreed: true });
  });

  test("is asked of whoever pays by now, once", async () => {
    await requestSeries();
    const next = await makePerson(services, "Parent");
    await followPayers(services);
    await prisma.guardianship.updateMany({
      where: { studentId: room.student.id },
      data: { isPayer: false },
    });
    await makeGuardian(services, next, room.student, { isPayer: true });
    await Promise.all([followPayers(services), followPayers(services)]);
    await followPayers(services);
    expect(await notificationsFor(services, next)).toEqual(["approval-asked"]);
    expect(await notificationsFor(services, payer)).toEqual(["approval-asked"]);
  });

  test("waits while the office replaces the payer in two steps, and for an hour after", async () => {
    const series = await requestSeries();
    const next = await makePerson(services, "Parent");
    const [present] = await listGuardianships(asAdmin, { studentId: room.student.id });
    if (!present) throw new Error("nobody pays");
    await saveGuardianship(asAdmin, { ...present, payer: false });
    await followPayers(services);
    services.clock.time = addHours(0.99);
    await followPayers(services);
    expect(await notificationsFor(services, room.teacher)).toEqual([]);
    await makeGuardian(services, next, room.student, { isPayer: true });
    services.clock.time = addHours(1);
    await followPayers(services);
    expect(await notificationsFor(services, next)).toContain("approval-asked");
    const asNext = personCtx(services, next);
    expect(await listApprovals(asNext)).toMatchObject([{ kind: "series" }]);
    expect(await lessonsOf(series.id)).toHaveLength(10);
  });

  test("is needed no more where nobody pays: what was asked for is done, and the student hears why", async () => {
    const series = await requestSeries();
    const { id } = await order(4);
    const father = await makePerson(services, "Parent");
    await inviteParent(room.asStudent, { studentId: room.student.id, email: father.email });
    const invitation = await prisma.parentInvitation.findFirstOrThrow({ where: { email: father.email } });
    const token = linkToken(services.settings.authSecret, invitation);
    expect(await acceptInvitation(personCtx(services, father), { token })).toEqual({ waits: true });

    await erasePerson(asAdmin, { userId: payer.id });
    services.clock.time = addHours(1);
    provider.isAway = true;
    await followPayers(services);
    expect((await getOrder(room.asStudent, { id })).status).toBe("waiting");
    provider.isAway = false;
    // The father joined meanwhile.
    services.clock.time = addHours(1);
    await Promise.all([followPayers(services), followPayers(services)]);
    expect(await lessonsOf(series.id)).toHaveLength(10);
    expect(await notificationsFor(services, room.teacher)).toEqual(["series-changed"]);
    expect(await getOrder(room.asStudent, { id })).toMatchObject({
      status: "open",
      payUrl: expect.any(String),
    });
    // Not `listChildren`: it asks PostgreSQL's clock, and late in the evening an hour ahead is tomorrow there.
    const guardianships = await listGuardianships(asAdmin, { studentId: room.student.id });
    expect(guardianships.map(({ parentId }) => parentId)).toContain(father.id);
    const told = (await outboxOf(services, room.student.id)).filter(
      ({ kind }) => kind === "approval-decided",
    );
    expect(told.map(({ facts }) => facts.isUnasked)).toEqual([true, true, true]);
    expect(await listWaitingSteps(room.asStudent)).toEqual([]);
  });

  test("is not waited for from a payer whose account is disabled, an hour after that", async () => {
    const series = await requestSeries();
    await disableMany(asAdmin, { role: "Parent", people: { ids: [payer.id] }, plannedLessons: "keep" });
    services.clock.time = addHours(0.99);
    await followPayers(services);
    expect(await notificationsFor(services, room.teacher)).toEqual([]);
    // What is requested while the payer is disabled does not wait.
    expect(await order(4)).toMatchObject({ status: "open" });
    await enableMany(asAdmin, { role: "Parent", ids: [payer.id] });
    services.clock.time = addHours(2);
    await followPayers(services);
    expect(await listApprovals(asPayer)).toMatchObject([{ kind: "series" }]);

    await disableMany(asAdmin, { role: "Parent", people: { ids: [payer.id] }, plannedLessons: "keep" });
    services.clock.time = addHours(1);
    await followPayers(services);
    expect(await lessonsOf(series.id)).toHaveLength(10);
    expect(await notificationsFor(services, room.teacher)).toEqual(["series-changed"]);
    expect((await outboxOf(services, room.student.id)).at(-1)).toMatchObject({
      kind: "approval-decided",
      facts: { isUnasked: true },
    });
  });

  test("that does not come within 72 hours is no, once, and the student is told", async () => {
    const series = await requestSeries();
    const { id } = await order(4);
    services.clock.time = new Date(start.getTime() + 72 * 3_600_000 - 1);
    await expireApprovals(services);
    expect(await lessonsOf(series.id)).toHaveLength(10);
    services.clock.time = new Date(start.getTime() + 72 * 3_600_000);
    expect(await listApprovals(asPayer)).toEqual([]);
    await Promise.all([expireApprovals(services), expireApprovals(services)]);
    expect(await lessonsOf(series.id)).toEqual([]);
    expect((await getOrder(room.asStudent, { id })).status).toBe("declined");
    expect(await notificationsFor(services, room.student)).toEqual(["approval-decided", "approval-decided"]);
  });
});

describe("a student's order", () => {
  test("of what is due is one, and the payer is asked once, while the same is due", async () => {
    for (const days of [2, 3, 4, 5])
      await bookLesson(room.asStudent, bookingOf(room.teacher, inDays(services, days), 8));
    const due = await placeOrder(room.asStudent, { due: true });
    expect(due).toMatchObject({ status: "waiting", amount: 360 });
    expect(await placeOrder(room.asStudent, { due: true })).toMatchObject({ id: due.id, status: "waiting" });
    expect(await listApprovals(asPayer)).toHaveLength(1);
    expect(await notificationsFor(services, payer)).toEqual(["approval-asked"]);
    await saveMoneySettings(asAdmin, { approvalAbove: 0 });
    expect(await placeOrder(room.asStudent, { due: true })).toMatchObject({ status: "open", amount: 360 });
    // Agreed to later, it would be paid beside that one.
    expect((await getOrder(room.asStudent, due)).status).toBe("expired");
    expect(await listApprovals(asPayer)).toEqual([]);
  });

  test("above the limit has no address until the payer agrees", async () => {
    expect((await order(3)).payUrl).not.toBe("");
    const waiting = await order(4);
    expect(waiting).toMatchObject({ status: "waiting", payUrl: "", amount: 360 });
    expect(await getOrder(room.asStudent, waiting)).toMatchObject({ status: "waiting", payUrl: "" });
    provider.isAway = true;
    await expect(answer(true)).rejects.toMatchObject({ code: "unavailable" });
    expect(await listApprovals(asPayer)).toMatchObject([{ kind: "order", amount: 360 }]);
    provider.isAway = false;
    await answer(true);
    expect(await getOrder(room.asStudent, waiting)).toMatchObject({
      status: "open",
      payUrl: `https://pay.example/${waiting.id}`,
    });
    const told = await prisma.notification.findMany({ where: { recipientId: room.student.id } });
    expect(told).toMatchObject([{ kind: "approval-decided", facts: { orderId: waiting.id } }]);
  });

  test("of several subjects names the lessons of each", async () => {
    const physics = { subject: "Fizyka", level: "liceumR", lessons: 3 } as const;
    await placeOrder(room.asStudent, {
      items: [{ ...MATHS, lessons: 2 }, physics, { ...MATHS, lessons: 1 }],
    });
    const details = "Matematyka (liceum podst.), 3 lekcje; Fizyka (liceum rozsz.), 3 lekcje";
    expect(await listApprovals(asPayer)).toMatchObject([{ details }]);
    expect((await getAttention(asPayer)).find(({ kind }) => kind === "asked")?.items).toMatchObject([
      { text: expect.stringContaining(details) },
    ]);
  });

  test("can be taken back meanwhile, and is declined for good", async () => {
    const { id } = await order(4);
    expect((await cancelOrder(room.asStudent, { id })).status).toBe("expired");
    expect(await listApprovals(asPayer)).toEqual([]);
    const declined = await order(5);
    await answer(false);
    expect(await getOrder(room.asStudent, declined)).toMatchObject({ status: "declined", payUrl: "" });
    await expect(cancelOrder(room.asStudent, declined)).rejects.toMatchObject({ code: "conflict" });
  });

  test("is either taken back or agreed to, never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await order(4);
      const [agreed, cancelled] = (
        await Promise.allSettled([answer(true), cancelOrder(room.asStudent, { id })])
      ).map(({ status }) => status === "fulfilled");
      const { status } = await getOrder(room.asStudent, { id });
      expect(status).toBe(cancelled ? "expired" : "open");
      expect(agreed || cancelled).toBe(true);
      if (!cancelled) await cancelOrder(room.asStudent, { id });
    }
  });
});

describe("a second guardian", () => {
  const invite = async (ctx: ActorCtx, email: string) => {
    await inviteParent(ctx, { studentId: room.student.id, email });
    const { id } = await prisma.parentInvitation.findFirstOrThrow({ where: { email } });
    const token = linkToken(services.settings.authSecret, { id });
    expect(readLinkToken(services.settings.authSecret, token)).toBe(id);
    return token;
  };

  test("whom the student invites joins after the payer agreed", async () => {
    const father = await makePerson(services, "Parent");
    const asFather = personCtx(services, father);
    const token = await invite(room.asStudent, father.email);
    expect(await acceptInvitation(asFather, { token })).toEqual({ waits: true });
    expect(await listChildren(asFather)).toEqual([]);
    expect(await listApprovals(asPayer)).toMatchObject([
      { kind: "guardian", amount: 0, text: "Ola prosi o dodanie drugiego opiekuna" },
    ]);
    const second = await invite(room.asStudent, father.email).catch(() => null);
    expect(second).not.toBeNull();
    await answer(true);
    expect(await listChildren(asFather)).toMatchObject([{ id: room.student.id, payer: false }]);
    expect(await notificationsFor(services, father)).toEqual(["approval-decided"]);
    expect(await notificationsFor(services, room.student)).toEqual(["approval-decided"]);
    expect(await notificationsFor(services, payer)).toEqual(["approval-asked"]);
    expect(await notificationsFor(services, asAdmin.actor)).toContain("parent-joined");
  });

  test("whom the payer does not want does not join; whom the centre invites joins at once", async () => {
    const [stranger, father] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
    const token = await invite(room.asStudent, stranger.email);
    await acceptInvitation(personCtx(services, stranger), { token });
    await answer(false);
    expect(await listChildren(personCtx(services, stranger))).toEqual([]);
    const official = await invite(asAdmin, father.email);
    expect(await acceptInvitation(personCtx(services, father), { token: official })).toEqual({
      waits: false,
    });
    expect(await listChildren(personCtx(services, father))).toHaveLength(1);
  });
});

test("a second guardian who joined in another way meanwhile hears of no refusal", async () => {
  const [first, second] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  for (const { id: parentId } of [first, second])
    await prisma.approval.create({
      data: {
        ...{ id: newId(), kind: "guardian", studentId: room.student.id, parentId },
        ...{ createdAt: start, expiresAt: addHours(72) },
      },
    });
  const statusOf = async ({ id: parentId }: Person) =>
    (await prisma.approval.findFirstOrThrow({ where: { parentId } })).status;
  const rights = { book: true, pay: false };
  await saveGuardianship(asAdmin, { studentId: room.student.id, parentId: first.id, rights, payer: false });
  expect(await statusOf(first)).toBe("withdrawn");
  await makeGuardian(services, second, room.student);
  services.clock.time = addHours(72);
  await expireApprovals(services);
  expect(await statusOf(second)).toBe("expired");
  expect(await notificationsFor(services, first)).toEqual(["guardianship-changed"]);
  expect(await notificationsFor(services, second)).toEqual([]);
  expect(await notificationsFor(services, room.student)).not.toContain("approval-decided");
});

test("the payer's first screen says what waits, with both answers", async () => {
  await requestSeries();
  const attention = await getAttention(asPayer);
  expect(attention.find(({ kind }) => kind === "asked")?.items).toMatchObject([
    { approvalId: expect.any(String), text: expect.stringMatching(/^Ola prosi o stały termin, 900\szł \(/) },
  ]);
});
