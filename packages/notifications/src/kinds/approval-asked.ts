import * as field from "@korki/contracts/fields";
import { shortInstant } from "@korki/contracts/texts/dates";
import { APPROVAL_HOURS, APPROVAL_KINDS } from "@korki/domain";
import { z } from "zod";
import { approvalButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** To the parent who pays: a child's large step waits for an answer (rules §39). */
export const approvalAsked = defineNotification({
  kind: "approval-asked",
  label: "Prośba dziecka o zgodę",
  group: "payments",
  audience: ["Parent"],
  optional: false,
  urgency: "urgent",
  payload: z.object({ approvalId: field.id, asks: z.enum(APPROVAL_KINDS) }),
  revalidate: async (payload, { lookups, recipientId }) => {
    const asked = await lookups.approval(payload.approvalId);
    if (!asked?.isOpen || asked.payerId !== recipientId) return null;
    const { text, details, untilMs } = asked;
    return { ...payload, text, details, untilMs };
  },
  message: ({ approvalId, asks, text, details, untilMs }, { publicUrl }) => ({
    icon: "🙋",
    subject: text,
    heading: text,
    paragraphs: [
      asks === "series"
        ? "Terminy są zajęte, dopóki nie odpowiesz; nauczyciel dowie się o nich po Twojej zgodzie."
        : asks === "order"
          ? "Zamówienie będzie można opłacić po Twojej zgodzie."
          : "Po Twojej zgodzie ta osoba będzie mogła rezerwować i odwoływać lekcje dziecka oraz za nie płacić.",
      `Brak odpowiedzi w ciągu ${APPROVAL_HOURS} godzin oznacza brak zgody.`,
    ],
    details: [
      { label: "Szczegóły", value: details },
      { label: "Odpowiedz do", value: shortInstant(new Date(untilMs)) },
    ],
    action: { label: "Odpowiedz", url: screenUrl(publicUrl, "asked") },
    buttons: approvalButtons(approvalId),
  }),
  samples: [
    sampleOf(
      "series",
      "Jakub prosi o stały termin, 2\u00a0610\u00a0zł",
      "Fizyka (liceum podst.), 29 lekcji od 26 listopada 2026 do 17 czerwca 2027",
    ),
    sampleOf(
      "order",
      "Jakub prosi o zakup lekcji, 720\u00a0zł",
      "Fizyka (liceum podst.), 4 lekcje; Matematyka (liceum podst.), 4 lekcje",
    ),
    sampleOf(
      "guardian",
      "Jakub prosi o dodanie drugiego opiekuna",
      "tata@example.pl: rezerwowanie lekcji i płacenie za nie",
    ),
  ],
});

function sampleOf(asks: (typeof APPROVAL_KINDS)[number], text: string, details: string) {
  const approvalId = "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b60";
  return {
    to: "Parent" as const,
    facts: { approvalId, asks, text, details, untilMs: Date.parse("2026-11-27T15:45:00Z") },
  };
}
