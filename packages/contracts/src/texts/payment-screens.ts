/** What students and teachers see of their money (rules §24). */
export const paymentScreenTexts = {
  title: "Płatności",
  value: "Wartość",
  subject: "Przedmiot",
  description: "Opis",
  payouts: "Historia wypłat",
  nothingPaidOut: "Brak",
  nothingPaidOutText: "Gdy wypłacimy Twoje wynagrodzenie, pojawi się tutaj.",
  date: "Data",
} as const;

/** The teacher's „Uczniowie”. */
export const ownStudentsTexts = {
  title: "Uczniowie",
  none: "Brak przydzielonego ucznia",
  noneText: "Uczniów przydziela administrator.",
  choose: "Wybierz ucznia z listy",
  name: "Imię i nazwisko",
  email: "E-mail",
  write: "Napisz wiadomość",
  list: "Twoi uczniowie",
  backToList: "Wróć do listy uczniów",
  nextLessons: "Najbliższe lekcje",
  lastLessons: "Ostatnie lekcje",
} as const;
