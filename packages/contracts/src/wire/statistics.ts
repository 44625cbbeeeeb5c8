import type { CompanyMonth, MonthlyEarnings, OverallEarnings } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import { lessonStatus } from "../lessons";
import type { StudentStatistics } from "../statistics";

// Money is whole złoty everywhere here.

/** A teacher's payments (rules §5). */
export const wireTeacherStatistics = z.object({
  doneProfitAll: z.int(),
  outputPaymentSum: z.int(),
  receivable: z.int(),
});

export function overallEarningsToWire(overall: OverallEarnings): z.infer<typeof wireTeacherStatistics> {
  const { earned, paidOut, receivable } = overall;
  return { doneProfitAll: earned, outputPaymentSum: paidOut, receivable };
}

/** A month's statistics (rules §5). Lessons with different rates are in separate rows. */
export const wireMonthlyStatistics = z.object({
  doneLessons: z.array(
    z.object({
      subject: field.subject,
      subjectLevel: field.level,
      lessonAmount: z.int(),
      valuePerLesson: z.int(),
      charged: z.boolean(),
    }),
  ),
  doneProfit: z.int(),
});

export function monthlyEarningsToWire(month: MonthlyEarnings): z.infer<typeof wireMonthlyStatistics> {
  return {
    doneLessons: month.rows.map(({ level, ...row }) => ({ ...row, subjectLevel: level })),
    doneProfit: month.total,
  };
}

/** A student's statistics (rules §5). */
export const wireStudentStatistics = z.object({
  allDoneLessons: z.array(
    z.object({
      subject: field.subject,
      subjectLevel: field.level,
      status: lessonStatus,
      lessonAmount: z.int(),
    }),
  ),
  allInputPayments: z.array(
    z.object({
      subject: field.subject,
      subjectLevel: field.level,
      lessonAmount: z.int(),
      moneyAmount: z.int(),
    }),
  ),
});

export function studentStatisticsToWire(of: StudentStatistics): z.infer<typeof wireStudentStatistics> {
  return {
    allDoneLessons: of.lessons.map(({ level, ...row }) => ({ ...row, subjectLevel: level })),
    allInputPayments: of.payments.map(({ level, ...row }) => ({ ...row, subjectLevel: level })),
  };
}

/** The company's statistics (rules §5). */
export const wireCompanyStatistics = z.object({
  statistics: z.array(
    z.object({
      teacherId: field.id,
      teacherName: z.string(),
      teacherSurname: z.string(),
      teacherEarnings: z.int(),
      companyEarnings: z.int(),
      subjectStatistics: z.array(
        z.object({
          subject: field.subject,
          levels: z.array(
            z.object({
              subjectLevel: field.level,
              completedLessons: z.int(),
              cancelledLessons: z.int(),
              chargedLessons: z.int(),
              teacherEarnings: z.int(),
              companyEarnings: z.int(),
            }),
          ),
        }),
      ),
    }),
  ),
  overallCompletedLessons: z.int(),
  overallCancelledLessons: z.int(),
});

export function companyMonthToWire(month: CompanyMonth): z.infer<typeof wireCompanyStatistics> {
  return {
    statistics: month.teachers.map((teacher) => ({
      teacherId: teacher.teacherId,
      teacherName: teacher.name,
      teacherSurname: teacher.surname,
      teacherEarnings: teacher.teacherEarnings,
      companyEarnings: teacher.companyEarnings,
      subjectStatistics: teacher.subjects.map(({ subject, levels }) => ({
        subject,
        levels: levels.map(({ level, absentLessons: _, ...figures }) => ({
          subjectLevel: level,
          ...figures,
        })),
      })),
    })),
    overallCompletedLessons: month.completedLessons,
    overallCancelledLessons: month.cancelledLessons,
  };
}
