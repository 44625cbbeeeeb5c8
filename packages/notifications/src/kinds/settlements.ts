import * as field from "@korki/contracts/fields";
import { dayOfYear, monthText } from "@korki/contracts/texts/dates";
import { zloty } from "@korki/contracts/texts/money";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the teacher: a month is proposed; without an answer it is accepted. */
export const settlementProposed = defineNotification({
  kind: "settlement-proposed",
  label: "Rozliczenie miesiąca",
  group: "payments",
  audience: ["Teacher"],
  optional: true,
  urgency: "bulk",
  payload: z.object({ month: field.calendarMonth, total: z.int(), until: field.civilDate }),
  revalidate: alwaysTrue,
  message: ({ month, total, until }, { publicUrl }) => ({
    icon: "🧮",
    subject: `Rozliczenie: ${monthText(month)}`,
    heading: `Rozliczenie za ${monthText(month)}`,
    paragraphs: [
      `Sprawdź lekcje i kwoty. Do ${dayOfYear(until)} możesz zaakceptować rozliczenie albo zgłosić uwagi. Bez uwag uznamy je za zaakceptowane.`,
    ],
    details: [{ label: "Razem", value: zloty(total) }],
    action: { label: "Sprawdź rozliczenie", url: screenUrl(publicUrl, "payments") },
  }),
  samples: [{ to: "Teacher", facts: { month: "2026-11", total: 1890, until: "2026-12-07" } }],
});

/** To the teacher: an objection to a month was answered. */
export const settlementAnswered = defineNotification({
  kind: "settlement-answered",
  label: "Odpowiedź na uwagę do rozliczenia",
  group: "payments",
  audience: ["Teacher"],
  optional: true,
  urgency: "usual",
  payload: z.object({
    month: field.calendarMonth,
    text: z.string(),
    answer: z.string(),
    accepted: z.boolean(),
  }),
  revalidate: alwaysTrue,
  message: ({ month, text, answer, accepted }, { publicUrl }) => ({
    icon: "🧮",
    subject: `Odpowiedź na uwagę: ${monthText(month)}`,
    heading: accepted ? "Uwaga przyjęta" : "Uwaga odrzucona",
    paragraphs: [`Rozliczenie za ${monthText(month)}.`],
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
