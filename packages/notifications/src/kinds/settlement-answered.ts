import * as field from "@korki/contracts/fields";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import { monthName } from "./settlement-proposed";

/** To the teacher: an objection to a month was answered. */
export const settlementAnswered = defineNotification({
  kind: "settlement-answered",
  label: "Odpowiedź na uwagę do rozliczenia",
  group: "payments",
  audience: ["Teacher"],
  optional: true,
  payload: z.object({
    month: field.calendarMonth,
    text: z.string(),
    answer: z.string(),
    accepted: z.boolean(),
  }),
  revalidate: alwaysTrue,
  message: ({ month, text, answer, accepted }, { publicUrl }) => ({
    icon: "🧮",
    subject: `Odpowiedź na uwagę: ${monthName(month)}`,
    heading: accepted ? "Uwaga przyjęta" : "Uwaga odrzucona",
    paragraphs: [`Rozliczenie za ${monthName(month)}.`],
    details: [
      { label: "Twoja uwaga", value: text },
      { label: "Odpowiedź", value: answer },
    ],
    action: { label: "Sprawdź rozliczenie", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [
    {
      to: "Teacher",
      facts: {
        month: "2026-11",
        text: "Lekcja 12.11 trwała dwie godziny",
        answer: "Poprawione",
        accepted: true,
      },
    },
  ],
});
