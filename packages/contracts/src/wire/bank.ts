import { z } from "zod";
import { type BankStatementEntry, bankLine, bankTarget } from "../bank";
import * as field from "../fields";
import { wireOf } from "./names";

/** A credit of a bank statement (rules §41); `amount` in złoty. */
const line = bankLine.omit({ accountEnd: true, booked: true }).extend({
  suggestion: bankTarget.pick({ payerId: true, billId: true, studentId: true }).nullable(),
});

export const wireBankStatement = wireOf(z.object({ id: field.id, lines: z.array(line) }));

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
