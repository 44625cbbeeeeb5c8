import type { CentreSettings, SaveCentreSettingsInput } from "@korki/contracts/centre";
import {
  type CentreSettingsRow,
  findCentreSettings,
  lockCentreSettings,
  transact,
  updateCentreSettings,
} from "@korki/db";
import type { ActorCtx } from "../context";
import { diff, recordHistory } from "../history";

/** Returns what is set for the whole centre. */
export async function getCentreSettings(ctx: ActorCtx): Promise<CentreSettings> {
  return shown(ctx, await findCentreSettings(ctx.db));
}

function shown({ settings }: ActorCtx, { lessonPlace, ...row }: CentreSettingsRow): CentreSettings {
  return { ...row, lessonPlace: lessonPlace ?? settings.lessonPlace };
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
      lessonPlace: input.lessonPlace ?? before.lessonPlace,
    };
    const changes = diff(before, after);
    if (Object.keys(changes).length === 0) return shown(ctx, before);
    await recordHistory(tx, ctx, { entity: "centre", entityId: "settings", action: "save", changes });
    return shown(ctx, await updateCentreSettings(tx, after, ctx.now()));
  });
}
