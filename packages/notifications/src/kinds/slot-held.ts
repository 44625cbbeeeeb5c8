import * as field from "@korki/contracts/fields";
import { longSlot, shortInstant } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { subjectDetail } from "../balances";
import { defineNotification } from "../define-notification";
import { bookingUrl } from "../links";

/** To who began to wait for a slot, or to those who may book it now: one is free and held for half an hour (rules §34). */
export const slotHeld = defineNotification({
  kind: "slot-held",
  label: "Zwolnił się termin, na który czekasz",
  group: "lessons",
  audience: ["Student", "Parent"],
  optional: true,
  urgency: "urgent",
  payload: z.object({
    watchId: field.id,
    holdId: field.id,
    teacherId: field.id,
    teacherName: z.string(),
    childName: z.string().nullable(),
    /** Messages that were stored before it was known have none. */
    childId: field.id.nullable().default(null),
    subject: field.subject,
    level: field.level,
    date: field.civilDate,
    block: field.block,
    untilMs: z.number(),
  }),
  async revalidate(payload, { lookups, recipientId, now }) {
    if (recipientId === null || now.getTime() >= payload.untilMs) return null;
    return (await lookups.isSlotHeldFor(recipientId, payload.holdId)) ? payload : null;
  },
  message: (
    { teacherId, teacherName, childName, childId, date, block, untilMs, ...pair },
    { publicUrl },
  ) => ({
    icon: "⏳",
    subject: `Zwolnił się termin: ${longSlot(date, block)}`,
    heading: "Zwolnił się termin",
    paragraphs: [
      `Trzymamy go ${childName === null ? "dla Ciebie " : ""}przez pół godziny. Potem dostanie go następna osoba.`,
    ],
    details: [
      { label: "Termin", value: longSlot(date, block) },
      subjectDetail(pair),
      { label: "Nauczyciel", value: teacherName },
      ...(childName === null ? [] : [{ label: "Uczeń", value: childName }]),
      { label: "Zarezerwuj do", value: shortInstant(new Date(untilMs)) },
    ],
    action: {
      label: "Zarezerwuj",
      url: bookingUrl(publicUrl, { slot: { teacherId, date, block }, childId }),
    },
  }),
  samples: [sampleFor("Student", null), sampleFor("Parent", "Zosia Nowak")],
});

function sampleFor(to: "Student" | "Parent", childName: string | null) {
  return {
    to,
    facts: {
      watchId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b61",
      holdId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b62",
      teacherId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b63",
      teacherName: "Marek Zieliński",
      childName,
      childId: childName === null ? null : "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b64",
      subject: "Fizyka" as const,
      level: "liceumP" as const,
      date: "2026-11-26",
      block: 9,
      untilMs: Date.parse("2026-11-24T15:45:00Z"),
    },
  };
}
