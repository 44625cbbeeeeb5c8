import type { StudentStatistics } from "@korki/contracts/statistics";
import { groupStudent, loadBalance } from "@korki/db";
import { lessonsByStatus, paymentsBySubject, sortBalance } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import type { ActorCtx } from "../context";

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
