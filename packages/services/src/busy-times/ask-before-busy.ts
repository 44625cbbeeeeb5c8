import { longSlot } from "@korki/contracts/texts/dates";
import { outsideCalendarTexts } from "@korki/contracts/texts/outside-calendars";
import { agreeToBusyOutside, findBusyOutside, type Tx } from "@korki/db";
import { type CivilDate, hasStarted } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { busyOutsideRefused } from "../lessons/lesson-refusals";

/** Answers of an administrator who was asked what stands at a slot. */
type Overrides = { overrideBusy?: boolean | undefined; overrideClosure?: boolean | undefined };

type Slot = { teacherId: string; date: CivilDate; block: number };

/**
 * Throws `conflict` where something elsewhere occupies a teacher at a slot that is ahead (rules §35): whoever books over
 * it is asked first, and says so with `overrideBusy`. An absence that was overridden is the bigger word.
 */
export function askBeforeBusy(
  tx: Tx,
  ctx: Ctx,
  slot: Slot,
  overrides: Overrides,
  text: string = outsideCalendarTexts.busy,
): Promise<void> {
  return askBeforeBusySlots(tx, ctx, [slot], overrides, () => text);
}

/**
 * The same of several slots, about which one question is asked.
 *
 * @param textOf words the question about those that are busy, the earliest first
 */
export async function askBeforeBusySlots(
  tx: Tx,
  { now }: Ctx,
  slots: readonly Slot[],
  { overrideBusy, overrideClosure }: Overrides,
  textOf: (busy: readonly Slot[]) => string,
): Promise<void> {
  const ahead = slots.filter(({ date, block }) => !hasStarted(date, block, now()));
  const busy = await findBusyOutside(tx, ahead);
  if (busy.length === 0) return;
  if (!overrideBusy && !overrideClosure) throw busyOutsideRefused(textOf(busy));
  for (const slot of busy) await agreeToBusyOutside(tx, slot, now());
}

/** A question names at most this many busy slots. */
const BUSY_NAMED = 5;

/** Returns what names the busy slots of a question to the actor. */
export function busySlotsText({ actor }: ActorCtx) {
  const text = actor.role === "Teacher" ? outsideCalendarTexts.ownBusyAt : outsideCalendarTexts.busyAt;
  return (busy: readonly Slot[]): string => {
    const named = busy.slice(0, BUSY_NAMED).map(({ date, block }) => longSlot(date, block));
    return text([...named, ...(busy.length > BUSY_NAMED ? ["…"] : [])].join("; "));
  };
}
