import { plural, TELEGRAM_CODE_MINUTES, TELEGRAM_LINK_MINUTES } from "@korki/domain";

/** The bot's commands, as its menu lists them. */
export const botCommands = [
  { command: "rejestracja", description: "Połącz Telegrama ze swoim kontem" },
  { command: "zajecia", description: "Najbliższe zajęcia" },
  { command: "status", description: "Sprawdź, z jakim kontem jest połączony ten czat" },
  { command: "odlacz", description: "Odłącz ten czat od konta" },
  { command: "pomoc", description: "Lista komend i kontakt" },
] as const;

/** What the bot says (rules §8). Plain text: whoever sends it escapes it. */
export const botTexts = {
  greeting: (centre: string) => `Cześć! Tu bot centrum korepetycji ${centre}.`,
  purpose:
    "Dam Ci znać o rezerwacjach, potwierdzeniach i zmianach lekcji, przypomnę o nich dzień i godzinę wcześniej.",
  howToConnect: "Aby połączyć czat ze swoim kontem, wyślij /rejestracja.",
  allCommands: "Wszystkie komendy: /pomoc",

  code: "Twój kod:",
  codeHowTo: `Wpisz go w ustawieniach swojego konta. Kod jest ważny ${TELEGRAM_CODE_MINUTES} ${plural(
    TELEGRAM_CODE_MINUTES,
    "minutę",
    "minuty",
    "minut",
  )} i działa tylko raz. Poprzedni kod przestał działać.`,
  openSettings: "Otwórz ustawienia",
  codeWillMove: (name: string) =>
    `Ten czat jest teraz połączony z kontem: ${name}. Po wpisaniu kodu zostanie połączony z nowym kontem.`,

  linkOver: `Ten link już nie działa: został użyty albo minęło ${TELEGRAM_LINK_MINUTES} minut. Otwórz ustawienia swojego konta i wybierz „Połącz z Telegramem” jeszcze raz.`,
  linkMoved: (name: string) =>
    `Wcześniej ten czat był połączony z kontem: ${name}. Teraz przychodzą tu powiadomienia nowego konta.`,

  linkedTo: (name: string, email: string) => `Ten czat jest połączony z kontem: ${name} (${email}).`,
  notLinked: "Ten czat nie jest połączony z żadnym kontem.",
  linkedButDisabled: "Konto połączone z tym czatem jest zablokowane. Skontaktuj się z administratorem.",
  consentsMissing: "Otwórz Korki i zaakceptuj wymagane dokumenty. Potem spróbuj tu jeszcze raz.",
  unlinked: "Odłączono. Powiadomienia będą przychodzić e-mailem.",

  nextLessons: "Twoje najbliższe zajęcia:",
  noLessons: "Nie masz zaplanowanych zajęć.",
  noLessonsForRole: "Zajęcia mają tu tylko uczniowie i nauczyciele.",
  lessonsOfChildren: "Zajęcia dzieci zobaczysz w aplikacji.",
  waitsForTeacher: "czeka na potwierdzenie",
  meeting: "Dołącz do spotkania",
  openLessons: "Otwórz zajęcia",

  help: "Komendy:",
  contact: (phone: string, email: string) => `Kontakt: ${phone}, ${email}`,
  unknown: "Nie rozumiem tej wiadomości. Komendy, które znam: /pomoc",

  homework: "Zadania domowe:",
  homeworkOf: (text: string, isDone: boolean) => `Zadanie: ${text} (${isDone ? "zrobione" : "niezrobione"})`,
  homeworkDue: (subject: string, text: string, day: string) => `${subject}: ${text} (do ${day})`,
  homeworkOpen: (subject: string, text: string) => `${subject}: ${text}`,

  completed: "✅ Lekcja się odbyła",
  absent: "🚫 Uczeń nieobecny",
  askReport:
    "Co było na lekcji? Odpowiedz na tę wiadomość: wpisz temat albo wklej link. Uczeń i rodzice zobaczą to w raporcie.",
  reportPlaceholder: "Co było na lekcji?",
  reportForm: "Otwórz formularz raportu",
  reportSaved: "✅ Raport zapisany. Zadanie domowe i notatkę dodasz w aplikacji.",

  confirmed: "✅ Lekcja potwierdzona",
  cancelled: "❌ Lekcja odwołana",
  accepted: "✅ Nowy termin przyjęty",
  declined: "↩️ Nowy termin odrzucony",
  moveAccepted: "✅ Przyjęto nowy stały termin",
  moveDeclined: "↩️ Nowy termin odrzucony: stały termin bez zmian",
  cancelQuestion: "Na pewno odwołać tę lekcję?",
  cancelYes: "Tak, odwołaj",
  cancelNo: "Nie, zostaw",
  busyQuestion: (refusal: string) => `${refusal}. Zająć ten termin mimo to?`,
  busyYes: "Tak, zajmij termin",
  busyNo: "Nie",
  lessonMoved: "Termin tej lekcji się zmienił. Otwórz zajęcia, aby zobaczyć nowy.",
  buttonOld: "Ten przycisk już nie działa",
  failed: "Wystąpił błąd. Spróbuj ponownie za chwilę.",
} as const;
