import { type PartOfDay, plural } from "@korki/domain";

/** The lessons screens of students and teachers (rules §24). */
export const lessonScreenTexts = {
  title: "Zajęcia",
  addLesson: "Dodaj lekcję",
  refresh: "Odśwież",
  editAvailability: "Edytuj godziny dostępności",
  view: "Widok",
  asList: "Lista",
  asCalendar: "Kalendarz",

  planned: "Zaplanowane lekcje",
  finished: "Zrealizowane lekcje",
  trials: "Lekcje próbne",
  available: "Dostępne lekcje",
  owed: "do zapłaty",
  balance: "Stan lekcji",
  quantity: "Liczba",
  none: "Brak",
  nothingPlannedStudent: "Zarezerwuj pierwszy termin, a pojawi się tutaj.",
  nothingPlannedTeacher: "Gdy uczeń zarezerwuje termin, zobaczysz go tutaj.",
  nothingFinished: "Tu znajdziesz lekcje, które się odbyły lub zostały odwołane.",
  nothingAvailable: "Gdy zaksięgujemy Twoją wpłatę, zobaczysz tu opłacone lekcje.",
  showOlder: "Pokaż starsze",
  showMore: "Pokaż więcej",
  lessonCount: (count: number) => `${count} ${plural(count, "lekcja", "lekcje", "lekcji")}`,

  date: "Data",
  subject: "Przedmiot",
  time: "Godzina",
  teacher: "Nauczyciel",
  student: "Uczeń",
  description: "Opis",
  status: "Status",
  actions: "Szczegóły",
  more: "Więcej",
  moreAbout: (day: string, time: string) => `Więcej o lekcji ${day}, ${time}`,

  filters: "Filtry",
  nothingFound: "Żadna lekcja nie pasuje do filtrów.",
  day: "Dzień",
  month: "Miesiąc",
  year: "Rok",
} as const;

/** The sheet with one lesson. */
export const lessonDetailTexts = {
  title: "Szczegóły lekcji",
  cancelReason: "Powód odwołania",
  noDescription: "Bez opisu",
  waitForTeacher: "Poczekaj, aż nauczyciel potwierdzi lekcję.",
  confirmIt: "Lekcja została zarezerwowana przez ucznia, potwierdź ją.",

  meetingLink: "Link do spotkania",
  joinMeeting: "Dołącz do spotkania",
  generateLink: "Wygeneruj link do spotkania",
  waitForLink: "Poczekaj, aż nauczyciel udostępni link do spotkania, albo poproś go o link na czacie.",
  copyLink: "Kopiuj link",
  linkCopied: "Skopiowano link",
  writeOnChat: "Napisz na czacie",

  confirm: "Potwierdź lekcję",
  cancel: "Odwołaj lekcję",
  delete: "Usuń lekcję",
  complete: "Lekcja się odbyła",
  markAbsent: "Uczeń nieobecny",
  keep: "Wróć",

  cancelQuestion: (day: string, time: string) => `Odwołać lekcję ${day}, ${time}?`,
  deleteQuestion: (day: string, time: string) => `Usunąć lekcję ${day}, ${time}?`,
  deleteText: "Termin zostanie zwolniony, a lekcja zniknie z listy.",
  cancelText: "Termin zostanie zwolniony. Damy znać drugiej stronie.",
  reason: "Powód (opcjonalnie)",
  earlyQuestion: (day: string, time: string) => `Lekcja ${day}, ${time} jeszcze się nie skończyła. Na pewno?`,
  earlyCompleteText: (day: string, time: string) =>
    `Oznaczasz jako zrealizowaną lekcję, która jest zaplanowana na ${day}, ${time}.`,
  earlyAbsentText: (day: string, time: string) =>
    `Oznaczasz nieobecność ucznia na lekcji, która jest zaplanowana na ${day}, ${time}.`,

  propose: "Zaproponuj inny termin",
  proposeTitle: "Wybierz nowy termin",
  proposeText: "Obecny termin pozostaje zajęty, dopóki druga strona nie zaakceptuje zmiany.",
  sendProposal: "Wyślij propozycję",
  proposed: "Wysłano propozycję nowego terminu",
  ownProposal: (day: string, time: string) =>
    `Zaproponowano nowy termin: ${day}, ${time}. Czekamy na odpowiedź.`,
  otherProposal: (name: string, slot: string) => `${name} proponuje: ${slot}.`,
  proposalReceived: "Propozycja nowego terminu",
  proposalSent: "Zaproponowano nowy termin",
  bookAgain: "Zarezerwuj ponownie",
  accept: "Zaakceptuj termin",
  decline: "Odrzuć",
  withdraw: "Wycofaj propozycję",
  moved: "Zmieniono termin lekcji",
  gone: "Tej lekcji już nie ma albo nie masz już do niej dostępu.",
} as const;

/** The booking view. */
export const bookingTexts = {
  title: "Rezerwacja lekcji",
  backToList: "Wróć do listy",
  noTeacher: "Poczekaj, aż administrator przydzieli Ci nauczyciela",
  teacher: "Nauczyciel",
  chooseTeacher: "Wybierz nauczyciela",
  subject: "Przedmiot",
  level: "Poziom",
  noSubjects: "Ten nauczyciel nie ma jeszcze przypisanych przedmiotów. Wybierz innego.",
  day: "Wybierz dzień",
  block: "Wybierz godzinę",
  noFreeDays: "Brak wolnych terminów",
  noFreeDaysText: "Ten nauczyciel nie ma teraz wolnych godzin. Zajrzyj później albo napisz do niego.",
  slotTaken: "Ten termin właśnie zajęto. Wybierz inny.",
  chooseDayFirst: "Najpierw wybierz dzień, a pokażemy wolne godziny.",
  freeCount: (count: number) => `${count} ${plural(count, "wolna", "wolne", "wolnych")}`,
  partsOfDay: {
    morning: "Rano",
    afternoon: "Po południu",
    evening: "Wieczorem",
  } satisfies Record<PartOfDay, string>,
  topic: "Temat zajęć",
  topicHint: "Co chcesz przećwiczyć? Nauczyciel zobaczy to przed lekcją.",
  book: "Zarezerwuj",
  summary: "Twoja rezerwacja",
  summaryEmpty: "Wybierz dzień i godzinę.",
  paidFor: (lessons: string, price: string) =>
    `Opłacone i niewykorzystane: ${lessons}. Cena lekcji: ${price}.`,
  notPaidFor: (price: string) =>
    `Nie masz już opłaconych lekcji tego przedmiotu na tym poziomie. Możesz zarezerwować lekcję, a ${price} doliczymy do zapłaty.`,
} as const;

/** The teacher's availability editor. */
export const availabilityEditorTexts = {
  backToList: "Wróć do listy",
  subjects: "Przypisane przedmioty",
  noSubjects: "Brak",
  noSubjectsText: "Przedmioty i poziomy przypisuje administrator.",
  subject: "Przedmiot",
  level: "Poziom",
  text: "Uczniowie zarezerwują lekcje tylko w tych godzinach. Lekcje już umówione pozostają bez zmian.",
  add: "Dodaj przedział godzinowy",
  save: "Zapisz",
  failed: "Wystąpił błąd",
  day: "Dzień tygodnia",
  from: "Od",
  to: "Do",
  remove: "Usuń przedział",
  empty: "Brak godzin dostępności",
  emptyText: "Dodaj pierwszy przedział, aby uczniowie mogli rezerwować lekcje.",
  week: "Godziny w siatce tygodnia",
  weekText: "Zaznacz myszą, palcem albo klawiaturą (strzałki i spacja), kiedy masz czas.",
  slot: (day: string, hours: string) => `${day}, ${hours}`,
  copyDay: (day: string) => `${day}: kopiuj lub wyczyść`,
  copyToNext: "Kopiuj na następny dzień",
  copyToWorkdays: "Kopiuj od poniedziałku do piątku",
  copyToAll: "Kopiuj na cały tydzień",
  clearDay: "Wyczyść dzień",
  undo: "Cofnij",
  sections: "Przedziały godzinowe",
} as const;

/** The week calendar. */
export const calendarTexts = {
  title: "Kalendarz",
  today: "Dzisiaj",
  previousWeek: "Poprzedni tydzień",
  nextWeek: "Następny tydzień",
  previousDay: "Poprzedni dzień",
  nextDay: "Następny dzień",
  trial: "Lekcja próbna",
  trialWith: (name: string) => (name ? `Lekcja próbna: ${name}` : "Lekcja próbna"),
  noLessons: "Brak zajęć tego dnia",
  lessonsOn: (count: number) =>
    count === 0 ? "brak zajęć" : plural(count, "1 lekcja", `${count} lekcje`, `${count} lekcji`),
  dayOff: "dzień wolny",
  free: "Wolne",
  freeOf: "Wolne terminy",
  bookHere: (day: string, hours: string) => `Zarezerwuj ${day}, ${hours}`,
  proposeQuestion: (slot: string) => `Zaproponować nowy termin: ${slot}?`,
  proposeText: (slot: string) =>
    `Lekcja jest zaplanowana na ${slot}. Termin zmieni się dopiero, gdy druga strona zaakceptuje propozycję.`,
  print: "Drukuj",
} as const;
