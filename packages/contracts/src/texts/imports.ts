import { plural } from "@korki/domain";

const students = (count: number) => `${count} ${plural(count, "ucznia", "uczniów", "uczniów")}`;
const payments = (count: number) => `${count} ${plural(count, "wpłatę", "wpłaty", "wpłat")}`;
const rows = (count: number) => `${count} ${plural(count, "wiersz", "wiersze", "wierszy")}`;

/** Import of students and payments from CSV or XLSX (rules §28). */
export const importTexts = {
  tooBig: "Plik jest większy niż 2 MB. Podziel go na mniejsze",
  empty: "Plik jest pusty",
  noRows: "W pliku są tylko nagłówki kolumn",
  tooManyRows: (max: number) => `Plik ma za dużo wierszy: najwyżej ${max}. Podziel go na mniejsze`,
  tooManyColumns: (max: number) => `Plik ma za dużo kolumn: najwyżej ${max}`,
  unreadable: "Nie udało się odczytać pliku. Zapisz go jako CSV lub XLSX i spróbuj jeszcze raz",
  oldExcel: "To stary format Excela (XLS). Zapisz plik jako XLSX albo CSV",
  binary: "To nie jest plik CSV ani XLSX",
  missingColumns: (names: string) =>
    `W pliku brakuje kolumn: ${names}. Pobierz przykładowy plik, aby zobaczyć układ`,
  doubleColumn: (name: string) => `Kolumna „${name}” jest w pliku dwa razy`,
  changed:
    "Dane zmieniły się od podglądu albo plik zawiera błędy. Niczego nie zaimportowano. Sprawdź podgląd",
  nothingNew: "W pliku nie ma niczego nowego",
  undoTooLate: "Import można cofnąć tylko przez 24 godziny",
  alreadyUndone: "Ten import już cofnięto",

  required: "To pole jest wymagane",
  cellTooLong: "Za długi tekst",
  wrongCharacters: "Niedozwolone znaki",
  wrongDate: "Podaj datę jako RRRR-MM-DD lub DD.MM.RRRR",
  wrongNumber: "Podaj liczbę całkowitą",
  doubleEmail: (line: number) => `Ten adres jest już w wierszu ${line}`,
  otherAccount: "Ten adres ma już konto, które nie jest kontem ucznia",
  noParent: "Nie ma konta rodzica z takim adresem. Najpierw dodaj rodzica",
  emailOrParent: "Podaj adres ucznia albo rodzica",
  doubleChild: (line: number) => `To dziecko jest już w wierszu ${line}`,
  noStudent: "Nie ma ucznia z takim adresem",
  paidInFuture: "Dzień wpłaty jest w przyszłości",
  expiryInPast: "Ta data już minęła",
  unknownSubject: "Nieznany przedmiot",
  unknownLevel: "Nieznany poziom",
  unknownMethod: "Nieznana forma płatności: gotówka, przelew, online albo inne",

  /** Why something stays when an import is undone. */
  kept: {
    "signed-in": "konto jest już używane",
    edited: "dane zmieniono po imporcie",
    disabled: "konto zablokowano po imporcie",
    related: "ma nauczyciela",
    lessons: "ma lekcje",
    money: "ma wpłaty lub rozliczenia",
    family: "ma rodzica lub zaproszenie dla rodzica",
    other: "jest już używane",
    spent: "część lekcji już wykorzystano lub wygasły",
    voided: "wpłatę już usunięto",
    gone: "konto już usunięto",
  },

  title: "Import",
  text: "Wczytaj uczniów lub wpłaty z arkusza. Najpierw zobaczysz podgląd; zaimportujemy wszystko albo nic.",
  kind: "Co importujesz",
  kinds: { students: "Uczniowie", payments: "Wpłaty" },
  sample: "Pobierz przykładowy plik",
  sampleHelp: {
    students:
      "Kolumny: Imię, Nazwisko, E-mail, Telefon, Telefon rodzica, E-mail rodzica. Wymagane są imię i e-mail ucznia. Dziecko bez e-maila potrzebuje e-maila rodzica, który ma już konto.",
    payments:
      "Kolumny: E-mail, Kwota, Liczba lekcji, Przedmiot, Poziom, Dzień wpłaty, Forma, Opis, Ważne do. Uczeń musi już mieć konto.",
  },
  limits: "Plik CSV lub XLSX, najwyżej 2 MB i 5000 wierszy. Formuły nie są obliczane.",
  choose: "Wybierz plik",
  chooseOther: "Wybierz inny plik",
  preview: "Podgląd",
  line: "Wiersz",
  what: "Dane",
  outcome: "Wynik",
  outcomes: { new: "Nowy", exists: "Już jest", error: "Błąd" },
  summary: (added: number, existing: number, wrong: number) =>
    [`Nowe: ${added}`, existing > 0 ? `już są: ${existing}` : "", wrong > 0 ? `błędy: ${wrong}` : ""]
      .filter(Boolean)
      .join(" · "),
  fixFirst: (count: number) =>
    `Popraw ${rows(count)} z błędem i wybierz plik jeszcze raz. Niczego nie zaimportowano.`,
  onlyErrors: "Pokaż tylko błędy",
  moreRows: (count: number) => `i jeszcze ${rows(count)}`,
  ignoredColumns: (names: string) => `Pominięte kolumny: ${names}`,
  invite: "Wyślij uczniom zaproszenia e-mailem",
  inviteHelp: "Bez tego konta powstaną, ale nikt nie dostanie wiadomości. Zaproszenia możesz wysłać później.",
  run: (kind: "students" | "payments", count: number) =>
    `Importuj: ${kind === "students" ? students(count) : payments(count)}`,
  done: (kind: "students" | "payments", count: number) =>
    `Zaimportowano: ${kind === "students" ? students(count) : payments(count)}`,

  past: "Wykonane importy",
  noPast: "Brak",
  file: "Plik",
  when: "Kiedy",
  count: "Pozycje",
  state: "Stan",
  undone: (kept: number) => (kept === 0 ? "Cofnięty" : `Cofnięty, zostało: ${kept}`),
  active: "Zaimportowany",
  undo: "Cofnij import",
  undoOf: (file: string) => `Cofnij import: ${file}`,
  undoQuestion: "Cofnąć import?",
  undoText: (removed: number, kept: number) =>
    kept === 0
      ? `Usuniemy wszystko, co powstało: ${removed}.`
      : `Usuniemy: ${removed}. Zostanie: ${kept}, bo jest już używane:`,
  undoDone: (removed: number, kept: number) =>
    kept === 0 ? `Cofnięto import (${removed})` : `Cofnięto import: usunięto ${removed}, zostało ${kept}`,
  sendInvitations: "Wyślij zaproszenia",
  sendInvitationsOf: (file: string) => `Wyślij zaproszenia: ${file}`,
  invitationsSent: (count: number) => `Wysyłamy zaproszenia: ${count}`,
  nobodyToInvite: "Wszyscy zostali już zaproszeni",
  prefer: {
    sampleStudents: "uczniowie-przyklad",
    samplePayments: "wplaty-przyklad",
  },
} as const;

/** What the columns of a file are called; the first is the one that the sample has. */
export const importColumnTexts = {
  name: ["Imię", "imiona", "first name", "imię ucznia"],
  surname: ["Nazwisko", "last name", "nazwisko ucznia"],
  email: ["E-mail", "email", "mail", "adres e-mail", "e-mail ucznia"],
  phone: ["Telefon", "telefon ucznia", "numer telefonu", "phone"],
  phoneParent: ["Telefon rodzica", "telefon opiekuna"],
  parentEmail: ["E-mail rodzica", "e-mail opiekuna", "mail rodzica"],
  moneyAmount: ["Kwota", "kwota (zł)", "wpłata", "suma"],
  lessonAmount: ["Liczba lekcji", "lekcje", "ilość lekcji"],
  subject: ["Przedmiot"],
  level: ["Poziom", "poziom edukacji"],
  paidOn: ["Dzień wpłaty", "data wpłaty", "data"],
  method: ["Forma", "forma płatności", "metoda"],
  description: ["Opis", "tytuł"],
  expiresOn: ["Ważne do", "data ważności"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
