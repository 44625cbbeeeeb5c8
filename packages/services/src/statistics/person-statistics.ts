import type { StudentStatistics } from "@korki/contracts/statistics";
import { groupStudent, groupTeacherLessons, loadBalance, sumPayouts } from "@korki/db";
import {
  lessonsByStatus,
  type MonthlyEarnings,
  monthBounds,
  monthlyEarnings,
  type OverallEarnings,
  overallEarnings,
  paymentsBySubject,
  sortBalance,
  type YearMonth,
} from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import type { ActorCtx } from "../context";

/** Returns what a teacher has earned, was paid out and is still owed (rules §5). */
export async function getMyOverallEarnings(ctx: ActorCtx): Promise<OverallEarnings> {
  return overallOf(ctx, ctx.actor.id);
}

/** The caller's month: delivered lessons per subject, level and rate. */
export async function getMyMonthlyEarnings(ctx: ActorCtx, month: YearMonth): Promise<MonthlyEarnings> {
  return monthOfTeacher(ctx, ctx.actor.id, month);
}

/** The same of any teacher. Throws `not_found` for anybody who is none. */
export async function getTeacherOverallEarnings(
  ctx: ActorCtx,
  { teacherId }: { teacherId: string },
): Promise<OverallEarnings> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return overallOf(ctx, teacherId);
}

/** The same of any teacher. Throws `not_found` for anybody who is none. */
export async function getTeacherMonthlyEarnings(
  ctx: ActorCtx,
  { teacherId, ...month }: YearMonth & { teacherId: string },
): Promise<MonthlyEarnings> {
  await requirePersonOfRole(ctx, teacherId, "Teacher");
  return monthOfTeacher(ctx, teacherId, month);
}

async function overallOf(ctx: ActorCtx, teacherId: string): Promise<OverallEarnings> {
  const [lessons, paidOut] = await Promise.all([
    groupTeacherLessons(ctx.db, teacherId),
    sumPayouts(ctx.db, teacherId),
  ]);
  return overallEarnings(lessons, [{ moneyAmount: paidOut }]);
}

async function monthOfTeacher(ctx: ActorCtx, teacherId: string, month: YearMonth): Promise<MonthlyEarnings> {
  return monthlyEarnings(await groupTeacherLessons(ctx.db, teacherId, monthBounds(month)));
}

/** A student's lessons by subject, level and status, and payments by subject and level. Throws `not_found`. */
export async function getStudentStatistics(
  ctx: ActorCtx,
  { studentId }: { studentId: string },
): Promise<StudentStatistics> {
  await requirePersonOfRole(ctx, studentId, "Student");
  const [{ lessons, payments }, balance] = await Promise.all([
    groupStudent(ctx.db, studentId),
    loadBalance(ctx.db, studentId),
  ]);
  return {
    lessons: lessonsByStatus(lessons),
    payments: paymentsBySubject(payments),
    available: sortBalance(balance),
  };
}
