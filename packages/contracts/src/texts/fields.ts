/** What is wrong with a value, wherever it is typed (rules §22). */
export const fieldTexts = {
  date: "Niepoprawny dzień",
  month: "Niepoprawny miesiąc",
  year: "Niepoprawny rok",
  block: "Niepoprawny blok godzinowy",
  blockSpan: "Lekcja może zająć jeden albo dwa bloki godzinowe",
  subject: "Niepoprawny przedmiot",
  level: "Niepoprawny poziom przedmiotu",
  description: "Opis jest za długi",
  money: "Niepoprawna kwota",
  lessonAmount: "Niepoprawna liczba lekcji",
} as const;
