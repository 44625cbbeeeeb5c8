import { z } from "zod";
import * as field from "./fields";

/** What a step means in lessons, money and time (rules §39). `sentence` says it as every screen and message does. */
export const consequence = z.object({
  lessons: z.int(),
  /** Whole złoty for all of them. */
  amount: z.int(),
  /** How many of them are paid for. */
  covered: z.int(),
  /** The last instant at which the first of them can be cancelled free of charge; null: there is no such limit. */
  freeUntil: field.timestamp.nullable(),
  sentence: z.string(),
});
export type Consequence = z.infer<typeof consequence>;
