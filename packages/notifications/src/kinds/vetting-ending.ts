import { VETTING_KINDS } from "@korki/contracts/consents";
import * as field from "@korki/contracts/fields";
import { vettingScreenTexts } from "@korki/contracts/texts/consent-screens";
import { dayAndMonth } from "@korki/contracts/texts/dates";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { vettingUrl } from "../links";

const payload = z.object({ teacherId: field.id, kind: z.enum(VETTING_KINDS), validUntil: field.civilDate });
type Facts = z.infer<typeof payload> & { teacherName: string };

const SAMPLE: Facts = {
  teacherId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
  kind: "krk",
  validUntil: "2026-12-22",
  teacherName: "Anna Kowalska",
};

/** To the administrators: a check of a teacher is soon no longer valid (rules §16). */
export const vettingEnding = defineNotification({
  kind: "vetting-ending",
  label: "Kończące się sprawdzenie nauczyciela",
  group: "messages",
  audience: ["Admin"],
  optional: true,
  urgency: "usual",
  payload,
  async revalidate(stored, { lookups }): Promise<Facts | null> {
    const teacherName = await lookups.teacherOfEndingCheck(stored);
    return teacherName === null ? null : { ...stored, teacherName };
  },
  message: ({ teacherId, teacherName, kind, validUntil }, { publicUrl }) => ({
    icon: "🛡️",
    subject: `Kończy się sprawdzenie: ${teacherName}`,
    heading: "Kończy się sprawdzenie nauczyciela",
    paragraphs: ["Sprawdź nauczyciela ponownie i zapisz wynik, zanim minie termin."],
    details: [
      { label: "Nauczyciel", value: teacherName },
      { label: "Sprawdzenie", value: vettingScreenTexts.kinds[kind] },
      { label: "Ważne do", value: dayAndMonth(validUntil) },
    ],
    action: { label: "Zobacz sprawdzenia", url: vettingUrl(publicUrl, teacherId) },
  }),
  samples: [{ to: "Admin", facts: SAMPLE }],
});
