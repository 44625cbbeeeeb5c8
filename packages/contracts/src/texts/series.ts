import type { SeriesRefusal, Subject } from "@korki/domain";

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
  unknownDate: "Zmieniony termin nie należy do tego stałego terminu",
  moveWaits: "Na odpowiedź nauczyciela czeka już prośba o przeniesienie tego stałego terminu",
  moveGone: "Ta prośba o przeniesienie nie jest już aktualna",
  moveSlotsGone: "Żaden z nowych terminów nie jest już wolny. Odrzuć prośbę",
  nothingToMove: "Ten stały termin nie ma już lekcji do przeniesienia",
} as const;

const SUBJECT_HELD: Record<Subject, string> = {
  Matematyka: "Matematykę",
  Fizyka: "Fizykę",
  Polski: "Polski",
  Informatyka: "Informatykę",
  Angielski: "Angielski",
};

/** `masz wtedy Fizykę`, `Zosia ma wtedy Fizykę`; `who` null: the reader. `other`: with whom, where that is not clear. */
export function busyReason(who: string | null, subject: Subject | null, other: string | null): string {
  const lesson = subject === null ? "lekcję próbną" : SUBJECT_HELD[subject];
  return `${who === null ? "masz" : `${who} ma`} wtedy ${lesson}${other ? `: ${other}` : ""}`;
}

/** Why a schedule is refused. */
export const seriesRefusalTexts: Record<SeriesRefusal, string> = {
  "starts-in-past": "Data początkowa nie może być wcześniejsza niż dzisiejsza",
  "ends-before-start": "Data końcowa nie może być wcześniejsza niż początkowa",
  "too-long": "Stały termin może trwać najwyżej rok",
  "no-date": "W tym okresie nie ma ani jednego takiego dnia",
};
