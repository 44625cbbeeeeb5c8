import type { HistoryEntity } from "../history";

/** "Historia" and the histories of single things. */
export const adminHistoryTexts = {
  title: "Historia",
  text: "Kto, co i kiedy zmienił. Wpisów nie można usunąć.",
  filters: "Filtry historii",
  entity: "Czego dotyczy",
  anyEntity: "Wszystko",
  from: "Od dnia",
  to: "Do dnia",
  showOlder: "Pokaż starsze",
  none: "Brak",
  nothingFound: "Żaden wpis nie pasuje do filtrów.",
  system: "System",
  account: "konto",
  openLesson: "Zobacz lekcję",
  empty: "puste",
  changeOf: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  valueOf: (field: string, to: string) => `${field}: ${to}`,
} as const;

/** A flag that changed, as what has happened: the first text for true, the second for false. */
export const historyFlagTexts: Readonly<Record<string, readonly [string, string]>> = {
  deleted: ["usunięta", "przywrócona"],
  voided: ["usunięta", "przywrócona"],
  isDisabled: ["zablokowane", "odblokowane"],
  isWantMoreStudents: ["chce więcej uczniów", "nie chce więcej uczniów"],
  isTelegramConnected: ["Telegram połączony", "Telegram odłączony"],
  isConfirmed: ["adres potwierdzony", "adres niepotwierdzony"],
  erased: ["dane usunięte", "dane przywrócone"],
  related: ["przypisanie dodane", "przypisanie usunięte"],
};

export const historyEntityTexts: Readonly<Record<HistoryEntity, string>> = {
  lesson: "Lekcja",
  trialLesson: "Lekcja próbna",
  payment: "Wpłata ucznia",
  payout: "Wypłata nauczyciela",
  relation: "Relacja",
  account: "Konto",
  subjects: "Przedmioty nauczyciela",
  availability: "Godziny dostępności",
  price: "Cennik",
};

/** The verbs of the use cases as nouns; a verb may mean something of its own for one kind of thing. */
export const historyActionTexts: Readonly<Record<string, string>> = {
  book: "rezerwacja",
  confirm: "potwierdzenie",
  cancel: "odwołanie",
  complete: "oznaczenie jako zrealizowana",
  markAbsent: "oznaczenie nieobecności ucznia",
  delete: "usunięcie",
  create: "utworzenie",
  update: "zmiana",
  generateLink: "utworzenie linku do spotkania",
  proposeReschedule: "propozycja innego terminu",
  acceptReschedule: "przyjęcie innego terminu",
  declineReschedule: "odrzucenie innego terminu",
  withdrawReschedule: "wycofanie propozycji terminu",
  request: "zgłoszenie",
  add: "dodanie",
  schedule: "wyznaczenie terminu",
  void: "usunięcie",
  // Entries written before the rename of `void`.
  strike: "usunięcie",
  relate: "dodanie",
  unrelate: "usunięcie",
  save: "zmiana",
  register: "rejestracja",
  disable: "zablokowanie",
  enable: "odblokowanie",
  "confirm-email": "potwierdzenie adresu e-mail",
  "update-profile": "zmiana własnych danych",
  "connect-telegram": "połączenie Telegrama",
  "disconnect-telegram": "odłączenie Telegrama",
  "reset-password": "zmiana hasła",
  "accept-invitation": "przyjęcie zaproszenia",
  export: "wydanie kopii danych",
  erase: "usunięcie danych osobowych",
};

/** What the fields of a change are called; one that is not here shows its own name. */
export const historyFieldTexts: Readonly<Record<string, string>> = {
  date: "data",
  block: "godzina",
  subject: "przedmiot",
  level: "poziom",
  description: "opis",
  status: "status",
  title: "tytuł",
  cancelMessage: "powód odwołania",
  meetingLink: "link do spotkania",
  teacher: "nauczyciel",
  name: "imię",
  surname: "nazwisko",
  email: "e-mail",
  phone: "telefon",
  phoneParent: "telefon rodzica",
  role: "rodzaj konta",
  moneyAmount: "kwota",
  lessonAmount: "liczba lekcji",
  subjects: "przedmioty",
  sections: "przedziały",
  availability: "przedziały",
  price: "cena",
  rate: "stawka",
};
