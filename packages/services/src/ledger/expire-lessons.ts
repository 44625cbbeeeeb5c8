import {
  type ExpiringLessons,
  findExpiredAccounts,
  findStudentsToWarn,
  insertExpiries,
  takeExpiryWarnings,
  transact,
} from "@korki/db";
import { addDays, EXPIRY_WARNING_DAYS, instantOf, today } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import type { Services } from "../context";
import { inGroups } from "../in-groups";
import { notify } from "../outbox";

/** How many subjects and levels of students, and how many students, one transaction takes. */
const ACCOUNTS_AT_ONCE = 100;
const STUDENTS_AT_ONCE = 100;
/** Warnings are not sent at night. */
const WARNING_MINUTES = 9 * 60;

/**
 * Lets prepaid lessons expire whose last day, in Warsaw, is over (rules §14); their students and payers are notified.
 * Any number of processes may do it at once.
 */
export async function expireLessons(services: Services): Promise<{ expired: number }> {
  const day = today(services.now());
  let expired = 0;
  await inGroups(services, await findExpiredAccounts(services.db, day), {
    size: ACCOUNTS_AT_ONCE,
    about: ({ studentId, subject, level }) => ({ studentId, subject, level }),
    work: async (accounts) => {
      expired += await transact(services.db, async (tx) => {
        const entered = await insertExpiries(tx, day, accounts);
        await notify(tx, services, ...messages("lessons-expired", entered));
        return entered.length;
      });
    },
  });
  return { expired };
}

/** Warns students and payers of lessons that expire within a week: once, with all of them in one message. */
export async function warnOfExpiry(services: Services): Promise<{ warned: number }> {
  const now = services.now();
  const from = today(now);
  const dueAt = instantOf(from, WARNING_MINUTES);
  const days = { from, to: addDays(from, EXPIRY_WARNING_DAYS) };
  let warned = 0;
  await inGroups(services, await findStudentsToWarn(services.db, days), {
    size: STUDENTS_AT_ONCE,
    about: (studentId) => ({ studentId }),
    work: async (studentIds) => {
      warned += await transact(services.db, async (tx) => {
        const taken = await takeExpiryWarnings(tx, { ...days, now, studentIds });
        const requests = messages("lessons-expiring", taken);
        await notify(tx, services, ...requests.map((request) => ({ ...request, dueAt })));
        return taken.length;
      });
    },
  });
  return { warned };
}

type ExpiryKind = "lessons-expiring" | "lessons-expired";

/** One message for each student, with all the lessons. */
function messages(
  kind: ExpiryKind,
  lots: readonly ExpiringLessons[],
): Extract<NotificationRequest, { kind: ExpiryKind }>[] {
  const studentIds = [...new Set(lots.map(({ studentId }) => studentId))];
  return studentIds.map((studentId) => ({
    kind,
    to: { userId: studentId },
    facts: { studentId, lessons: together(lots.filter((lot) => lot.studentId === studentId)) },
  }));
}

/** Lots of one subject, level and day are one line. */
function together(lots: readonly ExpiringLessons[]): Omit<ExpiringLessons, "studentId">[] {
  const lines = new Map<string, Omit<ExpiringLessons, "studentId">>();
  for (const { subject, level, expiresOn, quantity } of lots) {
    const key = `${expiresOn} ${subject} ${level}`;
    const line = lines.get(key) ?? { subject, level, expiresOn, quantity: 0 };
    lines.set(key, { ...line, quantity: line.quantity + quantity });
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
