import {
  DESCRIPTION_MAX,
  isCancelled,
  isPlanned,
  type LessonStatus,
  plural,
  REPORT_DAYS,
} from "@korki/domain";

/** What forms and the server say about lesson reports and homework. */
export const reportTexts = {
  tooLong: `Wpisz najwyżej ${DESCRIPTION_MAX} znaków`,
  summaryMissing: "Napisz, co było na lekcji",
  homeworkMissing: "Termin ma sens tylko z zadaniem domowym",
  understanding: "Wybierz ocenę od 1 do 5",
  notHeld: "Raport można napisać tylko z lekcji oznaczonej jako zrealizowana",
  tooLate: `Raport można pisać i zmieniać przez ${REPORT_DAYS} dni po lekcji`,
  noHomework: "Na tej lekcji nie było zadania domowego",

  report: "Raport z lekcji",
  summary: "Co było na lekcji",
  homework: "Zadanie domowe",
  homeworkDue: "Zrobić do",
  dueOn: (day: string) => `do ${day}`,
  privateNote: "Notatka prywatna",
  privateNoteText: "Widzisz ją Ty i administratorzy. Uczeń i rodzice jej nie widzą.",
  understood: "Jak uczeń rozumie temat",
  understandingLabel: "Rozumienie tematu",
  understandingOf: (value: number) => `${value} z 5`,
  save: "Zapisz raport",
  saved: "Zapisano raport",
  write: "Napisz raport",
  edit: "Zmień raport",
  later: "Później",
  done: "Zrobione",
  notDone: "Do zrobienia",
  markDone: "Zadanie zrobione",
  reports: "Raporty",
  myReports: "Raporty i zadania",
  noReports: "Brak raportów",
  noReportsText: "Pojawią się tu po lekcjach.",
  anySubject: "Wszystkie przedmioty",
  subject: "Przedmiot",
  before: "Ostatnio z tym uczniem",
  openHomework: "Zadania jeszcze niezrobione",
  summaryTitle: (month: string) => `Podsumowanie: ${month}`,
  summaryPage: "Podsumowanie miesiąca",
  downloadPdf: "Pobierz PDF",
  lessons: "Lekcje",
  showLessons: (count: number) => `Pokaż lekcje (${count})`,
  hideLessons: "Ukryj lekcje",
  homeworkCount: (done: number, set: number) => `Zrobione zadania: ${done} z ${set}`,
  understandingScale: "Oceny nauczycieli od 1 do 5",
  understandingChart: "Rozumienie tematów",
  nothingThisMonth: "W tym miesiącu nie było lekcji.",
  previousMonth: "Poprzedni miesiąc",
  nextMonth: "Następny miesiąc",
  teacher: "Nauczyciel",
  backToStudent: "Uczeń",
  history: "Historia raportu",
  homeworkDoneSince: "Zrobione zadania",
} as const;

/** `10 odbytych, 1 nieobecność, 2 odwołane, 3 zaplanowane`; what there is none of is left out. */
export function monthCounts(statuses: readonly LessonStatus[]): string {
  const count = (counts: (status: LessonStatus) => boolean) => statuses.filter(counts).length;
  const held = count((status) => status === "Zrealizowana");
  const absent = count((status) => status === "Uczen nieobecny");
  const [cancelled, planned] = [count(isCancelled), count(isPlanned)];
  return [
    held > 0 ? `${held}\u00a0${plural(held, "odbyta", "odbyte", "odbytych")}` : "",
    absent > 0 ? `${absent}\u00a0${plural(absent, "nieobecność", "nieobecności", "nieobecności")}` : "",
    cancelled > 0 ? `${cancelled}\u00a0${plural(cancelled, "odwołana", "odwołane", "odwołanych")}` : "",
    planned > 0 ? `${planned}\u00a0${plural(planned, "zaplanowana", "zaplanowane", "zaplanowanych")}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
