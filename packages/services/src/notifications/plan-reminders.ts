import { VETTING_KINDS } from "@korki/contracts/consents";
import {
  findAwaitedTeachers,
  findEndingSeries,
  findLessonsToAskAbout,
  findLessonsToNudge,
  findLessonsToRemind,
  listEndingChecks,
  type ReminderCandidate,
} from "@korki/db";
import {
  addDays,
  BLOCKS,
  blockEnd,
  blockStart,
  dayBefore,
  hourBefore,
  instantOf,
  NUDGE_AFTER_HOURS,
  nudgeDueTimes,
  type ReminderKind,
  reminderDueTimes,
  SERIES_QUESTION_DAYS,
  type Slot,
  today,
  VETTING_NOTICE_DAYS,
} from "@korki/domain";
import type { NotificationRequest, NotifiedLesson } from "@korki/notifications";
import type { Services } from "../context";
import { alone, notifyInGroups } from "../in-groups";
import { notifiedLesson } from "../lessons/notified-lesson";

/** How far ahead reminders are written down: longer than the time between two plannings. */
const LEAD_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** The time of day of notices that no hour of a lesson decides, in minutes: 9:00. */
const NOTICE_MINUTES = 9 * 60;
/** Hours after a lesson in which its teacher is still asked how it went. */
const OUTCOME_HOURS = 12;

const KINDS = {
  "day-before": "lesson-reminder-day",
  "hour-before": "lesson-reminder-hour",
} as const satisfies Record<ReminderKind, string>;

/**
 * Queues the reminders of confirmed lessons (a day and an hour before) and the nudges of unconfirmed ones that are
 * due by now or within minutes. Reminders missed during downtime are still sent while they are relevant. Any number
 * of processes may run it: a key per lesson, hour and person lets each notification through once.
 */
export async function planReminders(services: Services): Promise<{ planned: number }> {
  let planned = 0;
  for (const [reminders, find] of Object.entries(PLANS)) {
    await alone(services, { reminders }, async () => {
      planned += await notifyInGroups(services, await find(services));
    });
  }
  return { planned };
}

type Reminder = NotificationRequest & { dedupeKey: string };

const PLANS: Readonly<Record<string, (services: Services) => Promise<Reminder[]>>> = {
  "day before": (services) => remindersOf("day-before", services),
  "hour before": (services) => remindersOf("hour-before", services),
  nudges,
  outcomes: outcomeQuestions,
  "absent teachers": absentTeachers,
  "ending series": seriesQuestions,
  vetting: vettingNotices,
};

async function remindersOf(reminder: ReminderKind, { db, now }: Services): Promise<Reminder[]> {
  const kind = KINDS[reminder];
  const at = now();
  const horizon = at.getTime() + LEAD_MS;
  const slots = slotsAhead(at).filter(({ date, block }) =>
    reminder === "day-before"
      ? dayBefore(date, block).getTime() <= horizon && at < hourBefore(date, block)
      : hourBefore(date, block).getTime() <= horizon && at < blockStart(date, block),
  );
  const lessons = await findLessonsToRemind(db, kind, slots);
  return lessons.flatMap((lesson) => {
    const agreed = latest(lesson.confirmedAt ?? lesson.createdAt, lesson.movedAt);
    return lesson.untold.flatMap((userId) => {
      const since = userId === lesson.teacherId ? latest(agreed, lesson.substitutedAt) : agreed;
      const due = reminderDueTimes(lesson.date, lesson.block, since).find((each) => each.kind === reminder);
      if (!due) return [];
      const dedupeKey = `${slotKey(kind, lesson)}:${userId}`;
      return [{ kind, to: { userId }, facts: factsOf(lesson), dedupeKey, dueAt: due.at }];
    });
  });
}

async function nudges({ db, now }: Services): Promise<Reminder[]> {
  const kind = "lesson-unconfirmed";
  const at = now();
  const horizon = new Date(at.getTime() + LEAD_MS);
  const lessons = await findLessonsToNudge(db, kind, {
    from: today(at),
    bookedBefore: new Date(horizon.getTime() - NUDGE_AFTER_HOURS * HOUR_MS),
    slots: slotsAhead(at).filter(({ date, block }) => dayBefore(date, block) <= horizon),
  });
  return lessons.flatMap((lesson) => {
    const askedAt = latest(lesson.agreedAt ?? lesson.createdAt, lesson.movedAt);
    const since = latest(askedAt, lesson.substitutedAt);
    // Of several that were missed the last one alone is made up for.
    const due = nudgeDueTimes(lesson.date, lesson.block, since).findLast((each) => each.at <= horizon);
    if (!due || at >= blockStart(lesson.date, lesson.block)) return [];
    const dedupeKey = lesson[due.kind];
    if (dedupeKey === null) return [];
    return [{ kind, to: { userId: lesson.teacherId }, facts: factsOf(lesson), dedupeKey, dueAt: due.at }];
  });
}

/** Each teacher of a confirmed lesson is asked in the messenger how it went, when it is over, once for each slot. */
async function outcomeQuestions({ db, now }: Services): Promise<Reminder[]> {
  const kind = "lesson-outcome";
  const at = now().getTime();
  const yesterday = addDays(today(now()), -1);
  const slots = [yesterday, addDays(yesterday, 1)].flatMap((date) =>
    BLOCKS.map(({ index }) => ({ date, block: index })).filter(({ block }) => {
      const end = blockEnd(date, block).getTime();
      return end <= at + LEAD_MS && end > at - OUTCOME_HOURS * HOUR_MS;
    }),
  );
  const lessons = await findLessonsToAskAbout(db, kind, slots);
  return lessons.map((lesson) => ({
    kind,
    to: { userId: lesson.teacherId },
    facts: factsOf(lesson),
    dedupeKey: lesson.dedupeKey,
    dueAt: blockEnd(lesson.date, lesson.block),
  }));
}

/** Both people and the payer hear that somebody waits in a lesson's room without the teacher, once (rules §30). */
async function absentTeachers({ db, now, settings }: Services): Promise<Reminder[]> {
  const kind = "teacher-absent";
  const at = now();
  const slots = BLOCKS.map(({ index }) => ({ date: today(at), block: index })).filter(
    ({ date, block }) => blockStart(date, block) < at && at < blockEnd(date, block),
  );
  const lessons = await findAwaitedTeachers(db, kind, { slots, now: at, settings });
  return lessons.flatMap((lesson) =>
    [lesson.teacherId, lesson.studentId].map((userId) => ({
      kind,
      to: { userId },
      ...(userId === lesson.studentId ? { payerOf: lesson.studentId } : {}),
      facts: factsOf(lesson),
      dedupeKey: `${slotKey(kind, lesson)}:${userId}`,
      dueAt: at,
    })),
  );
}

/** Both people of a series that ends soon, and the payer, are asked whether it goes on, once, at 9:00 (rules §11). */
async function seriesQuestions({ db, now }: Services): Promise<Reminder[]> {
  const from = today(now());
  const to = addDays(from, SERIES_QUESTION_DAYS);
  const ending = await findEndingSeries(db, { from, to, days: SERIES_QUESTION_DAYS });
  return ending.flatMap(({ id: seriesId, teacherId, studentId, to: last }) =>
    [teacherId, studentId].map((userId) => ({
      kind: "series-ending" as const,
      to: { userId },
      facts: { seriesId, to: last },
      ...(userId === studentId ? { payerOf: studentId } : {}),
      dedupeKey: `series-ending:${seriesId}:${last}:${userId}`,
      dueAt: instantOf(from, NOTICE_MINUTES),
    })),
  );
}

/** Every hour block from today to two days ahead. */
function slotsAhead(now: Date): Slot[] {
  const first = today(now);
  return [0, 1, 2].flatMap((days) =>
    BLOCKS.map(({ index }) => ({ date: addDays(first, days), block: index })),
  );
}

function slotKey(kind: string, { lessonId, date, block }: ReminderCandidate): string {
  return `${kind}:${lessonId}:${date}:${block}`;
}

function factsOf(lesson: ReminderCandidate): NotifiedLesson {
  return notifiedLesson({ ...lesson, id: lesson.lessonId });
}

function latest(a: Date, b: Date | null): Date {
  return b && b > a ? b : a;
}

/** Returns the notifications of checks that end within 30 days, for administrators, each once (rules §16). */
async function vettingNotices({ db, now }: Services): Promise<Reminder[]> {
  const from = today(now());
  const ending = await listEndingChecks(db, { from, to: addDays(from, VETTING_NOTICE_DAYS) });
  return ending.flatMap(({ teacherId, kind: stored, validUntil, adminId }) => {
    const kind = VETTING_KINDS.find((each) => each === stored);
    if (!kind) return [];
    return [
      {
        kind: "vetting-ending" as const,
        to: { userId: adminId },
        facts: { teacherId, kind, validUntil },
        dedupeKey: `vetting-ending:${teacherId}:${kind}:${validUntil}:${adminId}`,
        dueAt: instantOf(from, NOTICE_MINUTES),
      },
    ];
  });
}
