import { longDate } from "@korki/contracts/texts/dates";
import { trialHours } from "@korki/domain";
import type { TrialDetails } from "../message";

/** `piątek, 20 listopada, 16:45–17:15`; empty while there is no date. */
export function trialSlot({ date, block }: Pick<TrialDetails, "date" | "block">): string {
  if (date === null) return "";
  return block === null ? longDate(date) : `${longDate(date)}, ${trialHours(block)}`;
}
