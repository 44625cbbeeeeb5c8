import type { Debt } from "@korki/contracts/debts";
import type { Page, Paging } from "@korki/contracts/paging";
import type { PeopleOutcome, RemindManyInput } from "@korki/contracts/people-bulk";
import { debtTexts } from "@korki/contracts/texts/debts";
import {
  listDebts as findDebts,
  findWithDisabledPayer,
  lockPeopleForShare,
  sumDebt,
  sumDebts,
  transact,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { leaveAlone, takeManyPeople } from "../people/many-people";
import { debtReminders } from "./debt-reminders";

/** A page of the students who owe lessons, the largest sum first. */
export async function listDebts(ctx: ActorCtx, { page, pageSize }: Paging): Promise<Page<Debt>> {
  return { ...(await findDebts(ctx.db, { page, pageSize })), page, pageSize };
}

/**
 * Reminds the payer of a student, on an administrator's demand, of what is owed. The message carries no more than the sum
 * and a link. Throws `not_found` for anybody who is no student or erased, `conflict` where nothing is owed or the
 * payer's account is disabled.
 */
export async function remindOfDebt(ctx: ActorCtx, { studentId }: { studentId: string }): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const student = (await lockPeopleForShare(tx, [studentId])).get(studentId);
    if (student?.role !== "Student" || student.isErased) throw notFound();
    const amount = await sumDebt(tx, studentId);
    if (amount === 0) throw conflict(debtTexts.nothingOwed);
    if ((await findWithDisabledPayer(tx, [studentId])).size > 0) throw conflict(debtTexts.payerDisabled);
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

/**
 * Reminds the payers of many students of what is owed, as `remindOfDebt` does, each once with the sum of all children; who
 * owes nothing, or has a payer whose account is disabled, is left alone.
 */
export async function remindMany(ctx: ActorCtx, { people }: RemindManyInput): Promise<PeopleOutcome> {
  return transact(ctx.db, async (tx) => {
    const taken = await takeManyPeople(tx, ctx, "Student", people, () => null);
    const owed = await sumDebts(tx, taken.outcome.done);
    const unreachable = await findWithDisabledPayer(tx, taken.outcome.done);
    const { outcome } = leaveAlone(taken, ({ id }) =>
      !owed.has(id) ? debtTexts.nothingOwed : unreachable.has(id) ? debtTexts.payerDisabled : null,
    );
    await recordHistory(
      tx,
      ctx,
      ...outcome.done.map((studentId) => ({
        entity: "account" as const,
        entityId: studentId,
        action: "remindOfDebt" as const,
        changes: {},
        studentId,
      })),
    );
    const debts = outcome.done.map((studentId) => ({ studentId, amount: owed.get(studentId) ?? 0 }));
    await notify(tx, ctx, ...(await debtReminders(tx, ctx, debts)));
    return outcome;
  });
}
