/** Weekly availability (rules §§22, 26). */
export const availabilityTexts = {
  heading: "Godziny dyspozycji korepetytora",
  saved: "Godziny dostępności zostały zaktualizowane",
  startsAfterEnd: "Godzina rozpoczęcia nie może być późniejsza niż godzina końca",
  overlap: "Godziny z tego samego dnia nie mogą się pokrywać. np. (7-9 i 9-12) LUB (7-10 i 9-12)",
  unknownDay: "Niepoprawny dzień tygodnia",
  tooMany: "Za dużo przedziałów godzinowych",
  dayOutOfReach: "Godziny jednego dnia można zmienić od dzisiaj do 12 miesięcy naprzód",
  otherWeekday: "Dzień tygodnia nie zgadza się z datą",
  nothingAdded: "Podaj dodatkowe godziny albo zastąp nimi godziny z tygodnia",
  endsBeforeStart: "Ostatni dzień nie może być wcześniejszy niż pierwszy",
  teacherNotFound: "Nie znaleziono nauczyciela",
} as const;
