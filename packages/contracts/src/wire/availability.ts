import { WEEKDAYS } from "@korki/domain";
import { z } from "zod";
import { type AvailabilitySection, availabilityWeek, SECTIONS_MAX } from "../availability";
import * as field from "../fields";
import { availabilityTexts } from "../texts/availability";
import { commonTexts } from "../texts/common";

/** A stretch of availability with the specification's names (§3, "Availability time section"). */
export const wireSection = z.object(
  {
    day: z.enum(WEEKDAYS, { error: availabilityTexts.unknownDay }),
    startBlockIndex: field.block,
    endBlockIndex: field.block,
  },
  { error: commonTexts.invalidInput },
);
export type WireSection = z.infer<typeof wireSection>;

export function sectionToWire({ day, startBlock, endBlock }: AvailabilitySection): WireSection {
  return { day, startBlockIndex: startBlock, endBlockIndex: endBlock };
}

/** The body of `PUT /teacher/freeTime`: a bare array, the whole week. */
export const wireAvailability = z.codec(
  z.array(wireSection, { error: commonTexts.invalidInput }).max(SECTIONS_MAX, availabilityTexts.tooMany),
  availabilityWeek,
  {
    decode: (sections) =>
      sections.map(({ day, startBlockIndex, endBlockIndex }) => ({
        day,
        startBlock: startBlockIndex,
        endBlock: endBlockIndex,
      })),
    encode: (sections) => sections.map(sectionToWire),
  },
);
