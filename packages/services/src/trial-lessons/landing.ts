import type { Landing, TrialSlots } from "@korki/contracts/landing";
import { findCentreSettings, findLanding, listTrialSlots } from "@korki/db";
import { addDays, type CivilDate, type SubjectLevel, TRIAL_SLOT_DAYS, today } from "@korki/domain";
import type { Ctx } from "../context";
import { getPublicPrices } from "../prices/prices";

/** Returns what visitors see beside the form: teachers who agreed to it, prices and offers (rules §29). */
export async function getLanding(ctx: Ctx): Promise<Landing> {
  return { ...(await findLanding(ctx.db)), prices: await getPublicPrices(ctx) };
}

/** Returns the free half hours of the next two weeks, from tomorrow; none where the centre offers none (rules §29). */
export async function listFreeTrialSlots(ctx: Ctx, wanted: SubjectLevel): Promise<TrialSlots> {
  if (!(await findCentreSettings(ctx.db)).offersTrialSlots) return [];
  const slots = await listTrialSlots(ctx.db, { ...wanted, ...trialSlotDays(ctx) });
  const days = new Map<CivilDate, number[]>();
  for (const { date, block } of slots) days.set(date, [...(days.get(date) ?? []), block]);
  return [...days].map(([date, blocks]) => ({ date, blocks }));
}

/** Returns the teachers who are free in the half hour that a visitor chose. The list is empty if it is not offered. */
export async function teachersOfSlot(
  ctx: Ctx,
  { date, block, ...wanted }: SubjectLevel & { date: CivilDate; block: number },
): Promise<readonly string[]> {
  const { first, last } = trialSlotDays(ctx);
  if (date < first || date > last || !(await findCentreSettings(ctx.db)).offersTrialSlots) return [];
  const [slot] = await listTrialSlots(ctx.db, { ...wanted, first: date, last: date, block });
  return slot?.teacherIds ?? [];
}

function trialSlotDays(ctx: Ctx): { first: CivilDate; last: CivilDate } {
  const day = today(ctx.now());
  return { first: addDays(day, 1), last: addDays(day, TRIAL_SLOT_DAYS) };
}
