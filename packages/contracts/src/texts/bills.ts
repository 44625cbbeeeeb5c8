import { BILL_DAY_MAX, BILL_WAIT_DAYS, BILLED_LESSONS_MAX, type CivilDate, plural } from "@korki/domain";
import { dayAndMonth, monthText } from "./dates";
import { zloty } from "./money";

/** A month "YYYY-MM" by name: `grudzień 2026`. */
export function billMonth(month: string): string {
  return monthText(month);
}

/** `Rachunek za grudzień 2026`. */
export function billTitle(month: string): string {
  return `Rachunek za ${billMonth(month)}`;
}

/** `10.12.2026`. */
export function billDay(date: CivilDate): string {
  return date.split("-").reverse().join(".");
}

/** `3 z 4 już opłacone`; null where nothing is. */
export function prepaidText({ planned, prepaid }: { planned: number; prepaid: number }): string | null {
  if (prepaid === 0) return null;
  if (prepaid === planned) return planned === 1 ? "już opłacona" : "wszystkie już opłacone";
  return `${prepaid} z ${planned} już ${plural(prepaid, "opłacona", "opłacone", "opłaconych")}`;
}

/** Monthly bills (rules §32). */
export const billTexts = {
  month: "Podaj miesiąc w postaci RRRR-MM",
  tooFar: "Podgląd obejmuje 12 miesięcy wstecz i 12 miesięcy naprzód",
  billedCount: `Podaj liczbę lekcji od 0 do ${BILLED_LESSONS_MAX}`,
  reason: "Podaj powód wycofania, najwyżej 200 znaków",
  action: "Wybierz, co zrobić z zaległym rachunkiem",
  mode: "Wybierz sposób rozliczania",
  day: `Podaj dzień miesiąca od 1 do ${BILL_DAY_MAX}`,
  halves: "Podaj, czy rachunek można zapłacić w dwóch częściach",
  notFound: "Nie ma takiego rachunku",
  unknownLine: "Na tych rachunkach nie ma takiej pozycji",
  previewOutdated: "Podgląd jest nieaktualny. Sprawdź nowy i wystaw rachunki ponownie.",
  alreadyPaid: "Ten rachunek jest już opłacony",
  wasWithdrawn: "Ten rachunek został wycofany",
  onlyOpen: "Wycofać można tylko rachunek, który czeka na płatność",
  spentElsewhere: (missing: number) =>
    `Nadpłata z tego rachunku została już wykorzystana albo zwrócona: brakuje ${zloty(missing)}. Wycofaj najpierw rachunek, który ją wykorzystał, albo odnotuj tę kwotę jako wpłatę za ten.`,
  balanceChanged: "Nadpłata zmieniła się w międzyczasie. Sprawdź ją jeszcze raz",
  notUnpaid: "Ten rachunek nie czeka już na płatność",
  paysNoLonger:
    "Ta osoba nie płaci już za żadnego ucznia. Można tylko czekać na jej wpłatę albo wycofać rachunek.",
  billed: "Za te lekcje jest już rachunek. Zapłaci go osoba, która go dostała.",
  noHalves: "Tego rachunku nie można zapłacić w dwóch częściach",
  stopped:
    "Nowych lekcji nie można teraz umówić, bo rachunek za lekcje jest nieopłacony. Będzie to możliwe po jego opłaceniu.",
  paymentDescription: (month: string) => billTitle(month),
  balanceUsed: (month: string) => `Z nadpłaty, za ${billMonth(month)}`,
  /** "Rachunki za grudzień 2026 zostaną wystawione 25 listopada" */
  previewReady: (month: string, on: CivilDate) =>
    `Rachunki za ${billMonth(month)} zostaną wystawione ${dayAndMonth(on)}`,
  /** "Anna Nowak: rachunek za grudzień 2026, 720 zł, po terminie od 10.12.2026" */
  overdue: (payer: string, month: string, left: number, dueOn: CivilDate) =>
    `${payer}: rachunek za ${billMonth(month)}, ${zloty(left)}, termin minął ${billDay(dueOn)}`,
} as const;

/** A bill on paper. */
export const billPaperTexts = {
  payer: "Płatnik: ",
  issuedOn: "Wystawiono: ",
  columns: ["Za co", "Lekcje", "Kwota"],
  sum: "Razem",
  balance: "Odliczona nadpłata",
  amount: "Do zapłaty",
  paid: "Wpłacono",
  left: "Zostało do zapłaty",
  due: (day: string) => `Termin płatności: ${day}`,
  status: (status: string) => `Stan: ${status}`,
  online: "Zapłać przez internet: ",
  noInvoice: "Ten rachunek nie jest fakturą ani paragonem.",
} as const;

/** Bills on the screens of payers and in Firma → "Rachunki". */
export const billScreenTexts = {
  title: "Rachunki",
  bill: "Rachunek",
  pay: (amount: string) => `Zapłać ${amount}`,
  payHalf: (amount: string) => `Zapłać pierwszą część: ${amount}`,
  until: (day: string) => `do ${day}`,
  past: "Zapłacone i wycofane rachunki",
  details: "Szczegóły",
  detailsOf: (title: string) => `Szczegóły: ${title}`,
  amount: "Kwota",
  left: "Zostało do zapłaty",
  paid: "Wpłacono",
  balance: "Odliczona nadpłata",
  due: "Termin płatności",
  status: "Status",
  what: "Za co",
  reason: "Powód wycofania",
  transfer: (title: string) => `Przelew? Wpisz w tytule: „${title}” oraz imię i nazwisko ucznia.`,
  statuses: { open: "Czeka na płatność", half: "Zapłacona część", paid: "Zapłacony", withdrawn: "Wycofany" },
  line: (name: string, subject: string, lessons: number, amount: string) =>
    lessons === 0
      ? `${name}, ${subject}`
      : `${name}, ${subject}: ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")}, ${amount}`,

  text: "Miesiąc z góry albo po miesiącu, ze stałych lekcji. Na każdej osobie można wybrać inaczej.",
  settings: "Jak rozliczać",
  defaultMode: "Sposób rozliczania nowych płatników",
  modes: {
    perLesson: "Za lekcje na bieżąco",
    advance: "Miesiąc z góry",
    arrears: "Po zakończeniu miesiąca",
  },
  asDefault: "Jak dla nowych płatników",
  issueDay: "Dzień wystawienia (miesiąc wcześniej)",
  dueDay: "Dzień płatności",
  halves: "Rachunek można zapłacić w dwóch częściach (druga 10 dni później)",
  save: "Zapisz",
  saved: "Zapisano",
  overpaid: (amount: string) => `Nadpłata: ${amount}`,
  overpaidTexts: {
    billed: "Odliczymy ją od następnego rachunku.",
    unbilled: "Centrum zwróci ją albo zaliczy na kolejne lekcje.",
  },
  payersOverpaidTexts: {
    billed: "Zostanie odliczona od następnego rachunku tej osoby.",
    unbilled:
      "Ta osoba nie dostaje już rachunków. Zwróć jej nadpłatę albo zapisz tę kwotę jako wpłatę za lekcje.",
  },
  returned: "Zwrócono nadpłatę",
  returnedQuestion: (amount: string) => `Nadpłata zwrócona: ${amount}?`,
  returnedText:
    "Zapisz to, gdy pieniądze już wróciły do tej osoby albo są zapisane jako wpłata. Kwota nie zostanie odliczona od żadnego rachunku. Nie można tego cofnąć.",
  returnedYes: "Tak, zwrócono",
  returnNoted: "Zapisano zwrot nadpłaty",
  payerMode: "Rozliczanie",
  payerModeText: "Dotyczy rachunków tej osoby jako płatnika.",
  preview: "Podgląd",
  issue: "Wystaw rachunki",
  issueCount: (count: number, sum: string) =>
    `Wystaw ${count} ${plural(count, "rachunek", "rachunki", "rachunków")} na ${sum}`,
  leaveOut: "Nie wystawiaj nikomu",
  leaveOutQuestion: "Nie wystawiać żadnego z tych rachunków?",
  leaveOutText:
    "Pominięte osoby nie dostaną rachunku za ten miesiąc, także w dniu wystawiania. Ich nieopłacone lekcje będą na następnym rachunku.",
  issueQuestion: (count: number, sum: string) =>
    `Wystawić ${count} ${plural(count, "rachunek", "rachunki", "rachunków")} na ${sum}?`,
  issueText: "Płatnicy dostaną wiadomości z kwotą i terminem.",
  issued: (count: number) =>
    count === 0
      ? "Nie wystawiono żadnego rachunku"
      : `Wystawiono ${count} ${plural(count, "rachunek", "rachunki", "rachunków")}`,
  nothingToIssue: "Nie ma czego wystawić",
  nothingToIssueText:
    "Nikt bez rachunku nie ma teraz lekcji do rozliczenia za ten miesiąc. Osoby, które płacą po miesiącu, pojawią się tu po jego zakończeniu.",
  freshPreview: "Pokaż nowy podgląd",
  include: (name: string) => `Wystaw: ${name}`,
  billedOf: (what: string) => `Liczba lekcji: ${what}`,
  before: (amount: string) => `poprzednio ${amount}`,
  first: "pierwszy rachunek",
  covered: "pokryty nadpłatą, nie zostanie wysłany",
  nothing: "bez lekcji do zapłaty, nie zostanie wysłany",
  ofMonth: "Wystawione rachunki",
  none: "Brak rachunków",
  noneText: "Wystawione rachunki z tego miesiąca pojawią się tutaj.",
  payer: "Płatnik",
  actions: "Działania",
  note: "Zapisz wpłatę",
  noteOf: (name: string) => `Zapisz wpłatę: ${name}`,
  noted: "Zapisano wpłatę",
  money: "Kwota wpłaty (zł)",
  withdraw: "Wycofaj",
  withdrawOf: (name: string) => `Wycofaj rachunek: ${name}`,
  withdrawQuestion: "Wycofać rachunek?",
  withdrawText: "Płatnik dostanie wiadomość z powodem.",
  withdrawn: "Wycofano rachunek",
  actionsOverdue: { stop: "wstrzymaj lekcje", release: "zwolnij termin", wait: "czekaj" },
  overdueQuestions: {
    stop: (payer: string) => `${payer}: wstrzymać umawianie lekcji?`,
    release: (payer: string) => `${payer}: zakończyć od jutra stałe terminy?`,
    wait: (payer: string) => `${payer}: wrócić do tego za ${BILL_WAIT_DAYS} dni?`,
  },
  overdueTexts: {
    stop: "Do zapłaty rachunku nowe lekcje umówi tylko administrator. Płatnik dostanie wiadomość.",
    release: "Zaplanowane lekcje zostaną odwołane i nie wrócą. Rodzina i nauczyciele dostaną wiadomość.",
    wait: null,
  },
  decided: "Zapisano decyzję",
  download: "Pobierz rachunek (PDF)",
} as const;
