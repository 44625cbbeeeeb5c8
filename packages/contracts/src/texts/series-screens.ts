import { plural, type SeriesOutcome, type SeriesStatus } from "@korki/domain";
import { lessonCount } from "./series-summary";

/** The screens of weekly lessons (rules §11). */
export const seriesScreenTexts = {
  title: "Stałe terminy",
  request: "Poproś o stały termin",
  add: "Dodaj stały termin",
  backToLessons: "Wróć do zajęć",
  backToList: "Wróć do stałych terminów",
  teacher: "Nauczyciel",
  student: "Uczeń",
  choose: "Wybierz",
  subject: "Przedmiot",
  level: "Poziom",
  weekday: "Dzień tygodnia",
  block: "Godzina",
  from: "Od",
  to: "Do",
  everyWeeks: "Jak często",
  weekly: "co tydzień",
  fortnightly: "co dwa tygodnie",
  topic: "Temat zajęć",
  status: "Status lekcji",
  outsideHours: (hours: string) => `${hours} (poza godzinami nauczyciela)`,
  check: "Sprawdź terminy",
  checkAgain: "Sprawdź ponownie",
  none: "Nie masz jeszcze stałych terminów",
  noneAdmin: "Nie ma jeszcze stałych terminów",
  noneText: "Stały termin to ta sama godzina co tydzień, zarezerwowana od razu na cały okres.",
  noPeople: "Poczekaj, aż administrator przydzieli nauczyciela lub ucznia",
  required: "Wybierz z listy",
  dateRequired: "Podaj datę",
  outcomes: "Terminy",
  summary: (free: number, skipped: number) =>
    skipped === 0
      ? `${lessonCount(free)}, wszystkie terminy są wolne`
      : `${free} z ${free + skipped} terminów; ${skipped} ${plural(skipped, "pominięty", "pominięte", "pominiętych")}`,
  book: (free: number) => `Zarezerwuj ${plural(free, "1 lekcję", `${free} lekcje`, `${free} lekcji`)}`,
  booked: "Stały termin zapisany",
  counts: (planned: number, delivered: number, cancelled: number) =>
    `zaplanowane: ${planned}, zrealizowane: ${delivered}, odwołane: ${cancelled}`,
  confirmAll: "Potwierdź wszystkie",
  confirmed: "Potwierdzono wszystkie lekcje",
  move: "Przenieś",
  end: "Odwołaj",
  extend: "Przedłuż",
  skipped: "Pominięte terminy",
  fill: "Uzupełnij",
  fillTitle: "Uzupełnij pominięty termin",
  fillText: (day: string) => `Pominięty termin: ${day}. Wybierz, kiedy lekcja ma się odbyć.`,
  filled: "Dodano lekcję",
  next: "Dalej",
  scope: "Których lekcji to dotyczy",
  scopeThis: "Tylko tej lekcji",
  scopeLater: (count: number) => `Tej i wszystkich późniejszych: ${lessonCount(count)}`,
  scopeLaterFrom: (day: string, count: number) => `Od ${day}: ${lessonCount(count)}`,
  scopeAll: (count: number) => `Całego stałego terminu od dziś: ${lessonCount(count)}`,
  firstLesson: "Od której lekcji",
  moveTitle: "Przenieś stały termin",
  moveText: "Lekcje, których nowy termin jest zajęty, zostaną na swoim miejscu.",
  moveLessons: (count: number) =>
    `Przenieś ${plural(count, "1 lekcję", `${count} lekcje`, `${count} lekcji`)}`,
  moved: "Przeniesiono stały termin",
  endTitle: "Odwołaj stały termin",
  endText: "Niepotwierdzone lekcje zostaną usunięte, potwierdzone odwołane.",
  endLessons: (count: number) => `Odwołaj ${plural(count, "1 lekcję", `${count} lekcje`, `${count} lekcji`)}`,
  ended: "Odwołano lekcje",
  extendTitle: "Przedłuż stały termin",
  extended: "Przedłużono stały termin",
  until: (day: string) => `do ${day}`,
  seriesLink: "Część stałego terminu",
} as const;

export const seriesOutcomeTexts: Record<SeriesOutcome, string> = {
  free: "wolny",
  past: "już minął",
  closed: "centrum nieczynne",
  "teacher-absent": "nauczyciel nieobecny",
  "teacher-busy": "nauczyciel zajęty",
  "student-busy": "uczeń zajęty",
  "outside-availability": "poza godzinami nauczyciela",
};

export const seriesStatusTexts: Record<SeriesStatus, string> = {
  "Nie potwierdzona": "Czeka na potwierdzenie",
  Potwierdzona: "Potwierdzony",
  Zakonczona: "Zakończony",
};
