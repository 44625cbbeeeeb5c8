import { IDEMPOTENCY_KEY_MAX } from "@korki/domain";

/** What the screens of payments and payouts say (rules §26). */
export const paymentTexts = {
  runOutdated: "Kwoty do wypłaty zmieniły się w międzyczasie. Sprawdź je jeszcze raz",
  noRows: "Wybierz przynajmniej jednego nauczyciela",
  teacherTwice: "Każdy nauczyciel może dostać jedną wypłatę",
  runDescriptions: "Opisy wypłat mogą mieć razem najwyżej 800 000 znaków. Skróć je",
  runUsed: "Te wypłaty zatwierdzono już z innymi kwotami",
  runDescription: (month: string) => `Wypłata za ${month}`,
  paymentAdded: "Dodano wpłatę",
  paymentVoided: "Usunięto wpłatę",
  payoutAdded: "Dodano płatność",
  payoutVoided: "Usunięto płatność",
  keyTooLong: `Klucz żądania może mieć najwyżej ${IDEMPOTENCY_KEY_MAX} znaków`,
  keyUsedOtherwise: "Ten klucz żądania został już użyty do innej operacji",
} as const;
