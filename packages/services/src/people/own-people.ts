import type { ChildRef } from "@korki/contracts/families";
import type { OwnStudent, OwnTeacher, StudentCard } from "@korki/contracts/people";
import {
  findStudentCard,
  listStudentsOf,
  listTeachersOf,
  listUnpaidBillsOf,
  loadBalance,
  sumDebt,
} from "@korki/db";
import { bySubjectLevel, DEFAULT_PRICES, sortBalance } from "@korki/domain";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/** The teacher's own students. */
export async function listOwnStudents(ctx: ActorCtx): Promise<OwnStudent[]> {
  return listStudentsOf(ctx.db, ctx.actor.id);
}

/** Lists the student's own teachers, with whom lessons can be booked, and what a lesson of each subject costs. */
export async function listOwnTeachers(ctx: ActorCtx, { studentId }: ChildRef): Promise<OwnTeacher[]> {
  const teachers = await listTeachersOf(ctx.db, studentOf(await actFor(ctx.db, ctx, studentId, "see")));
  return teachers.map((teacher) => ({
    ...teacher,
    subjects: teacher.subjects
      .map((taught) => ({ ...taught, price: taught.price ?? DEFAULT_PRICES[taught.level].price }))
      .sort(bySubjectLevel),
  }));
}

/**
 * Returns what is wanted when a student calls: how to reach them, and what is left of their paid lessons. A teacher
 * sees it of assigned students, without parents and money. Throws `not_found` for all others.
 */
export async function getStudentCard(
  ctx: ActorCtx,
  { studentId }: { studentId: string },
): Promise<StudentCard> {
  const isAdmin = ctx.actor.role === "Admin";
  const [card, balance, owed, bills] = await Promise.all([
    findStudentCard(ctx.db, studentId, isAdmin ? null : ctx.actor.id),
    loadBalance(ctx.db, studentId),
    isAdmin ? sumDebt(ctx.db, studentId) : null,
    isAdmin ? listUnpaidBillsOf(ctx.db, studentId) : [],
  ]);
  if (!card) throw notFound();
  const { phone, phoneParent, contactId, parents } = card;
  const formerBills = bills
    .filter(({ isFormer }) => isFormer)
    .map(({ id, payerId, payerName, month, left }) => ({ id, payerId, payerName, month, left }));
  return {
    phone,
    contactId,
    available: [...sortBalance(balance)],
    office: owed === null ? null : { phoneParent, parents, owed, formerBills },
  };
}
