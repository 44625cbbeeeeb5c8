import { lockAllAccounts, type Tx, toDbDate, transact } from "@korki/db";
import type { Services } from "../context";
import { demoHistory } from "./demo-history";
import { demoId } from "./demo-id";
import { demoLessons } from "./demo-lessons";
import { demoMessages } from "./demo-messages";
import { demoPayments, demoPayouts } from "./demo-money";
import { CAST, DEMO_PASSWORD_HASH, type DemoName, STUDENTS_OF, TEACHES, WEEKS } from "./demo-people";
import { type DemoTime, demoTime } from "./demo-time";
import { demoTrials } from "./demo-trials";

/**
 * Fills an empty database with a tutoring centre at work: the same people, lessons, money and messages on every
 * start, in days from today. Whoever is in the database already is left alone.
 *
 * @returns whether the database was empty, and is filled now
 */
export async function seedDemo({
  db,
  settings,
  now,
}: Pick<Services, "db" | "settings" | "now">): Promise<boolean> {
  const time = demoTime(now());
  return transact(db, (tx) => fill(tx, time, settings), { timeoutMs: FILL_TIMEOUT_MS });
}

/** A small or busy machine may take long; nobody else waits for it. */
const FILL_TIMEOUT_MS = 120_000;

async function fill(tx: Tx, time: DemoTime, settings: Services["settings"]): Promise<boolean> {
  // Two processes that start at once do not both find it empty.
  await lockAllAccounts(tx);
  if ((await tx.user.count()) > 0) return false;
  await insertPeople(tx, time);
  const lessons = demoLessons(time, settings);
  const payments = demoPayments(time, lessons);
  const payouts = demoPayouts(time, lessons);
  await tx.lesson.createMany({
    data: lessons.map((lesson) => ({ ...lesson, date: toDbDate(lesson.date) })),
  });
  await tx.payment.createMany({ data: payments });
  await tx.payout.createMany({ data: payouts });
  await insertTrials(tx, time);
  const { conversations, messages } = demoMessages(time);
  await tx.conversation.createMany({ data: conversations });
  await tx.message.createMany({ data: messages });
  await tx.historyEntry.createMany({ data: demoHistory(lessons, payments, payouts) });
  return true;
}

async function insertPeople(tx: Tx, time: DemoTime): Promise<void> {
  const joined = time.at(-120, "9:00");
  await tx.user.createMany({
    data: Object.values(CAST).map((person) => ({
      ...person,
      passwordHash: DEMO_PASSWORD_HASH,
      emailConfirmedAt: joined,
      createdAt: joined,
      updatedAt: joined,
    })),
  });
  await tx.teacherSubject.createMany({
    data: perTeacher(TEACHES).map(([teacherId, taught]) => ({ teacherId, ...taught })),
  });
  await tx.availabilitySection.createMany({
    data: perTeacher(WEEKS).map(([teacherId, section], index) => ({
      id: demoId("section", index + 1),
      teacherId,
      ...section,
    })),
  });
  await tx.teachingRelation.createMany({
    data: perTeacher(STUDENTS_OF).map(([teacherId, student]) => ({
      teacherId,
      studentId: CAST[student].id,
      createdAt: joined,
    })),
  });
}

/** What a table says of each teacher, one by one, beside the teacher's id. */
function perTeacher<T>(table: Partial<Record<DemoName, readonly T[]>>): [teacherId: string, entry: T][] {
  return Object.entries(table).flatMap(([name, entries]) =>
    entries.map((entry): [string, T] => [CAST[name as DemoName].id, entry]),
  );
}

async function insertTrials(tx: Tx, time: DemoTime): Promise<void> {
  await tx.trialLesson.createMany({
    data: demoTrials(time).map((trial) => ({ ...trial, date: trial.date && toDbDate(trial.date) })),
  });
}
