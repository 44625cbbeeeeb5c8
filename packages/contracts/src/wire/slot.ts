import { BLOCKS, blockAt, type CivilDate, civilDate, dateParts } from "@korki/domain";
import { z } from "zod";
import * as field from "../fields";
import { fieldTexts } from "../texts/fields";

const number = z.number({ error: fieldTexts.date }).int(fieldTexts.date);

/** A date and a block with the specification's names; that the date exists is asked after translating. */
export const wireSlotFields = {
  dateDay: number.meta({ description: "1–31" }),
  dateMonth: number.meta({ description: "1–12" }),
  dateYear: number.meta({ description: "Four digits" }),
  blockIndex: field.block,
};
const wireSlot = z.object(wireSlotFields);
export type WireSlot = z.infer<typeof wireSlot>;

/** `2026-03-09`, block 2 → day 9, month 3, year 2026, index 2. */
export function slotToWire({ date, block }: { date: CivilDate; block: number }): WireSlot {
  const { day, month, year } = dateParts(date);
  return { dateDay: day, dateMonth: month, dateYear: year, blockIndex: block };
}

/** The other way; a day that no calendar has becomes an empty date, which `field.civilDate` refuses. */
export function slotFromWire(wire: WireSlot): { date: CivilDate; block: number } {
  return {
    date: civilDate(wire.dateYear, wire.dateMonth, wire.dateDay) ?? "",
    block: wire.blockIndex,
  };
}

/** An hour block as the specification lists it in free days. */
export const wireBlock = z.object({ index: field.block, start: z.string(), end: z.string() });

const WIRE_BLOCKS = BLOCKS.map(({ index, start, end }) => ({ index, start, end }));

/** e.g. `{ index: 0, start: "7:00", end: "8:00" }`. Throws a RangeError for an index that is none. */
export function blockToWire(index: number): z.infer<typeof wireBlock> {
  // Hundreds are shown in one answer: each is made once.
  return WIRE_BLOCKS[blockAt(index).index] as z.infer<typeof wireBlock>;
}
