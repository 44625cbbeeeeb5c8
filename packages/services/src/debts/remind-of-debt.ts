import { debtTexts } from "@korki/contracts/texts/debts";
import { lockPeopleForShare, sumDebt, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";

/**
 * Reminds the payer of a student, on an administrator's demand, of what is owed. The message carries no more than the sum and a
 * link. Throws `not_found` for anybody who is no student, `conflict` where nothing is owed.
 */
export async function remindOfDebt(ctx: ActorCtx, { studentId }: { studentId: string }): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const student = (await lockPeopleForShare(tx, [studentId])).get(studentId);
    if (student?.role !== "Student") throw notFound();
    const amount = await sumDebt(tx, studentId);
    if (amount === 0) throw conflict(debtTexts.nothingOwed);
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: studentId,
      action: "remindOfDebt",
      changes: {},
      studentId,
    });
    await notify(tx, ctx, {
      kind: "debt-reminder",
      to: { payerOf: studentId },
      facts: { studentId, moneyAmount: amount },
    });
  });
}
