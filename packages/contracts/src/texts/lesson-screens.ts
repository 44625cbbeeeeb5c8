import { type PartOfDay, plural } from "@korki/domain";

/** The lessons screens of students and teachers (rules §24). */
export const lessonScreenTexts = {
  title: "Zajęcia",
  refresh: "Odśwież",
  editAvailability: "Edytuj godziny dostępności",
  setAvailability: "Ustaw godziny, w których uczysz",
  view: "Widok",
  asList: "Lista",
  asCalendar: "Kalendarz",

  planned: "Zaplanowane lekcje",
  finished: "Zrealizowane lekcje",
  delivered: "Odbyte lekcje",
  nothingDelivered: "Tu znajdziesz lekcje, które się odbyły, razem z nieobecnościami uczniów.",
  subjectFilter: "Przedmiot",
  anySubject: "Wszystkie przedmioty",
  levelFilter: "Poziom",
  anyLevel: "Wszystkie poziomy",
  backToEarnings: "Wróć do płatności",
  trials: "Lekcje próbne",
  available: "Dostępne lekcje",
  owed: "nieopłacone",
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
  onlyToday: "Dzisiejsze",
  nothingFound: "Żadna lekcja nie pasuje do filtrów.",
  day: "Dzień",
  month: "Miesiąc",
  year: "Rok",
} as const;

/** The card of the next lesson, and a teacher's day. */
export const nextLessonTexts = {
  title: "Następna lekcja",
  day: "Dzisiaj",
  nothingToday: "Dziś nie masz lekcji.",
  lastReport: (slot: string) => `Ostatni raport, ${slot}`,
  openHomework: "Niezrobione zadanie domowe",
} as const;

/** The sheet with one lesson. */
export const lessonDetailTexts = {
  title: "Szczegóły lekcji",
  cancelReason: "Powód odwołania",
  double: (hours: string) => `${hours}, lekcja podwójna`,
  whichHours: "Których godzin to dotyczy?",
  bothHours: "Obie godziny",
  thisHour: "Tylko tę godzinę",
  moveAlone: "Przenieś tylko tę godzinę",
  noDescription: "Bez opisu",
  unconfirmed: {
    Student: "Poczekaj, aż nauczyciel potwierdzi lekcję.",
    Teacher: "Lekcja została zarezerwowana przez ucznia, potwierdź ją.",
  },
  notConfirmedInTime: {
    Student: "Termin tej lekcji minął, a nauczyciel jej nie potwierdził.",
    Teacher: "Termin tej lekcji minął bez potwierdzenia. Jeśli się odbyła, potwierdź ją i zaznacz wynik.",
  },

  meetingLink: "Link do spotkania",
  joinMeeting: "Dołącz do spotkania",
  generateLink: "Wygeneruj link do spotkania",
  copyLink: "Kopiuj link",
  linkCopied: "Skopiowano link",
  writeOnChat: "Napisz na czacie",

  confirm: "Potwierdź lekcję",
  cancel: "Odwołaj lekcję",
  delete: "Usuń lekcję",
  complete: "Lekcja się odbyła",
  markAbsent: "Uczeń nieobecny",
  correct: "Popraw wynik",
  correctTitle: "Co było naprawdę?",
  correctText: "Wynik możesz poprawić do końca następnego dnia. Rozliczenie zmieni się razem z nim.",
  correctTo: {
    Zrealizowana: "Lekcja się odbyła",
    "Uczen nieobecny": "Uczeń nieobecny",
    "Odwolana przez nauczyciela": "Lekcja odwołana przez nauczyciela",
    Potwierdzona: "Wynik jest jeszcze nieznany",
  },
  corrected: "Poprawiono wynik lekcji",
  keep: "Wróć",

  cancelQuestion: (day: string, time: string) => `Odwołać lekcję ${day}, ${time}?`,
  deleteQuestion: (day: string, time: string) => `Usunąć lekcję ${day}, ${time}?`,
  deleteText: "Termin zostanie zwolniony, a lekcja zniknie z listy.",
  cancelText: "Termin zostanie zwolniony. Damy znać drugiej stronie.",
  reason: "Powód (opcjonalnie)",
  earlyQuestion: (day: string, time: string) =>
    `Lekcja (${day}, ${time}) jeszcze się nie skończyła. Na pewno?`,
  earlyCompleteText: (day: string, time: string) =>
    `Oznaczasz jako zrealizowaną lekcję zaplanowaną w terminie: ${day}, ${time}.`,
  earlyAbsentText: (day: string, time: string) =>
    `Oznaczasz nieobecność ucznia na lekcji w terminie: ${day}, ${time}.`,

  propose: "Zaproponuj inny termin",
  proposeTitle: "Wybierz nowy termin",
  proposeText: (name: string) => `Obecny termin pozostaje zajęty, dopóki ${name} nie zaakceptuje zmiany.`,
  sendProposal: "Wyślij propozycję",
  proposed: "Wysłano propozycję nowego terminu",
  ownProposal: (day: string, time: string) =>
    `Zaproponowano nowy termin: ${day}, ${time}. Czekamy na odpowiedź.`,
  otherProposal: (name: string, slot: string) => `${name} proponuje: ${slot}.`,
  proposalReceived: "Propozycja nowego terminu",
  proposalSent: "Zaproponowano nowy termin",
  bookAgain: "Zarezerwuj ponownie",
  accept: "Przyjmij",
  decline: "Odrzuć",
  withdraw: "Wycofaj propozycję",
  moved: "Zmieniono termin lekcji",
  declined: "Odrzucono propozycję terminu",
  gone: "Tej lekcji już nie ma albo nie masz już do niej dostępu.",
} as const;

/** The booking view. */
export const bookingTexts = {
  earlierDays: "Wcześniejsze dni",
  laterDays: "Późniejsze dni",
  months: "Przejdź do miesiąca",
  title: "Zarezerwuj lekcję",
  double: "Lekcja podwójna",
  doubleHint: "Dwie godziny po kolei, z krótką przerwą",
  backToList: "Wróć do listy",
  noTeacher: "Poczekaj, aż administrator przydzieli Ci nauczyciela",
  childWithoutTeacher: "Poczekaj, aż administrator przydzieli dziecku nauczyciela",
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
    `Brak opłaconych lekcji tego przedmiotu na tym poziomie. Cena lekcji: ${price}.`,
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
  copyDay: (day: string) => `${day} – kopiuj lub wyczyść dzień`,
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
  previousMonth: "Poprzedni miesiąc",
  nextMonth: "Następny miesiąc",
  range: "Zakres kalendarza",
  ranges: { day: "Dzień", week: "Tydzień", month: "Miesiąc" },
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
  proposeText: (slot: string, name: string) =>
    `Obecny termin lekcji: ${slot}. Zmieni się dopiero, gdy ${name} zaakceptuje propozycję.`,
  print: "Drukuj",
} as const;

/** What a parent opens the product for. */
export const firstAnswerTexts = {
  title: "W skrócie",
  next: "Następna lekcja",
  noNext: "Nie ma zaplanowanej lekcji.",
  due: "Do zapłaty",
  last: "Ostatnia lekcja",
  noLast: "Nie było jeszcze żadnej lekcji.",
  toDo: "Do zrobienia",
  nothingToDo: "Nie ma nic do zrobienia.",
} as const;
