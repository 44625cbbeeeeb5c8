import * as field from "@korki/contracts/fields";
import { WEEKDAYS } from "@korki/domain";
import { z } from "zod";

/** What a message says of a weekly lesson. */
export const seriesFacts = z.object({
  seriesId: field.id,
  teacherName: z.string(),
  studentName: z.string(),
  weekday: z.enum(WEEKDAYS),
  block: field.block,
  /** Lessons of each date, one after another; rows of older versions do not say. */
  blocks: field.blockSpan.optional(),
  everyWeeks: z.int(),
  subject: field.subject,
  level: field.level,
  /** The first and the last slot of the lessons that it is about, and of where they stood if they move. */
  slots: z.array(z.object({ date: field.civilDate, block: field.block })).optional(),
});
