import { z } from "zod";
import type { Debt } from "../debts";
import * as field from "../fields";

export const wireDebt = z.object({
  studentId: field.id,
  amount: z.int(),
  lessons: z.array(z.object({ subject: field.subject, subjectLevel: field.level, owed: z.int() })),
});

export function debtToWire({ studentId, amount, lessons }: Debt): z.infer<typeof wireDebt> {
  return {
    studentId,
    amount,
    lessons: lessons.map(({ subject, level, owed }) => ({ subject, subjectLevel: level, owed })),
  };
}
