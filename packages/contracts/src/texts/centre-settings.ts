import { LOW_BALANCE_THRESHOLD_MAX } from "@korki/domain";

/** What an administrator sets for the whole centre (rules §14). */
export const centreSettingsTexts = {
  wrongThreshold: `Podaj liczbę od 0 do ${LOW_BALANCE_THRESHOLD_MAX}`,
  wrongLessonPlace: "Wybierz, gdzie odbywają się lekcje",
} as const;

/** Where the centre's lessons take place (rules §30). */
export const lessonPlaceTexts = {
  title: "Miejsce lekcji",
  text: "Stały pokój nauczyciela, jeśli go podał w ustawieniach, ma pierwszeństwo.",
  label: "Gdzie odbywają się lekcje",
  places: { own: "W sali lekcyjnej Korków", outside: "Pod zewnętrznym adresem" },
  saved: "Zapisano",
} as const;

/** What the centre sends to payers by itself (rules §§17, 21). */
export const payerMessageTexts = {
  title: "Wiadomości do płacących",
  text: "Dostaje je rodzic, który płaci, a jeśli takiego nie ma, uczeń. Każdy może je wyłączyć w swoich ustawieniach.",
  monthlySummary: "Podsumowanie miesiąca",
  monthlySummaryText:
    "Pierwszego dnia miesiąca, e-mailem, z plikiem PDF: lekcje, raporty, zadania i postępy.",
  weeklyDebtReminder: "Cotygodniowe przypomnienie o płatności",
  weeklyDebtReminderText: "W poniedziałki od 9:00, jeśli jest coś do zapłaty: tylko kwota i link.",
  saved: "Zapisano",
} as const;
