import type { AdjustLedgerInput, LedgerEntry } from "@korki/contracts/ledger";
import { insertAdjustment, lockPeopleForShare, transact } from "@korki/db";
import { requireChangeable } from "../accounts/get-person";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { notify } from "../outbox";

/**
 * An administrator corrects a student's balance and says why; the student and the payer are notified. Throws
 * `not_found` for anybody who is no student.
 */
export async function adjustLedger(ctx: ActorCtx, input: AdjustLedgerInput): Promise<LedgerEntry> {
  const { studentId, subject, level, quantity, description } = input;
  return transact(ctx.db, async (tx) => {
    requireChangeable(await lockPeopleForShare(tx, [studentId]), studentId, "Student");
    const entry = await insertAdjustment(tx, { ...input, createdAt: ctx.now(), createdById: ctx.actor.id });
    await recordHistory(tx, ctx, {
      entity: "ledger",
      entityId: entry.id,
      action: "adjust",
      changes: {
        subject: { from: null, to: subject },
        level: { from: null, to: level },
        available: { from: entry.balance - quantity, to: entry.balance },
        reason: { from: null, to: description },
      },
      studentId,
    });
    await notify(tx, ctx, {
      kind: "lessons-adjusted",
      to: { userId: studentId },
      facts: { studentId, subject, level, quantity, available: entry.balance, reason: description },
    });
    return entry;
  });
}
