import * as field from "@korki/contracts/fields";
import { zloty } from "@korki/contracts/texts/money";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { plural } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the student: money came in. */
export const paymentNoted = defineNotification({
  kind: "payment-noted",
  label: "Zaksięgowanie wpłaty",
  group: "payments",
  audience: ["Student"],
  optional: true,
  tellsPayer: true,
  payload: z.object({
    paymentId: field.id,
    moneyAmount: z.int(),
    lessonAmount: z.int(),
    subject: field.subject,
    level: field.level,
  }),
  revalidate: async (payload, { lookups }) =>
    (await lookups.isPaymentValid(payload.paymentId)) ? payload : null,
  message: (facts, { publicUrl }) => ({
    icon: "💰",
    subject: `Wpłata zaksięgowana: ${zloty(facts.moneyAmount)}`,
    heading: "Wpłata zaksięgowana",
    paragraphs: ["Dziękujemy! Opłacone lekcje są już dostępne."],
    details: [
      { label: "Kwota", value: zloty(facts.moneyAmount) },
      {
        label: "Opłacono",
        value: `${facts.lessonAmount} ${plural(facts.lessonAmount, "lekcję", "lekcje", "lekcji")}`,
      },
      { label: "Przedmiot", value: subjectWithLevel(facts) },
    ],
    action: { label: "Zobacz historię wpłat", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [
    {
      to: "Student",
      facts: {
        paymentId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        moneyAmount: 1200,
        lessonAmount: 12,
        subject: "Fizyka",
        level: "liceumP",
      },
    },
  ],
});
