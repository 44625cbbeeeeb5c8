import { plural } from "@korki/domain";

/** The settings of the account's security. */
export const securityScreenTexts = {
  password: "Hasło",
  passwordText:
    "Po zmianie hasła wylogujemy wszystkie inne urządzenia. Telegram i adres kalendarza, jeśli je masz, działają dalej. Gdy ktoś mógł dostać się na Twoje konto, w zakładce „Konto” odłącz Telegrama i unieważnij adres.",
  currentPassword: "Obecne hasło",
  noPassword: "Nie masz hasła albo go nie pamiętasz?",
  mailNewPassword: "Wyślij mi link do nowego",
  mailNewPasswordAgain: "Wyślij jeszcze raz",
  newPasswordMailed: (email: string) =>
    `Link do ustawienia hasła wysłaliśmy na adres ${email}. Gdy go użyjesz, wylogujemy inne urządzenia, odłączymy Telegram i adres kalendarza.`,
  newPassword: "Nowe hasło",
  changePassword: "Zmień hasło",
  passwordChanged: "Hasło zostało zmienione",
  sessions: "Zalogowane urządzenia",
  sessionsText: "Nie poznajesz któregoś? Wyloguj je i zmień hasło.",
  lastUsed: (at: string) => `Ostatnio: ${at}`,
  thisDevice: "To urządzenie",
  endSession: "Wyloguj",
  endOthers: "Wyloguj wszystkie inne",

  tabs: "Części ustawień",
  account: "Konto",
  title: "Bezpieczeństwo",
  next: "Dalej",
  remove: "Usuń",
  copy: "Kopiuj",
  copied: "Skopiowano",
  download: "Pobierz",
  print: "Drukuj",
  passwordMissing: "Podaj hasło",
  codeMissing: "Wpisz kod",
  codeOrRecovery: "Kod z aplikacji lub kod zapasowy",

  totp: "Aplikacja uwierzytelniająca",
  totpText:
    "Przy logowaniu, oprócz hasła, podajesz kod z aplikacji w telefonie. Samo hasło nikomu nie wystarczy.",
  totpOn: "Włączona",
  recoveryLeft: (left: number) =>
    `${plural(left, "Został", "Zostały", "Zostało")} ${left} ${plural(left, "kod zapasowy", "kody zapasowe", "kodów zapasowych")}`,
  totpSetup: "Włącz aplikację uwierzytelniającą",
  totpAgain: "Ustaw od nowa",
  totpPasswordText: "Dla bezpieczeństwa podaj jeszcze raz swoje hasło.",
  totpScan:
    "Zeskanuj kod w aplikacji, na przykład Google Authenticator, Microsoft Authenticator lub 1Password.",
  totpQr: "Kod QR dla aplikacji uwierzytelniającej",
  totpOpen: "Otwórz w aplikacji na tym urządzeniu",
  totpManual: "Nie możesz zeskanować? Wpisz w aplikacji ten klucz:",
  totpKey: "Klucz dla aplikacji uwierzytelniającej",
  copyKey: "Kopiuj klucz",
  totpFirstCode: "6-cyfrowy kod z aplikacji",
  totpConfirm: "Włącz",
  totpEnabled: "Aplikacja uwierzytelniająca jest włączona",
  totpRemove: "Wyłącz",
  totpRemoveTitle: "Wyłączyć aplikację uwierzytelniającą?",
  totpRemoveText: "Do logowania wystarczy wtedy samo hasło. Kody zapasowe przestaną działać.",
  totpRemoved: "Aplikacja uwierzytelniająca jest wyłączona",

  recoveryCodes: "Kody zapasowe",
  recoveryText:
    "Zapisz te kody w bezpiecznym miejscu. Każdy z nich raz zastąpi kod z aplikacji, gdy nie masz telefonu. Pokazujemy je tylko teraz.",
  recoveryFile: "kody-zapasowe.txt",
  recoveryHeading: "Kody zapasowe do logowania. Każdy działa raz.",
  recoveryKept: "Mam zapisane kody",

  passkey: "Klucz dostępu",
  passkeys: "Klucze dostępu",
  passkeysText: "Logujesz się odciskiem palca, twarzą albo PIN-em urządzenia, bez hasła i kodów.",
  passkeyAdd: "Dodaj klucz dostępu",
  passkeyAddText:
    "Nazwij klucz, aby go potem rozpoznać, i podaj swoje hasło. Resztą zajmie się przeglądarka.",
  passkeyName: "Nazwa klucza",
  passkeyNameExample: "np. Telefon",
  passkeyAdded: "Klucz dostępu został dodany",
  passkeyStopped: "Nie udało się utworzyć klucza dostępu. Spróbuj jeszcze raz.",
  addedAt: (at: string) => `Dodano: ${at}`,
  passkeyRemoveOf: (name: string) => `Usuń klucz „${name}”`,
  passkeyRemoveTitle: "Usunąć klucz dostępu?",
  passkeyRemoveText: (name: string) => `Kluczem „${name}” nie da się już zalogować na to konto.`,
  passkeyRemoved: "Klucz dostępu został usunięty",

  events: "Zdarzenia",
  eventsText: "Co zmieniło dostęp do Twojego konta. O każdej takiej zmianie piszemy też e-mailem.",
  noEvents: "Nic się jeszcze nie wydarzyło.",
  allEvents: "Pokaż wszystkie",
  notMe: "To nie ja",
  notMeOf: (event: string) => `To nie ja: ${event}`,
  secured: "Konto jest zabezpieczone. Sprawdź pocztę i ustaw nowe hasło.",

  personFactor: "Drugi składnik logowania",
  personFactorOn: "Konto jest chronione aplikacją uwierzytelniającą lub kluczem dostępu.",
  personFactorOff: "Do logowania wystarcza hasło.",
  resetFactor: "Usuń drugi składnik",
  resetFactorQuestion: (name: string) => `Usunąć drugi składnik logowania: ${name}?`,
  resetFactorText:
    "Zrób to tylko wtedy, gdy ta osoba straciła telefon i kody zapasowe, a Ty wiesz, że to ona o to prosi. Usuniemy aplikację, kody zapasowe i klucze dostępu i napiszemy jej o tym e-mailem.",
  factorReset: "Drugi składnik został usunięty",

  factorRequired: "Włącz drugi składnik logowania",
  factorRequiredText:
    "Konto administratora musi mieć drugi składnik logowania. Wybierz, czym będziesz potwierdzać, że to Ty.",
  otherFactor: "Wybierz inny sposób",
} as const;
