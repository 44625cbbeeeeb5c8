import type { StudentCard } from "@korki/contracts/people";
import { findStudentCard, loadBalance, sumDebt } from "@korki/db";
import { sortBalance } from "@korki/domain";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/**
 * Returns what is wanted when a student calls: how to reach them, and what is left of their paid lessons. A teacher
 * sees it of assigned students, without parents and money. Throws `not_found` for all others.
 */
export async function getStudentCard(
  ctx: ActorCtx,
  { studentId }: { studentId: string },
): Promise<StudentCard> {
  const isAdmin = ctx.actor.role === "Admin";
  const [card, balance, owed] = await Promise.all([
    findStudentCard(ctx.db, studentId, isAdmin ? null : ctx.actor.id),
    loadBalance(ctx.db, studentId),
    isAdmin ? sumDebt(ctx.db, studentId) : null,
  ]);
  if (!card) throw notFound();
  const { phone, phoneParent, parents } = card;
  return {
    phone,
    available: [...sortBalance(balance)],
    office: owed === null ? null : { phoneParent, parents, owed },
  };
}
