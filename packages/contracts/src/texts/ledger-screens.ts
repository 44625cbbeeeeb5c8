import { EXPIRY_WARNING_DAYS, LATE_DECISION_DAYS, plural } from "@korki/domain";

/** "Rozliczenie" of a student, for the student and for the administrator (rules §14). */
export const ledgerScreenTexts = {
  title: "Rozliczenie",
  text: "Każda wpłata, lekcja i zmiana, która wpłynęła na liczbę opłaconych lekcji.",
  balance: "Stan opłaconych lekcji",
  date: "Data",
  what: "Co się stało",
  subject: "Przedmiot",
  change: "Zmiana",
  running: "Saldo",
  expires: "Ważne do",
  description: "Opis",
  none: "Brak",
  nothingYet: "Po pierwszej wpłacie lub lekcji pojawi się tutaj.",
  export: "Pobierz CSV",
  adjust: "Dodaj korektę",
  adjusted: "Dodano korektę",
  quantity: "Liczba lekcji",
  quantityHint: "Z minusem, aby odjąć, np. −2",
  reason: "Powód",
  level: "Poziom",
  validUntil: (day: string) => `ważne do ${day}`,
} as const;

/** What happens to late cancellations, on the screens (rules §13). */
export const cancellationScreenTexts = {
  charge: "Rozlicz lekcję",
  doNotCharge: "Nie rozliczaj",
  undecided: "Odwołane po terminie: zdecyduj",
  undecidedText: `Bez decyzji w ciągu ${LATE_DECISION_DAYS} dni lekcja zostanie rozliczona.`,
  question: "Uczeń odwołał tę lekcję po terminie. Czy ją rozliczyć?",
  waive: "Zrezygnuj z rozliczenia",
  waiveText: "Uczeń odzyska opłaconą lekcję. Powód zostanie w historii.",
  waived: "Lekcja nie zostanie rozliczona",
  reason: "Powód",
  keep: "Zostaw",
  charged: "Odwołana po terminie: rozliczona",
  open: "Odwołana po terminie: czeka na decyzję nauczyciela",
  settlement: "Rozliczenie",
} as const;

/** Firma → "Zasady odwołań". */
export const policyScreenTexts = {
  title: "Zasady odwołań",
  text: "Nowe zasady dotyczą lekcji dodanych od teraz. Wcześniejsze zachowują swoje.",
  cutOff: "Do kiedy uczeń odwołuje bezpłatnie",
  cutOffs: {
    none: "Zawsze bezpłatnie",
    hours: "Liczba godzin przed lekcją",
    dayBefore: "Godzina dnia poprzedniego",
  },
  hours: "Godziny przed lekcją",
  dayBeforeAt: "Godzina dnia poprzedniego",
  late: "Odwołanie po terminie",
  lates: {
    charge: "Lekcja zostaje rozliczona",
    free: "Bezpłatne, ale odnotowane",
    ask: "Decyduje nauczyciel",
  },
  freeLate: "Bezpłatne późne odwołania ucznia w miesiącu",
  payTeacher: "Nauczyciel otrzymuje stawkę za rozliczoną lekcję",
  creditDays: "Ważność zwróconej lekcji w dniach",
  creditDaysHint: "Puste: tak długo, jak wcześniej",
  save: "Zapisz zasady",
  saved: "Zapisano zasady odwołań",
  versions: "Wersje",
  version: (version: number) => `Wersja ${version}`,
  since: "Od",
  none: "Brak",
  noVersions: "Odwoływanie lekcji jest zawsze bezpłatne.",
  inForce: "obowiązuje",
  inShort: {
    payTeacher: "nauczyciel otrzymuje stawkę",
    doNotPayTeacher: "nauczyciel bez stawki",
    freeLate: (count: number) =>
      `${count} ${plural(count, "bezpłatne późne odwołanie", "bezpłatne późne odwołania", "bezpłatnych późnych odwołań")} w miesiącu`,
    credit: (days: number) => `zwrócona lekcja ważna ${days} ${plural(days, "dzień", "dni", "dni")}`,
  },
} as const;

/** Firma → Cennik: packages, individual prices, and when students hear of a low balance. */
export const offerScreenTexts = {
  packages: "Pakiety",
  packagesText: "Od pakietu można zacząć dodawanie wpłaty.",
  addPackage: "Dodaj pakiet",
  editPackage: "Zmień pakiet",
  edit: "Zmień",
  editNamed: (name: string) => `Zmień pakiet ${name}`,
  deleteNamed: (name: string) => `Usuń pakiet ${name}`,
  deletePackage: (name: string) => `Usunąć pakiet „${name}”?`,
  deletePackageText: "Wpłaty, które od niego zaczęto, pozostaną bez zmian.",
  noPackages: "Dodaj pierwszy pakiet, aby szybciej zapisywać wpłaty.",
  name: "Nazwa",
  subject: "Przedmiot",
  anySubject: "Dowolny przedmiot",
  level: "Poziom",
  lessons: "Liczba lekcji",
  price: "Cena",
  validDays: "Ważność w dniach",
  validDaysHint: "Puste: bez terminu",
  validDaysOf: (days: number) => `${days} ${plural(days, "dzień", "dni", "dni")}`,
  unlimited: "bez terminu",
  save: "Zapisz",
  delete: "Usuń",
  keep: "Zostaw",
  actions: "Działania",
  saved: "Zapisano",
  none: "Brak",

  prices: "Ceny indywidualne",
  pricesText: "Obowiązuje najdokładniejsza: ucznia z nauczycielem, potem ucznia, potem nauczyciela.",
  addPrice: "Dodaj cenę",
  noPrices: "Wszystkich dotyczy cennik.",
  student: "Uczeń",
  teacher: "Nauczyciel",
  anyStudent: "każdy uczeń",
  anyTeacher: "każdy nauczyciel",
  somebodyMissing: "Wybierz ucznia lub nauczyciela",
  rate: "Stawka",
  deletePriceOf: (who: string) => `Usuń cenę: ${who}`,

  lowBalance: "Mało opłaconych lekcji",
  lowBalanceText: `Uczeń dowie się, gdy zostanie mu tyle lekcji. Wpisz 0, aby nie powiadamiać. O lekcjach, które tracą ważność, przypominamy ${EXPIRY_WARNING_DAYS} dni wcześniej.`,
  threshold: "Próg",
} as const;

/** What the payment's popup gained. */
export const paymentFormTexts = {
  wholeZloty: "Pełne złote, bez groszy",
  package: "Pakiet",
  noPackage: "Bez pakietu",
  paidOn: "Dzień wpłaty",
  method: "Forma płatności",
  expiresOn: "Ważne do",
  expiresOnHint: "Puste: bez terminu",
} as const;
