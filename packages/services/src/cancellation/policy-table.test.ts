import type { Lesson } from "@korki/contracts/lessons";
import {
  addDays,
  blockStart,
  type CancellationPolicy,
  type CivilDate,
  freeUntil,
  monthOf,
  today,
} from "@korki/domain";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { listMyLedger } from "../ledger/list-ledger";
import { cancelLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import { countAvailableLessons } from "../lessons/read-lessons";
import { addPayment } from "../payments/add-payment";
import { getMyMonthlyEarnings } from "../statistics/person-statistics";
import { type Classroom, makeClassroom } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { openTestCentre } from "../testing/test-services";
import { closeOpenDecisions } from "./close-open-decisions";
import { getPolicy, savePolicy } from "./policies";

const { services, asAdmin } = await openTestCentre();
const pair = { subject: "Matematyka", level: "liceumP" } as const;
const RATE = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An ordinary day, and the lessons that a clock change lies before. */
const DAYS: readonly (readonly [string, CivilDate])[] = [
  ["an ordinary day", "2027-02-17"],
  ["the day of the change in spring", "2027-03-28"],
  ["the day after the change in spring", "2027-03-29"],
  ["the day of the change in autumn", "2027-10-31"],
  ["the day after the change in autumn", "2027-11-01"],
];

/**
 * What a cancellation leaves: whether the lesson is used up, what the teacher earns, whether the teacher reads that it
 * was late, until when the lesson can be used.
 */
type Outcome = { lost: boolean; earns: number; noted: boolean; validDays?: number };
type Rule = {
  name: string;
  policy: Partial<CancellationPolicy> | null;
  /** The lesson's block, 6 if left out. */
  block?: number;
  /** Late cancellations of the same month before this one. */
  lateBefore?: number;
  by?: "Teacher";
  /** The teacher leaves the decision open for seven days. */
  forgets?: true;
  before: Outcome;
  after: Outcome;
};

const returned: Outcome = { lost: false, earns: 0, noted: false };
const lateButFree: Outcome = { ...returned, noted: true };
const lost: Outcome = { lost: true, earns: 0, noted: true };
const lostAndPaid: Outcome = { ...lost, earns: RATE };
const late = { late: "charge", cutOff: { hours: 24 } } as const;

/** The rules of real centres: each a minute before the limit and a minute after it. */
const RULES: readonly Rule[] = [
  { name: "24 h", policy: late, before: returned, after: lost },
  {
    name: "10 h, over the night of the change",
    policy: { ...late, cutOff: { hours: 10 } },
    block: 0,
    before: returned,
    after: lost,
  },
  { name: "10 h", policy: { ...late, cutOff: { hours: 10 } }, before: returned, after: lost },
  { name: "3 h", policy: { ...late, cutOff: { hours: 3 } }, block: 0, before: returned, after: lost },
  {
    name: "until 18:00 the day before",
    policy: { ...late, cutOff: { dayBeforeAt: "18:00" } },
    before: returned,
    after: lost,
  },
  {
    name: "one late per month free: the first",
    policy: { ...late, freeLatePerMonth: 1 },
    before: returned,
    after: lateButFree,
  },
  {
    name: "one late per month free, then lost",
    policy: { ...late, freeLatePerMonth: 1 },
    lateBefore: 1,
    before: returned,
    after: lost,
  },
  {
    name: "two per month free: the second",
    policy: { ...late, freeLatePerMonth: 2 },
    lateBefore: 1,
    before: returned,
    after: lateButFree,
  },
  {
    name: "two per month free: the third",
    policy: { ...late, freeLatePerMonth: 2 },
    lateBefore: 2,
    before: returned,
    after: lost,
  },
  {
    name: "the teacher's own cancellation is free",
    policy: late,
    by: "Teacher",
    before: returned,
    after: returned,
  },
  {
    name: "a returned lesson is valid 30 days",
    policy: { ...late, creditDays: 30 },
    before: { ...returned, validDays: 30 },
    after: lost,
  },
  {
    name: "a returned lesson is valid 60 days",
    policy: { ...late, creditDays: 60 },
    before: { ...returned, validDays: 60 },
    after: lost,
  },
  { name: "no policy", policy: null, before: returned, after: returned },
  {
    name: "the teacher decides, and has not yet",
    policy: { ...late, late: "ask" },
    before: returned,
    after: lost,
  },
  {
    name: "the teacher decides, and forgets to",
    policy: { ...late, late: "ask", payTeacher: true },
    forgets: true,
    before: returned,
    after: lostAndPaid,
  },
  { name: "late is free but noted", policy: { ...late, late: "free" }, before: returned, after: lateButFree },
  {
    name: "charged and teacher paid",
    policy: { ...late, payTeacher: true },
    before: returned,
    after: lostAndPaid,
  },
  { name: "charged and teacher not paid", policy: late, before: returned, after: lost },
];

const start = services.clock.time;
let room: Classroom;
beforeEach(async () => {
  room = await makeClassroom(services);
});
afterEach(() => {
  services.clock.time = start;
});

async function setPolicy(change: Partial<CancellationPolicy> | null): Promise<CancellationPolicy> {
  const version = (await getPolicy(asAdmin))?.version ?? 0;
  const none = {
    cutOff: null,
    late: "free",
    freeLatePerMonth: 0,
    payTeacher: false,
    creditDays: null,
  } as const;
  return savePolicy(asAdmin, { ...none, ...change, version });
}

async function plan(date: CivilDate, block: number): Promise<Lesson> {
  const { teacher, student } = room;
  const lesson = { teacherId: teacher.id, studentId: student.id, date, block, ...pair, description: "" };
  return confirmLesson(room.asTeacher, { lessonId: (await createLesson(asAdmin, lesson)).id });
}

/** Cancels a lesson so many minutes from its limit, and looks at what that leaves. */
async function outcomeOf(rule: Rule, date: CivilDate, minutes: number): Promise<Outcome> {
  const { block = 6 } = rule;
  services.clock.time = new Date(blockStart(addDays(date, -40), 0));
  const policy = await setPolicy(rule.policy);
  const payment = { moneyAmount: 450, lessonAmount: 5, ...pair, description: "wplata" };
  await addPayment(asAdmin, { studentId: room.student.id, ...payment }, null);
  const lesson = await plan(date, block);
  for (let n = 0; n < (rule.lateBefore ?? 0); n += 1) {
    const earlier = await plan(date, n);
    services.clock.time = new Date(blockStart(date, n).getTime() - MINUTE_MS);
    await cancelLesson(room.asStudent, { lessonId: earlier.id });
  }
  const held = await available();
  // Without a limit any moment will do, as long as the lesson has not begun.
  const limit = freeUntil(policy, lesson) ?? new Date(blockStart(date, block).getTime() - 2 * MINUTE_MS);
  services.clock.time = new Date(limit.getTime() + minutes * MINUTE_MS);
  await cancelLesson(rule.by === "Teacher" ? room.asTeacher : room.asStudent, { lessonId: lesson.id });
  const cancelledOn = today(services.clock.time);
  if (rule.forgets) {
    services.clock.time = new Date(services.clock.time.getTime() + 7 * DAY_MS);
    await closeOpenDecisions(services);
  }
  const { items } = await listMyLedger(room.asStudent, { page: 1, pageSize: 50, direction: "desc" });
  const release = items.find(({ kind, lessonId }) => kind === "release" && lessonId === lesson.id);
  const lostIt = (await available()) === held;
  expect(release === undefined).toBe(lostIt);
  const validDays = [30, 60].find((days) => addDays(cancelledOn, days) === release?.expiresOn);
  return {
    lost: lostIt,
    earns: (await getMyMonthlyEarnings(room.asTeacher, monthOf(date))).total,
    noted: (await outboxOf(services, room.teacher.id)).some(
      ({ facts }) => facts.lessonId === lesson.id && facts.isLate === true,
    ),
    ...(validDays ? { validDays } : {}),
  };
}

async function available(): Promise<number> {
  return (await countAvailableLessons(room.asStudent, {}))[0]?.available ?? 0;
}

describe.each(DAYS)("a lesson on %s", (_, date) => {
  test.each(RULES)("$name", async (rule) => {
    expect(await outcomeOf(rule, date, -1)).toEqual(rule.before);
    room = await makeClassroom(services);
    expect(await outcomeOf(rule, date, 1)).toEqual(rule.after);
  });
});
