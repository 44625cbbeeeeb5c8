import { type ExpiringLessons, insertExpiries, takeExpiryWarnings, transact } from "@korki/db";
import { addDays, EXPIRY_WARNING_DAYS, instantOf, today } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import type { Services } from "../context";
import { notify } from "../outbox";

/** How many subjects and levels of students, and how many lots, one transaction takes. */
const ACCOUNTS_AT_ONCE = 100;
const LOTS_AT_ONCE = 500;
/** Warnings are not sent at night. */
const WARNING_MINUTES = 9 * 60;

/**
 * Lets prepaid lessons expire whose last day, in Warsaw, is over (rules §14); their students and payers are notified.
 * Any number of processes may do it at once.
 */
export async function expireLessons(services: Services): Promise<{ expired: number }> {
  let expired = 0;
  for (;;) {
    const lots = await transact(services.db, async (tx) => {
      const entered = await insertExpiries(tx, today(services.now()), ACCOUNTS_AT_ONCE);
      await notify(tx, services, ...messages("lessons-expired", entered));
      return entered;
    });
    if (lots.length === 0) return { expired };
    expired += lots.length;
  }
}

/** Warns students and payers of lessons that expire within a week: once, with all of them in one message. */
export async function warnOfExpiry(services: Services): Promise<{ warned: number }> {
  const now = services.now();
  const from = today(now);
  const dueAt = instantOf(from, WARNING_MINUTES);
  let warned = 0;
  for (;;) {
    const lots = await transact(services.db, async (tx) => {
      const to = addDays(from, EXPIRY_WARNING_DAYS);
      const taken = await takeExpiryWarnings(tx, { from, to, now, limit: LOTS_AT_ONCE });
      const requests = messages("lessons-expiring", taken);
      await notify(tx, services, ...requests.map((request) => ({ ...request, dueAt })));
      return taken;
    });
    if (lots.length === 0) return { warned };
    warned += lots.length;
  }
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
