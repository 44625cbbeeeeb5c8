import { plural } from "@korki/domain";

/** The administrator's "Firma" (rules §24, rules §5). */
export const adminCompanyTexts = {
  title: "Firma",
  tabs: "Zakładki firmy",
  finance: "Finanse",
  prices: "Cennik",
  notifications: "Powiadomienia",
  history: "Historia",

  completed: "Zrealizowane lekcje",
  ofThemAbsent: (count: string) => `w tym nieobecności: ${count}`,
  cancelled: "Odwołane lekcje",
  charged: "W tym rozliczone",
  teacherEarnings: "Zarobek nauczycieli",
  companyEarnings: "Zarobek firmy",
  ofTeacher: "Zarobek nauczyciela",
  chart: (first: string, last: string) => `Zarobki w kolejnych miesiącach: ${first} – ${last}`,
  /** One teacher's month in a line. */
  inShort: (count: number, lessons: string, teacher: string, company: string) =>
    `${lessons} ${plural(count, "lekcja", "lekcje", "lekcji")} · nauczyciel ${teacher} · firma ${company}`,
  summary: "Podsumowanie",
  byTeacher: "Według nauczycieli",
  sum: "Razem",
  export: "Pobierz CSV miesiąca",
  exportPayments: "Pobierz CSV wpłat",
  exportPayouts: "Pobierz CSV wypłat",
  nothing: "Brak danych do wyświetlenia.",

  pricesText: "Nowe ceny dotyczą lekcji dodanych od teraz. Wcześniejsze zachowują swoje.",
  price: "Cena dla ucznia",
  rate: "Stawka nauczyciela",
  unit: "zł",
  priceOf: (level: string) => `Cena dla ucznia: ${level}`,
  rateOf: (level: string) => `Stawka nauczyciela: ${level}`,
  save: "Zapisz",
  listPriceStays: "Pozycji cennika podstawowego nie można usunąć",
} as const;

/** "Powiadomienia": what was sent, what failed and why. */
export const adminNotificationTexts = {
  title: "Powiadomienia",
  filters: "Filtry powiadomień",
  search: "Nazwisko lub e-mail odbiorcy",
  status: "Status",
  anyStatus: "Wszystkie statusy",
  kind: "Rodzaj",
  anyKind: "Wszystkie rodzaje",
  created: "Utworzono",
  recipient: "Odbiorca",
  channel: "Kanał",
  attempts: "Próby",
  reason: "Powód",
  actions: "Działania",
  resend: "Wyślij ponownie",
  resendTo: (kind: string, who: string) => `Wyślij ponownie: ${kind}, ${who}`,
  resent: "Wysyłamy ponownie",
  open: "Pokaż",
  openOf: (kind: string, who: string) => `Pokaż treść: ${kind}, ${who}`,
  noText: "Nie ma treści: powiadomienie nie zostało wysłane albo jest starsze niż zapisywanie treści.",
  answer: (text: string) => `Odpowiedź kanału: ${text}`,
  count: (count: number, shown: string) =>
    `${shown} ${plural(count, "powiadomienie", "powiadomienia", "powiadomień")}`,
  none: "Brak",
  nothingFound: "Żadne powiadomienie nie pasuje do filtrów.",
} as const;
