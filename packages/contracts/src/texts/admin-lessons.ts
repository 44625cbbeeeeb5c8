/** What the administrator's lesson screens say (rules §§22, 26; rules §4). */
export const adminLessonTexts = {
  /** Used for day, month and year alike (rules §22). */
  invalidDay: "Niepoprawny dzień",
  added: "Dodano lekcję",
  updated: "Zaktualizowano lekcję",
  deleted: "Usunięto lekcję",
  notUpdated: "Nie zaktualizowano lekcji",
  notDeleted: "Nie usunięto lekcji",
  nothingChanged: "Nie dokonano żadnych zmian",
  teacherBusy: "Ten termin jest już zajęty: nauczyciel ma w tym czasie inną lekcję",
  studentBusy: "Ten termin jest już zajęty: uczeń ma w tym czasie inną lekcję",
  teacherDisabled: "Konto nauczyciela jest zablokowane",
  studentDisabled: "Konto ucznia jest zablokowane",
  calendarTooLong: "Wybierz krótszy okres",
} as const;
