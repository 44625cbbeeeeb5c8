import { outsideCalendarTexts } from "@korki/contracts/texts/outside-calendars";
import { agreeToBusyOutside, findBusyOutside, type Tx } from "@korki/db";
import { type CivilDate, hasStarted } from "@korki/domain";
import type { Ctx } from "../context";
import { busyOutsideRefused } from "../lessons/lesson-refusals";

/** Answers of an administrator who was asked what stands at a slot. */
type Overrides = { overrideBusy?: boolean | undefined; overrideClosure?: boolean | undefined };

/**
 * Throws `conflict` where something elsewhere occupies a teacher at a slot that is ahead (rules §35): whoever books over
 * it is asked first, and says so with `overrideBusy`. An absence that was overridden is the bigger word.
 */
export async function askBeforeBusy(
  tx: Tx,
  { now }: Ctx,
  slot: { teacherId: string; date: CivilDate; block: number },
  { overrideBusy, overrideClosure }: Overrides,
  text: string = outsideCalendarTexts.busy,
): Promise<void> {
  if (hasStarted(slot.date, slot.block, now()) || !(await findBusyOutside(tx, slot))) return;
  if (!overrideBusy && !overrideClosure) throw busyOutsideRefused(text);
  await agreeToBusyOutside(tx, slot, now());
}
