import { z } from "zod";
import * as field from "./fields";
import { calendarDay } from "./lessons";

const ADDRESS_MAX = 2000;
const LABEL_MAX = 80;

/** A teacher's calendar elsewhere: its private address, and what the teacher calls it (rules §35). */
export const addCalendarInput = z.object({
  url: field.singleLine(ADDRESS_MAX).trim(),
  label: field.singleLine(LABEL_MAX).trim().default(""),
});
export type AddCalendarInput = z.output<typeof addCalendarInput>;

export const outsideCalendarInput = z.object({ id: field.id });

/** Codes of what can be wrong with a calendar. */
export const CALENDAR_PROBLEMS = [
  "no-answer",
  "refused",
  "not-a-calendar",
  "too-large",
  "too-many-events",
  "too-slow",
  "address-lost",
] as const;
export type CalendarProblem = (typeof CALENDAR_PROBLEMS)[number];

/** `events`: those that occupy the teacher. `problem`: in words, why it could not be read the last time. */
export const outsideCalendar = z.object({
  id: field.id,
  host: z.string(),
  label: z.string(),
  fetchedAt: field.timestamp.nullable(),
  failingSince: field.timestamp.nullable(),
  events: z.number(),
  problem: z.string().nullable(),
});
export type OutsideCalendar = z.infer<typeof outsideCalendar>;
export const outsideCalendars = z.array(outsideCalendar);

export const busyTimesInput = z.object({ from: calendarDay });

/** Slots of a week in which the teacher is busy elsewhere. */
export const busyTimes = z.array(z.object({ date: field.civilDate, block: field.block }));
