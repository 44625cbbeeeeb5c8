/** What the screens of statistics say (rules §24). */
export const statisticsTexts = {
  wrongMonth: "Niepoprawny miesiąc",
  wrongYear: "Niepoprawny rok",
  nothingToShow: "Brak danych do wyświetlenia.",
} as const;

/** A teacher's statistics, on the teacher's own screen and on the administrator's. */
export const teacherStatisticsTexts = {
  monthly: "Statystyki miesięczne",
  overall: "Statystyki ogólne",
  month: "Miesiąc",
  year: "Rok",
  generate: "Wygeneruj",
  chargedRow: "odwołane po terminie, rozliczone",
  subjectLevel: "Przedmiot i poziom",
  lessonAmount: "Liczba lekcji",
  rate: "Stawka za lekcję",
  earned: "Zarobek",
  total: "Razem",
  chart: (first: string, last: string) => `Zarobek w kolejnych miesiącach: ${first} – ${last}`,
  chartLoading: "Wczytywanie wykresu…",
  earnedOverall: "Zarobek łącznie",
  paidOut: "Wypłacono",
  receivable: "Do wypłaty",
  overpaid: "wypłacono za dużo",
} as const;

/** "Statystyki" of a student (rules §24). */
export const studentFiguresTexts = {
  lessons: "Lekcje",
  lessonsChart: "Lekcje według przedmiotów",
  payments: "Wpłaty",
  balance: "Dostępne lekcje",
  balanceText:
    "Opłacone lekcje mniej zaplanowane i zrealizowane. Wartość ujemna to lekcje jeszcze nieopłacone.",
  status: "Status",
  count: "Liczba lekcji",
  amount: "Kwota",
  left: "Pozostało",
  sum: "Razem",
  nothing: "Brak",
} as const;
