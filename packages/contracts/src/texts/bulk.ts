import { plural } from "@korki/domain";

/** Actions on many rows of an administrator's list at once. */
export const bulkTexts = {
  actions: "Działania na zaznaczonych",
  select: "Zaznacz",
  endSelecting: "Zakończ zaznaczanie",
  selectAll: "Zaznacz wszystkie na tej stronie",
  selectRow: (row: string) => `Zaznacz: ${row}`,
  selected: (count: number) => `Zaznaczono: ${count}`,
  clear: "Odznacz",
  close: "Zamknij",
  undo: "Cofnij",
  left: (count: number) => `Bez zmian (${count}):`,

  lessons: (count: number) => `${count} ${plural(count, "lekcję", "lekcje", "lekcji")}`,
  lessonName: (day: string, time: string, student: string) => `${day}, ${time}, ${student}`,
  confirm: (count: number) => `Potwierdź (${count})`,
  cancel: (count: number) => `Odwołaj (${count})`,
  confirmed: (count: number) =>
    count === 0
      ? "Nie potwierdzono żadnej lekcji."
      : `Potwierdzono ${count} ${plural(count, "lekcję", "lekcje", "lekcji")}.`,
  cancelled: (count: number) =>
    count === 0
      ? "Nie odwołano żadnej lekcji."
      : `Odwołano ${count} ${plural(count, "lekcję", "lekcje", "lekcji")}.`,
  undone: (count: number) =>
    count === 0
      ? "Niczego nie cofnięto."
      : `Cofnięto zmianę: ${count} ${plural(count, "lekcja", "lekcje", "lekcji")}.`,
  cancelQuestion: (count: number) => `Odwołać ${count} ${plural(count, "lekcję", "lekcje", "lekcji")}?`,
  cancelText:
    "Nauczyciele i uczniowie dostaną po jednej wiadomości o swoich lekcjach, a opłacone lekcje wrócą na konta uczniów.",
  keep: "Nie odwołuj",

  write: (count: number) => `Napisz (${count})`,
  writeToStudents: (count: number) => `Napisz do ${count} ${plural(count, "ucznia", "uczniów", "uczniów")}`,
  writeTitle: (count: number) => `Wiadomość do ${count} ${plural(count, "osoby", "osób", "osób")}`,
  writeText:
    "Każda osoba dostanie tę wiadomość we własnej rozmowie z Tobą i nie zobaczy pozostałych adresatów. Za ucznia bez własnego konta dostanie ją rodzic.",
  message: "Treść wiadomości",
  send: "Wyślij",
  sent: (count: number) =>
    count === 0
      ? "Nie wysłano żadnej wiadomości."
      : `Wysłano ${count} ${plural(count, "wiadomość", "wiadomości", "wiadomości")}.`,

  selectAllOf: (count: string) => `Zaznacz wszystkie ${count}`,
  tooMany: (max: number) => `Najwyżej ${max} osób naraz. Zawęź listę filtrami.`,
  writeToFewer: (max: number) => `Wiadomość można wysłać najwyżej do ${max} zaznaczonych osób`,

  relate: "Przypisz nauczyciela",
  relateTitle: (count: number) =>
    `Przypisz nauczyciela: ${count} ${plural(count, "uczeń", "uczniów", "uczniów")}`,
  teacherMissing: "Wybierz nauczyciela",
  relateSubmit: "Przypisz",
  relateText: "Uczniowie i nauczyciel dostaną po jednej wiadomości.",
  related: (count: number) =>
    count === 0
      ? "Nikomu nie przypisano nauczyciela."
      : `Przypisano nauczyciela: ${count} ${plural(count, "uczeń", "uczniów", "uczniów")}.`,
  unrelated: "Cofnięto przypisanie nauczyciela.",

  invite: "Zaproś",
  inviteQuestion: (count: number) => `Zaprosić ${count} ${plural(count, "osobę", "osoby", "osób")}?`,
  inviteText: "Kto nie ma jeszcze hasła, dostanie e-mail z linkiem do jego ustawienia.",
  invited: (count: number) =>
    count === 0
      ? "Nikogo nie zaproszono."
      : `Zaproszono ${count} ${plural(count, "osobę", "osoby", "osób")}.`,
  hasPassword: "ma już hasło",
  noEmail: "nie ma adresu e-mail",
  isInvited: "ma już ważne zaproszenie",

  remind: "Przypomnij o płatności",
  remindQuestion: (count: number) =>
    `Przypomnieć o płatności: ${count} ${plural(count, "uczeń", "uczniów", "uczniów")}?`,
  remindText:
    "Płatnicy dostaną tylko kwotę i link do płatności. Kto nie ma nic do zapłaty, nic nie dostanie.",
  /** Counts students: one message goes to who pays for several. */
  reminded: (count: number) =>
    count === 0
      ? "Nie wysłano żadnego przypomnienia."
      : `Przypomniano o płatności: ${count} ${plural(count, "uczeń", "uczniów", "uczniów")}.`,

  disable: "Zablokuj",
  disableQuestion: (count: number) => `Zablokować ${count} ${plural(count, "konto", "konta", "kont")}?`,
  disableText: "Te osoby zostaną od razu wylogowane i nikt nie zarezerwuje z nimi nowych lekcji.",
  plannedChoice: "Co z ich zaplanowanymi lekcjami?",
  disabled: (count: number) =>
    count === 0
      ? "Nie zablokowano żadnego konta."
      : `Zablokowano ${count} ${plural(count, "konto", "konta", "kont")}.`,
  enabled: (count: number) => `Odblokowano ${count} ${plural(count, "konto", "konta", "kont")}.`,
  isDisabled: "konto jest już zablokowane",
  isEnabled: "konto nie jest zablokowane",
  leftMore: (count: number) => `i jeszcze ${count}`,

  keys: {
    space: "Zaznacz wiersz listy (na polu wyboru)",
    arrows: "Poprzedni albo następny wiersz",
    range: "Zaznacz kolejne wiersze",
    escape: "Odznacz wszystkie",
  },
} as const;
