import type { SecurityEventKind } from "@korki/domain";

/** What each event is called in the settings and in e-mails. */
export const securityEventLabels: Readonly<Record<SecurityEventKind, string>> = {
  "new-device": "Logowanie z nowego urządzenia",
  "password-changed": "Zmiana hasła",
  "password-recovered": "Ustawienie nowego hasła przez link z e-maila",
  "email-changed": "Zmiana adresu e-mail przez administratora",
  "totp-enabled": "Włączenie aplikacji uwierzytelniającej",
  "totp-disabled": "Wyłączenie aplikacji uwierzytelniającej",
  "recovery-code-used": "Logowanie kodem zapasowym",
  "wrong-codes": "Błędne kody po poprawnym haśle",
  "second-factor-reset": "Usunięcie drugiego składnika przez administratora",
  "passkey-added": "Dodanie klucza dostępu",
  "passkey-removed": "Usunięcie klucza dostępu",
  "telegram-connected": "Połączenie z Telegramem",
  "calendar-address-created": "Utworzenie adresu kalendarza",
  "reported-as-foreign": "Zgłoszenie „to nie ja”",
};

/** The pages behind the links in account e-mails. */
export const accountLinkTexts = {
  confirmTitle: "Potwierdź adres e-mail",
  confirmText: "Sprawdź, czy to Twoje dane. Jeśli tak, potwierdź adres, aby aktywować konto.",
  confirmName: "Imię i nazwisko",
  confirmRole: "Rodzaj konta",
  confirmEmail: "E-mail",
  confirm: "Potwierdzam",
  confirmForeign: "To nie Twoje dane? Zamknij tę stronę, nic się nie zmieni.",
  loginTitle: "Zaloguj się",
  loginText: "Jeden przycisk i jesteś u siebie. Link działa tylko raz.",
  loginCodeTitle: "Twój kod",
  loginCodeText:
    "Ten link otwarto w innej przeglądarce niż ta, w której wysłano prośbę. Wpisz tam ten kod. Nikomu go nie podawaj.",
  loginOver: "Ten link już nie działa",
  loginOverText: "Link działa 15 minut i tylko raz. Możesz wysłać sobie nowy.",
  newLoginLink: "Wyślij nowy link",
  notMeTitle: "To nie Ty?",
  notMeText:
    "Wylogujemy wszystkie urządzenia, odłączymy Telegram i adres kalendarza, a dotychczasowe hasło przestanie działać. Na Twój e-mail wyślemy link do ustawienia nowego hasła.",
  notMeEvent: "Zdarzenie",
  notMeAt: "Kiedy",
  notMeDevice: "Urządzenie",
  unknownDevice: "Nieznane",
  notMe: "To nie ja, zabezpiecz konto",
  notMeDone: "Konto jest zabezpieczone",
  notMeDoneText: "Wylogowaliśmy wszystkie urządzenia. Sprawdź pocztę i ustaw nowe hasło.",
  linkOver: "Link nie działa",
  linkOverText: (contact: string) =>
    `Link wygasł, został już wykorzystany albo jest niepełny. W razie kłopotów napisz do nas: ${contact}.`,
  recoveryLinkOverText: "Ten link wygasł albo został już wykorzystany. Poproś o nowy, przyjdzie e-mailem.",
  newRecoveryLink: "Poproś o nowy link",
  accountOf: (email: string) => `Konto: ${email}`,
  signedInText: (seconds: string) => `Zalogowaliśmy Cię. Twoje konto otworzy się za ${seconds}.`,
  openAccount: "Przejdź do swojego konta",
} as const;
