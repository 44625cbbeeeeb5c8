import type { PeopleOutcome, RemindManyInput } from "@korki/contracts/people-bulk";
import { debtTexts } from "@korki/contracts/texts/debts";
import { sumDebts, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import { leaveAlone, takeManyPeople } from "../people/many-people";

/** Reminds the payers of many students of what is owed, as `remindOfDebt` does; who owes nothing is left alone. */
export async function remindMany(ctx: ActorCtx, { people }: RemindManyInput): Promise<PeopleOutcome> {
  return transact(ctx.db, async (tx) => {
    const taken = await takeManyPeople(tx, ctx, "Student", people, () => null);
    const owed = await sumDebts(tx, taken.outcome.done);
    const { outcome } = leaveAlone(taken, ({ id }) => (owed.has(id) ? null : debtTexts.nothingOwed));
    await recordHistory(
      tx,
      ctx,
      ...outcome.done.map((studentId) => ({
        ...{
          entity: "account" as const,
          entityId: studentId,
          action: "remindOfDebt",
          changes: {},
          studentId,
        },
      })),
    );
    await notify(
      tx,
      ctx,
      ...outcome.done.map((studentId) => ({
        kind: "debt-reminder" as const,
        to: { payerOf: studentId },
        facts: { studentId, moneyAmount: owed.get(studentId) ?? 0 },
      })),
    );
    return outcome;
  });
}
