import { PASSWORD_MIN, plural } from "@korki/domain";

/** The authentication screen, the e-mail confirmation pages and the password page (rules §24). */
export const signInTexts = {
  loginTitle: "Logowanie",
  registerTitle: "Rejestracja",
  recoveryTitle: "Odzyskiwanie konta",
  toRegister: "Nie masz konta? Zarejestruj się!",
  toLogin: "Masz już konto? Zaloguj się!",
  toRecovery: "Nie pamiętasz hasła?",
  toLoginLink: "Wyślij mi link",
  loginLinkTitle: "Logowanie linkiem",
  loginLinkHint: "Wyślemy na Twój e-mail link, którym zalogujesz się bez hasła.",
  sendLoginLink: "Wyślij link",
  loginLinkSent: (email: string) =>
    `Jeśli adres ${email} ma konto, przyjdzie na niego e-mail z linkiem. Otwórz go w tej przeglądarce. Na innym urządzeniu zobaczysz kod: wpisz go tutaj.`,
  loginCode: "Kod z otwartego linku",
  loginCodeHint: "6 cyfr",
  loginCodeMissing: "Wpisz 6 cyfr",
  anotherLink: "Wyślij nowy link",

  name: "Imię",
  surname: "Nazwisko",
  email: "E-mail",
  password: "Hasło",
  phone: "Telefon",
  userType: "Rodzaj konta",
  userTypeStudent: "Uczeń",
  userTypeTeacher: "Nauczyciel",
  passwordHint: `Przynajmniej ${PASSWORD_MIN} znaków, w tym 1 duża litera`,

  codeTitle: "Potwierdź, że to Ty",
  code: "Kod z aplikacji lub kod zapasowy",
  codeHint:
    "6 cyfr z aplikacji uwierzytelniającej. Nie masz przy sobie telefonu? Wpisz jeden z kodów zapasowych.",
  codeMissing: "Wpisz kod",
  otherAccount: "Wróć do hasła",
  passkey: "Użyj klucza dostępu",
  passkeyStopped: "Logowanie kluczem dostępu nie powiodło się. Spróbuj jeszcze raz albo podaj hasło.",
  login: "Zaloguj się",
  register: "Załóż konto",
  recover: "Wyślij link",
  recoveryHint: "Podaj adres e-mail swojego konta. Wyślemy na niego link do ustawienia nowego hasła.",

  loggedIn: "Zalogowano poprawnie",
  accountCreated: "Konto zostało utworzone. Sprawdź e-mail i potwierdź adres, klikając link z wiadomości.",
  recoverySent: "Wysłaliśmy e-mail z instrukcją odzyskiwania konta. Sprawdź swoją skrzynkę.",

  unconfirmedHelp:
    "Konto czeka na potwierdzenie adresu? Po podaniu właściwego hasła wysyłamy link jeszcze raz: sprawdź skrzynkę i folder ze spamem.",
  contactHelp: (contact: string) => `Coś nie działa? Napisz do nas: ${contact}`,

  reloginTitle: "Sesja wygasła",
  reloginText: "Zaloguj się ponownie. Wszystko, co zostało wpisane, czeka na swoim miejscu.",
  reloginAsOther: "Zaloguj się na inne konto",

  welcomeTitle: "Korepetycje, które mieszczą się w planie dnia",
  welcomeText: "Umawiaj lekcje, pisz z nauczycielem i\u00a0miej wszystkie terminy w jednym miejscu.",
  toTrialLesson: "Zapisz się na lekcję próbną",
  trialLessonQuestion: "Jesteś u nas pierwszy raz?",

  emailConfirmed: "E-mail został potwierdzony",
  emailConfirmedText: "Twoje konto jest gotowe. Możesz się zalogować.",
  emailNotConfirmed: "E-mail NIE został potwierdzony",
  emailNotConfirmedText:
    "Link wygasł albo jest niepełny. Zaloguj się swoim adresem i hasłem albo zarejestruj się jeszcze raz tym samym adresem, a wyślemy nowy link.",
  emailNotConfirmedContact: (contact: string) => `Coś nie działa? Napisz do nas: ${contact}`,
  goToLogin: "Przejdź do logowania",

  newPasswordTitle: "Ustaw nowe hasło",
  newPassword: "Nowe hasło",
  newPasswordConfirmation: "Powtórz nowe hasło",
  changePassword: "Zmień hasło",
  backToLogin: "Wróć do logowania",
  passwordChanged: "Hasło zostało zmienione",
  seconds: (left: number) => `${left} ${plural(left, "sekundę", "sekundy", "sekund")}`,
  passwordChangedText: (seconds: string) => `Za ${seconds} przejdziesz do logowania.`,
} as const;
