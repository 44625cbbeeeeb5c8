import { APPROVAL_ABOVE_MAX, DUE_DAYS_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { moneyTexts } from "./texts/money-card";

/** What is to be paid for a student's subject and level (rules §39); whole złoty. */
const subjectMoney = z.object({
  subject: field.subject,
  level: field.level,
  due: z.number(),
  /** Lessons that `due` pays for. */
  dueLessons: z.number(),
  /** So many of them are on bills. */
  billedLessons: z.number(),
  plannedLater: z.number(),
  /** The day of the last lesson that payments reach; null: they reach none. */
  paidUntil: field.civilDate.nullable(),
  /** Lessons paid for that nothing uses. */
  credit: z.number(),
});

/** What is to be paid for a student: `due` now, `plannedLater` for lessons that are further ahead. */
export const studentMoney = z.object({
  due: z.number(),
  /** The day of the first lesson that is due; null: nothing is. */
  dueBy: field.civilDate.nullable(),
  plannedLater: z.number(),
  /** Whether bills of later months ask for `plannedLater` (rules §32). */
  isBilled: z.boolean(),
  subjects: z.array(subjectMoney),
  /** Who pays a bill that is part of `due`, where that is not the caller; null: the caller can pay all of it. */
  billedTo: z.string().nullable(),
  /** The bill that all of `due` is on; null: a part of it is on none, or on another. */
  billId: field.id.nullable(),
});
export type StudentMoney = z.infer<typeof studentMoney>;

const dueDays = z
  .number({ error: moneyTexts.wrongDueDays })
  .int(moneyTexts.wrongDueDays)
  .min(0, moneyTexts.wrongDueDays)
  .max(DUE_DAYS_MAX, moneyTexts.wrongDueDays);

const approvalAbove = z
  .number({ error: moneyTexts.wrongApprovalAbove })
  .int(moneyTexts.wrongApprovalAbove)
  .min(0, moneyTexts.wrongApprovalAbove)
  .max(APPROVAL_ABOVE_MAX, moneyTexts.wrongApprovalAbove);

/**
 * How the centre tells money: lessons planned within `dueDays` days are due; a child's step of more than `approvalAbove`
 * złoty waits for the payer, 0: none does.
 */
export const moneySettings = z.object({ dueDays, approvalAbove });
export type MoneySettings = z.infer<typeof moneySettings>;
/** What is left out stays. */
export const saveMoneySettingsInput = moneySettings.partial();
export type SaveMoneySettingsInput = z.infer<typeof saveMoneySettingsInput>;
