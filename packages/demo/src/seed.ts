import { addOperations, insertDemo, lockEmptyDatabase, type Tx, transact } from "@korki/db";
import { firstOn } from "@korki/domain";
import type { Services } from "@korki/services";
import { demoBoards } from "./boards";
import { demoFamily } from "./family";
import { demoHistory } from "./history";
import { demoId } from "./ids";
import { demoLessons, demoVisits } from "./lessons";
import { demoMessages } from "./messages";
import { demoBank, demoPayments, demoPayouts } from "./money";
import { CAST, CHILDREN_OF, DEMO_PASSWORD_HASH, type DemoName, STUDENTS_OF, TEACHES, WEEKS } from "./people";
import { type DemoTime, demoTime } from "./time";
import { demoTrials } from "./trials";

/**
 * Fills an empty database with a running tutoring centre: the same people, lessons, money and messages on every
 * start, in days from today. Leaves a database with users unchanged.
 *
 * @returns whether the database was empty and is filled now
 */
export async function seedDemo({
  db,
  settings,
  now,
}: Pick<Services, "db" | "settings" | "now">): Promise<boolean> {
  const time = demoTime(now());
  return transact(db, (tx) => fill(tx, time, settings), { timeoutMs: FILL_TIMEOUT_MS });
}

/** A small or busy machine may take long, and no other transaction waits. */
const FILL_TIMEOUT_MS = 120_000;

async function fill(tx: Tx, time: DemoTime, settings: Services["settings"]): Promise<boolean> {
  if (!(await lockEmptyDatabase(tx))) return false;
  const lessons = demoLessons(time, settings);
  const payments = demoPayments(time, lessons);
  const payouts = demoPayouts(time, lessons);
  const family = demoFamily(time, lessons);
  await insertDemo(tx, {
    ...demoPeople(time),
    lessons,
    payments,
    payouts,
    trialLessons: demoTrials(time),
    ...demoMessages(time),
    history: demoHistory(lessons, payments, payouts),
    visits: demoVisits(time, lessons, settings),
    ...demoHours(time),
    ...family,
    ...demoBank(time, family.bills[0]?.amount ?? 0),
  });
  for (const board of demoBoards(time, lessons, settings)) await addOperations(tx, { ...board, after: 0 });
  return true;
}

function demoPeople(time: DemoTime) {
  const joined = time.at(-120, "9:00");
  return {
    users: Object.values(CAST).map((person) => ({
      ...person,
      passwordHash: person.email === null ? null : DEMO_PASSWORD_HASH,
      emailConfirmedAt: person.email === null ? null : joined,
      createdAt: joined,
      updatedAt: joined,
    })),
    teacherSubjects: perPerson(TEACHES).map(([teacherId, taught]) => ({ teacherId, ...taught })),
    availability: perPerson(WEEKS).map(([teacherId, section], index) => ({
      id: demoId("section", index + 1),
      teacherId,
      ...section,
    })),
    guardianships: perPerson(CHILDREN_OF).map(([parentId, child], index) => ({
      id: demoId("guardianship", index + 1),
      parentId,
      studentId: CAST[child].id,
      canBook: true,
      canPay: true,
      isPayer: true,
      firstDay: joined,
      createdAt: joined,
    })),
    relations: perPerson(STUDENTS_OF).map(([teacherId, student]) => ({
      teacherId,
      studentId: CAST[student].id,
      createdAt: joined,
    })),
  };
}

/** A Sunday on which a teacher gives lessons, too, and a child who waits for a Saturday (rules §34). */
function demoHours(time: DemoTime) {
  const { id: teacherId } = CAST.anna;
  return {
    days: [{ teacherId, date: firstOn("niedz", time.day(14)), replaces: false, startBlock: 3, endBlock: 5 }],
    watches: [
      {
        id: demoId("watch", 1),
        studentId: CAST.zosia.id,
        creatorId: CAST.mama.id,
        teacherId,
        subject: "Matematyka",
        level: "szkolaP",
        weekdays: ["sob"],
        fromBlock: 1,
        toBlock: 3,
        until: time.day(40),
        createdAt: time.at(-2, "18:30"),
      },
    ],
  };
}

/** Pairs each person's id with each of the person's entries in a table. */
function perPerson<T>(table: Partial<Record<DemoName, readonly T[]>>): [personId: string, entry: T][] {
  return Object.entries(table).flatMap(([name, entries]) =>
    entries.map((entry): [string, T] => [CAST[name as DemoName].id, entry]),
  );
}
