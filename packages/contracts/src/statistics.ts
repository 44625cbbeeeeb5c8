import { MAX_YEAR, MIN_YEAR } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { availableLessons, lessonStatus } from "./lessons";
import { pageOf, paging } from "./paging";
import { statisticsTexts } from "./texts/statistics";

const wrongMonth = { error: statisticsTexts.wrongMonth };
const wrongYear = { error: statisticsTexts.wrongYear };

/** A month of the calendar; `month` is 1–12. */
export const yearMonth = z.object({
  month: z.number(wrongMonth).int(wrongMonth).min(1, wrongMonth).max(12, wrongMonth),
  year: z.number(wrongYear).int(wrongYear).min(MIN_YEAR, wrongYear).max(MAX_YEAR, wrongYear),
});

export const teacherMonthInput = yearMonth.extend({ teacherId: field.id });

/** Everything a teacher earned, was paid, and is still owed; whole złoty. */
export const overallEarnings = z.object({ earned: z.number(), paidOut: z.number(), receivable: z.number() });

/** A teacher's month: delivered lessons per subject, level and rate. */
export const monthlyEarnings = z.object({
  rows: z
    .array(
      z.object({
        subject: field.subject,
        level: field.level,
        lessonAmount: z.number(),
        valuePerLesson: z.number(),
        /** Cancelled too late, and charged. */
        charged: z.boolean(),
      }),
    )
    .readonly(),
  total: z.number(),
});

export const studentStatistics = z.object({
  lessons: z.array(
    z.object({ subject: field.subject, level: field.level, status: lessonStatus, lessonAmount: z.number() }),
  ),
  payments: z.array(
    z.object({
      subject: field.subject,
      level: field.level,
      lessonAmount: z.number(),
      moneyAmount: z.number(),
    }),
  ),
  /** Lessons left per subject and level; below zero: lessons owed. */
  available: z.array(availableLessons).readonly(),
});
export type StudentStatistics = z.infer<typeof studentStatistics>;

const figures = {
  completedLessons: z.number(),
  absentLessons: z.number(),
  cancelledLessons: z.number(),
  chargedLessons: z.number(),
  teacherEarnings: z.number(),
  companyEarnings: z.number(),
};

/** The company's month: teacher → subject → level; the rows add up to the summary. */
export const companyMonth = z.object({
  ...figures,
  teachers: z
    .array(
      z.object({
        teacherId: field.id,
        name: z.string(),
        surname: z.string(),
        ...figures,
        subjects: z
          .array(
            z.object({
              subject: field.subject,
              levels: z.array(z.object({ level: field.level, ...figures })).readonly(),
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
});

/** Months that end with the given one; of everybody, of one student or of one teacher. */
export const activityInput = yearMonth.extend({
  studentId: field.id.optional(),
  teacherId: field.id.optional(),
});
export type ActivityInput = z.infer<typeof activityInput>;

/**
 * The oldest month first: two years, so that each of the last twelve can be compared with the same month a year before.
 * Whole złoty.
 */
export const activity = z.array(
  z.object({
    year: z.number(),
    month: z.number(),
    lessons: z.array(z.object({ subject: field.subject, status: lessonStatus, count: z.number() })),
    paidIn: z.number(),
    paidOut: z.number(),
  }),
);
export type Activity = z.infer<typeof activity>;

/** Which money of a month is listed: what came in, refunds taken off, or what went out. */
export const movementsInput = activityInput.extend({ flow: z.enum(["in", "out"]), ...paging });
export type MovementsInput = z.infer<typeof movementsInput>;

/** Money that moved, whole złoty; a refund is below zero. */
const movement = z.object({
  id: field.id,
  kind: z.enum(["payment", "refund", "payout"]),
  date: field.civilDate,
  amount: z.number(),
  description: z.string(),
  person: z.object({ id: field.id, name: z.string(), surname: z.string() }),
});
export type Movement = z.infer<typeof movement>;

/** A page of them, and the sum of all pages: the month's figure in `activity`. */
export const movements = pageOf(movement).extend({ sum: z.number() });
export type Movements = z.infer<typeof movements>;

/** Twelve months that end with this one; left out: the current one. */
export const companyYearInput = yearMonth.optional();

/** The oldest month first; a month without lessons has zeros. */
export const companyYear = z.array(z.object({ year: z.number(), month: z.number(), ...figures }));
export type CompanyYear = z.infer<typeof companyYear>;
