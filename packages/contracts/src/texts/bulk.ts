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
    "Każda osoba dostanie tę wiadomość we własnej rozmowie z Tobą i nie zobaczy pozostałych adresatów.",
  message: "Treść wiadomości",
  send: "Wyślij",
  sent: (count: number) =>
    count === 0
      ? "Nie wysłano żadnej wiadomości."
      : `Wysłano ${count} ${plural(count, "wiadomość", "wiadomości", "wiadomości")}.`,

  keys: {
    space: "Zaznacz wiersz listy (na polu wyboru)",
    arrows: "Poprzedni albo następny wiersz",
    range: "Zaznacz kolejne wiersze",
    escape: "Odznacz wszystkie",
  },
} as const;
