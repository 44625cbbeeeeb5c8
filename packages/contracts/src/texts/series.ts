import type { SeriesRefusal } from "@korki/domain";

/** Answers of the server about weekly lessons (rules §11). */
export const seriesTexts = {
  notFound: "Nie znaleziono stałego terminu",
  teacherNotTaught: "Nauczyciel nie uczy tego przedmiotu na tym poziomie",
  unknownWeekday: "Niepoprawny dzień tygodnia",
  unknownInterval: "Lekcje mogą odbywać się co tydzień lub co dwa tygodnie",
  unknownStatus: "Niepoprawny status",
  tokenRequired: "Najpierw sprawdź wolne terminy",
  previewChanged: "Terminy zmieniły się w międzyczasie. Sprawdź je jeszcze raz",
  nothingFree: "Żaden z tych terminów nie jest wolny",
  tooFewPrepaid: (available: number) =>
    available > 0
      ? `Liczba opłaconych lekcji z tego przedmiotu na tym poziomie: ${available}. Wybierz wcześniejszą datę końcową`
      : "Brak opłaconych lekcji z tego przedmiotu na tym poziomie",
  teacherDisabled: "Konto nauczyciela jest zablokowane",
  studentDisabled: "Konto ucznia jest zablokowane",
  pairInactive: "Nauczyciel i uczeń nie mają wspólnych zajęć. Zapytaj w centrum",
  studentRequired: "Wybierz ucznia",
  teacherRequired: "Wybierz nauczyciela",
  statusForAdmins: "Status może wybrać tylko administrator",
  notSkipped: "Ten termin nie jest pominięty",
  notLonger: "Nowa data końcowa musi być późniejsza niż obecna",
  nothingToMove: "Ten stały termin nie ma już lekcji do przeniesienia",
} as const;

/** Why a schedule is refused. */
export const seriesRefusalTexts: Record<SeriesRefusal, string> = {
  "starts-in-past": "Data początkowa nie może być wcześniejsza niż dzisiejsza",
  "ends-before-start": "Data końcowa nie może być wcześniejsza niż początkowa",
  "too-long": "Stały termin może trwać najwyżej rok",
  "no-date": "W tym okresie nie ma ani jednego takiego dnia",
};
