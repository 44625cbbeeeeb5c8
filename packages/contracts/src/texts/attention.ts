import { plural } from "@korki/domain";
import type { AttentionKind } from "../attention";

/** "Co teraz": what waits for somebody on the first screen. */
export const attentionTexts = {
  title: "Co teraz",
  nothing: "Nic nie czeka. Miłego dnia!",
  all: (count: number) => `Zobacz wszystkie (${count})`,
  join: "Dołącz",
  open: "Otwórz",
  back: "Zajęcia",
  read: "Przeczytaj",
  resend: "Wyślij ponownie",
  resent: "Wysłano ponownie",
  confirm: "Potwierdź",
  confirmAll: (count: number) => `Potwierdź wszystkie (${count})`,
  confirmed: "Potwierdzona",
  complete: "Odbyła się",
  markAbsent: "Nie było ucznia",
  accept: "Przyjmij",
  accepted: "Przyjęto",
  decline: "Odrzuć",
  declined: "Odrzucono",
  addLesson: "Dodaj lekcję",
  actionOn: (action: string, text: string) => `${action}: ${text}`,
  startsIn: (text: string) => `za ${text}`,
  tomorrow: "jutro",
  running: "trwa",
  together: (text: string, minutes: number) => `${text}, razem w sali ${minutes} min`,
  owes: (name: string, amount: string) => `${name}: ${amount}`,
  noNext: (name: string) => name,
  /** "Nadia Sowa, Matematyka (szkoła podst.), +48 600 100 200, od 23 listopada" */
  trial: ({ name, subject, phone, day }: { name: string; subject: string; phone: string; day: string }) =>
    [name, subject, phone, `od ${day}`].filter(Boolean).join(", "),
  balance: (subject: string, lessons: number) =>
    lessons < 0
      ? `${subject}: kolejne lekcje nie są jeszcze opłacone`
      : `${subject}: ${plural(lessons, "została", "zostały", "zostało")} ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")}`,
  ends: (name: string, subject: string, lessons: number, day: string) =>
    `${name}, ${subject}: ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")} do ${day}`,
  child: (name: string, text: string) => `${name}: ${text}`,
  invoiceFailed: (payer: string, amount: string, words: string) => `${payer}, ${amount}: ${words}`,
  settlementObjection: (teacher: string, month: string, text: string) => `${teacher}, ${month}: ${text}`,
  settlement: (month: string, amount: string, day: string) => `${month}: ${amount}, do ${day}`,
  invoicesStopped: (words: string) =>
    `Fakturownia nie przyjmuje kodu API (${words}). Faktury czekają, ponawiamy co pięć minut.`,
  document: (title: string) => `Do przeczytania i akceptacji: ${title}`,
  proposal: (teacher: string, to: string, from: string) => `${teacher} proponuje ${to} zamiast ${from}`,
  /** One hour of a double lesson. */
  oneHour: (proposal: string) => `${proposal} (tylko ta godzina)`,
  seriesMove: (student: string, subject: string, from: string, to: string) =>
    `${student}, ${subject}: prośba o przeniesienie stałego terminu, ${from} → ${to}`,
  held: (text: string, until: string) => `${text}, zarezerwuj do ${until}`,
  book: "Zarezerwuj",
  topUp: "Doładuj",
  due: (text: string, day: string) => `${text} (do ${day})`,
  minutes: (count: number) => `${count} min`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} godz.` : `${hours} godz. ${minutes} min`,
  since: (day: string) => `od ${day}`,
  days: (count: number) => `${count} ${plural(count, "dzień", "dni", "dni")}`,
} as const;

/** What each kind is called. */
export const attentionKindTexts: Readonly<Record<AttentionKind, string>> = {
  today: "Dziś i jutro",
  "to-confirm": "Do potwierdzenia",
  "no-outcome": "Bez wyniku",
  "busy-elsewhere": "Lekcje w czasie zajętym w Twoim kalendarzu",
  "no-report": "Bez raportu",
  "homework-done": "Zrobione zadania",
  "teacher-absent": "Czekają w sali na nauczyciela",
  "starts-unconfirmed": "Niepotwierdzone, zaczynają się w ciągu doby",
  "trial-waiting": "Zgłoszenia czekają ponad dobę",
  "bills-preview": "Rachunki do sprawdzenia",
  "bill-overdue": "Zaległe rachunki",
  "owes-lessons": "Do zapłaty",
  "package-ends": "Kończą się pakiety",
  "no-next-lesson": "Uczniowie bez następnej lekcji",
  "notification-failed": "Niewysłane powiadomienia",
  "push-stopped": "Powiadomienia na urządzenia są wstrzymane",
  "payment-suspect": "Płatności online do sprawdzenia",
  "invoices-stopped": "Faktury wstrzymane",
  "invoice-failed": "Niewystawione faktury",
  "settlement-objection": "Uwagi do rozliczeń",
  settlement: "Rozliczenie do sprawdzenia",
  "slot-held": "Zwolnił się termin, na który czekasz",
  "next-lesson": "Następna lekcja",
  asked: "Czeka na Twoją odpowiedź",
  homework: "Zadania domowe",
  balance: "Kończą się opłacone lekcje",
};
