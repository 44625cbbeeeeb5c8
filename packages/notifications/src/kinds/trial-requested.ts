import * as field from "@korki/contracts/fields";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import { detail } from "../message";
import { SAMPLE_REQUEST, trialPayload, whileTrial, wishedDetail, wishedSlot } from "../trials";

/** To the administrators: a visitor asks for a trial lesson. */
export const trialRequested = defineNotification({
  kind: "trial-requested",
  label: "Zgłoszenie na lekcję próbną",
  group: "lessons",
  audience: ["Admin"],
  optional: true,
  payload: trialPayload.extend({
    subject: field.subject,
    level: field.level,
    slot: wishedSlot,
    isOneOfMany: z.literal(true).optional(),
  }),
  revalidate: (payload, moment) => whileTrial(payload, moment, ({ status }) => status === "Nowa"),
  message: (facts, { publicUrl }) => ({
    icon: "🙋",
    subject: `Zgłoszenie na lekcję próbną: ${subjectWithLevel(facts)}`,
    heading: "Nowe zgłoszenie na lekcję próbną",
    paragraphs: [
      "Zadzwoń, aby ustalić termin, i przydziel nauczyciela.",
      ...(facts.isOneOfMany
        ? [
            "W tej godzinie przyszło ponad 10 zgłoszeń. O kolejnych nie wyślemy osobnych wiadomości, są na liście.",
          ]
        : []),
    ],
    details: [
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...detail("Imię", facts.name),
      ...detail("Telefon", facts.phone),
      ...detail("E-mail", facts.email),
      ...wishedDetail(facts.slot),
      ...detail("Temat", facts.description),
    ],
    action: { label: "Ustal termin", url: screenUrl(publicUrl, "trialLessons") },
  }),
  samples: [
    { to: "Admin", facts: SAMPLE_REQUEST },
    { to: "Admin", facts: { ...SAMPLE_REQUEST, isOneOfMany: true } },
  ],
});
