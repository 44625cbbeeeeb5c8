import { approvalDetails, approvalSentence } from "@korki/contracts/texts/approvals";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { dayAndMonth, longSlot, shortSlot } from "@korki/contracts/texts/dates";
import { zloty } from "@korki/contracts/texts/money";
import { suspectOutcomeTexts } from "@korki/contracts/texts/orders";
import { weeklyHours } from "@korki/contracts/texts/series-summary";
import { subjectWithShortLevel } from "@korki/contracts/texts/statuses";
import type { ApprovalRow, AttentionRow } from "@korki/db";

export function lessonText(row: Partial<AttentionRow>, who: string | null | undefined): string {
  const slot =
    row.date && typeof row.block === "number" ? longSlot(row.date, row.block, row.blocks ?? 1) : "";
  return [slot, subjectText(row), who ?? ""].filter(Boolean).join(", ");
}

export function documentText({ words, studentName, studentId }: Partial<AttentionRow>): string {
  const text = texts.document(words ?? "");
  return studentId && studentName ? texts.child(studentName, text) : text;
}

/** `Jakub prosi o stały termin, 2 610 zł (Fizyka, 29 lekcji od … do …)`. */
export function approvalText(asked: ApprovalRow): string {
  return `${approvalSentence(asked)} (${approvalDetails(asked)})`;
}

export function proposalText({ teacherName, isDouble, ...row }: Partial<AttentionRow>): string {
  const { date, block, blocks, toDate, toBlock } = row;
  if (!date || !toDate || typeof block !== "number" || typeof toBlock !== "number") return "";
  const span = blocks ?? 1;
  const [to, from] = [shortSlot(toDate, toBlock, span), shortSlot(date, block, span)];
  const text = texts.proposal(teacherName ?? "", to, from);
  return isDouble && span === 1 ? texts.oneHour(text) : text;
}

export function moveText({ studentName, everyWeeks, ...row }: Partial<AttentionRow>): string {
  const { weekday, block, blocks, toWeekday, toBlock } = row;
  if (!weekday || !toWeekday || typeof block !== "number" || typeof toBlock !== "number") return "";
  const weekly = { everyWeeks: everyWeeks ?? 1, blocks: blocks ?? 1 };
  const from = weeklyHours({ ...weekly, weekday, block });
  const to = weeklyHours({ ...weekly, weekday: toWeekday, block: toBlock });
  return texts.seriesMove(studentName ?? "", subjectText(row), from, to);
}

export function subjectText({ subject, level }: Partial<AttentionRow>): string {
  return subject && level ? subjectWithShortLevel({ subject, level }) : "";
}

/** Since when and why nothing goes to devices (rules §33). */
export function stoppedPushText({ words, date }: Partial<AttentionRow>): string {
  return `${words ?? ""}, ${date ? texts.since(dayAndMonth(date)) : ""}`;
}

/** What arrived in the payment provider's name and booked nothing (rules §20). */
export function suspectPaymentText({ outcome, studentName, number, date }: Partial<AttentionRow>): string {
  const who = studentName ? `${studentName}, ${zloty(number ?? 0)}` : "";
  return `${outcome ? suspectOutcomeTexts[outcome] : ""}: ${who || (date ? dayAndMonth(date) : "")}`;
}
