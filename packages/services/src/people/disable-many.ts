import type { DisableManyInput, EnableManyInput, PeopleOutcome } from "@korki/contracts/people-bulk";
import { bulkTexts } from "@korki/contracts/texts/bulk";
import { endSessionsOf, setDisabled, type Tx, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { takeManyPeople } from "./many-people";
import { cancelPlanned, findPlanned } from "./planned-lessons";

/**
 * Disables many accounts and ends their sessions. Planned lessons and trial lessons stay or are cancelled; the other
 * people of cancelled ones get one message each.
 */
export async function disableMany(
  ctx: ActorCtx,
  { role, people, plannedLessons }: DisableManyInput,
): Promise<PeopleOutcome> {
  return transact(ctx.db, async (tx) => {
    const { outcome } = await takeManyPeople(tx, ctx, role, people, ({ isDisabled }) =>
      isDisabled ? bulkTexts.isDisabled : null,
    );
    await turn(tx, ctx, role, outcome.done, true);
    await endSessionsOf(tx, outcome.done, ctx.now());
    if (plannedLessons === "cancel") {
      await cancelPlanned(tx, ctx, outcome.done, await findPlanned(tx, ctx, outcome.done));
    }
    return outcome;
  });
}

/** Enables many accounts again, as taking back `disableMany` does; sessions and cancelled lessons stay as they are. */
export async function enableMany(ctx: ActorCtx, { role, ids }: EnableManyInput): Promise<PeopleOutcome> {
  return transact(ctx.db, async (tx) => {
    const { outcome } = await takeManyPeople(tx, ctx, role, { ids }, ({ isDisabled }) =>
      isDisabled ? null : bulkTexts.isEnabled,
    );
    await turn(tx, ctx, role, outcome.done, false);
    return outcome;
  });
}

async function turn(
  tx: Tx,
  ctx: ActorCtx,
  role: DisableManyInput["role"],
  ids: readonly string[],
  isDisabled: boolean,
): Promise<void> {
  await setDisabled(tx, ids, isDisabled);
  await recordHistory(
    tx,
    ctx,
    ...ids.map((entityId) => ({
      entity: "account" as const,
      entityId,
      action: isDisabled ? ("disable" as const) : ("enable" as const),
      changes: { isDisabled: { from: !isDisabled, to: isDisabled } },
      teacherId: role === "Teacher" ? entityId : null,
      studentId: role === "Student" ? entityId : null,
    })),
  );
}
