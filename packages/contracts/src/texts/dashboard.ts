import { plural, type Role } from "@korki/domain";

/** The dashboard's side panel (rules §24). */
export const dashboardTexts = {
  greeting: (name: string) => `Cześć, ${name}!`,
  accountTypes: {
    Student: "Uczeń",
    Teacher: "Nauczyciel",
    Parent: "Rodzic",
    Admin: "Administrator",
  } satisfies Record<Role, string>,
  sidePanel: "Panel boczny",
  bottomBar: "Nawigacja",
  menu: "Menu",
  lessonEntries: "Przy zajęciach",
  openMenu: "Otwórz menu",
  closeMenu: "Zamknij menu",
  lessons: "Zajęcia",
  chat: "Chat",
  settings: "Ustawienia",
  payments: "Płatności",
  students: "Uczniowie",
  teachers: "Nauczyciele",
  company: "Firma",
  proposals: (count: number) =>
    `Czeka na odpowiedź: ${count} ${plural(count, "propozycja", "propozycje", "propozycji")}`,
  unread: (count: number) =>
    `Nieprzeczytane: ${count} ${plural(count, "wiadomość", "wiadomości", "wiadomości")}`,
  help: "Pomoc",
  helpText: "Masz pytanie albo coś nie działa? Zadzwoń lub napisz, chętnie pomożemy.",
  helpPhone: "Telefon",
  helpEmail: "E-mail",
  logout: "Wyloguj się",
  version: (version: string) => `Wersja ${version}`,

  parentLessons: "Tutaj pojawią się zajęcia Twojego dziecka",
  parentLessonsText:
    "Twoje konto nie jest teraz połączone z żadnym dzieckiem. Jeśli powinno być, zadzwoń do nas lub napisz.",
  parentPayments: "Tutaj pojawią się Twoje płatności",
  parentPaymentsText:
    "Twoje konto nie jest teraz połączone z żadnym dzieckiem. W sprawie rozliczeń zadzwoń do nas lub napisz.",
  toPayments: "Przejdź do płatności",
  parentStudents: "Tutaj pojawią się konta Twoich dzieci",
  parentStudentsText:
    "Twoje konto nie jest teraz połączone z żadnym dzieckiem. Jeśli chcesz coś zmienić, zadzwoń do nas lub napisz.",
} as const;
