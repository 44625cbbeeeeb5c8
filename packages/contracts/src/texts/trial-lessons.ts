/** What the trial lesson's form and screens say (rules §§22, 26). */
export const trialTexts = {
  sameEmail: "Rodzic i uczeń muszą mieć różne adresy e-mail",
  accountExists: "Z tego zgłoszenia założono już konto",
  openAccount: "Załóż konto ucznia",
  subject: "Zaznacz przedmiot",
  level: "Zaznacz poziom edukacji",
  email: "Podaj adres e-mail",
  phone: "Podaj numer telefonu",
  sent: "Poprawnie wysłano formularz",
  added: "Dodano lekcję próbną",
  scheduled: "Umówiono lekcję próbną",
  invalidStatus: "Niepoprawny status",
  noSuchTransition: "Tego statusu nie można teraz ustawić",
  teacherDisabled: "Konto nauczyciela jest zablokowane",
  slotMissing: "Najpierw wybierz nauczyciela, dzień i godzinę",
  teacherBusy: "Ten termin jest już zajęty: nauczyciel ma w tym czasie inną lekcję",
  studentBusy: "Ten termin jest już zajęty: uczeń ma w tym czasie inną lekcję",
} as const;
