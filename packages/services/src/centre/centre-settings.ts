import type { CentreSettings, SaveCentreSettingsInput } from "@korki/contracts/centre";
import { findCentreSettings, lockCentreSettings, transact, updateCentreSettings } from "@korki/db";
import type { ActorCtx } from "../context";
import { diff, recordHistory } from "../history";

/** Returns what is set for the whole centre. */
export function getCentreSettings(ctx: ActorCtx): Promise<CentreSettings> {
  return findCentreSettings(ctx.db);
}

/** An administrator changes some of the centre's settings; the others stay. */
export async function saveCentreSettings(
  ctx: ActorCtx,
  input: SaveCentreSettingsInput,
): Promise<CentreSettings> {
  return transact(ctx.db, async (tx) => {
    const before = await lockCentreSettings(tx);
    const after = {
      lowBalanceThreshold: input.lowBalanceThreshold ?? before.lowBalanceThreshold,
      monthlySummary: input.monthlySummary ?? before.monthlySummary,
      weeklyDebtReminder: input.weeklyDebtReminder ?? before.weeklyDebtReminder,
      offersTrialSlots: input.offersTrialSlots ?? before.offersTrialSlots,
    };
    const changes = diff<Record<string, number | boolean>>(before, after);
    if (Object.keys(changes).length === 0) return before;
    await recordHistory(tx, ctx, { entity: "centre", entityId: "settings", action: "save", changes });
    return updateCentreSettings(tx, after);
  });
}
