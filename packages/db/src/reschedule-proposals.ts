import type { BlockSpan, CivilDate } from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Database } from "./client";
import { PLANNED_LESSON } from "./lesson-status";
import { type LessonOwner, lessonsOf } from "./lessons";
import { query, sql } from "./sql";
import type { Tx } from "./transaction";

/** Rejects with a violation of `reschedule_proposals_one_open_key` where one is open already. */
export async function insertProposal(
  tx: Tx,
  proposal: {
    id: string;
    lessonId: string;
    proposerId: string;
    proposerRole: "Student" | "Teacher";
    date: CivilDate;
    block: number;
    blocks: BlockSpan;
    createdAt: Date;
  },
): Promise<void> {
  await tx.rescheduleProposal.create({
    data: { ...proposal, date: toDbDate(proposal.date), status: "open" },
    select: { id: true },
  });
}

/** Closes an open proposal. Returns who made it; null where it is open no more. */
export async function resolveProposal(
  tx: Tx,
  id: string,
  status: "accepted" | "declined" | "withdrawn",
  resolvedAt: Date,
): Promise<{ proposerId: string } | null> {
  const [row] = await query<{ proposerId: string }>(
    tx,
    sql`UPDATE reschedule_proposals SET status = ${status}, resolved_at = ${resolvedAt}::timestamptz
         WHERE id = ${id}::uuid AND status = 'open' RETURNING proposer_id AS "proposerId"`,
  );
  return row ?? null;
}

/** Counts the planned lessons of an owner for which the other side has proposed another time. */
export async function countOpenProposals(db: Database, owner: LessonOwner): Promise<number> {
  const [row] = await query<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM reschedule_proposals p JOIN lessons l ON l.id = p.lesson_id
         WHERE p.status = 'open' AND p.proposer_role <> ${owner.role} AND ${lessonsOf(owner)} AND ${PLANNED_LESSON}`,
  );
  return row?.count ?? 0;
}
