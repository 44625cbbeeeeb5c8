import { z } from "zod";
import * as field from "../fields";
import { hoursUsed, type IdleStudent, type Retention, TRIAL_STEPS, type TrialPaths } from "../results";
import { wireOf } from "./names";

const counted = { students: z.int(), retained: z.int() };

/** Results of a month (rules §37). */
export const wireRetention = z.object({
  ...counted,
  byTeacher: z.array(z.object({ teacherId: field.id, ...counted })),
  byFirstMonth: z.array(z.object({ month: z.string(), ...counted })),
  rows: z.array(
    z.object({ studentId: field.id, teacherId: field.id, firstMonth: z.string(), retained: z.boolean() }),
  ),
});

export const wireHours = wireOf(hoursUsed);

export const wireTrialPaths = z.object({
  steps: z.array(z.object({ step: z.enum(TRIAL_STEPS), count: z.int() })),
  rows: z.array(
    z.object({ trialLessonId: field.id, studentId: field.id.nullable(), step: z.enum(TRIAL_STEPS) }),
  ),
});

export const wireIdle = z.array(
  z.object({ studentId: field.id, teacherId: field.id, lastOn: field.civilDate, days: z.int() }),
);

export function retentionToWire({ byTeacher, rows, ...counts }: Retention): z.input<typeof wireRetention> {
  return {
    ...counts,
    byTeacher: byTeacher.map(({ teacher, ...own }) => ({ teacherId: teacher.id, ...own })),
    rows: rows.map(({ student, teacher, ...row }) => ({
      studentId: student.id,
      teacherId: teacher.id,
      ...row,
    })),
  };
}

export function trialPathsToWire({ steps, rows }: TrialPaths): z.input<typeof wireTrialPaths> {
  return {
    steps,
    rows: rows.map(({ trialLessonId, student, step }) => ({
      trialLessonId,
      studentId: student?.id ?? null,
      step,
    })),
  };
}

export function idleToWire(rows: readonly IdleStudent[]): z.input<typeof wireIdle> {
  return rows.map(({ student, teacher, lastOn, days }) => ({
    studentId: student.id,
    teacherId: teacher.id,
    lastOn,
    days,
  }));
}
