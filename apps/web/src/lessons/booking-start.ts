import type { FreeDay } from "@korki/contracts/availability";
import type { AvailableLessons, Lesson } from "@korki/contracts/lessons";
import type { OwnTeacher } from "@korki/contracts/people";
import type { Watch } from "@korki/contracts/watches";
import {
  type CivilDate,
  type Level,
  type Subject,
  type SubjectLevel,
  schoolYearEnd,
  teaches,
  weekdayOf,
} from "@korki/domain";

/** Subject and level; empty: the person has to choose. */
export type SubjectChoice = { subject: Subject | ""; level: Level | "" };
export type BookingStart = SubjectChoice & { teacherId: string };

/** A slot chosen before the form opened: in the calendar, or, if `isRepeated`, by booking an earlier lesson again. */
export type WantedSlot = { readonly date: CivilDate; readonly block: number; readonly isRepeated?: boolean };

/**
 * Returns the slot that the form opens with: the wanted one if it is free, for a repeated lesson its next free week,
 * else the nearest free day without a block. Returns null if nothing is free.
 */
export function openingSlot(
  days: readonly FreeDay[],
  wanted: WantedSlot | null,
): { date: CivilDate; block: number | null } | null {
  const [nearest] = days;
  if (!nearest) return null;
  if (!wanted) return { date: nearest.date, block: null };
  const { date, block, isRepeated } = wanted;
  const isWanted = (day: FreeDay) =>
    isRepeated ? weekdayOf(day.date) === weekdayOf(date) && day.date > date : day.date === date;
  const free = days.find((day) => isWanted(day) && day.blocks.includes(block));
  if (free) return { date: free.date, block };
  return { date: (days.find(isWanted) ?? nearest).date, block: null };
}

/** Returns until when a weekly lesson from `first` on goes: `to`, or the end of that school year where `to` is earlier. */
export function repeatedUntil(first: CivilDate, to: CivilDate): CivilDate {
  // The end of a school year was proposed: it follows the first day, back too.
  return to < first || to === schoolYearEnd(to) ? schoolYearEnd(first) : to;
}

/** What the form follows: a lesson, or what is waited for. */
export type BookingModel = Pick<Lesson, "teacherId" | "subject" | "level">;

/** Returns the watch for which a slot of a teacher is held now; null if there is none (rules §34). */
export function watchHolding<T extends BookingModel & Pick<Watch, "held">>(
  watches: readonly T[],
  teacherId: string | null,
  slot: WantedSlot | null,
): T | null {
  const isHeld = ({ held }: T) => held !== null && held.date === slot?.date && held.block === slot.block;
  return watches.find((watch) => watch.teacherId === teacherId && isHeld(watch)) ?? null;
}

/**
 * Returns what the booking form opens with: teacher, subject and level of the model; else what is prepaid; else what
 * leaves no choice.
 *
 * @param first the teacher of the address, or the first one
 * @param isFixed the address names the teacher
 * @param model what was waited for if the wanted slot is held, else the lesson that is booked again, else the newest one
 *   that was not cancelled
 */
export function bookingStart(
  teachers: readonly OwnTeacher[],
  { first, isFixed }: { first: OwnTeacher; isFixed: boolean },
  model: BookingModel | null,
  balances: readonly AvailableLessons[],
): BookingStart {
  const offered = isFixed ? [first] : [first, ...teachers.filter(({ id }) => id !== first.id)];
  const start = (teacher: OwnTeacher, { subject, level }: SubjectLevel) => ({
    teacherId: teacher.id,
    subject,
    level,
  });

  const sameTeacher = offered.find(({ id }) => id === model?.teacherId);
  if (model && sameTeacher && teaches(sameTeacher.subjects, model)) return start(sameTeacher, model);
  const prepaid = balances.filter(({ available }) => available > 0).sort((a, b) => b.available - a.available);
  for (const pair of model ? [model, ...prepaid] : prepaid) {
    const teacher = offered.find((each) => teaches(each.subjects, pair));
    if (teacher) return start(teacher, pair);
  }
  return { teacherId: first.id, ...taughtChoice(first.subjects, model) };
}

/** Returns subject and level as they were before where they are taught, else what leaves no choice. */
export function taughtChoice(taught: readonly SubjectLevel[], before: SubjectChoice | null): SubjectChoice {
  const subjects = taught.map(({ subject }) => subject);
  const subject = choiceOf(subjects, before?.subject);
  const levels = taught.filter((each) => each.subject === subject).map(({ level }) => level);
  return { subject, level: choiceOf(levels, subject === before?.subject ? before.level : "") };
}

function choiceOf<T extends string>(offered: readonly T[], before: T | "" | undefined): T | "" {
  const [only, ...others] = new Set(offered);
  const isOnly = only !== undefined && others.length === 0;
  return offered.find((each) => each === before) ?? (isOnly ? only : "");
}
