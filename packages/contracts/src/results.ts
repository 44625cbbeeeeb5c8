import { WEEKDAYS } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { personName } from "./person-name";

/** The steps from a request for a trial lesson to the fourth lesson (rules §37). */
export const TRIAL_STEPS = [
  "requested",
  "scheduled",
  "held",
  "account",
  "first",
  "second",
  "third",
  "fourth",
] as const;
export type TrialStep = (typeof TRIAL_STEPS)[number];

export const resultsMonth = z.object({ month: field.calendarMonth });

const counted = { students: z.number(), retained: z.number() };

/** Students with a lesson in a month who have one in the next. Each counts once, with the teacher of the last one. */
export const retention = z.object({
  ...counted,
  byTeacher: z.array(z.object({ teacher: personName, ...counted })),
  byFirstMonth: z.array(z.object({ month: z.string(), ...counted })),
  rows: z.array(
    z.object({ student: personName, teacher: personName, firstMonth: z.string(), retained: z.boolean() }),
  ),
});
export type Retention = z.infer<typeof retention>;

const weekday = z.enum(WEEKDAYS);

/** Blocks that teachers offer in a month, and those in which a lesson was held, by weekday and hour. */
export const hoursUsed = z.object({
  offered: z.int(),
  delivered: z.int(),
  cells: z.array(z.object({ weekday, block: z.int(), offered: z.int(), delivered: z.int() })),
});
export type HoursUsed = z.infer<typeof hoursUsed>;
export const hourRowsInput = resultsMonth.extend({ weekday, block: field.block });
export const hourRows = z.array(
  z.object({ teacher: personName, date: field.civilDate, lessonId: field.id.nullable() }),
);

export const trialPaths = z.object({
  steps: z.array(z.object({ step: z.enum(TRIAL_STEPS), count: z.number() })),
  rows: z.array(
    z.object({
      trialLessonId: field.id,
      name: z.string(),
      student: personName.nullable(),
      step: z.enum(TRIAL_STEPS),
    }),
  ),
});
export type TrialPaths = z.infer<typeof trialPaths>;

export const idleStudents = z.array(
  z.object({
    student: personName,
    teacher: personName,
    /** Whom one writes with: the student, or a parent of a child without a login (rules §15); null: there is nobody. */
    contactId: field.id.nullable(),
    lastOn: field.civilDate,
    days: z.number(),
  }),
);
export type IdleStudent = z.infer<typeof idleStudents>[number];
