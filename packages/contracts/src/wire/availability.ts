import { dateParts, WEEKDAYS, weekdayOf } from "@korki/domain";
import { z } from "zod";
import {
  type AvailabilitySection,
  availabilityWeek,
  type DayHours,
  dayBody,
  type FreeDay,
  SECTIONS_MAX,
} from "../availability";
import * as field from "../fields";
import { outsideCalendar } from "../outside-calendars";
import { availabilityTexts } from "../texts/availability";
import { commonTexts } from "../texts/common";
import { addWatchInput, watch } from "../watches";
import { wireOf } from "./names";
import { blockToWire, wireBlock } from "./slot";

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

/** A date that differs from the week (rules §34). */
export const wireDay = z.object({
  date: field.civilDate,
  replaces: z.boolean(),
  sections: wireSection.array(),
});

export function dayToWire({ date, replaces, sections }: DayHours): z.infer<typeof wireDay> {
  const day = weekdayOf(date);
  return { date, replaces, sections: sections.map((section) => sectionToWire({ ...section, day })) };
}

/** The body of `PUT /teacher/days/{date}`; a section's weekday may be left out. */
export const wireDayBody = dayBody.extend({
  sections: z
    .array(wireSection.partial({ day: true }), { error: commonTexts.invalidInput })
    .max(SECTIONS_MAX, availabilityTexts.tooMany),
});

/** The hours of such a body, as the procedure takes them. */
export function dayBodyFromWire({
  replaces,
  sections,
}: z.output<typeof wireDayBody>): z.input<typeof dayBody> {
  return {
    replaces,
    sections: sections.map(({ day, startBlockIndex, endBlockIndex }) => ({
      ...(day && { day }),
      startBlock: startBlockIndex,
      endBlock: endBlockIndex,
    })),
  };
}

/** A day with free blocks (rules §1). */
export const wireFreeDay = z.object({
  day: z.int(),
  month: z.int().meta({ description: "1–12" }),
  year: z.int(),
  blocks: z.array(wireBlock),
});

export function freeDayToWire({ date, blocks }: FreeDay): z.infer<typeof wireFreeDay> {
  return { ...dateParts(date), blocks: blocks.map(blockToWire) };
}

/** The body of `PUT /student/watches`, and a watch (rules §34). */
export const wireNewWatch = wireOf(addWatchInput);
export const wireWatch = wireOf(watch.omit({ teacherName: true }));

/** A teacher's calendar elsewhere (rules §35). */
export const wireCalendar = wireOf(outsideCalendar.omit({ problem: true }));
