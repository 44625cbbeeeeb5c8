import { IDEMPOTENCY_KEY_MAX } from "@korki/domain";

/** What the screens of payments and payouts say (rules §26). */
export const paymentTexts = {
  paymentAdded: "Dodano wpłatę",
  paymentVoided: "Usunięto wpłatę",
  payoutAdded: "Dodano płatność",
  payoutVoided: "Usunięto płatność",
  keyTooLong: `Klucz żądania może mieć najwyżej ${IDEMPOTENCY_KEY_MAX} znaków`,
  keyUsedOtherwise: "Ten klucz żądania został już użyty do innej operacji",
} as const;
