import type { StudentMoney } from "@korki/contracts/money";
import type { OrderOffer } from "@korki/contracts/orders";
import { billedAmount, DEFAULT_TEACHER_SUBJECT, type SubjectLevel } from "@korki/domain";

/** Most lessons that the form offers at once, and how many it begins with where nothing is due. */
export const [LESSONS_MAX, LESSONS_AT_FIRST] = [50, 4];

type Due = Pick<StudentMoney["subjects"][number], "subject" | "level" | "dueLessons" | "billedLessons">;

/**
 * Returns the subject and level that the form begins with: what was asked for; else of what most lessons are due; else what
 * was paid for last; else what is taught.
 */
export function topUpStart(facts: {
  asked: SubjectLevel | null;
  due: readonly Due[];
  lately: SubjectLevel | null;
  taught: readonly SubjectLevel[];
}): SubjectLevel {
  const [most] = facts.due.filter((row) => unbilled(row) > 0).sort((a, b) => unbilled(b) - unbilled(a));
  const { subject, level } =
    facts.asked ?? most ?? facts.lately ?? facts.taught[0] ?? DEFAULT_TEACHER_SUBJECT;
  return { subject, level };
}

/** Returns how many lessons the form proposes: what is due. */
export function lessonsFor(due: readonly Due[], { subject, level }: SubjectLevel): number {
  const row = due.find((each) => each.subject === subject && each.level === level);
  return Math.min((row && unbilled(row)) || LESSONS_AT_FIRST, LESSONS_MAX);
}

/** Returns whether something is for one of these subjects and levels; without a subject it is for any of its level. */
export function isAmong(
  pairs: readonly SubjectLevel[],
  { subject, level }: { subject: SubjectLevel["subject"] | null; level: SubjectLevel["level"] },
): boolean {
  return pairs.some((each) => each.level === level && (subject ?? each.subject) === each.subject);
}

/** Returns whether buying this has to be confirmed: no assigned teacher teaches it, and none of it is due (rules §39). */
export function needsConfirmation(
  wanted: SubjectLevel,
  { taught, due }: { taught: readonly SubjectLevel[]; due: readonly Due[] },
): boolean {
  return !isAmong([...taught, ...due.filter(({ dueLessons }) => dueLessons > 0)], wanted);
}

/** Returns what so many lessons cost that are bought one by one, as their order will say; whole złoty. */
export function looseAmount(
  { prices, lessons }: Pick<OrderOffer, "prices" | "lessons">,
  { subject, level }: SubjectLevel,
  count: number,
): number {
  // A server of the version before does not say what each lesson costs.
  const own = lessons?.find((each) => each.subject === subject && each.level === level);
  const morePrice = prices.find((each) => each.level === level)?.price ?? 0;
  return billedAmount(own ?? { prices: [], morePrice }, count);
}

/** Lessons that are due. What is on a bill is paid there. */
function unbilled({ dueLessons, billedLessons }: Due): number {
  return dueLessons - billedLessons;
}
