/** What the screens of statistics say (specification §2). */
export const statisticsTexts = {
  wrongMonth: "Niepoprawny miesiąc",
  wrongYear: "Niepoprawny rok",
  nothingToShow: "Brak danych do wyświetlenia.",
} as const;
