import type { CivilDate } from "@korki/domain";
import { toDbDate } from "./civil-date";
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
    createdAt: Date;
  },
): Promise<void> {
  await tx.rescheduleProposal.create({
    data: { ...proposal, date: toDbDate(proposal.date), status: "open" },
    select: { id: true },
  });
}

/** Closes an open proposal; false where it is open no more. */
export async function resolveProposal(
  tx: Tx,
  id: string,
  status: "accepted" | "declined" | "withdrawn",
  resolvedAt: Date,
): Promise<boolean> {
  const { count } = await tx.rescheduleProposal.updateMany({
    where: { id, status: "open" },
    data: { status, resolvedAt },
  });
  return count === 1;
}
