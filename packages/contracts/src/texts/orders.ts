import { type CivilDate, OPEN_ORDERS_MAX, plural, type SubjectLevel } from "@korki/domain";
import { dayAndMonth } from "./dates";
import { subjectWithLevel } from "./statuses";

type OrderedLessons = SubjectLevel & { readonly lessons: number };

function unusedLessons(count: number): string {
  return `${count} ${plural(count, "niewykorzystana lekcja", "niewykorzystane lekcje", "niewykorzystanych lekcji")}`;
}

/** Paying online (rules §20). */
export const orderTexts = {
  lessons: "Podaj liczbę lekcji od 1 do 200",
  items: "Wybierz pakiet albo lekcje, najwyżej 20 pozycji",
  reason: "Podaj powód",
  notFound: "Nie ma takiego zamówienia",
  noPackage: "Nie ma już takiego pakietu",
  packageSubject: "Wybierz przedmiot, którego dotyczy pakiet",
  noTeacher: "Lekcje kupisz, gdy centrum przydzieli nauczyciela",
  nothingToPay: "To zamówienie nic nie kosztuje",
  /** @param lastDay on which the other order can be paid */
  alreadyOrdered: (payer: string, items: readonly OrderedLessons[], lastDay: CivilDate) => {
    const what = items.map(
      (item) =>
        `${subjectWithLevel(item)}, ${item.lessons} ${plural(item.lessons, "lekcja", "lekcje", "lekcji")}`,
    );
    return `Takie zamówienie czeka już na płatność: ${payer}, ${what.join("; ")}. Nowe można złożyć, gdy tamto zostanie opłacone lub anulowane albo wygaśnie (${dayAndMonth(lastDay)}).`;
  },
  tooManyOpen: `Na płatność czeka już ${OPEN_ORDERS_MAX} zamówień. Opłać lub anuluj jedno z nich, aby złożyć następne.`,
  notOpen: "Anulować można tylko zamówienie, które czeka na płatność",
  alreadyPaid: "To zamówienie zostało właśnie opłacone",
  providerAway: "Operator płatności nie odpowiada. Spróbuj ponownie za chwilę.",
  notPaid: "Zwrócić można tylko opłacone zamówienie",
  nothingUnused:
    "W tym zamówieniu nie ma lekcji do zwrotu: zostały wykorzystane, operator odrzucił już ich zwrot albo wpłatę unieważniono ręcznie (wtedy pieniądze oddaj przelewem)",
  refundRejected: "Operator płatności odrzucił zwrot",
  refundAfterAll: "Operator płatności jednak zwrócił pieniądze",
  voidedAfterRejection: "Wpłatę unieważniono po odrzuconym zwrocie",
  paymentDescription: (centre: string, lessons: number) =>
    `${centre}: ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")}`,
} as const;

/** The confirmation of an online payment, on paper. */
export const receiptTexts = {
  title: (number: string) => `Potwierdzenie wpłaty ${number}`,
  recipient: "Odbiorca: ",
  payer: "Wpłacający: ",
  student: "Uczeń: ",
  paidOn: "Data wpłaty: ",
  what: "Za co",
  lessons: "Lekcje",
  amount: "Kwota",
  sum: "Razem",
  noInvoice: "To potwierdzenie nie jest fakturą ani paragonem.",
} as const;

/** What is wrong with a notification. */
export const suspectOutcomeTexts = {
  mismatch: "Niezgodna kwota, waluta lub zwrot",
  "wrong-signature": "Nieprawidłowy podpis",
  "unknown-order": "Nieznane zamówienie",
  "refund-rejected": "Odrzucony zwrot, oddaj pieniądze inaczej",
} as const;

/** The same, and how many times it came where it came more than once. */
export function suspectText(outcome: keyof typeof suspectOutcomeTexts, repeats: number): string {
  const text = suspectOutcomeTexts[outcome];
  return repeats > 1 ? `${text}, ${repeats} razy w ciągu godziny` : text;
}

/** Firma → "Płatności online": what the books and the provider disagree about, and what looks suspect. */
export const reconciliationTexts = {
  title: "Płatności online",
  suspects: "Powiadomienia do sprawdzenia",
  suspectsText:
    "Przyszły w imieniu operatora płatności: niczego nie doliczyły albo mówią, że zwrot został odrzucony.",
  noSuspects: "Żadne powiadomienie nie budzi zastrzeżeń.",
  receivedAt: "Otrzymano",
  problem: "Co się nie zgadza",
  order: "Zamówienie",
  noOrder: "nie wiadomo, czego dotyczy",
  review: "Sprawdzone",
  reviewOf: (what: string) => `Oznacz jako sprawdzone: ${what}`,
  reviewAll: "Oznacz wszystkie jako sprawdzone",
  reviewed: "Oznaczono jako sprawdzone",
  differences: "Uzgodnienie z operatorem",
  differencesText: "Porównujemy 200 ostatnich zamówień z tym, co wie o nich operator płatności.",
  compare: "Porównaj",
  compareAgain: "Porównaj ponownie",
  noDifferences: "Wszystko się zgadza.",
  student: "Uczeń",
  amount: "Kwota",
  date: "Data",
  status: "Status",
  difference: "Różnica",
  differenceTexts: {
    "other-amount": "operator ma inną kwotę lub walutę",
    "not-booked": "operator ma wpłatę, u nas jej nie ma",
    "not-paid": "u nas opłacone, operator nie ma wpłaty",
  },
  book: "Dolicz wpłatę",
  bookOf: (name: string) => `Dolicz wpłatę: ${name}`,
  booked: "Doliczono wpłatę",
  actions: "Działania",
  none: "Brak",
} as const;

/** "Doładuj lekcje" and the orders of a student, a parent and the administrator. */
export const orderScreenTexts = {
  topUp: "Doładuj lekcje",
  title: "Płatności online",
  packages: "Pakiety",
  looseLessons: "Pojedyncze lekcje",
  lessons: "Liczba lekcji",
  fewer: "Mniej lekcji",
  more: "Więcej lekcji",
  wrongCount: "Podaj liczbę lekcji od 1 do 50",
  topUpFor: (name: string) => `Doładuj lekcje: ${name}`,
  /** "10 lekcji · liceum podst. · 80 zł za lekcję, taniej o 100 zł · ważne do 22 lutego 2027" */
  offer: (parts: {
    subject: string | null;
    level: string;
    lessons: number;
    each: string;
    saving: string | null;
    until: string | null;
  }) =>
    [
      `${parts.lessons} ${plural(parts.lessons, "lekcja", "lekcje", "lekcji")}`,
      [parts.subject ?? "dowolny przedmiot", parts.level].join(", "),
      parts.saving === null ? `${parts.each} za lekcję` : `${parts.each} za lekcję, taniej o ${parts.saving}`,
      parts.until === null ? "" : `ważne do ${parts.until}`,
    ]
      .filter(Boolean)
      .join(" · "),
  subject: "Przedmiot",
  level: "Poziom",
  sum: "Do zapłaty",
  pay: (amount: string) => `Zapłać ${amount}`,
  orders: "Zamówienia",
  lessonCount: (count: number) => `${count} ${plural(count, "lekcja", "lekcje", "lekcji")}`,
  order: "Zamówienie",
  details: "Szczegóły",
  openOrder: (day: string) => `Szczegóły zamówienia z ${day}`,
  payOrCancel: "Zapłać lub anuluj",
  payOrCancelOrder: (day: string) => `Zapłać lub anuluj zamówienie z ${day}`,
  student: "Uczeń",
  refundOf: "Zwrot",
  none: "Brak zamówień",
  noneText: "Opłacone online zamówienia pojawią się tutaj.",
  date: "Data",
  amount: "Kwota",
  what: "Za co",
  status: "Status",
  receipt: "Potwierdzenie",
  download: "Pobierz potwierdzenie",
  refund: "Zwróć pieniądze",
  refundReason: "Powód zwrotu",
  refundText: "Zwrot obejmuje niewykorzystane lekcje z tego zamówienia. Lekcje przestaną być dostępne.",
  /** `Do zwrotu: 3 niewykorzystane lekcje, 270 zł` */
  refundSum: (lessons: number, amount: string) => `Do zwrotu: ${unusedLessons(lessons)}, ${amount}`,
  refundToBalance: (amount: string) => `Do nadpłaty płatnika wróci ${amount}.`,
  refundQuestion: (amount: string) => `Zwrócić ${amount}?`,
  refundConsequence: (lessons: number) =>
    `${unusedLessons(lessons)} z tego zamówienia: nie będzie można z nich już skorzystać. Pieniądze wrócą na konto, z którego przyszła wpłata, a płatnik dostanie wiadomość.`,
  refunded: "Zlecono zwrot",
  sendLink: "Wyślij link do płatności",
  linkAmount: (sum: string) => `Do zapłaty: ${sum}`,
  linkSent: "Wysłano link do płatności",
  cancel: "Anuluj zamówienie",
  cancelQuestion: "Anulować to zamówienie?",
  cancelText: "Nie będzie można go już opłacić. Nowe można złożyć w każdej chwili.",
  keep: "Nie anuluj",
  cancelled: "Anulowano zamówienie",
  waitingTitle: "Zamówienie czeka na płatność",
  waitingText: (payer: string, day: string, what: string, amount: string, until: string) =>
    `${payer}, ${day}: ${what}, ${amount}. Żeby nikt nie zapłacił dwa razy, tych samych lekcji nie można teraz zamówić ponownie. Będzie to możliwe, gdy zamówienie zostanie opłacone lub anulowane albo wygaśnie (${until}).`,
  statuses: {
    waiting: "Czeka na zgodę rodzica",
    open: "Czeka na płatność",
    paid: "Opłacone",
    expired: "Wygasło",
    failed: "Nieudane",
    declined: "Bez zgody rodzica",
    refunded: "Zwrócone",
  },
  tryAgain: "Spróbuj ponownie",
  notTaughtQuestion: "Kupić lekcje, których nikt nie uczy?",
  notTaughtText: (what: string) =>
    `${what}: żaden przydzielony nauczyciel tego nie uczy, więc tych lekcji nie da się jeszcze zarezerwować.`,
  buyAnyway: "Kup mimo to",
  dontBuy: "Nie kupuj",
  reported:
    "Operator płatności ma już tę wpłatę. Czekamy na potwierdzenie; możesz zamknąć tę stronę: damy znać, gdy lekcje będą dostępne.",
  explained: {
    waiting:
      "Rodzic, który za Ciebie płaci, dostał pytanie o zgodę. Gdy się zgodzi, zamówienie będzie można opłacić. Brak odpowiedzi w ciągu 72 godzin oznacza brak zgody.",
    open: "Zamówienie czeka na płatność. Zapłacisz BLIKIEM, kartą albo przelewem. Jeśli płatność została przerwana, zacznij ją od nowa. Jeśli przelew jest już w drodze, poczekaj: dociera do jednego dnia roboczego.",
    unfinished:
      "Operator płatności nie ma jeszcze tej wpłaty. Jeśli płatność została przerwana, spróbuj ponownie. Zwykły przelew dociera do jednego dnia roboczego; damy znać, gdy wpłata dotrze.",
    paid: "Wpłata dotarła, lekcje są już dostępne. Potwierdzenie wysłaliśmy e-mailem.",
    expired:
      "To zamówienie jest już nieważne: zostało anulowane albo minął czas na płatność. Jeśli pieniądze jednak dotrą, lekcje zostaną doliczone.",
    failed: "Płatność się nie udała. Nic nie zostało doliczone. Możesz spróbować ponownie.",
    declined: "Rodzic, który za Ciebie płaci, nie zgodził się na to zamówienie.",
    refunded: "Pieniądze za niewykorzystane lekcje zostały zwrócone.",
  },
} as const;
