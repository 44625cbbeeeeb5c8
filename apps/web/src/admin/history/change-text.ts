import type { HistoryEntry } from "@korki/contracts/history";
import {
  historyFieldTexts,
  historyFlagTexts,
  historyValueTexts,
  adminHistoryTexts as texts,
} from "@korki/contracts/texts/admin-history";
import { adminTexts } from "@korki/contracts/texts/admin-screens";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { orderScreenTexts } from "@korki/contracts/texts/orders";
import {
  lessonStatusNames,
  levelTexts,
  trialStatusTexts,
  weekdayTexts,
} from "@korki/contracts/texts/statuses";
import { BLOCK_COUNT, blockAt, blockHours, isCivilDate, isLevel, ROLES } from "@korki/domain";
import { formatMoney, formatPhone, formatShortDate } from "../../ui/formats";

type Change = HistoryEntry["changes"][number];
type Value = Change["to"];

/**
 * Returns one changed field in words: „status: Niepotwierdzona → Potwierdzona”, or for a flag what has happened:
 * „zablokowane”. A field of something new has its value only.
 */
export function changeText(change: Change): string {
  const flag = historyFlagTexts[change.field];
  if (flag && typeof change.to === "boolean") return change.to ? flag[0] : flag[1];
  // The id says nothing; the entry names the teacher.
  if (change.field === "teacherId") return teacherText(change);
  const field = historyFieldTexts[change.field] ?? change.field;
  const to = valueText(change.field, change.to);
  return change.from === null
    ? texts.valueOf(field, to)
    : texts.changeOf(field, valueText(change.field, change.from), to);
}

function teacherText({ from, to }: Change): string {
  if (to === null) return texts.noTeacher;
  return from === null ? texts.teacherChosen : texts.teacherChanged;
}

/** Whether a change is worth a line: a field that was left empty in something new is none. */
export function saysSomething({ from, to }: Change): boolean {
  return from !== null || (to !== null && to !== "");
}

const WEEKDAY_TEXTS: Readonly<Record<string, string>> = weekdayTexts;

/** A stored value as a person reads it; what is not known is shown as it was kept. */
function valueText(field: string, value: Value): string {
  if (value === null || value === "") return texts.empty;
  if (typeof value === "boolean") return value ? adminTexts.yes : adminTexts.no;
  if (typeof value === "number") return numberText(field, value);
  if (field === "status") return statusText(value);
  if (field === "level" && isLevel(value)) return levelTexts[value];
  if (field === "role") return ROLES.some((role) => role === value) ? roleText(value) : value;
  if (field === "phone" || field === "phoneParent") return formatPhone(value);
  if (field === "weekday") return WEEKDAY_TEXTS[value] ?? value;
  const known = historyValueTexts[field]?.[value];
  if (known !== undefined) return known;
  return isCivilDate(value) ? formatShortDate(value) : value;
}

function numberText(field: string, value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < BLOCK_COUNT) {
    if (field === "block") return blockHours(value);
    if (field === "fromBlock") return blockAt(value).start;
    if (field === "toBlock") return blockAt(value).end;
  }
  return ["moneyAmount", "price", "rate", "approvalAbove"].includes(field)
    ? formatMoney(value)
    : String(value);
}

function statusText(value: string): string {
  const known: Readonly<Record<string, string>> = {
    ...orderScreenTexts.statuses,
    ...trialStatusTexts,
    ...lessonStatusNames,
  };
  return known[value] ?? value;
}

function roleText(value: string): string {
  const known: Readonly<Record<string, string>> = dashboardTexts.accountTypes;
  return known[value] ?? value;
}
