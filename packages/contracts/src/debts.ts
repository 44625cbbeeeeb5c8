import { z } from "zod";
import * as field from "./fields";
import { pageOf, pagingInput } from "./paging";

/** A student who owes lessons; whole złoty, each lesson at the price that it carries. */
export const debt = z.object({
  studentId: field.id,
  studentName: z.string(),
  amount: z.int(),
  lessons: z.array(z.object({ subject: field.subject, level: field.level, owed: z.int() })),
});
export type Debt = z.infer<typeof debt>;

export const debtsInput = pagingInput;
/** The largest sum first. */
export const debtsPage = pageOf(debt);
