import { z } from "zod";
import type { BankStatementEntry } from "../bank";
import * as field from "../fields";

/** A credit of a bank statement (rules §41); `amount` in złoty. */
const wireBankLine = z.object({
  _id: field.id,
  on: field.civilDate,
  amount: z.number(),
  payer: z.string(),
  title: z.string(),
  suggestion: z
    .object({ payerId: field.id, billId: field.id.nullable(), studentId: field.id.nullable() })
    .nullable(),
  certain: z.boolean(),
  paymentId: field.id.nullable(),
});

export const wireBankStatement = z.object({ _id: field.id, lines: z.array(wireBankLine) });

export const wireBankStatementEntry = z.object({
  _id: field.id,
  fileName: z.string(),
  createdAt: field.timestamp,
  lines: z.int(),
  booked: z.int(),
  canUndo: z.boolean(),
});

/** The body of `POST /admin/bank_statements/{id}/lines/{lineId}`. */
export const wireBookedLine = z.object({
  billId: field.id.optional(),
  studentId: field.id.optional(),
  subject: field.subject.optional(),
  subjectLevel: field.level.optional(),
  lessonAmount: field.lessonAmount.optional(),
});

export function bankStatementEntryToWire(entry: BankStatementEntry): z.infer<typeof wireBankStatementEntry> {
  const { id, fileName, createdAt, count, booked, canUndo } = entry;
  return { _id: id, fileName, createdAt, lines: count, booked, canUndo };
}
