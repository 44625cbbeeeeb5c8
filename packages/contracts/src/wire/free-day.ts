import { dateParts } from "@korki/domain";
import { z } from "zod";
import type { FreeDay } from "../availability";
import { blockToWire, wireBlock } from "./slot";

/** A day with free blocks (rules §23, "Free-day entry for booking"). */
export const wireFreeDay = z.object({
  day: z.int(),
  month: z.int().meta({ description: "1–12" }),
  year: z.int(),
  blocks: z.array(wireBlock),
});

export function freeDayToWire({ date, blocks }: FreeDay): z.infer<typeof wireFreeDay> {
  return { ...dateParts(date), blocks: blocks.map(blockToWire) };
}
