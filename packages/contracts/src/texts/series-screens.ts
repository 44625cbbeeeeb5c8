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
  check: "Sprawdź terminy",
  checkAgain: "Sprawdź ponownie",
  none: "Nie masz jeszcze stałych terminów",
  noneAdmin: "Nie ma jeszcze stałych terminów",
  noneText: "Stały termin to ta sama godzina co tydzień, zarezerwowana od razu na cały okres.",
  /** `teacherOf`: whom a teacher is missing */
  noTeacher: (teacherOf: "self" | "child") =>
    `Poczekaj, aż administrator przydzieli ${teacherOf === "self" ? "Ci" : "dziecku"} nauczyciela`,
  noStudents: "Poczekaj, aż administrator przydzieli Ci uczniów",
  required: "Wybierz z listy",
  dateRequired: "Podaj datę",
  outcomes: "Terminy",
  summary: (free: number, skipped: number) =>
    skipped === 0
      ? `${lessonCount(free)}, wszystkie terminy są wolne`
      : `${free} z ${free + skipped} terminów; ${skipped} ${plural(skipped, "pominięty", "pominięte", "pominiętych")}`,
  book: (free: number) => `Zarezerwuj ${plural(free, "1 lekcję", `${free} lekcje`, `${free} lekcji`)}`,
  booked: "Stały termin zapisany",
  repeat: "Powtarzaj co tydzień",
  repeatHint: "Ta sama godzina do końca roku szkolnego, zarezerwowana od razu",
  askFor: (free: number) =>
    `Poproś o ${plural(free, "1 lekcję", `${free} lekcje`, `${free} lekcji`)} co tydzień`,
  asked: "Wysłano prośbę do nauczyciela",
  payerAsked: "Poprosiliśmy o zgodę rodzica, który płaci. Nauczyciel dowie się, gdy się zgodzi.",
  until: "Powtarzaj do",
  chooseDates: (count: number) => `Zmień terminy (${count})`,
  otherHour: "Inna godzina",
  otherHourOn: (day: string) => `Inna godzina: ${day}`,
  noOtherHour: "Tego dnia nie ma innej wolnej godziny",
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
  scopeLater: (count: number) => `Tej i późniejszych: ${lessonCount(count)}`,
  scopeLaterFrom: (day: string, count: number) => `Od ${day}: ${lessonCount(count)}`,
  scopeAll: (count: number) => `Wszystkich od dziś: ${lessonCount(count)}`,
  firstLesson: "Od której lekcji",
  moveTitle: "Przenieś stały termin",
  moveText: "Lekcje, których nowy termin jest zajęty, zostaną na swoim miejscu.",
  moveLessons: (count: number) =>
    `Przenieś ${plural(count, "1 lekcję", `${count} lekcje`, `${count} lekcji`)}`,
  moved: "Przeniesiono stały termin",
  moveAsked: "Wysłano prośbę do nauczyciela",
  askToMove: (count: number) =>
    `Poproś o przeniesienie ${plural(count, "1 lekcji", `${count} lekcji`, `${count} lekcji`)}`,
  moves: "Które lekcje dokąd przejdą",
  movesTo: (from: string, to: string) => `${from} → ${to}`,
  staysAt: (day: string, reason: string) => `${day} zostaje (${reason})`,
  newLesson: (day: string) => `nowa lekcja ${day}`,
  waitingMove: (name: string, from: string, to: string, count: number, day: string) =>
    `${name} prosi o przeniesienie: ${from} → ${to} (${lessonCount(count)} od ${day}).`,
  ownMove: (from: string, to: string, count: number, day: string) =>
    `Prośba o przeniesienie: ${from} → ${to} (${lessonCount(count)} od ${day}). Nauczyciel musi potwierdzić.`,
  meanwhile: (staying: string, until: string) => `Do tego czasu ${staying}. Odpowiedź do ${until}.`,
  withdrawMove: "Wycofaj prośbę",
  moveAccepted: "Przeniesiono stały termin",
  moveDeclined: "Odrzucono prośbę",
  moveWithdrawn: "Wycofano prośbę",
  elsewhere: (count: number) => `w tym w innym terminie: ${count}`,
  dates: (count: number) => `Pokaż terminy (${count})`,
  dateOf: (day: string, hours: string, waits: boolean) =>
    `${day}, ${hours}${waits ? " (czeka na potwierdzenie)" : ""}`,
  hideDates: "Ukryj terminy",
  endTitle: "Odwołaj stały termin",
  endText: "Niepotwierdzone lekcje zostaną usunięte, potwierdzone odwołane.",
  endLessons: (count: number) => `Odwołaj ${plural(count, "1 lekcję", `${count} lekcje`, `${count} lekcji`)}`,
  ended: "Odwołano lekcje",
  extendTitle: "Przedłuż stały termin",
  extended: "Przedłużono stały termin",
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
  "left-out": "bez lekcji na życzenie",
};

export const seriesStatusTexts: Record<SeriesStatus, string> = {
  "Nie potwierdzona": "Czeka na potwierdzenie",
  Potwierdzona: "Potwierdzony",
  Zakonczona: "Zakończony",
};
