import { dayOfYear } from "@korki/contracts/texts/dates";
import { moneyTexts } from "@korki/contracts/texts/money-card";
import { type CivilDate, today } from "@korki/domain";
import { now } from "../clock";
import { formatMoney } from "../ui/formats";

/**
 * What is due and by when, or since when.
 *
 * @param say how the day is written: a bill says it in figures
 */
export function dueText(amount: number, by: CivilDate, say = dayOfYear): string {
  const text = by < today(now()) ? moneyTexts.overdue : moneyTexts.due;
  return text(formatMoney(amount), say(by));
}
