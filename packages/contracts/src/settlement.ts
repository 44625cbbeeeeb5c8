import { z } from "zod";
import * as field from "./fields";
import { lessonStatus } from "./lessons";
import { settlementTexts as texts } from "./texts/settlement";

const words = (text: string) => field.plainText(500, text, text).trim().min(1, text);

const SETTLEMENT_STATES = ["open", "proposed", "accepted"] as const;

/** A line of a teacher's month; whole złoty. A missing lesson may be named by its words alone. */
export const settlementLine = z.object({
  id: field.id,
  lessonId: field.id.nullable(),
  kind: z.enum(["lesson", "correction", "missing"]),
  amount: z.int(),
  date: field.civilDate.nullable(),
  block: z.int().nullable(),
  studentId: field.id.nullable(),
  studentName: z.string().nullable(),
  status: lessonStatus.nullable(),
  objection: z
    .object({
      text: z.string(),
      answer: z.string().nullable(),
      state: z.enum(["open", "accepted", "rejected"]),
    })
    .nullable(),
});
export type SettlementLine = z.infer<typeof settlementLine>;

export const settlement = z.object({
  state: z.enum(SETTLEMENT_STATES),
  /** Counts up whenever a month that is not accepted differs. */
  version: z.int(),
  /** Until when the teacher accepts or objects; null: not proposed. */
  until: field.civilDate.nullable(),
  lines: z.array(settlementLine),
  total: z.int(),
});
export type Settlement = z.infer<typeof settlement>;

export const adminSettlement = z.object({
  teacherId: field.id,
  teacherName: z.string(),
  state: z.enum(SETTLEMENT_STATES),
  version: z.int(),
  total: z.int(),
  until: field.civilDate.nullable(),
  /** Objections that wait for an answer. */
  objections: z.int(),
});
export type AdminSettlement = z.infer<typeof adminSettlement>;

export const settlementSwitch = z.object({ on: z.boolean() });
export const settlementMonth = z.object({ month: field.calendarMonth });
export const teacherMonth = settlementMonth.extend({ teacherId: field.id });
export const acceptSettlementInput = settlementMonth.extend({
  version: z
    .number({ error: texts.version })
    .int(texts.version)
    .min(0, texts.version)
    .max(2_147_483_647, texts.version),
});
export const objectionInput = settlementMonth.extend({ lineId: field.id, text: words(texts.text) });
export const missingInput = settlementMonth.extend({ lessonId: field.id.nullish(), text: words(texts.text) });
export const answerInput = teacherMonth.extend({
  lineId: field.id,
  answer: words(texts.answer),
  accepted: z.boolean(),
});
export const proposedMonth = z.object({ proposed: z.number(), until: field.civilDate });
