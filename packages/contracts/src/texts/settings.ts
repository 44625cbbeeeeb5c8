import { TELEGRAM_CODE_DIGITS, TELEGRAM_CODE_MINUTES } from "@korki/domain";

/** The settings screen (rules §24). */
export const settingsTexts = {
  title: "Ustawienia",
  personalData: "Twoje dane",
  name: "Imię",
  surname: "Nazwisko",
  email: "E-mail",
  phone: "Telefon",
  studentPhone: "Telefon ucznia",
  parentPhone: "Telefon rodzica",
  readOnly: "Imienia i adresu e-mail nie można zmienić. Jeśli coś się nie zgadza, napisz do nas.",
  wantMoreStudents: "Chcę więcej uczniów",
  wantMoreStudentsText: "Lekcje próbne z nowymi uczniami będą pojawiać się w Twoim grafiku.",
  isShownToVisitors: "Pokazuj mnie na stronie zapisów na lekcję próbną",
  isShownToVisitorsText: "Goście zobaczą Twoje imię, nazwisko, przedmioty i kilka słów o Tobie.",
  introduction: "Kilka słów o sobie",
  introductionText: "Na przykład doświadczenie i sposób pracy, najwyżej 300 znaków.",
  meetingRoom: "Stały pokój spotkań",
  meetingRoomText:
    "Adres https Twojego pokoju, np. Google Meet, Zoom lub Teams. Link do lekcji będzie prowadził właśnie tam. Bez niego każda lekcja dostaje osobny pokój.",
  meetingRoomExample: "https://meet.google.com/abc-defg-hij",
  save: "Zapisz",
  saved: "Dane zostały poprawnie zmienione",
  notSaved: "Dane nie zostały zmienione",

  notifications: "Powiadomienia",
  notificationsText:
    "Połącz konto z Telegramem, a o lekcjach i wiadomościach dowiesz się od razu. Bez tego piszemy na e-mail.",
  connectWithTelegram: "Połącz z Telegramem",
  connectWithTelegramText:
    "Otworzy się rozmowa z naszym botem. Naciśnij w niej START, a konto połączy się samo.",
  orByCode: "Albo kodem:",
  steps: {
    install: "Zainstaluj aplikację Telegram na telefonie lub komputerze.",
    findBot: "Znajdź naszego bota:",
    findBotNoName: "Znajdź naszego bota. O jego nazwę zapytaj w centrum.",
    command: "Wyślij mu komendę",
    receive: `W odpowiedzi dostaniesz kod: ${TELEGRAM_CODE_DIGITS} cyfr, ważny ${TELEGRAM_CODE_MINUTES} minut.`,
    enter: "Wpisz kod poniżej i potwierdź.",
  },
  registrationCommand: "/rejestracja",
  sandboxBot: "Porozmawiaj z botem w wersji demonstracyjnej",
  code: "Kod z Telegrama",
  codeExample: "np. 12345678",
  codeIncomplete: `Kod ma ${TELEGRAM_CODE_DIGITS} cyfr`,
  confirmCode: "Potwierdź",
  connected: "Połączono",
  connectedText: "Powiadomienia wysyłamy na Telegrama.",
  disconnect: "Odłącz",
  disconnectTitle: "Odłączyć Telegrama?",
  disconnectText: "Powiadomienia będziemy wysyłać na e-mail. Konto można połączyć ponownie w każdej chwili.",
  disconnected: "Konto zostało odłączone",
  accountConnected: "Konto zostało poprawnie połączone",
} as const;

/** Which notifications a person wants, and by which way. */
export const preferenceTexts = {
  title: "O czym chcesz wiedzieć?",
  text: "Wysyłamy jedną drogą: na urządzenie, a gdy go nie ma lub nie pokaże wiadomości, na Telegrama, a na końcu na e-mail.",
  kind: "Powiadomienie",
  channels: { push: "Urządzenie", telegram: "Telegram", email: "E-mail" },
  all: "Wszystkie powiadomienia",
  details: "Szczegóły",
  detailsOf: (group: string) => `Szczegóły: ${group}`,
  save: "Zapisz wybór",
  saved: "Zapisano",
  choice: (kind: string, channel: string) => `${kind}: ${channel}`,
} as const;

/** The private calendar address. */
export const calendarAddressTexts = {
  title: "Lekcje w Twoim kalendarzu",
  text: "Dodaj prywatny adres kalendarza w Kalendarzu Google, Thunderbirdzie lub telefonie, a lekcje pojawią się tam same.",
  textForParents:
    "Dodaj prywatny adres kalendarza w Kalendarzu Google, Thunderbirdzie lub telefonie, a lekcje Twoich dzieci pojawią się tam same, z imieniem dziecka.",
  create: "Utwórz adres kalendarza",
  addToGoogle: "Dodaj do Kalendarza Google",
  addToApple: "Dodaj do Kalendarza Apple",
  address: "Adres kalendarza",
  secret: "Nie udostępniaj go nikomu: kto zna adres, widzi Twoje lekcje.",
  secretForParents: "Nie udostępniaj go nikomu: kto zna adres, widzi lekcje Twoich dzieci.",
  copy: "Kopiuj",
  copied: "Skopiowano",
  revoke: "Unieważnij adres",
  revokeTitle: "Unieważnić adres kalendarza?",
  revokeText:
    "Kalendarze, które z niego korzystają, przestaną się odświeżać. Nowy adres utworzysz w każdej chwili.",
} as const;
