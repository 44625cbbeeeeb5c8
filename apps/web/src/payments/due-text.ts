import { dayOfYear } from "@korki/contracts/texts/dates";
import { moneyTexts } from "@korki/contracts/texts/money-card";
import { type CivilDate, today } from "@korki/domain";
import { now } from "../clock";
import { formatMoney } from "../ui/formats";

/** What is due and by when, or since when. */
export function dueText(amount: number, by: CivilDate): string {
  const sum = formatMoney(amount);
  return by < today(now()) ? moneyTexts.overdue(sum, dayOfYear(by)) : moneyTexts.due(sum, dayOfYear(by));
}
