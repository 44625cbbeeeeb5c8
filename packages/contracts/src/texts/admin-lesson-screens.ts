import { plural } from "@korki/domain";

/** The administrator's "Zajęcia" (rules §24). */
export const adminLessonScreenTexts = {
  title: "Zajęcia",
  tabs: "Widoki zajęć",
  lessons: "Lekcje",
  addLesson: "Dodaj lekcję",
  trialLessons: "Lekcje próbne",
  addTrialLesson: "Dodaj lekcję próbną",

  filters: "Filtry lekcji",
  teacher: "Nauczyciel",
  student: "Uczeń",
  status: "Status",
  anyStatus: "Wszystkie statusy",
  statusGroups: {
    planned: "Zaplanowane",
    delivered: "Zrealizowane i nieobecności",
    cancelled: "Odwołane (obie strony)",
  },
  anySubject: "Wszystkie przedmioty",
  anyLevel: "Wszystkie poziomy",
  count: (count: number, shown: string) => `${shown} ${plural(count, "lekcja", "lekcje", "lekcji")}`,
  none: "Brak",
  nothingFound: "Żadna lekcja nie pasuje do filtrów.",
  noLessonsYet: "Gdy uczniowie zarezerwują lekcje albo dodasz je samodzielnie, pojawią się tutaj.",

  date: "Data",
  time: "Godzina",
  subject: "Przedmiot",
  level: "Poziom",
  description: "Opis",
  block: "Blok godzinowy",
  day: "Dzień",
  month: "Miesiąc",
  year: "Rok",
  more: "Więcej",
  moreAbout: (day: string, time: string, student: string) => `Więcej o lekcji ${day}, ${time}, ${student}`,
  actions: "Szczegóły",

  detail: "Lekcja",
  price: "Cena i stawka",
  priceAndRate: (price: string, rate: string) => `${price} od ucznia, ${rate} dla nauczyciela`,
  save: "Zapisz zmiany",
  delete: "Usuń lekcję",
  earlyText: (status: string) => `Lekcja dostanie status „${status}” i od razu wejdzie do rozliczeń.`,
  earlyYes: "Zapisz mimo to",
  deleteQuestion: (day: string, time: string) => `Usunąć lekcję ${day}, ${time}?`,
  deleteText:
    "Zniknie z list i ze statystyk. Nauczyciel i uczeń dostaną wiadomość, jeśli lekcja jeszcze się nie odbyła.",
  keep: "Zostaw",
  reload: "Wczytaj aktualne dane",
  gone: "Tej lekcji już nie ma. Mogła zostać usunięta.",
  history: "Historia zmian",

  chooseTeacher: "Wybierz nauczyciela",
  chooseStudent: "Wybierz ucznia",
  chooseTeacherFirst: "Najpierw wybierz nauczyciela",
  studentsOfTeacher: "Lista zawiera uczniów wybranego nauczyciela.",
  noStudents: "Ten nauczyciel nie ma przypisanych uczniów",
  assignStudents: "Przypisz uczniów",
  otherSubject: "Pokaż także inne, spoza listy",
  subjectOtherAllowed: "Możesz wybrać też to, czego nauczyciel nie ma na swojej liście.",
  quote: (price: string, rate: string) => `Cena ${price}, stawka nauczyciela ${rate}.`,
  lessonsLeft: (count: number) =>
    count < 0
      ? `Uczeń ma nieopłacone: ${-count} ${plural(-count, "lekcja", "lekcje", "lekcji")}.`
      : `Uczniowi ${plural(count, "została", "zostały", "zostało")} ${count} ${plural(count, "opłacona lekcja", "opłacone lekcje", "opłaconych lekcji")}.`,
  belowRate: "Cena jest niższa niż stawka nauczyciela: centrum dopłaci do tej lekcji.",
  subjectOther: "Nauczyciel nie ma tego przedmiotu i poziomu na swojej liście.",
  pastNote: "Ten termin już minął. Nikt nie dostanie powiadomienia.",
  add: "Dodaj lekcję",

  teacherBusy: "nauczyciel zajęty",
  heldFor: (name: string, until: string) => `czeka ${name}, do ${until}`,
  studentBusy: "uczeń zajęty",
  outside: "poza dostępnością",
  closedCentre: "centrum nieczynne",
  closedTeacher: "nauczyciel nieobecny",
  overrideClosure: "Zaplanuj mimo to",
  overrideRequired: (label: string) =>
    `W tym czasie ${label === "" ? "jest dzień wolny lub nieobecność" : `jest wolne: ${label}`}. Potwierdź, że lekcja ma się odbyć`,
  closedBusy: "zajęty w swoim kalendarzu",
  overrideBusyRequired:
    "Nauczyciel ma wtedy inne zajęcie w swoim kalendarzu. Potwierdź, że lekcja ma się odbyć",
  substitute: "Zastępstwo",
  giveSubstitute: "Wyznacz zastępstwo",
  nobodyFits: "Nikt wolny nie uczy tego przedmiotu",
  showOthers: "Pokaż innych nauczycieli",
  substituted: "Wyznaczono zastępstwo",
  blockRequired: "Wybierz blok godzinowy",
  teacherRequired: "Wybierz nauczyciela",
  studentRequired: "Wybierz ucznia",

  export: "Pobierz CSV",
} as const;

/** The administrator's calendar. */
export const adminCalendarTexts = {
  title: "Kalendarz zajęć",
  grid: "Siatka godzin",
  range: "Zakres",
  day: "Dzień",
  week: "Tydzień",
  hour: "Godzina",
  addAt: (day: string, hours: string) => `Dodaj lekcję ${day}, ${hours}`,
  addAtFor: (teacher: string, hours: string) => `Dodaj lekcję: ${teacher}, ${hours}`,
  more: (count: string) => `+${count} więcej`,
  moreOn: (count: string, day: string) => `Jeszcze ${count}, pokaż dzień ${day}`,
  move: "Przenieś lekcję",
  moveQuestion: (slot: string) => `Przenieść lekcję na: ${slot}?`,
  moveText: (student: string, teacher: string) =>
    `${student} i ${teacher} dostaną wiadomość o nowym terminie.`,
  nothing: "Brak zajęć tego dnia",
  nothingText: "Wybierz nauczyciela w filtrze albo dodaj lekcję.",
  teachersWithLessons: "Nauczyciele z zajęciami tego dnia. Pozostałych znajdziesz w filtrze „Nauczyciel”.",
} as const;
