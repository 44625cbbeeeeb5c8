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
  confirmed: "Potwierdzona",
  complete: "Odbyła się",
  markAbsent: "Nie było ucznia",
  accept: "Pasuje mi",
  accepted: "Przyjęto",
  decline: "Nie pasuje",
  declined: "Odrzucono",
  addLesson: "Dodaj lekcję",
  actionOn: (action: string, text: string) => `${action}: ${text}`,
  startsIn: (text: string) => `za ${text}`,
  running: "trwa",
  together: (text: string, minutes: number) => `${text}, razem w sali ${minutes} min`,
  owes: (name: string, amount: string) => `${name}: ${amount}`,
  noNext: (name: string) => name,
  trial: (subject: string, name: string) => (name === "" ? subject : `${subject}, ${name}`),
  balance: (subject: string, lessons: number) =>
    lessons < 0
      ? `${subject}: kolejne lekcje nie są jeszcze opłacone`
      : `${subject}: ${plural(lessons, "została", "zostały", "zostało")} ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")}`,
  ends: (name: string, subject: string, lessons: number, day: string) =>
    `${name}, ${subject}: ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")} do ${day}`,
  child: (name: string, text: string) => `${name}: ${text}`,
  document: (title: string) => `Do przeczytania i akceptacji: ${title}`,
  proposal: (teacher: string, to: string, from: string) => `${teacher} proponuje ${to} zamiast ${from}`,
  due: (text: string, day: string) => `${text} (do ${day})`,
  minutes: (count: number) => `${count} min`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} godz.` : `${hours} godz. ${minutes} min`,
  days: (count: number) => `${count} ${plural(count, "dzień", "dni", "dni")}`,
} as const;

/** What each kind is called. */
export const attentionKindTexts: Readonly<Record<AttentionKind, string>> = {
  today: "Dziś i jutro",
  "to-confirm": "Do potwierdzenia",
  "no-outcome": "Bez wyniku",
  "no-report": "Bez raportu",
  "homework-done": "Zrobione zadania",
  "teacher-absent": "Czekają w sali na nauczyciela",
  "starts-unconfirmed": "Niepotwierdzone, zaczynają się w ciągu doby",
  "trial-waiting": "Zgłoszenia czekają ponad dobę",
  "owes-lessons": "Do zapłaty",
  "package-ends": "Kończą się pakiety",
  "no-next-lesson": "Uczniowie bez następnej lekcji",
  "notification-failed": "Niewysłane powiadomienia",
  "payment-suspect": "Podejrzane płatności online",
  "next-lesson": "Następna lekcja",
  asked: "Czeka na Twoją odpowiedź",
  homework: "Zadania domowe",
  balance: "Kończą się opłacone lekcje",
};
